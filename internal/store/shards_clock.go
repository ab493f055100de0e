package store

import (
	"context"
	"errors"
	"time"

	"kydai/internal/play"
)

// shardSkew is how far the time of a shard may be from the time of the home database, besides the
// error of the measurement.
const shardSkew = 5 * time.Millisecond

// keepTime sets the clock correction of a shard so that the shard has the site's time, which is
// that of the home database. It takes the fastest of several measurements.
func (sh *shard) keepTime(ctx context.Context, s *Store) error {
	var skew, within, had time.Duration
	for i := range 3 {
		a := time.Now()
		home, _, err := sh.of.home.Reading(ctx)
		if err != nil {
			return err
		}
		here, by, err := s.Reading(ctx)
		if err != nil {
			return err
		}
		c := time.Now()
		if half := c.Sub(a) / 2; i == 0 || half < within {
			passed := c.Sub(a) / 2 // from the middle of the first reading to the middle of the second
			skew, within, had = here.Sub(home)-passed, half, by
		}
	}
	if skew.Abs() <= shardSkew+within {
		return nil
	}
	err := s.Correct(ctx, had, (had - skew).Round(time.Microsecond))
	if errors.Is(err, play.ErrConflict) {
		return nil // another node has corrected it
	}
	return err
}

// keepTimes sets the time of all shards that can be reached.
func (r *shards) keepTimes(ctx context.Context) {
	for _, sh := range r.all {
		if s, err := sh.store(); err == nil && sh.up.Load() {
			if err := sh.keepTime(ctx, s); err != nil {
				r.home.opts.Log.WarnContext(ctx, "the time of a shard could not be set; the next check tries again", "shard", sh.Letter, "err", err)
			}
		}
	}
}
