package store

import (
	"context"
	"time"

	"kydai/internal/play"
)

// UnderWay lists live matches between two players. See play.Live. Only matches with a recent event
// are examined further, so abandoned games and correspondence games cost only the check of their
// last event. Matches of children in classes are left out.
func (s *Store) UnderWay(ctx context.Context, active time.Duration, n int) ([]play.Summary, error) {
	recent := `EXISTS (SELECT 1 FROM events WHERE events.id = live.id AND events.seq = live.seq - 1 AND began > @NOW - $1)`
	args := []any{active.Microseconds(), n}
	if s.shards != nil { // the home database does not have the recent events of matches on shards
		recent = `(` + recent + ` OR live.id @IN(3))`
		args = append(args, s.dialect.list(s.shards.active(ctx, active, n)))
	}
	list, err := s.summaries(ctx, s.reads, `SELECT id, game, first, second, terms, ply, FALSE, '', created, 0 FROM live
		WHERE NOT finished AND NOT `+sealed("live.id")+` AND first <> '' AND second <> '' AND first <> second
			AND NOT EXISTS (SELECT 1 FROM class_pupils WHERE player IN (live.first, live.second))
			AND `+recent+`
		ORDER BY `+bestOf("first")+` + `+bestOf("second")+` DESC, ply DESC, id LIMIT $2`, args...)
	if s.shards != nil && err == nil {
		list = s.shards.refresh(ctx, list)
	}
	return list, err
}

// bestOf returns SQL for the best rating that a player of a live match has in the match's game. The
// parameter player is the column "first" or "second". The SQL gives 0 if the player has no rating
// or only provisional ratings.
func bestOf(player string) string {
	return `COALESCE((SELECT MAX(mean) FROM ratings WHERE ratings.player = live.` + player + ` AND ratings.game = live.game AND sure_until > 0), 0)`
}

// RatingsAmong lists all ratings of the given players. See play.Live.
func (s *Store) RatingsAmong(ctx context.Context, players []string) ([]play.PlayerRating, error) {
	return s.ratings(ctx, "reading ratings", `SELECT `+ratingColumns+` FROM ratings WHERE player @IN(1)`, s.dialect.list(players))
}
