package play

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"kydai/game"
	"kydai/internal/cluster"
	"kydai/match"
)

const (
	sweepAtOnce = 256 // maximum number of matches leased per query
	sweepers    = 16  // number of matches checked concurrently
	expireEvery = 30 * time.Second
)

// silence is how long after a deadline a node waits for another node that does not respond, before
// it decides that the player has lost on time.
const silence = 500 * time.Millisecond

// secondLook is how long this node waits before it checks a deadline if another node is closer to
// the players. Normally the other node has decided by then. It does no harm if both nodes decide,
// because each queries all nodes first.
const secondLook = 100 * time.Millisecond

// lookAgainIn is the pause between two queries to the other nodes while one of them processes a
// move that may have arrived before the deadline.
const lookAgainIn = 10 * time.Millisecond

// flags ends games whose time is up in the matches on this node. It also does the background checks
// that are due, for the matches of all nodes.
type flags struct {
	options  tableOptions
	log      *slog.Logger
	gate     *gate
	time     *timekeeper
	cluster  *cluster.Cluster
	arrivals *arrivals
	machines thinker
	tables   *tables
}

// checkAt returns when a match must be checked next; zero means never. A check whether a player has
// lost on time comes after the deadline and the grace period. A check of an engine's turn comes
// without the grace period.
func (f *flags) checkAt(m *match.Match) time.Time {
	now := f.time.Now()
	at, ok := m.NextCheck(now, 0)
	at = at.Add(f.options.Grace)
	if ask, waits := m.NextAsk(now, f.machines.patience(m)); waits && (!ok || ask.Before(at)) {
		return ask
	}
	if !ok {
		return time.Time{}
	}
	if remind, ok := remindAt(m); ok && now.Before(remind) && remind.Before(at) {
		return remind
	}
	return at
}

// remind stores and sends a reminder to the player to move, if a reminder is due.
func (f *flags) remind(ctx context.Context, id string, m *match.Match) error {
	r, due := reminderOf(id, m, f.time.Now())
	if !due {
		return nil
	}
	told, err := f.options.Store.Remind(ctx, r)
	if told {
		TellNotice(f.options.Bus, r.Player, id)
	}
	return err
}

// due returns the deadline of the match. The result ok is true if this deadline and the grace
// period after it have passed.
func (f *flags) due(m *match.Match) (at time.Time, ok bool) {
	now := f.time.Now()
	at, ok = m.NextCheck(now, 0)
	return at, ok && !now.Before(at.Add(f.options.Grace))
}

// cleared waits until no node is processing a move of the match that arrived before the given time.
// If a node does not respond, cleared waits until the duration silence has passed since the given
// time. It returns false if the match has changed or ctx has ended.
func (f *flags) cleared(ctx context.Context, t *table, at time.Time) bool {
	for {
		w := f.cluster.Queries().AskAll(ctx, t.id, at)
		if w == cluster.Nothing || w == cluster.Unclear && f.time.Now().Sub(at) >= silence {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(lookAgainIn):
		}
		cur := t.cur.Load()
		if cur == nil {
			return false
		}
		if now, ok := f.due(cur.match); !ok || !now.Equal(at) {
			return false
		}
	}
}

// setTimer schedules the flag of a watched match. The table must be locked.
func (f *flags) setTimer(t *table) {
	wait, ok := f.untilFlag(t)
	switch {
	case !ok && t.timer != nil:
		t.timer.Stop()
	case !ok:
	case t.timer != nil:
		t.timer.Reset(wait)
	default:
		t.timer = time.AfterFunc(wait, func() { f.flagSoon(t) })
	}
}

// untilFlag returns how long to wait before this node checks whether time is up in a match. The
// result ok is false if the match has no watchers on this node, no deadline, or a deadline more
// than an hour away. In these cases a background check (sweep) is enough. The table must be locked.
func (f *flags) untilFlag(t *table) (wait time.Duration, ok bool) {
	if t.players.size()+t.watchers.size() == 0 {
		return 0, false
	}
	now := f.time.Now()
	at, ok := t.cur.Load().match.NextCheck(now, 0)
	wait = max(at.Add(f.options.Grace).Sub(now), 0)
	return wait + time.Millisecond, ok && wait <= time.Hour
}

// flagSoon checks whether time is up in a match. It checks at once or, if another node is closer to
// the players, after secondLook.
func (f *flags) flagSoon(t *table) {
	if cur := t.cur.Load(); cur != nil && f.othersFlag(t, cur.match) {
		time.Sleep(secondLook)
	}
	f.flag(t)
}

// othersFlag reports whether another node is closer to the players of a match. This is the node of
// the player whose time is up or, if that player is not connected, of the opponent.
func (f *flags) othersFlag(t *table, m *match.Match) bool {
	turn := m.Turn()
	if turn == game.NoSide || f.cluster.Alone() {
		return false
	}
	terms := m.Terms()
	for _, side := range []game.Side{turn, turn.Other()} {
		switch player := terms.Seat(side).Player; {
		case player == "":
		case t.players.has(player):
			return false
		case f.cluster.Elsewhere(player):
			return true
		}
	}
	return false
}

// flag checks whether time is up in a match.
func (f *flags) flag(t *table) {
	ctx, cancel := context.WithTimeout(context.Background(), f.options.Commit)
	defer cancel()
	if f.gate.enter() != nil {
		return
	}
	defer f.gate.leave()
	called := f.callTime(ctx, t)
	if t.acquire(ctx) != nil {
		return
	}
	defer t.unlock()
	if t.timer == nil || t.cur.Load() == nil {
		return // the match is no longer watched
	}
	if !called {
		f.setTimer(t)
	}
}

// callTime applies a deadline that has passed and reports whether the match changed. The caller
// must not hold the lock of the table, so that moves received in time are processed first.
func (f *flags) callTime(ctx context.Context, t *table) bool {
	cur := t.cur.Load()
	if cur == nil {
		return false
	}
	at, ok := f.due(cur.match)
	if !ok || !f.cleared(ctx, t, at) || t.acquire(ctx) != nil {
		return false
	}
	defer t.unlock()
	flagged := false
	_, err := f.tables.changeTable(ctx, t, func(m *match.Match) error {
		now, ok := f.due(m)
		if !ok || !now.Equal(at) {
			return errNotDue
		}
		if _, waits := f.arrivals.first(t.id, at, false); waits {
			return errNotDue
		}
		if flagged = false; f.tables.compensation.makeGood(m, f.time.Now()) == nil {
			return nil // the player got more time, so there is no flag yet
		}
		flagged = true
		return m.Check(f.time.Now())
	})
	if err == nil && flagged && f.options.FlagLate != nil {
		f.options.FlagLate.Observe(f.time.Now().Sub(at).Seconds())
	}
	if err != nil && !errors.Is(err, errNotDue) {
		f.log.WarnContext(ctx, "a match ended on time, but the result could not be saved", "match", t.id, "err", err)
	}
	return err == nil
}

var errNotDue = errors.New("play: no deadline has passed")

// sweep handles due matches of all nodes: flags, abandoned games, and engine turns
// without a response.
func (f *flags) sweep(ctx context.Context) {
	for ctx.Err() == nil && !f.gate.closed() {
		ids, err := f.options.Store.Due(ctx, f.time.Now(), sweepAtOnce, f.options.Lease)
		if err != nil {
			if ctx.Err() == nil {
				f.log.WarnContext(ctx, "the matches with a passed deadline could not be read", "err", err)
			}
			return
		}
		var wg sync.WaitGroup
		slots := make(chan struct{}, sweepers)
		for _, id := range ids {
			slots <- struct{}{}
			wg.Go(func() {
				defer func() { <-slots }()
				if err := f.sweepOne(ctx, id); err != nil && ctx.Err() == nil {
					f.log.WarnContext(ctx, "a match with a passed deadline could not be updated", "match", id, "err", err)
				}
			})
		}
		wg.Wait()
		if len(ids) < sweepAtOnce {
			return
		}
	}
}

func (f *flags) sweepOne(ctx context.Context, id string) error {
	if f.gate.enter() != nil {
		return nil
	}
	defer f.gate.leave()
	t, err := f.tables.fresh(ctx, id)
	if err != nil {
		return err
	}
	defer f.tables.release(t)
	t.unlock()
	within, cancel := context.WithTimeout(ctx, f.options.Lease)
	defer cancel()
	f.callTime(within, t)
	before := t.cur.Load()
	if before != nil {
		if err := f.tables.plans.answer(within, before); err != nil {
			return err // the match is due again when the lease ends, so the answer is tried again
		}
	}
	if err := t.acquire(ctx); err != nil {
		return err
	}
	defer t.unlock()
	cur := t.cur.Load()
	if cur == nil || cur.Over || before != nil && cur.Seq != before.Seq {
		return nil // the match has changed, for example by an answer; check it again when the lease ends
	}
	next, err := f.tables.turns.nextLook(ctx, t, cur.match)
	if err != nil {
		return err
	}
	if err := f.remind(ctx, id, cur.match); err != nil {
		return err
	}
	f.tables.turns.askAgain(ctx, t)
	err = f.options.Store.Arm(ctx, id, cur.Seq, next)
	if errors.Is(err, ErrConflict) {
		return nil // another change has set a new time for the check, or the match is due when the lease ends
	}
	return err
}
