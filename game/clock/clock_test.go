package clock

import (
	"math/rand/v2"
	"testing"
	"time"

	"kydai/game"
)

var t0 = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func TestParse(t *testing.T) {
	for _, good := range []string{"5+3", "0.5+0", "0+1", "10+5x30", "0+3x10", "30s/move", "3d/move", "0.25s/move", "none", "1.5+0.5"} {
		c, err := Parse(good)
		if err != nil {
			t.Errorf("%s: %v", good, err)
			continue
		}
		if c.String() != good {
			t.Errorf("%s is written as %s", good, c)
		}
	}
	for _, bad := range []string{"", "5", "+", "0+0", "5+-3", "5+3x", "x", "5+0x30", "/move", "0s/move", "5w/move", "1e9+1", "NaN+1", "5+101x30", "100000000+1"} {
		if c, err := Parse(bad); err == nil {
			t.Errorf("%q was read as %+v", bad, c)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"5+3", "10+5x30", "30s/move", "3d/move", "none", "0.001+0.001", "1439.999+86399"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := Parse(s)
		if err != nil {
			return
		}
		back, err := Parse(c.String())
		if err != nil || back != c {
			t.Fatalf("%q: %+v was written %q and read as %+v, %v", s, c, c.String(), back, err)
		}
	})
}

func TestFischer(t *testing.T) {
	c := New(Control{Kind: Fischer, Base: time.Minute, Increment: 2 * time.Second}).Start(game.First, t0)
	at := t0.Add(10 * time.Second)
	if got := c.Left(game.First, at); got != 50*time.Second {
		t.Errorf("left %v", got)
	}
	c = c.Press(at, game.Second, at.Add(time.Hour)) // the server needs an hour; neither side is charged for it
	if got := c.Left(game.First, at); got != 52*time.Second {
		t.Errorf("after the move %v", got)
	}
	if got := c.Left(game.Second, at.Add(time.Hour)); got != time.Minute {
		t.Errorf("the other side was charged: %v", got)
	}
	late := at.Add(time.Hour + time.Minute)
	if c.Flag(late.Add(-1)) != game.NoSide || c.Flag(late) != game.Second {
		t.Error("the flag falls exactly at the deadline")
	}
}

func TestByoYomi(t *testing.T) {
	c := New(Control{Kind: ByoYomi, Base: 10 * time.Second, Periods: 3, Period: 30 * time.Second}).Start(game.First, t0)
	at := t0.Add(10*time.Second + 29*time.Second) // the move ends 29 s into the first period, so all three periods remain
	c = c.Press(at, game.First, at)
	if main, n := c.Main(game.First, at); main != 0 || n != 3 {
		t.Errorf("main %v, %d periods", main, n)
	}
	at2 := at.Add(65 * time.Second) // two periods of 30 s are used up
	if _, n := c.Main(game.First, at2); n != 1 {
		t.Errorf("%d periods while thinking", n)
	}
	c = c.Press(at2, game.First, at2)
	if got := c.Left(game.First, at2); got != 30*time.Second {
		t.Errorf("left %v", got)
	}
	if c.Flag(at2.Add(30*time.Second-1)) != game.NoSide || c.Flag(at2.Add(30*time.Second)) != game.First {
		t.Error("the last period ends at its deadline")
	}
}

func TestPerMoveAndUnlimited(t *testing.T) {
	c := New(Control{Kind: PerMove, Period: time.Minute}).Start(game.First, t0)
	c = c.Press(t0.Add(59*time.Second), game.Second, t0.Add(59*time.Second))
	if c.Left(game.First, t0.Add(time.Hour)) != time.Minute {
		t.Error("a move's time is whole for the next move")
	}
	if c.Flag(t0.Add(2*time.Minute)) != game.Second {
		t.Error("a move took too long")
	}
	if New(Control{}).Start(game.First, t0).Flag(t0.Add(1e6*time.Hour)) != game.NoSide {
		t.Error("an unlimited clock has no flag")
	}
}

// TestClockProperties checks four properties in random sequences of calls: time is never negative,
// only the time of the side to move decreases, stopping the clock costs no time, and the flag falls
// exactly at the deadline.
func TestClockProperties(t *testing.T) {
	controls := []Control{
		{}, {Kind: Fischer, Base: time.Minute}, {Kind: Fischer, Base: 3 * time.Second, Increment: time.Second},
		{Kind: ByoYomi, Base: 20 * time.Second, Periods: 3, Period: 5 * time.Second}, {Kind: PerMove, Period: 10 * time.Second},
	}
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		control := controls[r.IntN(len(controls))]
		c, now, s := New(control).Start(game.First, t0), t0, game.First
		for range 60 {
			other := c.Left(s.Other(), now)
			before := c.Left(s, now)
			step := time.Duration(r.Int64N(int64(4 * time.Second)))
			if r.IntN(5) == 0 {
				stopped := c.Stop(now)
				now = now.Add(time.Hour)
				if got := stopped.Left(s, now); got != before {
					t.Fatalf("seed %d: %v while stopped, %v before", seed, got, before)
				}
				c = stopped.Start(s, now)
			}
			deadline, limited := c.Deadline()
			if limited && c.Flag(deadline.Add(-1)) != game.NoSide || limited && c.Flag(deadline) != s {
				t.Fatalf("seed %d: the flag does not fall at the deadline", seed)
			}
			if limited && deadline.Sub(now) != before {
				t.Fatalf("seed %d: deadline in %v, left %v", seed, deadline.Sub(now), before)
			}
			now = now.Add(step)
			if got := c.Left(s, now); got != max(before-step, 0) {
				t.Fatalf("seed %d: %v left, want %v", seed, got, before-step)
			}
			if got := c.Left(s.Other(), now); got != other {
				t.Fatalf("seed %d: the waiting side's time went from %v to %v", seed, other, got)
			}
			if c.Flag(now) != game.NoSide {
				break
			}
			c = c.Press(now, s.Other(), now)
			if c.Left(s, now) < 0 || c.Left(s.Other(), now) != other {
				t.Fatalf("seed %d: wrong after the move", seed)
			}
			s = s.Other()
		}
	}
}

func TestGive(t *testing.T) {
	c := New(Control{Kind: Fischer, Base: time.Minute}).Give(game.First, -time.Hour).Give(game.Second, time.Minute)
	if c.Left(game.First, t0) != 0 || c.Left(game.Second, t0) != 2*time.Minute {
		t.Error("giving and taking time")
	}
}
