package rating

import (
	"math"
	"testing"
	"time"

	"kydai/game"
	"kydai/rating/glicko"
)

var t0 = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func TestPlay(t *testing.T) {
	a, b := Play(New(), New(), Won, t0)
	if a.Games != 1 || !a.At.Equal(t0) || !(a.Mean > 1500 && b.Mean < 1500) || !(a.Deviation < 350 && b.Deviation < 350) {
		t.Fatalf("after a win %+v and %+v", a, b)
	}
	if !a.Provisional() {
		t.Error("a rating of one game is not provisional")
	}
	for n := range 30 {
		a, b = Play(a, b, Drawn, t0.Add(time.Duration(n+1)*time.Hour))
	}
	if a.Provisional() || a.Games != 31 {
		t.Errorf("after 31 games %+v", a)
	}
	low, high := a.Interval()
	if math.Abs((low+high)/2-a.Mean) > 1e-9 || math.Abs(high-low-2*1.96*a.Deviation) > 1e-9 {
		t.Errorf("the interval is %v to %v", low, high)
	}
	if late := a.On(a.At.AddDate(1, 0, 0)); !late.Provisional() || late.Mean != a.Mean || !late.At.Equal(a.At) {
		t.Errorf("a year later %+v", late)
	}
}

// TestPlayOutOfOrder checks a game that ended before the last counted game: it changes the mean of
// the rating, but not its time, and adds no deviation for waiting.
func TestPlayOutOfOrder(t *testing.T) {
	a, b := Play(New(), New(), Won, t0)
	if a.On(t0.Add(-time.Hour)) != a {
		t.Error("time before the last game changed the rating")
	}
	c, _ := Play(a, b, Lost, t0.Add(-time.Hour))
	if !c.At.Equal(t0) || c.Games != 2 || c.Mean >= a.Mean {
		t.Errorf("an early game makes %+v of %+v", c, a)
	}
}

func TestFrom(t *testing.T) {
	for _, c := range []struct{ level, want float64 }{{1450, 1450}, {300, 800}, {3000, 2200}} {
		r := From(glicko.Estimate{Mean: c.level})
		if r.Mean != c.want || r.Deviation != 350 || r.Games != 0 || !r.At.IsZero() {
			t.Errorf("who beat %v starts as %+v", c.level, r)
		}
	}
	if idle := New().On(t0); idle != New() {
		t.Errorf("a player without games changed to %+v", idle)
	}
}

func TestScoreOf(t *testing.T) {
	for side, want := range map[game.Side]float64{game.First: 1, game.Second: 0, game.NoSide: 0.5} {
		if got := ScoreOf(side); got != want {
			t.Errorf("if %v wins, the first side scores %v", side, got)
		}
	}
}

// TestLevel checks that only the latest twenty games of one player count, and that games of
// provisional players do not count.
func TestLevel(t *testing.T) {
	sure := Rating{Player: glicko.Player{Mean: 1600, Deviation: 60, Volatility: 0.06}}
	var games []Casual
	for range 500 {
		games = append(games, Casual{"anna", sure, Lost})
	}
	for range 20 {
		games = append(games, Casual{"anna", sure, Won})
	}
	games = append(games, Casual{"new", New(), Won})
	for _, name := range []string{"bao", "chi", "dung"} {
		games = append(games, Casual{name, sure, Drawn})
	}
	e := Level(games)
	if e.Games != 23 || e.Mean > 1500 {
		t.Errorf("the level is %+v", e)
	}
	if again := Level(games); again != e || games[0].Rating != sure {
		t.Error("the estimate changes, or changes its games")
	}
	if none := Level(nil); none.Games != 0 || none.Error < 300 {
		t.Errorf("no games give %+v", none)
	}
}
