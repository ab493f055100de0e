package live

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/bus"
	"kydai/internal/play"
	"kydai/test/timing"
)

// TestFlags checks that a player loses on time neither before the deadline nor later than promised.
// If someone watches the match, its node detects the end of the time; otherwise a periodic check
// (the sweeper) does.
func TestFlags(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		a, b := s.node(t), s.node(t)
		for _, c := range []struct {
			watched bool
			late    time.Duration // maximum delay: the grace time, and a tolerance for pauses of a shared machine
		}{{true, 400 * time.Millisecond}, {false, 900 * time.Millisecond}} {
			t.Run(map[bool]string{true: "watched", false: "swept"}[c.watched], func(t *testing.T) {
				t.Parallel()
				inTime(t, c.late, func() (time.Duration, error) { return flagged(t, a, b, "0.02+0", c.watched) })
			})
		}
	})
}

// inTime checks that a trial succeeds within limit at least once in ten attempts. One slow attempt
// proves nothing, because a shared machine may pause. Time in which this process did not run is not
// counted. If a move of the trial itself was too late, the attempt counts as slow.
func inTime(t *testing.T, limit time.Duration, trial func() (late time.Duration, err error)) {
	t.Helper()
	timing.Within(t, limit, 10, func() time.Duration {
		late, err := trial()
		t.Logf("%v after the deadline, %v", late, err)
		if err != nil {
			return time.Hour
		}
		return late
	})
}

// flagged plays two moves of a short game and then lets a player's time run out. It returns the
// delay with which the loss on time was recorded, or an error if one of the two moves came too
// late.
func flagged(t *testing.T, a, b *play.Service, clock string, watched bool) (time.Duration, error) {
	t.Helper()
	id := between(t, a, b, play.Deal{Game: "chess", Clock: control(clock)})
	if watched {
		watch(t, b, bao, id)
	}
	for ply, code := range []string{"e2e4", "e7e5"} {
		if _, err := a.Move(t.Context(), []play.Player{anna, bao}[ply], id, play.Move{Ply: ply, Code: code}); err != nil {
			return 0, err
		}
	}
	snap, _, err := a.Look(t.Context(), anna, id)
	check(t, err)
	deadline := snap.View(game.First).Clock.Deadline
	for !snap.Over {
		time.Sleep(10 * time.Millisecond)
		snap, _, err = a.Look(t.Context(), anna, id)
		check(t, err)
		if late := a.Now().Sub(deadline); late > time.Minute {
			t.Fatalf("no flag %v after the deadline", late)
		}
	}
	all := snap.Notices(game.NoSide, 0)
	end := all[len(all)-1]
	if out := snap.View(game.NoSide).Outcome; out != game.Win(game.Second, game.ByTime) {
		t.Errorf("the game ended by %v", out)
	}
	if end.At.Before(deadline) {
		t.Errorf("the flag fell %v early", deadline.Sub(end.At))
	}
	return end.Began.Sub(deadline), nil
}

// TestFlagOfTheDead checks that a player loses on time without delay although a node that has just
// died does not respond to queries.
func TestFlagOfTheDead(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	n := s.node(t, func(o *play.Options) { o.Beat = time.Second })
	// A subscriber that does not respond stands for the dead node.
	subject, err := bus.Subject("node", "dead")
	check(t, err)
	deaf, err := s.openBus(t).Subscribe(subject, bus.Handler{Message: func(string, []byte) {}, Gap: func(bus.Gap) {}})
	check(t, err)
	t.Cleanup(deaf.Cancel)
	store := s.openStore(t)
	inTime(t, 130*time.Millisecond, func() (time.Duration, error) {
		check(t, store.Beat(t.Context(), "dead", []byte("{}")))
		return flagged(t, n, n, "0.05+0", true)
	})
}

// tardy is a store that delays the next commits.
type tardy struct {
	play.Store
	by    time.Duration
	times atomic.Int32
}

func (s *tardy) Commit(ctx context.Context, c play.Change) (time.Time, error) {
	if s.times.Add(-1) >= 0 {
		time.Sleep(s.by)
	}
	return s.Store.Commit(ctx, c)
}

// TestFlagWaits sends a move shortly before the deadline to a node that stores it only after the
// deadline. The move must count, although another node tries to end the game.
func TestFlagWaits(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		soon := func(o *play.Options) { o.Beat = 200 * time.Millisecond }
		var lazy *tardy
		a := s.node(t, soon)
		b := s.node(t, soon, func(o *play.Options) {
			lazy = &tardy{Store: o.Store, by: 1200 * time.Millisecond}
			o.Store = lazy
		})
		eventually(t, 5*time.Second, func() bool { return a.Presence().Nodes == 2 && b.Presence().Nodes == 2 })
		inTime(t, 400*time.Millisecond, func() (time.Duration, error) {
			id := between(t, a, b, play.Deal{Game: "chess", Clock: control("0.02+0")})
			client := watch(t, a, bao, id)
			for ply, code := range []string{"e2e4", "e7e5"} {
				if _, err := a.Move(t.Context(), []play.Player{anna, bao}[ply], id, play.Move{Ply: ply, Code: code}); err != nil {
					return 0, err
				}
			}
			deadline := client.now().View(game.First).Clock.Deadline
			time.Sleep(deadline.Sub(a.Now()) - 600*time.Millisecond)
			lazy.times.Store(1)
			if _, err := b.Move(t.Context(), anna, id, play.Move{Ply: 2, Code: "g1f3"}); err != nil {
				return 0, err
			}
			// The next loss on time must not be delayed.
			deadline = client.until(t, 5*time.Second, func(s *play.Snapshot) bool { return s.Ply == 3 }).View(game.First).Clock.Deadline
			end := client.until(t, 5*time.Second, func(s *play.Snapshot) bool { return s.Over })
			all := end.Notices(game.NoSide, 0)
			late := all[len(all)-1].Began.Sub(deadline)
			if late < 0 {
				t.Errorf("the flag was on record %v before the deadline", -late)
			}
			return late, nil
		})
	})
}

// TestInTime checks that a move that arrived before the deadline counts even if it is processed
// later. A move that arrived after the deadline must not count. The node answers it only after the
// game has ended on time, because another copy of the move may have arrived in time on another
// node.
func TestInTime(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	n := s.node(t, func(o *play.Options) { o.Grace = time.Second })
	for _, in := range []bool{true, false} {
		id := between(t, n, n, play.Deal{Game: "chess", Clock: control("0.01+0")})
		client := watch(t, n, anna, id)
		for ply, code := range []string{"e2e4", "e7e5"} {
			_, err := n.Move(t.Context(), []play.Player{anna, bao}[ply], id, play.Move{Ply: ply, Code: code})
			check(t, err)
		}
		snap, _, err := n.Look(t.Context(), anna, id)
		check(t, err)
		deadline := snap.View(game.First).Clock.Deadline
		move := play.Move{Ply: 2, Code: "g1f3"}
		if in {
			time.Sleep(deadline.Sub(n.Now()) - 200*time.Millisecond)
			move.Arrival = n.Arrive(id)
			t.Cleanup(move.Arrival.Done)
		}
		time.Sleep(deadline.Sub(n.Now()) + 100*time.Millisecond)
		_, err = n.Move(t.Context(), anna, id, move)
		if in {
			check(t, err)
			continue
		}
		if !errors.Is(err, play.ErrUnknown) {
			t.Errorf("a late move is answered with %v", err)
		}
		client.until(t, 5*time.Second, func(s *play.Snapshot) bool { return s.Over && s.Ply == 2 })
		_, err = n.Move(t.Context(), anna, id, move)
		if code(err) != game.GameOver {
			t.Errorf("after the flag it is answered with %v", err)
		}
	}
}

// TestLostNews drops all messages that a node publishes on the bus. The other node must still show
// the new move when it next compares the match with the store.
func TestLostNews(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		deaf := &tap{Bus: s.openBus(t), drop: true}
		a, b := s.node(t, func(o *play.Options) { o.Bus = deaf }), s.node(t)
		id := between(t, a, b, play.Deal{Game: "xiangqi"})
		client := watch(t, b, bao, id)
		_, err := a.Move(t.Context(), anna, id, play.Move{Ply: 0, Code: "h2e2"})
		check(t, err)
		start := time.Now()
		client.until(t, 2500*time.Millisecond, func(s *play.Snapshot) bool { return s.Ply == 1 })
		t.Logf("made good after %v", time.Since(start))
		// Check that a player who replies to a move without having been notified of it also succeeds.
		_, err = a.Move(t.Context(), bao, id, play.Move{Ply: 1, Code: "h9g7"})
		check(t, err)
		_, err = b.Move(t.Context(), anna, id, play.Move{Ply: 2, Code: "h0g2"})
		check(t, err)
	})
}

// TestClocksDiffer checks that a node with a wrong clock stamps moves with the time of
// the database.
func TestClocksDiffer(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	wrong := s.node(t, func(o *play.Options) {
		o.Clock = func() time.Time { return time.Now().Add(-3 * time.Hour) }
	})
	right := s.node(t)
	// Try several times, because the process may pause between the two reads of the clocks.
	timing.Within(t, 20*time.Millisecond, timing.DefaultTrials, func() time.Duration { return wrong.Now().Sub(right.Now()).Abs() })
	id := between(t, wrong, right, play.Deal{Game: "chess", Clock: control("1+0")})
	_, err := wrong.Move(t.Context(), anna, id, play.Move{Ply: 0, Code: "e2e4"})
	check(t, err)
	snap, _, err := right.Look(t.Context(), anna, id)
	check(t, err)
	if spent := snap.View(game.NoSide).Timing.At(0).Spent; spent > 10*time.Second {
		t.Errorf("the move is said to have taken %v", spent)
	}
}

// forgetful is a store whose responses to commits get lost.
type forgetful struct {
	play.Store
	commits atomic.Int32
}

func (f *forgetful) Commit(ctx context.Context, c play.Change) (time.Time, error) {
	switch f.commits.Add(1) % 3 {
	case 0: // commit the change, but lose the response
		_, err := f.Store.Commit(ctx, c)
		return time.Time{}, errors.Join(play.ErrUnknown, err)
	case 1: // neither commit the change nor respond
		return time.Time{}, play.ErrUnknown
	}
	return f.Store.Commit(ctx, c)
}

// TestUnknown uses a database that often does not confirm a change. The node must then read the
// stored state, and every move must be played exactly once.
func TestUnknown(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	n := s.node(t, func(o *play.Options) { o.Store = &forgetful{Store: o.Store} })
	id := between(t, n, n, play.Deal{Game: "caro"})
	var sent []string
	for ply := range 30 {
		by := []play.Player{anna, bao}[ply%2]
		snap, side, err := n.Look(t.Context(), by, id)
		check(t, err)
		if snap.Over {
			break
		}
		sent = append(sent, anyMove(snap.View(side)))
		ack, err := n.Move(t.Context(), by, id, play.Move{Ply: ply, Code: sent[ply]})
		check(t, err)
		if ack.Repeated || ack.Ply != ply+1 {
			t.Fatalf("ply %d is answered with %+v", ply, ack)
		}
	}
	record, _, err := s.node(t).Look(t.Context(), chi, id)
	check(t, err)
	for i, c := range codesOf(record) {
		if c != sent[i] {
			t.Errorf("move %d is %s, sent was %s", i, c, sent[i])
		}
	}
	if record.Ply != len(sent) {
		t.Errorf("%d moves were sent and %d played", len(sent), record.Ply)
	}
}
