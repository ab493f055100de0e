package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"
	"time"
)

// A match that is over returns home in two steps. Each is a transaction of one database and can be
// repeated without effect:
//
//  1. The home database gets the events, the result and the row of the ended match, and holds the
//     match again. The archive, ratings and lists then see the match as every ended match.
//  2. The shard marks its row as gone. It keeps the match for an hour after its end, so that a node
//     that lost an answer still finds its events.
//
// Between the end and step 1 the shard still has the current state, which does not change any more.

const (
	returnAtOnce = 64
	returnWait   = 2 * time.Second // how long the change that ends a match waits for the return
	returnEvery  = 5 * time.Second // interval at which ended matches of other nodes are looked for
	goneKept     = time.Hour
)

// returner collects matches that are over, so that those that end together return together.
type returner struct {
	wake    chan struct{} // capacity 1
	closed  chan struct{} // closed when no match returns any more
	mu      sync.Mutex
	waiting map[string][]chan struct{}
}

func (b *returner) init() {
	b.wake, b.closed, b.waiting = make(chan struct{}, 1), make(chan struct{}), map[string][]chan struct{}{}
}

// wait asks for the return of a match and waits until it was tried, at most for returnWait. The end
// of the match is stored already, so the result does not matter.
func (b *returner) wait(ctx context.Context, id string) {
	done := make(chan struct{})
	b.mu.Lock()
	b.waiting[id] = append(b.waiting[id], done)
	b.mu.Unlock()
	signal(b.wake)
	timer := time.NewTimer(returnWait)
	defer timer.Stop()
	select {
	case <-done:
	case <-b.closed:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// take returns the matches that wait for their return, and a function that ends their waiting.
func (b *returner) take() (ids []string, release func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	taken := b.waiting
	b.waiting = map[string][]chan struct{}{}
	for id := range taken {
		ids = append(ids, id)
	}
	return ids, func() {
		for _, list := range taken {
			for _, done := range list {
				close(done)
			}
		}
	}
}

// bringAll lets matches return home until ctx ends: those whose end this process has stored at
// once, and those of other processes every returnEvery.
func (sh *shard) bringAll(ctx context.Context) {
	defer close(sh.returns.closed)
	tick := time.NewTicker(returnEvery)
	defer tick.Stop()
	failing := false
	for {
		look := false
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			look = true
		case <-sh.returns.wake:
		}
		ids, release := sh.returns.take()
		err := sh.bringSome(ctx, ids, look)
		release()
		if err != nil && !failing && ctx.Err() == nil {
			sh.of.home.opts.Log.WarnContext(ctx, "matches that are over could not return from a shard; the next run tries again", "shard", sh.Letter, "err", err)
		}
		failing = err != nil
	}
}

// bringSome lets the given matches return and, if the parameter look is true, all others that are
// over.
func (sh *shard) bringSome(ctx context.Context, ids []string, look bool) error {
	s, err := sh.store()
	if err != nil {
		return nil // the shard was not reached yet, which is logged elsewhere
	}
	ctx, cancel := context.WithTimeout(ctx, archiveWithin)
	defer cancel()
	for len(ids) > 0 {
		n := min(len(ids), returnAtOnce)
		if err := sh.bring(ctx, s, ids[:n]); err != nil {
			return err
		}
		ids = ids[n:]
	}
	for look {
		over, err := queryIDs(ctx, s.reads, `SELECT id FROM live WHERE finished ORDER BY id LIMIT $1`, returnAtOnce)
		if err != nil {
			return s.failed("looking for matches that are over", err)
		}
		if len(over) > 0 {
			err = sh.bring(ctx, s, over)
		}
		if err != nil {
			return err
		}
		look = len(over) == returnAtOnce
	}
	return nil
}

// overMatches are matches that are over, as the shard has them, column by column.
type overMatches struct {
	id                     []string
	seq, ply               []int32
	result, winner, reason []string
	rated                  []bool
	at                     []int64
	facts                  []string
	events                 movingEvents
}

// bring lets matches that are over return home from the shard s. It leaves out matches that are not
// over or have returned.
func (sh *shard) bring(ctx context.Context, s *Store, ids []string) error {
	home := sh.of.home
	slices.Sort(ids) // the order in which rows are locked
	o, err := s.over(ctx, ids)
	if err != nil || len(o.id) == 0 {
		return err
	}
	back, err := home.receive(ctx, sh.Letter, o)
	if err != nil {
		if len(ids) == 1 {
			return err
		}
		for _, id := range ids { // one bad match must not stop the others
			err = errors.Join(err, sh.bring(ctx, s, []string{id}))
		}
		return err
	}
	home.archiver.look()
	if home.tasks != nil {
		home.tasks.look()
	}
	if err := sh.of.at("returned"); err != nil {
		return err
	}
	if len(back) < len(o.id) {
		home.opts.Log.ErrorContext(ctx, "the home database does not know that these matches are on the shard; they stay there", "shard", sh.Letter, "matches", len(o.id)-len(back))
	}
	return s.dismiss(ctx, back)
}

// over reads the matches with the given ids that are over.
func (s *Store) over(ctx context.Context, ids []string) (o overMatches, err error) {
	err = s.rows(ctx, "reading matches that are over", func(rows *sql.Rows) error {
		var id, result, winner, reason, facts string
		var seq, ply int32
		var rated bool
		var at int64
		if err := rows.Scan(&id, &seq, &ply, &result, &winner, &reason, &rated, &at, &facts); err != nil {
			return err
		}
		o.id, o.seq, o.ply, o.result = append(o.id, id), append(o.seq, seq), append(o.ply, ply), append(o.result, result)
		o.winner, o.reason, o.rated = append(o.winner, winner), append(o.reason, reason), append(o.rated, rated)
		o.at, o.facts = append(o.at, at), append(o.facts, facts)
		return nil
	}, `SELECT live.id, live.seq, live.ply, live.result, ended.result, ended.reason, ended.rated, ended.at, ended.facts
		FROM live JOIN ended ON ended.id = live.id WHERE live.id @IN(1) AND finished AND held = '' ORDER BY live.id`, ids)
	if err == nil && len(o.id) > 0 {
		err = s.rows(ctx, "reading matches that are over", o.events.read, `SELECT id, seq, began, nonce, body FROM events WHERE id @IN(1) ORDER BY id, seq`, o.id)
	}
	return o, err
}

// receive stores at home what ended on a shard, in one transaction. It returns the matches that the
// home database now has as ended, among them those that returned before.
func (s *Store) receive(ctx context.Context, letter string, o overMatches) (back []string, err error) {
	const doing = "receiving matches that are over"
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		away, err := queryIDs(ctx, tx, s.sql(`SELECT id FROM live WHERE id @IN(1) AND held = $2 ORDER BY id @LOCK`), o.id, letter)
		if err != nil {
			return s.failed(doing, err)
		}
		if len(away) > 0 {
			var e movingEvents
			for i, id := range o.events.of {
				if slices.Contains(away, id) {
					e.of, e.seq, e.body = append(e.of, id), append(e.seq, o.events.seq[i]), append(e.body, o.events.body[i])
					e.began, e.nonce = append(e.began, o.events.began[i]), append(e.nonce, o.events.nonce[i])
				}
			}
			if err := e.write(ctx, tx); err != nil {
				return s.failed(doing, err)
			}
			_, err = tx.ExecContext(ctx, receiveMany, o.id, o.seq, o.ply, o.result, o.winner, o.reason, o.rated, o.at, o.facts, away)
			if err != nil {
				return s.failed(doing, err)
			}
		}
		back, err = queryIDs(ctx, tx, s.sql(`SELECT id FROM live WHERE id @IN(1) AND finished AND held = ''
			UNION SELECT id FROM archive WHERE id @IN(1) AND ended >= $2`), o.id, since(o.id...))
		return s.failed(doing, err)
	})
	return back, err
}

// receiveMany does for matches that return what endMany does for matches that end at home. The time
// of the end is that of the shard.
const receiveMany = `WITH c AS (
	SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::bool[], $8::bigint[], $9::text[])
		AS c (id, seq, ply, result, winner, reason, rated, at, facts) WHERE id = ANY($10::text[])
), changed AS (
	UPDATE live SET seq = c.seq, ply = c.ply, finished = TRUE, check_at = ` + neverText + `, result = c.result, held = ''
	FROM c WHERE live.id = c.id
	RETURNING live.id, live.game, live.first, live.second, c.winner, c.reason, c.rated, c.at, c.facts
)
INSERT INTO ended (id, game, first, second, result, reason, rated, at, facts)
SELECT id, game, first, second, winner, reason, rated, at, facts FROM changed
ON CONFLICT (id) DO NOTHING`

// dismiss marks matches on this shard that have returned home. They do not count as finished any
// more, so that the search for matches that are over does not read them.
func (s *Store) dismiss(ctx context.Context, ids []string) error {
	_, err := s.exec(ctx, `UPDATE live SET held = 'gone', finished = FALSE, check_at = `+neverText+` WHERE id @IN(1) AND finished AND held = ''`, ids)
	return s.failed("letting matches go", err)
}

// expire deletes from the shards the matches that have returned and ended more than goneKept ago.
func (r *shards) expire(ctx context.Context) {
	for _, sh := range r.all {
		s, err := sh.store()
		if err != nil || !sh.up.Load() {
			continue
		}
		within, cancel := context.WithTimeout(ctx, shardWithin)
		err = s.inTx(within, "removing matches that have returned", func(tx *sql.Tx) error {
			ids, err := queryIDs(within, tx, s.sql(`DELETE FROM live WHERE id IN (SELECT id FROM live WHERE held = 'gone' AND held <> '' AND created <= @NOW - $1
				AND id IN (SELECT id FROM ended WHERE at <= @NOW - $1) ORDER BY created LIMIT 5000) RETURNING id`), goneKept.Microseconds())
			if err == nil && len(ids) > 0 {
				_, err = tx.ExecContext(within, s.sql(`DELETE FROM events WHERE id @IN(1)`), ids)
				if err == nil {
					_, err = tx.ExecContext(within, s.sql(`DELETE FROM ended WHERE id @IN(1)`), ids)
				}
			}
			return err
		})
		cancel()
		if err != nil && ctx.Err() == nil {
			r.home.opts.Log.WarnContext(ctx, "matches that have returned could not be removed from a shard", "shard", sh.Letter, "err", err)
		}
	}
}
