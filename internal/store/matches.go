package store

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"kydai/game"
	"kydai/internal/play"
	"kydai/match/compact"
)

// Create stores a new match with its first events. See play.Matches.
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
			return time.Time{}, game.Err(play.BadRow, "an id or a name is not valid UTF-8 text")
		}
	}
	if r.Over || r.ID == "" {
		return time.Time{}, game.Err(play.BadRow, "a new match needs an id and must not be over")
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
	// The id is now reserved in the table live, so the archive can be checked. If the archive were
	// checked first, a match with this id could be missed, because it could move from live to the
	// archive between the two steps.
	var taken int
	if err := tx.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM archive WHERE id = $1 AND ended >= $2`), r.ID, since(r.ID)).Scan(&taken); err != nil {
		return time.Time{}, s.failed(doing, err)
	}
	if taken > 0 {
		return time.Time{}, play.ErrExists
	}
	for i, e := range r.Events {
		if _, err := tx.ExecContext(ctx, s.sql(addEvent), r.ID, i, us, 0, blob(e.Body)); err != nil {
			return time.Time{}, s.failed(doing, err)
		}
	}
	if err := s.putNames(ctx, tx, r.Names, "@NOW"); err != nil {
		return time.Time{}, err
	}
	if err := s.noteStart(ctx, tx, r); err != nil {
		return time.Time{}, s.failed(doing, err)
	}
	if r.Ceremony != nil {
		if err := s.addCeremony(ctx, tx, *r.Ceremony); err != nil {
			return time.Time{}, err
		}
	}
	return fromMicros(us), nil
}

// Load returns a match, live or archived. See play.Matches.
func (s *Store) Load(ctx context.Context, id string) (play.Row, error) {
	if s.shards != nil {
		return s.shards.load(ctx, id)
	}
	r, held, err := s.loadHere(ctx, id)
	if err == nil && held != "" {
		return play.Row{}, s.failed("loading a match", errNoShard)
	}
	return r, err
}

// loadHere reads a match from this database, and which other database holds the current state of
// the match; held is "" if it is this one. One statement reads both tables, so a match cannot be
// missed while it moves to the archive.
func (s *Store) loadHere(ctx context.Context, id string) (r play.Row, held string, err error) {
	row := s.reads.QueryRowContext(ctx, s.sql(`
		SELECT id, game, first, second, created, `+endedAt+`, check_at, seq, ply, finished, result, terms, secret, `+seatNames+`, `+packed+`, `+noBytes+`, held FROM live WHERE id = $1
		UNION ALL
		SELECT `+archivedRow+`, '' FROM archive WHERE id = $1 AND ended >= $2`), id, since(id))
	r, err = scanRow(func(into ...any) error { return row.Scan(append(into, &held)...) })
	if errors.Is(err, sql.ErrNoRows) {
		return play.Row{}, "", play.ErrNotFound
	}
	return r, held, s.failed("loading a match", err)
}

// archivedRow is the list of SQL columns that scanRow reads from the archive.
const archivedRow = `id, game, first, second, created, ended, 0, seq, ply, TRUE, result, terms, secret, ` + seatNames + `, events, compact`

// scanRow reads a match from a row with the columns of live or of archivedRow.
func scanRow(scan func(into ...any) error) (play.Row, error) {
	var r play.Row
	var created, ended, check int64
	var secret, bytes []byte
	var names, events string
	err := scan(&r.ID, &r.Game, &r.Players[0], &r.Players[1], &created, &ended, &check, &r.Seq, &r.Ply, &r.Over, &r.Result, &r.Terms, &secret, &names, &events, &bytes)
	if err != nil {
		return play.Row{}, err
	}
	r.Created, r.Ended, r.CheckAt = fromMicros(created), fromMicros(ended), fromMicros(check)
	r.Secret = game.NewSecret(secret)
	if r.Events, err = unpackRow(bytes, events); err == nil && len(r.Events) != r.Seq {
		err = errPacked
	}
	if err == nil {
		r.Terms, err = compact.DecodeTerms(r.Terms, termsWords(r.Game, r.Players))
	}
	if err == nil {
		r.Names, err = readNames(names)
	}
	if err != nil {
		return play.Row{}, err
	}
	return r, nil
}

// Arm sets check_at, the time at which a node next checks a match. See
// play.Matches.
func (s *Store) Arm(ctx context.Context, id string, seq int, at time.Time) error {
	if s.shards != nil {
		return s.shards.arm(ctx, id, seq, at)
	}
	return s.armHere(ctx, id, seq, at)
}

// armHere is Arm for a match that this database holds.
func (s *Store) armHere(ctx context.Context, id string, seq int, at time.Time) error {
	return s.execOne(ctx, "arming a match", play.ErrConflict,
		`UPDATE live SET check_at = $3 WHERE id = $1 AND seq = $2 AND held = ''`, id, seq, checkMicros(at))
}

// Due leases up to n matches that are due for a check, the most overdue matches first, and returns
// their ids. See play.Matches.
func (s *Store) Due(ctx context.Context, now time.Time, n int, lease time.Duration) ([]string, error) {
	if s.shards != nil {
		return s.shards.due(ctx, now, n, lease)
	}
	return s.dueHere(ctx, now, n, lease)
}

// dueHere is Due for the matches of this database.
func (s *Store) dueHere(ctx context.Context, now time.Time, n int, lease time.Duration) ([]string, error) {
	return s.lease(ctx, `
		WITH due AS @ONCE (SELECT id FROM live WHERE check_at <= @LEAST(@NOW, $3) ORDER BY check_at LIMIT $1 @SKIP)
		UPDATE live SET check_at = @LEAST(@NOW, $3) + $2 WHERE id IN (SELECT id FROM due) RETURNING id`, now, n, lease)
}

// lease runs a statement that leases up to n rows, such as matches, to this node. It returns the
// ids of the rows.
func (s *Store) lease(ctx context.Context, text string, now time.Time, n int, lease time.Duration) ([]string, error) {
	const doing = "looking for what is due"
	if !s.opts.Pooler {
		ids, err := queryIDs(ctx, s.db, s.sql(text), n, lease.Microseconds(), micros(now))
		return ids, s.failed(doing, err)
	}
	var ids []string
	err := s.inTx(ctx, doing, func(tx *sql.Tx) (err error) {
		ids, err = queryIDs(ctx, tx, s.sql(text), n, lease.Microseconds(), micros(now))
		return s.failed(doing, err)
	})
	return ids, err
}

// Seqs returns the number of events of each match. Matches that are not in live are looked up in
// the archive afterwards. This order is safe because matches only move from live to the archive.
func (s *Store) Seqs(ctx context.Context, ids []string) (map[string]int, error) {
	if s.shards != nil {
		return s.shards.seqs(ctx, ids)
	}
	return s.seqsHere(ctx, ids)
}

// seqsHere is Seqs for the matches of this database.
func (s *Store) seqsHere(ctx context.Context, ids []string) (map[string]int, error) {
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
	err := s.rows(ctx, "counting events", each, `SELECT id, seq FROM archive WHERE id @IN(1) AND ended >= $2`, s.dialect.list(rest), since(rest...))
	return found, err
}

// Playing lists a player's matches in progress, newest first. See play.Matches.
func (s *Store) Playing(ctx context.Context, player string) ([]play.Summary, error) {
	list, err := s.summaries(ctx, s.reads, `SELECT id, game, first, second, terms, ply, FALSE, result, created, 0 FROM live
		WHERE (first = $1 OR second = $1) AND NOT finished ORDER BY created DESC, id`, player)
	if s.shards != nil && err == nil {
		list = s.shards.refresh(ctx, list)
	}
	return list, err
}

// Played lists a player's finished matches. See play.Matches. On PostgreSQL the archive has one
// partition per month. The table played shows how far back a page of the list reaches, so that
// earlier months can be skipped. If the table does not show this, or the page is not full, the
// query reads all months.
func (s *Store) Played(ctx context.Context, player string, after play.Cursor, n int) ([]play.Summary, error) {
	return s.listed(ctx, func(db *sql.DB) ([]play.Summary, error) { return s.played(ctx, db, player, after, n) })
}

func (s *Store) played(ctx context.Context, db *sql.DB, player string, after play.Cursor, n int) ([]play.Summary, error) {
	from := never
	if !after.Ended.IsZero() {
		from = micros(after.Ended)
	}
	if s.dialect.name == "postgres" {
		var since int64
		err := db.QueryRowContext(ctx, `SELECT at FROM played WHERE player = $1 AND at <= $2 ORDER BY at DESC LIMIT 1 OFFSET $3`, player, from, n).Scan(&since)
		if err == nil {
			if list, err := s.playedSince(ctx, db, player, from, after.ID, since, n); err != nil || len(list) == n {
				return list, err
			}
		} else if !errors.Is(err, sql.ErrNoRows) {
			return nil, s.failed("listing games", err)
		}
	}
	return s.playedSince(ctx, db, player, from, after.ID, math.MinInt64, n)
}

// playedSince lists one page of the player's matches, restricted to matches that ended at the given
// time or later.
func (s *Store) playedSince(ctx context.Context, db *sql.DB, player string, from int64, id string, since int64, n int) ([]play.Summary, error) {
	const columns = `id, game, first, second, terms, ply, TRUE, result, created`
	page := `ended <= $2 AND (ended < $2 OR $4 <> '' AND id > $4) AND ended >= $5 AND NOT ` + sealed("id") + ` ORDER BY ended DESC, id LIMIT $3`
	// Each part of the query that reads the archive stops after n rows. The part that reads
	// matches from the table "live" is short too, because only a few of a player's finished matches are not archived
	// yet. One statement reads both tables, so a match that is being archived is neither missed nor
	// returned twice.
	args := []any{player, from, n, id, since}
	if s.dialect.name == "postgres" {
		// Plan the query for this player: a plan for an arbitrary player would sort all matches of
		// a player who has played many.
		args = append([]any{pgx.QueryExecModeExec}, args...)
	}
	return s.summaries(ctx, db, `SELECT * FROM (SELECT `+columns+`, ended FROM archive WHERE `+ofFirst+` AND `+page+`) AS a
		UNION SELECT * FROM (SELECT `+columns+`, ended FROM archive WHERE `+ofSecond+` AND `+page+`) AS b
		UNION SELECT * FROM (SELECT * FROM (
			SELECT `+columns+`, `+endedAt+` AS ended FROM live WHERE (first = $1 OR second = $1) AND finished) AS l WHERE `+page+`) AS c
		ORDER BY ended DESC, id LIMIT $3`, args...)
}

func (s *Store) summaries(ctx context.Context, db *sql.DB, text string, args ...any) ([]play.Summary, error) {
	var all []play.Summary
	err := s.rowsOf(ctx, db, "listing games", func(rows *sql.Rows) error {
		var g play.Summary
		var created, ended int64
		err := rows.Scan(&g.ID, &g.Game, &g.Players[0], &g.Players[1], &g.Terms, &g.Ply, &g.Over, &g.Result, &created, &ended)
		g.Created, g.Ended = fromMicros(created), fromMicros(ended)
		if err == nil {
			g.Terms, err = compact.DecodeTerms(g.Terms, termsWords(g.Game, g.Players))
		}
		all = append(all, g)
		return err
	}, text, args...)
	return all, err
}
