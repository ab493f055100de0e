package match

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"kydai/game"
)

func TestTheDoor(t *testing.T) {
	m := start(t, terms("5+3"))
	now := after(2)
	refused(t, m, NotAPlayer, func() error { return m.Move(game.NoSide, 0, "e2e4", now) })
	refused(t, m, NotYourTurn, func() error { return m.Move(game.Second, 0, "e7e5", now) })
	refused(t, m, Ahead, func() error { return m.Move(game.First, 1, "e2e4", now) })
	refused(t, m, game.IllegalMove, func() error { return m.Move(game.First, 0, "e2e5", now) })
	refused(t, m, game.BadMove, func() error { return m.Move(game.First, 0, "castle", now) })
	refused(t, m, Stale, func() error { return m.Move(game.First, -1, "e2e4", now) })
	play(t, m, "e2e4")
	refused(t, m, Repeated, func() error { return m.Move(game.First, 0, "e2e4", now) })
	if err := m.Move(game.First, 0, "e2e4", now); !errors.Is(err, ErrRepeated) {
		t.Errorf("%v is not ErrRepeated", err)
	}
	refused(t, m, Stale, func() error { return m.Move(game.First, 0, "d2d4", now) })
	refused(t, m, Stale, func() error { return m.Move(game.Second, 0, "e2e4", now) })
	play(t, m, "e7e5", "g1f3")
	refused(t, m, Repeated, func() error { return m.Move(game.First, 0, "e2e4", now) })
	refused(t, m, Repeated, func() error { return m.Move(game.Second, 1, "e7e5", now) })
	refused(t, m, Stale, func() error { return m.Move(game.Second, 2, "g1f3", now) })
}

// TestRepeatedLastMove checks that the move that ended the game is still recognised when
// it is sent again.
func TestRepeatedLastMove(t *testing.T) {
	m := start(t, terms("5+3"))
	play(t, m, "f2f3", "e7e5", "g2g4", "d8h4")
	if m.Outcome() != game.Win(game.Second, game.Checkmate) || m.Turn() != game.NoSide {
		t.Fatalf("outcome %v", m.Outcome())
	}
	refused(t, m, Repeated, func() error { return m.Move(game.Second, 3, "d8h4", after(9)) })
	refused(t, m, game.GameOver, func() error { return m.Move(game.First, 4, "e1f2", after(9)) })
	if m.clock.Running() != game.NoSide {
		t.Error("a clock runs after the end")
	}
}

// TestRepeatedHiddenMove checks that a repeated move is recognised although the sender does not
// know the piece that the move revealed. If the repeated code names this piece, the move must be
// refused as stale.
func TestRepeatedHiddenMove(t *testing.T) {
	tm := terms("5+3")
	tm.Game = "jieqi"
	deal(t, &tm, rand.New(rand.NewPCG(1, 1)))
	m := start(t, tm)
	play(t, m, "h2e2")
	full := m.events[1].Text
	if len(full) != 5 {
		t.Fatalf("the event holds %s, which is not complete", full)
	}
	refused(t, m, Repeated, func() error { return m.Move(game.First, 0, "h2e2", after(9)) })
	refused(t, m, Stale, func() error { return m.Move(game.First, 0, full, after(9)) })
	again := stored(t, m)
	if fingerprint(again) != fingerprint(m) {
		t.Error("the replayed match differs")
	}
}

func TestHiddenMoveMustBeComplete(t *testing.T) {
	tm := terms("5+3")
	tm.Game = "jieqi"
	deal(t, &tm, rand.New(rand.NewPCG(1, 1)))
	events := []Event{{Kind: Started, At: t0}, {Kind: Moved, Text: "h2e2", At: t0}}
	if _, err := Replay(rulesOf(t, "jieqi"), tm, events); code(err) != BadEvent {
		t.Errorf("a move without its face was replayed: %v", err)
	}
	tm.Setup.Secret = game.Secret{}
	if _, err := New(rulesOf(t, "jieqi"), tm, t0); code(err) != BadTerms {
		t.Errorf("a game began without a deal: %v", err)
	}
}

// TestDeadline checks that a move received before the deadline counts even if it is
// processed later, and that a move received at the deadline is late.
func TestDeadline(t *testing.T) {
	m := start(t, terms("1+0"))
	play(t, m, "e2e4", "e7e5")
	deadline, ok := m.Deadline()
	if want := after(2).Add(59 * time.Second); !ok || !deadline.Equal(want) {
		t.Fatalf("deadline %v, want %v", deadline, want)
	}
	refused(t, m, OutOfTime, func() error { return m.Move(game.First, 2, "g1f3", deadline) })
	refused(t, m, NotDue, func() error { return m.Flag(deadline.Add(-time.Millisecond)) })
	c := m.Clone()
	done(t, c.Move(game.First, 2, "g1f3", deadline.Add(-time.Millisecond)))
	if left := c.View(game.First).Clock.Left[0]; left != time.Millisecond {
		t.Errorf("%v left", left)
	}
	done(t, m.Flag(deadline))
	if m.Outcome() != game.Win(game.Second, game.ByTime) || m.View(game.NoSide).EndedBy != game.First {
		t.Errorf("outcome %v", m.Outcome())
	}
	if left := m.View(game.First).Clock.Left[0]; left != 0 {
		t.Errorf("%v left after the flag fell", left)
	}
	refused(t, m, game.GameOver, func() error { return m.Flag(deadline) })
	refused(t, m, game.GameOver, func() error { return m.Move(game.First, 2, "g1f3", deadline.Add(-time.Second)) })
}

// TestStamp checks that no clock runs between the receipt of a move and the time at which the move
// became durable.
func TestStamp(t *testing.T) {
	m := start(t, terms("5+3"))
	done(t, m.Stamp(0, after(10)))
	done(t, m.Move(game.First, 0, "e2e4", after(11)))
	done(t, m.Stamp(1, after(14)))
	c := m.View(game.NoSide).Clock
	if c.Left[0] != 5*time.Minute+2*time.Second || c.Left[1] != 5*time.Minute || !c.Since.Equal(after(14)) {
		t.Errorf("%+v", c)
	}
	if fingerprint(stored(t, m)) != fingerprint(m) {
		t.Error("the replayed match differs")
	}
	refused(t, m, BadArgument, func() error { return m.Stamp(2, after(20)) })
	refused(t, m, BadArgument, func() error { return m.Stamp(-1, after(20)) })
	// Check that a stamp that is earlier than the receipt of the move counts as the time of
	// receipt.
	done(t, m.Stamp(1, after(3)))
	if since := m.View(game.NoSide).Clock.Since; !since.Equal(after(11)) {
		t.Errorf("time passes from %v", since)
	}
	// Check that a stamp counts even if it is set only after the next move.
	done(t, m.Move(game.Second, 1, "e7e5", after(20)))
	done(t, m.Stamp(1, after(15)))
	if left := m.View(game.NoSide).Clock.Left[1]; left != 5*time.Minute-5*time.Second+3*time.Second {
		t.Errorf("%v left", left)
	}
}

func TestFirstMove(t *testing.T) {
	grace := func(t *Terms) { t.FirstMove = 30 * time.Second }
	m := start(t, terms("1+2", grace))
	done(t, m.Move(game.First, 0, "e2e4", after(29)))
	done(t, m.Move(game.Second, 1, "e7e5", after(50)))
	v := m.View(game.NoSide)
	if v.Clock.Left != [2]time.Duration{time.Minute, time.Minute} || v.Clock.Running != game.First {
		t.Errorf("first moves were charged: %+v", v.Clock)
	}
	if v.Timing.At(1).Spent != 21*time.Second || v.Timing.At(1).Left != time.Minute {
		t.Errorf("the second move took %+v", v.Timing.At(1))
	}
	done(t, m.Move(game.First, 2, "g1f3", after(60)))
	if left := m.View(game.NoSide).Clock.Left[0]; left != 52*time.Second {
		t.Errorf("%v left after the second move", left)
	}
	for _, moves := range [][]string{nil, {"e2e4"}} {
		m := start(t, terms("1+2", grace))
		play(t, m, moves...)
		deadline := m.last.Add(30 * time.Second)
		if got, _ := m.Deadline(); !got.Equal(deadline) {
			t.Errorf("deadline %v, want %v", got, deadline)
		}
		absent := m.Turn()
		refused(t, m, NotDue, func() error { return m.Flag(deadline.Add(-1)) })
		done(t, m.Flag(deadline))
		if m.Outcome() != game.Draw(game.ByAbort) || m.View(game.NoSide).EndedBy != absent {
			t.Errorf("after %d moves: %v by %v", len(moves), m.Outcome(), m.View(game.NoSide).EndedBy)
		}
	}
}

func TestLag(t *testing.T) {
	m := start(t, terms("1+0")) // each move adds 200 ms to the quota; the quota starts at 400 ms and never exceeds 1000 ms
	lagged := func(ply int, code string, lag, took time.Duration) Timing {
		t.Helper()
		done(t, m.MoveWithLag(m.Turn(), ply, code, lag, m.last.Add(took)))
		v := m.View(game.NoSide)
		return v.Timing.At(ply)
	}
	ms := time.Millisecond
	if got, want := lagged(0, "g1f3", 300*ms, 2000*ms), (Timing{1700 * ms, 58300 * ms, 300 * ms, 300 * ms}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := lagged(1, "g8f6", 5000*ms, 2000*ms); got.Gave != 400*ms || got.Lag != 5000*ms {
		t.Errorf("more than the quota was given: %+v", got)
	}
	if got := lagged(2, "f3g1", 5000*ms, 2000*ms); got.Gave != 300*ms {
		t.Errorf("100 left and 200 refilled make %v", got.Gave)
	}
	if got := lagged(3, "f6g8", 5000*ms, 50*ms); got.Gave != 50*ms || got.Spent != 0 {
		t.Errorf("more was given than the move took: %+v", got)
	}
	if got := lagged(4, "g1f3", -5*ms, 50*ms); got.Gave != 0 || got.Lag != 0 {
		t.Errorf("lag below nothing: %+v", got)
	}
	for ply := 5; ply < 30; ply++ {
		lagged(ply, []string{"g8f6", "f3g1", "f6g8", "g1f3"}[(ply-5)%4], 0, 50*ms)
		if m.Over() {
			break
		}
	}
	if m.quota[0] != time.Second {
		t.Errorf("a full quota is %v", m.quota[0])
	}
}

// TestLagAtTheDeadline checks that a move that arrives after the deadline counts if the player
// gets back enough lag, unless the flag was already called.
func TestLagAtTheDeadline(t *testing.T) {
	m := start(t, terms("1+0"))
	play(t, m, "e2e4", "e7e5")
	deadline, _ := m.Deadline()
	late := deadline.Add(100 * time.Millisecond)
	refused(t, m, OutOfTime, func() error { return m.MoveWithLag(game.First, 2, "g1f3", 100*time.Millisecond, late) })
	refused(t, m, OutOfTime, func() error {
		return m.MoveWithLag(game.First, 2, "g1f3", time.Hour, deadline.Add(time.Second))
	})
	done(t, m.MoveWithLag(game.First, 2, "g1f3", 101*time.Millisecond, late))
	if left := m.View(game.NoSide).Timing.At(2).Left; left != time.Millisecond {
		t.Errorf("%v left", left)
	}
}

func TestJobs(t *testing.T) {
	m := start(t, terms("5+3", againstMachine))
	if j, ok := m.Job(); ok {
		t.Errorf("a job on a human's turn: %+v", j)
	}
	play(t, m, "e2e4")
	j, ok := m.Job()
	if !ok || j.Ply != 1 || j.Side != game.Second || j.Seat != robo {
		t.Fatalf("job %+v %v", j, ok)
	}
	if again, _ := stored(t, m).Job(); again != j {
		t.Errorf("the stored match has the job %+v", again)
	}
	// The player takes back a move and plays another move. The ply is the same again, but the
	// position is different.
	done(t, m.Offer(game.First, Takeback, 1, after(3)))
	play(t, m, "d2d4")
	refused(t, m, Stale, func() error { return m.Answer(j, "e7e5", after(5)) })
	j, _ = m.Job()
	done(t, m.Answer(j, "d7d5", after(6)))
	refused(t, m, Repeated, func() error { return m.Answer(j, "d7d5", after(7)) })
	refused(t, m, Stale, func() error { return m.Answer(j, "g8f6", after(7)) })
}

func TestNextCheck(t *testing.T) {
	m := start(t, terms("1+0", againstMachine))
	if at, ok := m.NextCheck(t0, time.Second); !ok || !at.Equal(after(60)) {
		t.Errorf("a human's turn: %v %v", at, ok)
	}
	play(t, m, "e2e4")
	for now, want := range map[float64]float64{1: 3, 2.9: 3, 3: 5, 7.5: 9, 60.5: 61, 100: 61} {
		if at, ok := m.NextCheck(after(now), 2*time.Second); !ok || !at.Equal(after(want)) {
			t.Errorf("at %v: look again at %v, want %v", now, at, after(want))
		}
	}
	done(t, m.Resign(game.First, after(10)))
	if at, ok := m.NextCheck(after(11), time.Second); ok {
		t.Errorf("a match that is over is looked at again at %v", at)
	}
}

func TestOpeningAndOdds(t *testing.T) {
	m := start(t, terms("5+0", func(t *Terms) {
		t.Opening = []string{"e2e4", "c7c5"}
		t.Extra = [2]time.Duration{-4 * time.Minute, time.Minute}
		t.KeepSides = true
		againstMachine(t)
	}))
	if m.Ply() != 2 || m.Turn() != game.First {
		t.Fatalf("ply %d", m.Ply())
	}
	if left := m.View(game.NoSide).Clock.Left; left != [2]time.Duration{time.Minute, 6 * time.Minute} {
		t.Errorf("left %v", left)
	}
	refused(t, m, NothingToUndo, func() error { return m.Offer(game.First, Takeback, 1, after(1)) })
	refused(t, m, Stale, func() error { return m.Move(game.First, 0, "e2e4", after(1)) })
	done(t, m.Abort(game.First, after(1)))
	// In this start position the second side moves first.
	m = start(t, terms("5+0", func(t *Terms) {
		t.Setup.Start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"
	}))
	if m.Turn() != game.Second {
		t.Error("the second side does not begin")
	}
	// Check that without base time, the increment is available for the first move.
	m = start(t, terms("0+2"))
	if left := m.View(game.NoSide).Clock.Left; left != [2]time.Duration{2 * time.Second, 2 * time.Second} {
		t.Errorf("left %v", left)
	}
}
