package match

import (
	"testing"

	"kydai/game"
)

// TestSeries checks rematches in a series: they swap the sides, keep each player's score, repeat a
// match without a result, and begin a new series after the last match.
func TestSeries(t *testing.T) {
	tm := terms("5+3", func(t *Terms) { t.Series = NewSeries(3) })
	ends := []struct {
		end    func(*Match) error
		number int
		points [2]int // expected score before the next match, in half points, by seat
	}{
		{func(m *Match) error { return m.Resign(game.Second, after(9)) }, 2, [2]int{0, 2}}, // Anna, the first side, wins
		{func(m *Match) error { return m.Adjudicate(game.Draw(game.ByAbort), after(9)) }, 2, [2]int{2, 0}},
		{func(m *Match) error { return m.Adjudicate(game.Draw(game.ByAgreement), after(9)) }, 3, [2]int{1, 3}},
		{func(m *Match) error { return m.Resign(game.First, after(9)) }, 1, [2]int{0, 0}},
	}
	for i, c := range ends {
		if want := []string{"anna", "bao"}[i%2]; tm.Seats[0].Player != want {
			t.Fatalf("match %d: %s begins, want %s", i+1, tm.Seats[0].Player, want)
		}
		m := start(t, tm)
		play(t, m, "e2e4", "e7e5")
		if v := m.View(game.NoSide); v.Series != tm.Series {
			t.Errorf("match %d: shown %+v", i+1, v.Series)
		}
		done(t, c.end(m))
		if got := stored(t, m).NextTerms(); got.Series != m.NextTerms().Series {
			t.Error("the store gives back another series")
		}
		tm = m.NextTerms()
		if tm.Series.Number != c.number || tm.Series.Points != c.points || tm.Series.Games != 3 {
			t.Errorf("after match %d: %+v, want number %d with %v", i+1, tm.Series, c.number, c.points)
		}
		done(t, tm.Check())
	}
	for _, s := range []Series{
		{Games: 1, Number: 1}, {Games: 11, Number: 1}, {Games: 4}, {Games: 4, Number: 5, Points: [2]int{4, 4}},
		{Games: 4, Number: 2}, {Games: 4, Number: 2, Points: [2]int{3, -1}}, {Points: [2]int{1, 1}},
	} {
		tm := terms("5+3", func(t *Terms) { t.Series = s })
		if code(tm.Check()) != BadTerms {
			t.Errorf("%+v is accepted", s)
		}
	}
	if next := start(t, terms("5+3")).NextTerms(); next.Series != (Series{}) {
		t.Error("a match without a series has one")
	}
}
