package live

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/bus"
	"kydai/internal/play"
	"kydai/test/timing"
)

// loose is a bus connection that a test can cut without notifying the node.
type loose struct {
	bus.Bus
	cut atomic.Bool
}

func (l *loose) Connected() bool { return !l.cut.Load() && l.Bus.Connected() }

func (l *loose) Publish(subject string, data []byte) error {
	if l.cut.Load() {
		return bus.ErrOffline
	}
	return l.Bus.Publish(subject, data)
}

func (l *loose) Subscribe(pattern string, h bus.Handler) (bus.Subscription, error) {
	told := h.Message
	h.Message = func(subject string, data []byte) {
		if !l.cut.Load() {
			told(subject, data)
		}
	}
	return l.Bus.Subscribe(pattern, h)
}

func (l *loose) Request(ctx context.Context, subject string, data []byte) ([]byte, error) {
	if l.cut.Load() {
		return nil, bus.ErrOffline
	}
	return l.Bus.Request(ctx, subject, data)
}

func (l *loose) Serve(pattern, group string, n int, s bus.Server) (bus.Subscription, error) {
	return l.Bus.Serve(pattern, group, n, func(ctx context.Context, subject string, data []byte) ([]byte, error) {
		if l.cut.Load() {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return s(ctx, subject, data)
	})
}

// cutOff starts two nodes and a match in which Anna is to move. Anna watches the match on node b,
// Bảo on node a. The returned function cut disconnects node b from the bus.
func cutOff(t *testing.T, clock string) (a, b *play.Service, his, hers *watching, cut func()) {
	t.Helper()
	s := laptop(t)
	wire := &loose{Bus: s.openBus(t)}
	// longer than a second, because a shared machine may pause the test for a second
	beat := func(o *play.Options) { o.Beat = 1600 * time.Millisecond }
	a, _ = mortal(t, s, beat)
	b, _ = mortal(t, s, beat, func(o *play.Options) { o.Bus = wire })
	t.Cleanup(a.Enter(bao.ID))
	t.Cleanup(b.Enter(anna.ID))
	known(t, a, anna)
	known(t, b, bao)
	id := inTurn(t, b, a, clock)
	return a, b, watch(t, a, bao, id), watch(t, b, anna, id), func() { wire.cut.Store(true) }
}

// TestCutOff checks a node that loses only its bus connection. The node's players see moves late,
// but at most a quarter of a second of each delay may be charged to a player.
func TestCutOff(t *testing.T) {
	t.Parallel()
	timing.Trials(t, 3, tryCutOff)
}

func tryCutOff(t *testing.T, slow func(string, ...any)) {
	t.Helper()
	a, b, his, hers, cut := cutOff(t, "5+0")
	id := hers.now().ID
	cut()
	began := a.Now()
	slowest, sent := time.Duration(0), time.Now()
	for ply, code := range []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6", "d2d3"} {
		if ply < 2 {
			continue
		}
		by, node, client := anna, b, hers
		if ply%2 == 1 {
			by, node, client = bao, a, his
		}
		client.until(t, 5*time.Second, func(s *play.Snapshot) bool { return s.Ply == ply })
		slowest = max(slowest, time.Since(sent))
		_, err := node.Move(t.Context(), by, id, play.Move{Ply: ply, Code: code})
		check(t, err)
		sent = time.Now()
	}
	if slowest < 300*time.Millisecond {
		t.Errorf("nothing was shown: the slowest news took %v", slowest)
	}
	snap, _, err := a.Look(t.Context(), anna, id)
	check(t, err)
	spans := snap.View(game.NoSide).Timing
	sum := given(snap, game.First) + given(snap, game.Second)
	for ply := 3; ply < spans.Len(); ply++ {
		sum += spans.At(ply).Spent
		if spent := spans.At(ply).Spent; spent > 500*time.Millisecond { // a quarter of a second, plus tolerance for a shared machine
			slow("move %d was charged %v", ply, spent)
		}
	}
	if took := a.Now().Sub(began); sum > took {
		slow("%v were charged and given back in %v", sum, took)
	}
}

// TestFlagOfTheCutOff checks that a player whose node lost its bus connection still loses on time
// (by flag) at the normal time, and gets no extra time.
func TestFlagOfTheCutOff(t *testing.T) {
	t.Parallel()
	timing.Trials(t, 3, tryFlagOfTheCutOff)
}

func tryFlagOfTheCutOff(t *testing.T, slow func(string, ...any)) {
	t.Helper()
	_, _, his, _, cut := cutOff(t, "0.08+0")
	deadline := his.now().View(game.NoSide).Clock.Deadline
	cut()
	end := his.until(t, 20*time.Second, func(s *play.Snapshot) bool { return s.Over })
	all := end.Notices(game.NoSide, 0)
	if late := all[len(all)-1].Began.Sub(deadline); late < 0 {
		t.Errorf("the flag was on record %v before the deadline", -late)
	} else if late > 1500*time.Millisecond {
		slow("the flag was on record %v after the deadline", late)
	}
	if sum := given(end, game.First); sum > 300*time.Millisecond {
		slow("%v were given for nothing", sum)
	}
}

// TestFromTheCutOff checks that a player whose node lost its bus connection gets no time back after
// connecting to another node, because the player could have moved all the time.
func TestFromTheCutOff(t *testing.T) {
	t.Parallel()
	timing.Trials(t, 3, tryFromTheCutOff)
}

func tryFromTheCutOff(t *testing.T, slow func(string, ...any)) {
	t.Helper()
	a, _, _, hers, cut := cutOff(t, "5+0")
	cut()
	time.Sleep(4 * time.Second)
	defer a.Enter(anna.ID)()
	client := watch(t, a, anna, hers.now().ID)
	time.Sleep(time.Second)
	if sum := given(client.now(), game.First); sum > 300*time.Millisecond {
		slow("%v were given for nothing", sum)
	}
}
