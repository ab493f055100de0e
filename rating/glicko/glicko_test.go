package glicko

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.10f, want %.10f ± %g", what, got, want, tolerance)
	}
}

// TestPaper computes the worked example of Glickman's "Example of the Glicko-2 system" and
// compares the intermediate values printed there.
func TestPaper(t *testing.T) {
	s := Standard()
	games := []Game{{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0}}
	for i, want := range []struct{ g, e float64 }{{0.9955, 0.639}, {0.9531, 0.432}, {0.7242, 0.303}} {
		g := weight(games[i].Deviation / scale)
		near(t, "g", g, want.g, 5e-5)
		near(t, "E", expected(g, (1500-games[i].Mean)/scale), want.e, 5e-4)
	}
	p := s.Update(Player{1500, 200, 0.06}, games, 1)
	near(t, "the mean", p.Mean, 1464.06, 0.011) // some prints of the paper say 1464.05
	near(t, "the deviation", p.Deviation, 151.52, 0.005)
	near(t, "the volatility", p.Volatility, 0.05999, 0.00001)
}

// TestWait checks that a player who does not play keeps the mean and the volatility, and that the
// deviation grows by the paper's rule. Waiting twice must give the same result as waiting once for
// the whole time.
func TestWait(t *testing.T) {
	s := Standard()
	p := Player{1500, 200, 0.06}
	idle := s.Update(p, nil, 1)
	near(t, "the deviation", idle.Deviation, scale*math.Hypot(200/scale, 0.06), 1e-9)
	if idle.Mean != p.Mean || idle.Volatility != p.Volatility {
		t.Errorf("a wait changed the player to %+v", idle)
	}
	const day = 24 * 3600
	near(t, "a wait in two parts", s.Wait(s.Wait(p, 3*day), 4*day).Deviation, s.Wait(p, 7*day).Deviation, 1e-9)
	if s.Wait(p, -day) != p && s.Wait(p, -day).Deviation < p.Deviation-1e-9 {
		t.Error("a time before the last game shrank the deviation")
	}
	if got := s.Wait(Player{1500, 50, 0.06}, 365*day).Deviation; got < 110 || got > 113 {
		t.Errorf("after a year the deviation grew from 50 to %v", got)
	}
	if got := s.Wait(p, 1e12).Deviation; got != s.MaxDeviation {
		t.Errorf("after ages the deviation is %v", got)
	}
}

// TestPlayedProperties checks that ratings move in the right direction and stay within their
// bounds, whatever the ratings and the score.
func TestPlayedProperties(t *testing.T) {
	s := Standard()
	for _, mean := range []float64{100, 800, 1500, 2200, 4000} {
		for _, deviation := range []float64{45, 110, 350} {
			for _, other := range []float64{100, 1500, 4000} {
				a, b := Player{mean, deviation, 0.06}, Player{other, 80, 0.06}
				won, lost := s.Played(a, b, 1)
				drawn, _ := s.Played(a, b, 0.5)
				beaten, _ := s.Played(a, b, 0)
				if won.Mean < a.Mean || lost.Mean > b.Mean || beaten.Mean > a.Mean {
					t.Errorf("%+v against %+v: %v after a win, %v after a loss", a, b, won.Mean, beaten.Mean)
				}
				if drawn.Mean > won.Mean || drawn.Mean < beaten.Mean {
					t.Errorf("%+v: a draw gives %v", a, drawn.Mean)
				}
				for _, p := range []Player{won, lost, drawn, beaten} {
					if !(p.Mean >= 100 && p.Mean <= 4000 && p.Deviation >= 45 && p.Deviation <= 350 && p.Volatility > 0.01 && p.Volatility < 1) {
						t.Errorf("%+v against %+v gives %+v", a, b, p)
					}
				}
			}
		}
	}
	a, b := s.Played(Player{1500, 60, 0.06}, Player{1500, 60, 0.06}, 1)
	near(t, "the sum of two equal players", a.Mean+b.Mean, 3000, 1e-9)
}

// TestArith checks that exp and log are as accurate as the functions of package math.
func TestArith(t *testing.T) {
	if bits := math.Float64bits(ln2High); bits&0x1fffff != 0 {
		t.Errorf("the high part of ln 2 has the bits %x", bits)
	}
	const few = 4e-16
	for x := -50.0; x <= 50; x += 0.0371 {
		if got, want := exp(x), math.Exp(x); math.Abs(got-want) > 2*few*want {
			t.Fatalf("exp(%v) is %v, want %v", x, got, want)
		}
		y := math.Exp(x)
		if got, want := log(y), math.Log(y); math.Abs(got-want) > few*max(1, math.Abs(want)) {
			t.Fatalf("log(%v) is %v, want %v", y, got, want)
		}
	}
	if exp(0) != 1 || log(1) != 0 || exp(1e9) != exp(700) || !(exp(-1e9) > 0) {
		t.Error("exp or log is wrong at the edges")
	}
}
