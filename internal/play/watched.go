package play

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"kydai/game"
	"kydai/match"
)

// A match between two engines continues only while it has watchers on any node. The watcher's node
// records this in a database row that expires, and requests the engines' moves. If that node dies
// while the row is still valid, another node finds the turn overdue and requests the move. A match
// without watchers for unwatchedEnd is abandoned, because it has had no event for the time that its
// terms allow.
const (
	watchedFor     = 30 * time.Second // lifetime of the row that says that a match is watched
	renewEvery     = 10 * time.Second
	otherNodesWait = 10 * time.Second // if an engine's move is overdue for this time, other nodes request it
	unwatchedEnd   = time.Hour
	// maxMachinePlies is the number of plies after which a match between engines ends in
	// a draw.
	maxMachinePlies = 1000
)

// machineTurns requests the moves of engines that are to move.
type machineTurns struct {
	options  tableOptions
	log      *slog.Logger
	gate     *gate
	time     *timekeeper
	machines thinker
	tables   *tables
}

// watched reports whether a match has watchers, as far as this node knows. The table must
// be locked.
func (mt *machineTurns) watched(t *table) bool {
	return t.audience() > 0 || mt.time.Now().Before(t.watchedUntil)
}

// stillWatched waits for the pause retryAfter after a failed request for a move in a match between
// engines. It reports whether the match still has watchers on this node, so that the request must
// be repeated.
func (mt *machineTurns) stillWatched(ctx context.Context, t *table) bool {
	cur := t.cur.Load()
	if cur == nil || !cur.match.Machines() {
		return false
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(retryAfter):
		return t.audience() > 0 && !mt.gate.closed()
	}
}

// beginWatching resumes a match between engines when the first watcher on this node arrives. The
// table must be locked.
func (mt *machineTurns) beginWatching(ctx context.Context, t *table, by Player) {
	cur := t.cur.Load()
	if cur.Over || !cur.match.Machines() || t.audience() > 1 {
		return // the match is already running for earlier watchers
	}
	if t.payer == unknownPayer {
		t.payer = by.Address
	}
	err := mt.options.Store.Watched(ctx, []string{t.id}, watchedFor)
	if err == nil {
		err = mt.options.Store.Arm(ctx, t.id, cur.Seq, mt.tables.flags.checkAt(cur.match))
	}
	if err != nil && !errors.Is(err, ErrConflict) {
		mt.log.DebugContext(ctx, "a watched match could not be marked in the database", "match", t.id, "err", err)
	}
	mt.think(ctx, t)
}

// renewWatched renews the database rows of the engine matches that are watched on this node.
func (mt *machineTurns) renewWatched(ctx context.Context) {
	var ids []string
	for t := range mt.tables.each {
		if cur := t.cur.Load(); cur != nil && !cur.Over && t.audience() > 0 && cur.match.Machines() {
			ids = append(ids, t.id)
		}
	}
	if len(ids) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, catchUp)
	defer cancel()
	if err := mt.options.Store.Watched(ctx, ids, watchedFor); err != nil && ctx.Err() == nil {
		mt.log.WarnContext(ctx, "watched matches could not be marked in the database", "err", err)
	}
}

// nextLook returns when the next background check (sweep) of the match is due. In a match between
// engines, this depends on whether the match has watchers, so nextLook first asks the store. The
// table must be locked.
func (mt *machineTurns) nextLook(ctx context.Context, t *table, m *match.Match) (time.Time, error) {
	if _, waits := m.Job(); !waits || !m.Machines() {
		return mt.tables.flags.checkAt(m), nil
	}
	until, err := mt.options.Store.WatchedUntil(ctx, t.id)
	if err != nil {
		return time.Time{}, err
	}
	t.watchedUntil = until
	if mt.watched(t) {
		return mt.tables.flags.checkAt(m), nil
	}
	at, ok := m.NextCheck(mt.time.Now(), 0)
	if !ok {
		return time.Time{}, nil
	}
	return at.Add(mt.options.Grace), nil
}

// endIfLong ends a match between engines in a draw after maxMachinePlies plies.
func endIfLong(m *match.Match, at time.Time) error {
	if !m.Machines() || m.Over() || m.Ply() < maxMachinePlies {
		return nil
	}
	return m.Adjudicate(game.Draw(game.MoveLimit), at)
}

// think requests an engine's move if an engine is to move. In a match between engines it does so
// only if the match has watchers. The table must be locked. Another goroutine handles the response.
func (mt *machineTurns) think(ctx context.Context, t *table) {
	snap := t.cur.Load()
	j, ok := snap.match.Job()
	if !ok || mt.gate.closed() || snap.match.Machines() && !mt.watched(t) {
		return
	}
	if t.turn != j.Turn {
		t.turn, t.refused = j.Turn, 0
	}
	mt.machines.think(ctx, snap, j, t.payer, func(ctx context.Context) bool { return mt.stillWatched(ctx, t) })
}

// askAgain is like think, but requests the move only if the engine has been to move for longer than
// patience allows. The table must be locked.
func (mt *machineTurns) askAgain(ctx context.Context, t *table) {
	m := t.cur.Load().match
	patience := mt.machines.patience(m)
	if patience == 0 {
		return
	}
	last := m.Since(m.Seq() - 1)[0]
	since := last.At
	if last.Began.After(since) {
		since = last.Began
	}
	if mt.time.Now().Sub(since) >= patience {
		mt.think(ctx, t)
	}
}

// refuse counts an invalid move of an engine. It returns the number of invalid moves in this turn,
// or 0 if the match has moved on.
func (ts *tables) refuse(ctx context.Context, id string, turn int) int {
	t, err := ts.open(id)
	if err != nil {
		return 0
	}
	defer ts.release(t)
	if t.acquire(ctx) != nil {
		return 0
	}
	defer t.unlock()
	if t.turn != turn {
		return 0
	}
	t.refused++
	return t.refused
}
