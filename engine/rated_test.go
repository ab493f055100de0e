package engine

import (
	"math/rand/v2"
	"testing"
)

// TestRatings checks that a score of 75 percent corresponds to a difference of 191 Elo.
func TestRatings(t *testing.T) {
	got := Ratings([]float64{75, 50, 75})
	for i, want := range []int{1000, 1190, 1190, 1381} {
		if int(got[i]) != want {
			t.Errorf("level %d: %.1f instead of %d", i+1, got[i], want)
		}
	}
}

// TestAtRating checks three cases. At the rating of a level, the engine has the settings of this
// level. At a rating between two levels, its settings lie between theirs. At a rating outside the
// range of all levels, it has the settings of the nearest level.
func TestAtRating(t *testing.T) {
	e := Entry{Levels: PieceTable(), LevelScale: 191}
	steps := []float64{75, 75, 75, 75, 75, 75, 75}
	least, most := RatingRange(e, steps)
	if least != 1000 || most != 2335 {
		t.Fatalf("from %d to %d", least, most)
	}
	at := func(rating int) Level { return AtRating(e, nil, steps, rating, 1).(*Handicapped).level } //nolint:forcetypeassert // AtRating always returns a *Handicapped
	near := func(a, b float64) bool { return a > b*0.98 && a < b*1.02 }
	for i, rating := range []int{1000, 1191, 1382, 1572, 1763, 1954, 2145, 2335} {
		if got, want := at(rating), e.Levels[i]; !near(float64(got.Nodes), float64(want.Nodes)) || !near(got.Ease, want.Ease) {
			t.Errorf("%d: %+v instead of level %d, %+v", rating, got, i+1, want)
		}
	}
	one, two := e.Levels[0], e.Levels[1]
	if got := at(1095); got.Nodes <= one.Nodes || got.Nodes >= two.Nodes || got.Ease >= one.Ease || got.Ease <= two.Ease {
		t.Errorf("between levels 1 and 2: %+v", got)
	}
	if at(1) != at(1000) || at(9999).Nodes > e.Levels[7].Nodes {
		t.Errorf("outside the range: %+v, %+v", at(1), at(9999))
	}
}

// TestOutlook checks that the three parts add up to 1000 and keep the winning chance, and that a
// forced win leaves no chance of a draw.
func TestOutlook(t *testing.T) {
	of := func(s Score) Outlook { return OutlookOf(s, 200, 0.3) }
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		s := Score{Points: rng.IntN(4000) - 2000}
		o := of(s)
		chance := (float64(o.Win) + float64(o.Draw)/2) / 1000
		if o.Win+o.Draw+o.Loss != 1000 || min(o.Win, o.Draw, o.Loss) < 0 || chance-WinChance(s, 200) > 0.001 || WinChance(s, 200)-chance > 0.001 {
			t.Fatalf("%+v: %+v", s, o)
		}
	}
	if o := of(Score{}); o != (Outlook{350, 300, 350}) {
		t.Errorf("even: %+v", o)
	}
	if w, l := of(Score{Mate: 2}), of(Score{Mate: -2}); w != (Outlook{Win: 1000}) || l != (Outlook{Loss: 1000}) {
		t.Errorf("forced: %+v, %+v", w, l)
	}
}
