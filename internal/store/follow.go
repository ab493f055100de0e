package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"kydai/internal/play"
)

// follow determines the result of changes after an error (cause), or after a second attempt whose
// conflict may come from the change's own first attempt. If the events of a change are stored, the
// change was applied. If the match has advanced without the change, the change was not applied and
// never will be, even if the database is still working on the first attempt. If the match has not
// advanced, the change is tried again. If the first attempt is applied meanwhile, the second
// attempt meets a conflict, and follow determines its result in the same way.
func (c *committer) follow(batch []*submission, cause error) {
	for pause := 20 * time.Millisecond; len(batch) > 0; pause = min(2*pause, time.Second) {
		var open, again []*submission
		var away error // the database is unreachable; the remaining changes are looked up later
		for _, sub := range batch {
			var is fate
			var began time.Time
			if away == nil {
				is, began, away = c.store.lookUp(sub)
			}
			late := time.Since(sub.since) > answerWithin
			switch {
			case away == nil && is == made:
				sub.reply(began, nil)
			case away == nil && is == lost:
				sub.reply(time.Time{}, play.ErrConflict)
			case late:
				sub.reply(time.Time{}, fmt.Errorf("%w: %w", play.ErrUnknown, errors.Join(cause, away, errLate)))
			case away == nil:
				again = append(again, sub)
			default:
				open = append(open, sub)
			}
		}
		c.again(again)
		if batch = open; away != nil {
			time.Sleep(pause/2 + rand.N(pause/2))
		}
	}
}

var errLate = errors.New("the database gave no answer in time")

// again puts changes back into the queue. This works even while the store is closing, because the
// workers stop only when the queue is empty.
func (c *committer) again(subs []*submission) {
	if len(subs) == 0 {
		return
	}
	for _, sub := range subs {
		sub.retry = true
		sub.state.Store(waiting)
	}
	c.mu.Lock()
	c.pending = append(subs, c.pending...)
	c.mu.Unlock()
	signal(c.wake)
}

// fate is what has become of a change: open, made or lost.
type fate int

const (
	open fate = iota // the match has not advanced; the change can still be applied
	made
	lost // the match has advanced without the change, which can no longer be applied
)

// lookUp reads from the database whether a change was applied.
func (s *Store) lookUp(sub *submission) (fate, time.Time, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	var nonce, us int64
	err := s.reads.QueryRowContext(ctx, s.sql(`SELECT nonce, began FROM events WHERE id = $1 AND seq = $2`), sub.change.ID, sub.change.Seq).Scan(&nonce, &us)
	switch {
	case err == nil && nonce == sub.nonce:
		return made, fromMicros(us), nil
	case err == nil:
		return lost, time.Time{}, nil
	case !errors.Is(err, sql.ErrNoRows):
		return open, time.Time{}, s.failed("looking for a change", err)
	}
	return s.lookUpWhole(ctx, sub.change)
}

// lookUpWhole determines the result of a change whose events are not in the table events: the
// events are not written yet, or the match is in the archive, which stores no nonces. In the
// archive, equal events at the same place count as the events of this change. That is wrong only if
// two nodes received the same event in the same microsecond and one of the nodes lost its
// connection.
func (s *Store) lookUpWhole(ctx context.Context, c play.Change) (fate, time.Time, error) {
	row, _, err := s.loadHere(ctx, c.ID)
	switch {
	case errors.Is(err, play.ErrNotFound):
		return lost, time.Time{}, nil
	case err != nil:
		return open, time.Time{}, err
	case row.Seq == c.Seq:
		return open, time.Time{}, nil
	case row.Seq < c.Seq+len(c.Events):
		return lost, time.Time{}, nil
	}
	for i, body := range c.Events {
		if !bytes.Equal(body, row.Events[c.Seq+i].Body) {
			return lost, time.Time{}, nil
		}
	}
	return made, row.Events[c.Seq].Began, nil
}
