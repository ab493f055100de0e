package store

import (
	"context"
	"database/sql"
	"time"

	"kydai/game"
	"kydai/internal/operator"
	"kydai/internal/play"
	"kydai/match/compact"
)

var _ operator.Store = (*Store)(nil)

// A check of a match counts as overdue if it is late by lateCheck. Only nodes with a heartbeat in
// the last minute (recently) are listed.
const (
	lateCheck = 10 * time.Second // maximum delay of a check; a later check counts as overdue
	recently  = time.Minute      // maximum age of a node's last heartbeat
)

// Work counts pending work, such as overdue checks. See operator.Store.
func (s *Store) Work(ctx context.Context) (operator.Work, error) {
	const doing = "counting what is under way"
	var w operator.Work
	for _, c := range []struct {
		into *int
		from string
	}{
		{&w.Live, `live WHERE NOT finished`},
		{&w.Overdue, `live WHERE check_at <= @NOW - $2`},
		{&w.Backlog, `live WHERE finished`},
		{&w.Ceremonies, `ceremonies WHERE check_at < ` + neverText},
		{&w.Offers, `offers WHERE match_id = '' AND expires > @NOW`},
		{&w.Tickets, `tickets WHERE match_id = '' AND expires > @NOW`},
		{&w.Watched, `watched WHERE expires > @NOW`},
	} {
		args := []any{operator.MostCounted}
		if c.into == &w.Overdue {
			args = append(args, lateCheck.Microseconds())
		}
		err := s.reads.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM (SELECT 1 FROM `+c.from+` LIMIT $1) AS counted`), args...).Scan(c.into)
		if err != nil {
			return w, s.failed(doing, err)
		}
	}
	if s.shards != nil {
		s.shards.addWork(ctx, &w)
	}
	err := s.rows(ctx, doing, func(rows *sql.Rows) error {
		var l operator.Lease
		var until int64
		err := rows.Scan(&l.Name, &until)
		l.Until = fromMicros(until)
		w.Leases = append(w.Leases, l)
		return err
	}, `SELECT name, until FROM leases WHERE until > @NOW ORDER BY name LIMIT 200`)
	if err != nil {
		return w, err
	}
	if text, row, err := s.levelsRow(ctx); err != nil {
		return w, err
	} else if text != "" {
		w.Levels = fromMicros(row.At)
	}
	w.Nodes, err = s.Alive(ctx, recently)
	return w, err
}

// Records returns the stored rows of matches, live or archived. See operator.Store.
func (s *Store) Records(ctx context.Context, ids []string) ([]play.Row, error) {
	if s.shards != nil {
		return s.shards.records(ctx, ids)
	}
	return s.recordsHere(ctx, ids)
}

// recordsHere is Records for the matches that this database holds.
func (s *Store) recordsHere(ctx context.Context, ids []string) ([]play.Row, error) {
	const doing = "reading matches"
	var all []play.Row
	err := s.rows(ctx, doing, func(rows *sql.Rows) error {
		var r play.Row
		var secret, bytes []byte
		var events string
		err := rows.Scan(&r.ID, &r.Game, &r.Players[0], &r.Players[1], &r.Terms, &secret, &events, &bytes)
		if err != nil {
			return err
		}
		r.Secret = game.NewSecret(secret)
		if r.Events, err = unpackRow(bytes, events); err == nil {
			r.Terms, err = compact.DecodeTerms(r.Terms, termsWords(r.Game, r.Players))
		}
		all = append(all, r)
		return err
	}, `SELECT id, game, first, second, terms, secret, `+packed+`, `+noBytes+` FROM live WHERE id @IN(1) AND held = ''
		UNION ALL SELECT id, game, first, second, terms, secret, events, compact FROM archive WHERE id @IN(1) AND ended >= $2`, s.dialect.list(ids), since(ids...))
	return all, err
}

const ratedColumns = `c.player, c.opponent, c.match_id, c.game, c.speed, c.at, c.score, c.mean_before, c.mean, COALESCE(ended.reason, '')`

func (s *Store) ratedGames(ctx context.Context, text string, args ...any) ([]operator.RatedGame, error) {
	var all []operator.RatedGame
	err := s.rows(ctx, "reading rated games", func(rows *sql.Rows) error {
		var g operator.RatedGame
		var at int64
		err := rows.Scan(&g.Player, &g.Opponent, &g.Match, &g.Game, &g.Speed, &at, &g.Score, &g.Before, &g.After, &g.Reason)
		g.At = fromMicros(at)
		all = append(all, g)
		return err
	}, text, args...)
	return all, err
}

// onScreen is the SQL condition that a rated game was played online. It excludes results of games
// on physical boards, because their moves are unknown.
const onScreen = `substr(match_id, 1, 5) <> '` + play.WoodenID + `'`

// RatedGames lists the latest n rated games of a player, latest first. See operator.Store.
func (s *Store) RatedGames(ctx context.Context, player string, n int) ([]operator.RatedGame, error) {
	return s.ratedGames(ctx, `SELECT `+ratedColumns+` FROM (SELECT * FROM rating_changes WHERE player = $1 AND opponent <> '' AND `+onScreen+`
			ORDER BY at DESC, match_id LIMIT $2) AS c
		LEFT JOIN ended ON ended.id = c.match_id ORDER BY c.at DESC, c.match_id`, player, n)
}

// Peers lists games of other players whose rating is close to the given mean. See operator.Store.
// The index ratings_best contains the players in the order that this query needs.
func (s *Store) Peers(ctx context.Context, of operator.RatedGame, mean, width float64, players, games int) ([]operator.RatedGame, error) {
	const near = `SELECT player, changes FROM ratings WHERE game = $1 AND speed = $2 AND sure_until > 0 AND player <> $3 `
	return s.ratedGames(ctx, `SELECT `+ratedColumns+` FROM (
			SELECT * FROM (`+near+`AND mean >= $4 AND mean <= $5 ORDER BY mean, player DESC LIMIT $7) AS above
			UNION ALL SELECT * FROM (`+near+`AND mean < $4 AND mean >= $6 ORDER BY mean DESC, player LIMIT $7) AS below) AS p
		JOIN rating_changes AS c ON c.player = p.player AND c.game = $1 AND c.speed = $2 AND c.nth > p.changes - $8 AND c.opponent <> '' AND `+onScreen+`
		LEFT JOIN ended ON ended.id = c.match_id`,
		of.Game, of.Speed, of.Player, mean, mean+width, mean-width, players, games)
}
