package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/game"
	"kydai/play"
)

// Create stores a new match. See play.Matches.
func (s *Store) Create(ctx context.Context, r play.Row) (time.Time, error) {
	var began time.Time
	err := s.inTx(ctx, "creating a match", func(tx *sql.Tx) (err error) {
		began, err = s.create(ctx, tx, r)
		return err
	})
	return began, err
}

func (s *Store) create(ctx context.Context, tx *sql.Tx, r play.Row) (time.Time, error) {
	const doing = "creating a match"
	for _, text := range []string{r.ID, r.Game, r.Players[0], r.Players[1]} {
		if !plain(text) {
			return time.Time{}, game.Err(play.BadRow, "an id or a name is no text")
		}
	}
	if r.Over || r.ID == "" {
		return time.Time{}, game.Err(play.BadRow, "a match begins with an id and is not over then")
	}
	var taken int
	if err := tx.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM archive WHERE id = $1`), r.ID).Scan(&taken); err != nil {
		return time.Time{}, s.failed(doing, err)
	}
	if taken > 0 {
		return time.Time{}, play.ErrExists
	}
	var us int64
	err := tx.QueryRowContext(ctx, s.sql(`INSERT INTO live (id, game, first, second, created, terms, secret, check_at, seq, ply, finished, result)
		VALUES ($1, $2, $3, $4, @NOW, $5, $6, $7, $8, $9, FALSE, '') RETURNING created`),
		r.ID, r.Game, r.Players[0], r.Players[1], blob(r.Terms), blob(r.Secret.Open()), checkMicros(r.CheckAt), len(r.Events), r.Ply).Scan(&us)
	if err != nil {
		if s.dialect.duplicate(err) {
			return time.Time{}, play.ErrExists
		}
		return time.Time{}, s.failed(doing, err)
	}
	for i, e := range r.Events {
		if _, err := tx.ExecContext(ctx, s.sql(addEvent), r.ID, i, us, 0, blob(e.Body)); err != nil {
			return time.Time{}, s.failed(doing, err)
		}
	}
	if r.Ceremony != nil {
		if err := s.addCeremony(ctx, tx, *r.Ceremony); err != nil {
			return time.Time{}, err
		}
	}
	return fromMicros(us), nil
}

// Load returns a match, live or archived. One statement looks at both, so it
// cannot be missed on its way from one to the other.
func (s *Store) Load(ctx context.Context, id string) (play.Row, error) {
	var r play.Row
	var created, ended, check int64
	var secret []byte
	var events string
	err := s.reads.QueryRowContext(ctx, s.sql(`
		SELECT id, game, first, second, created, 0, check_at, seq, ply, finished, result, terms, secret, `+packed+` FROM live WHERE id = $1
		UNION ALL
		SELECT id, game, first, second, created, ended, 0, seq, ply, TRUE, result, terms, secret, events FROM archive WHERE id = $1`), id).
		Scan(&r.ID, &r.Game, &r.Players[0], &r.Players[1], &created, &ended, &check, &r.Seq, &r.Ply, &r.Over, &r.Result, &r.Terms, &secret, &events)
	if errors.Is(err, sql.ErrNoRows) {
		return play.Row{}, play.ErrNotFound
	}
	if err != nil {
		return play.Row{}, s.failed("loading a match", err)
	}
	r.Created, r.Ended, r.CheckAt = fromMicros(created), fromMicros(ended), fromMicros(check)
	r.Secret = game.NewSecret(secret)
	if r.Events, err = unpack(events); err == nil && len(r.Events) != r.Seq {
		err = errPacked
	}
	if err != nil {
		return play.Row{}, s.failed("loading a match", err)
	}
	return r, nil
}

// Arm says when to look at a match again. See play.Matches.
func (s *Store) Arm(ctx context.Context, id string, seq int, at time.Time) error {
	return s.execOne(ctx, "arming a match", play.ErrConflict,
		`UPDATE live SET check_at = $3 WHERE id = $1 AND seq = $2`, id, seq, checkMicros(at))
}

// Due leases matches that a sweeper must look at, the longest overdue first.
func (s *Store) Due(ctx context.Context, n int, lease time.Duration) ([]string, error) {
	return s.lease(ctx, `
		WITH due AS @ONCE (SELECT id FROM live WHERE check_at <= @NOW ORDER BY check_at LIMIT $1 @SKIP)
		UPDATE live SET check_at = @NOW + $2 WHERE id IN (SELECT id FROM due) RETURNING id`, n, lease)
}

// lease runs a statement that leases up to n rows and returns their ids.
func (s *Store) lease(ctx context.Context, text string, n int, lease time.Duration) ([]string, error) {
	rows, err := s.db.QueryContext(ctx, s.sql(text), n, lease.Microseconds())
	if err != nil {
		return nil, s.failed("looking for what is due", err)
	}
	defer func() { _ = rows.Close() }()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, s.failed("looking for what is due", err)
		}
		ids = append(ids, id)
	}
	return ids, s.failed("looking for what is due", rows.Err())
}

// Seqs says how many events each match has. What is not live is looked for in
// the archive afterwards: matches only ever go that way.
func (s *Store) Seqs(ctx context.Context, ids []string) (map[string]int, error) {
	found := make(map[string]int, len(ids))
	each := func(rows *sql.Rows) error {
		var id string
		var seq int
		err := rows.Scan(&id, &seq)
		found[id] = seq
		return err
	}
	if err := s.rows(ctx, "counting events", each, `SELECT id, seq FROM live WHERE id @IN(1)`, s.dialect.list(ids)); err != nil {
		return nil, err
	}
	var rest []string
	for _, id := range ids {
		if _, ok := found[id]; !ok {
			rest = append(rest, id)
		}
	}
	if len(rest) == 0 {
		return found, nil
	}
	err := s.rows(ctx, "counting events", each, `SELECT id, seq FROM archive WHERE id @IN(1)`, s.dialect.list(rest))
	return found, err
}

// archiveSteps move matches that have just ended, of those with the given ids,
// to the archive.
var archiveSteps = []string{
	`INSERT INTO archive (id, game, first, second, created, ended, seq, ply, result, terms, secret, events)
		SELECT id, game, first, second, created, @NOW, seq, ply, result, terms, secret, ` + packed + ` FROM live WHERE id @IN(1) AND finished`,
	`DELETE FROM events WHERE id IN (SELECT id FROM live WHERE id @IN(1) AND finished)`,
	`DELETE FROM live WHERE id @IN(1) AND finished`,
}

// Playing lists a player's live matches. See play.Matches.
func (s *Store) Playing(ctx context.Context, player string) ([]play.Summary, error) {
	return s.summaries(ctx, `SELECT id, game, first, second, ply, FALSE, result, created, 0 FROM live
		WHERE first = $1 OR second = $1 ORDER BY created DESC, id`, player)
}

// Played lists a player's finished matches. See play.Matches.
func (s *Store) Played(ctx context.Context, player string, before time.Time, n int) ([]play.Summary, error) {
	// Each half can stop at its index after n rows.
	return s.summaries(ctx, `SELECT * FROM (
			SELECT id, game, first, second, ply, TRUE, result, created, ended FROM archive WHERE first = $1 AND ended < $2 ORDER BY ended DESC LIMIT $3) AS a
		UNION
		SELECT * FROM (
			SELECT id, game, first, second, ply, TRUE, result, created, ended FROM archive WHERE second = $1 AND ended < $2 ORDER BY ended DESC LIMIT $3) AS b
		ORDER BY ended DESC, id LIMIT $3`, player, micros(before), n)
}

func (s *Store) summaries(ctx context.Context, text string, args ...any) ([]play.Summary, error) {
	var all []play.Summary
	err := s.rows(ctx, "listing games", func(rows *sql.Rows) error {
		var g play.Summary
		var created, ended int64
		err := rows.Scan(&g.ID, &g.Game, &g.Players[0], &g.Players[1], &g.Ply, &g.Over, &g.Result, &created, &ended)
		g.Created, g.Ended = fromMicros(created), fromMicros(ended)
		all = append(all, g)
		return err
	}, text, args...)
	return all, err
}
