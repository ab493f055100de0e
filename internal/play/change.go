package play

import (
	"bytes"
	"context"
	"errors"
	"time"

	"kydai/game"
	"kydai/internal/trace"
	"kydai/match"
)

// maxTries is the maximum number of attempts of a command if other commands change the match at the
// same time.
const maxTries = 16

// lookAgain is the time limit for finding out from the store whether a change was stored.
const lookAgain = 10 * time.Second

// change executes a command: it applies the function do to a copy of the match, stores the new
// events, notifies the watchers and returns the new state. After an error other than ErrUnknown,
// the match is unchanged.
func (ts *tables) change(ctx context.Context, id string, do func(*match.Match) error) (*Snapshot, error) {
	return ts.changeFor(ctx, Player{}, id, do)
}

// changeFor is like change, for a command of the given player. If this player has a seat in the
// match, the player's IP address pays for the engine time that the match uses from now on.
func (ts *tables) changeFor(ctx context.Context, by Player, id string, do func(*match.Match) error) (*Snapshot, error) {
	if err := ts.gate.enter(); err != nil {
		return nil, err
	}
	defer ts.gate.leave()
	t, err := ts.open(id)
	if err != nil {
		return nil, err
	}
	defer ts.release(t)
	if err := t.acquire(ctx); err != nil {
		return nil, err
	}
	defer t.unlock()
	return ts.changeTable(ctx, t, func(m *match.Match) error {
		if by.ID != "" && sideOf(m.Players(), by.ID, m.Turn()) != game.NoSide {
			t.payer = by.Address
		}
		return do(m)
	})
}

// changeTable is like change, for a table that the caller has locked.
func (ts *tables) changeTable(ctx context.Context, t *table, do func(*match.Match) error) (*Snapshot, error) {
	asked := ts.options.Clock()
	for range maxTries {
		if t.cur.Load() == nil {
			if _, err := ts.reload(ctx, t); err != nil {
				return nil, err
			}
		}
		cur := t.cur.Load()
		next := cur.clone()
		if err := do(next); err != nil {
			// The command may have failed because the cached state is stale: reload and
			// try again.
			if errors.Is(err, match.ErrRepeated) || t.checked.After(asked) {
				return cur, err
			}
			if lost := ts.refresh(ctx, t, asked); lost != nil {
				return cur, lost
			}
			if t.cur.Load() == cur {
				return cur, err
			}
			continue
		}
		done, err := ts.commit(ctx, t, cur, next)
		if done || err != nil {
			return t.cur.Load(), err
		}
	}
	return t.cur.Load(), ErrConflict
}

// commit stores the events that the next state of a match has in addition to the current one, and
// publishes the next state. If the result done is false and err is nil, another command has changed
// the match meanwhile: the table has been reloaded, and the caller must apply its command again.
func (ts *tables) commit(ctx context.Context, t *table, cur *Snapshot, next *match.Match) (done bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), ts.options.Commit)
	defer cancel()
	c := ts.changeOf(cur, next)
	within, span := trace.Start(ctx, "commit")
	began, err := ts.options.Store.Commit(within, c)
	span.End(err)
	switch {
	case err == nil:
		ts.time.stamped(began)
		stamp(next, c.Seq, began)
		ts.follower.publish(ctx, t.id, next, c, began)
		ts.show(t, t.snapshot(next))
		ts.turns.think(ctx, t)
		ts.plans.look(t.cur.Load())
		if c.Turn != nil {
			TellNotice(ts.options.Bus, c.Turn.Player, t.id)
		}
		return true, nil
	case errors.Is(err, ErrUnknown):
		return ts.lookWhether(ctx, t, c, err)
	case errors.Is(err, ErrConflict):
		row, err := ts.reload(ctx, t)
		// The stored conflicting events may be the events of this same change, because an earlier
		// attempt or another node has stored them.
		return err == nil && holds(row, c), err
	}
	return false, err
}

// stamp records in the events from number seq on when they were stored. The parameter began is the
// database time of this commit.
func stamp(m *match.Match, seq int, began time.Time) {
	for ; seq < m.Seq(); seq++ {
		if err := m.Stamp(seq, began); err != nil {
			panic("play: an event that was stored cannot be stamped: " + err.Error())
		}
	}
}

// lookWhether reads the store until it knows whether the change c was stored. If the time limit
// passes first, it returns the error cause.
func (ts *tables) lookWhether(ctx context.Context, t *table, c Change, cause error) (done bool, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookAgain)
	defer cancel()
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		row, err := ts.reload(ctx, t)
		if err == nil {
			if holds(row, c) {
				ts.turns.think(ctx, t)
				ts.plans.look(t.cur.Load())
				return true, nil
			}
			return false, nil // the change is not stored; a retry is safe, because the store compares the event number first
		}
		select {
		case <-ctx.Done():
			t.cur.Store(nil) // the result is unknown: reload the match at its next use
			return false, cause
		case <-time.After(pause):
		}
	}
}

// holds reports whether a stored match contains the events of a change at their
// positions.
func holds(row Row, c Change) bool {
	if len(row.Events) < c.Seq+len(c.Events) {
		return false
	}
	for i, body := range c.Events {
		if !bytes.Equal(row.Events[c.Seq+i].Body, body) {
			return false
		}
	}
	return true
}

// changeOf returns the change to store for the transition from the current state to the next one.
func (ts *tables) changeOf(cur *Snapshot, next *match.Match) Change {
	c := Change{ID: cur.ID, Seq: cur.Seq, Ply: next.Ply(), Over: next.Over()}
	for _, e := range next.Since(cur.Seq) {
		c.Events = append(c.Events, e.Encode())
	}
	if c.Over {
		c.Result = resultOf(next)
		out, terms := next.Outcome(), next.Terms()
		c.Winner, c.Reason, c.Rated = out.Winner.String(), string(out.Why), terms.Rated
		if r, ok := ts.options.Rules(terms.Game); ok {
			c.Facts = FactsOf(next, r.Info().Moves)
		}
	} else {
		c.CheckAt = ts.flags.checkAt(next)
		if soon := ts.time.Now().Add(answerWithin); mayPlan(next) == nil && (c.CheckAt.IsZero() || soon.Before(c.CheckAt)) {
			c.CheckAt = soon
		}
		// The finished engine turn had scheduled an earlier background check. Rearm tells the store
		// to replace that time, even by a later one.
		_, c.Rearm = cur.match.Job()
		c.Turn = turnOf(cur.Ply, next)
		c.Slow = OverDays(next.Terms().Clock)
	}
	return c
}

// resultOf returns the result of a match in the form of match lists: the winner and the reason.
func resultOf(m *match.Match) string {
	return resultText(m.Outcome())
}

func resultText(out game.Outcome) string { return out.Winner.String() + " " + string(out.Why) }

// show makes a snapshot the current state of a table and notifies the watchers: players
// at once, spectators in the background.
func (ts *tables) show(t *table, snap *Snapshot) {
	t.cur.Store(snap)
	ts.flags.setTimer(t)
	ts.machines.shown(snap)
	t.players.tell(t)
	t.watchers.tellSoon(t)
}
