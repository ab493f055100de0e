package review_test

import (
	"encoding/json"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"kydai/game"
	"kydai/review"
)

var update = flag.Bool("update", false, "write testdata/golden.json")

func TestJudgement(t *testing.T) {
	for _, c := range []struct {
		best, played float64
		want         review.Judgement
	}{
		{0.5, 0.5, review.Fine},
		{0.5, 0.7, review.Fine}, // the evaluation rises after the played move, so no winning chance is lost
		{0.5, 0.451, review.Fine},
		{0.55, 0.5, review.Inaccuracy},
		{0.6, 0.49, review.Mistake},
		{0.75, 0.5, review.Blunder},
		{0.5, 0.1, review.Blunder},
		{1, 0.5, review.MissedWin},
		{0.95, 0.35, review.MissedWin},
		{1, 0, review.Blunder},       // the move turns a won game into a lost game
		{0.95, 0.29, review.Blunder}, // a blunder, not a missed win, because 0.29 is less than LostChance
		{0.89, 0.5, review.Blunder},  // the game was not won before the move
		{1, 0.75, review.Blunder},    // a large loss, but the game is still nearly won
		{1, 0.93, review.Inaccuracy}, // the game is still won
		{0.2, 0, review.Blunder},     // the move loses all of the remaining winning chance
	} {
		m := review.Move{Side: game.First, Best: c.best, Played: c.played}
		if got := m.Judgement(); got != c.want {
			t.Errorf("from %v to %v: %q, want %q", c.best, c.played, got, c.want)
		}
	}
}

// randomGame returns the data of a random game: the winning chances of the first side, the side of
// each move, and the time of each move.
func randomGame(rng *rand.Rand) ([]float64, []game.Side, []int64) {
	n := rng.IntN(60)
	at := 0.5
	chances, sides, spent := []float64{at}, []game.Side{}, []int64{}
	side := game.First
	for range n {
		step := rng.NormFloat64() * 0.05
		if rng.IntN(8) == 0 {
			step *= 8
		}
		// Round the chance, so that the golden file contains exact numbers.
		at = math.Round(1000*min(1, max(0, at+step))) / 1000
		chances, sides, spent = append(chances, at), append(sides, side), append(spent, int64(rng.IntN(30_000)))
		if rng.IntN(20) > 0 { // sometimes the same side moves twice in a row, as in some openings
			side = side.Other()
		}
	}
	return chances, sides, spent
}

func TestProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 2))
	for range 2000 {
		chances, sides, spent := randomGame(rng)
		moves := review.Moves(chances, sides)
		r := review.Of(moves, chances, spent)
		if len(moves) != len(sides) || len(r.Losses) != len(sides) {
			t.Fatalf("%d moves and %d losses for %d sides", len(moves), len(r.Losses), len(sides))
		}
		// The losses must be from 0 to 1. If the played move had a smaller chance, its judgement
		// and its accuracy must not be better.
		for i, m := range moves {
			if m.Loss() < 0 || m.Loss() > 1 || m.Accuracy() <= 0 || m.Accuracy() > 100 {
				t.Fatalf("move %+v: loss %v, accuracy %v", m, m.Loss(), m.Accuracy())
			}
			worse := m
			worse.Played = max(0, m.Played-0.1)
			if rank(worse.Judgement()) < rank(m.Judgement()) || worse.Accuracy() > m.Accuracy() {
				t.Fatalf("a worse move is judged better: %+v %+v", m, worse)
			}
			if (r.Judgements[i] == review.Fine) != (m.Loss() < review.InaccuracyLoss) {
				t.Fatalf("move %+v is %q", m, r.Judgements[i])
			}
		}
		total := int64(0)
		for _, p := range r.Players {
			total += p.Spent
		}
		want := int64(0)
		for _, s := range spent {
			want += s
		}
		if total != want {
			t.Fatalf("%d ms of %d", total, want)
		}
		turning(t, r, chances)
		mirrored(t, r, chances, sides, spent)
	}
}

func rank(j review.Judgement) int {
	if j == review.MissedWin {
		j = review.Blunder
	}
	return slices.Index([]review.Judgement{review.Fine, review.Inaccuracy, review.Mistake, review.Blunder}, j)
}

func turning(t *testing.T, r review.Report, chances []float64) {
	t.Helper()
	if len(r.Turning) > review.TurningPoints || !slices.IsSorted(r.Turning) {
		t.Fatalf("turning points %v", r.Turning)
	}
	least := 1.0
	for _, ply := range r.Turning {
		least = min(least, math.Abs(chances[ply+1]-chances[ply]))
	}
	for ply := range len(chances) - 1 {
		s := math.Abs(chances[ply+1] - chances[ply])
		if !slices.Contains(r.Turning, ply) && s >= review.TurningSwing && (len(r.Turning) < review.TurningPoints || s > least) {
			t.Fatalf("ply %d changes %v and is not among %v", ply, s, r.Turning)
		}
	}
}

// mirrored checks that exchanging the sides exchanges the two players in the report and
// changes nothing else.
func mirrored(t *testing.T, r review.Report, chances []float64, sides []game.Side, spent []int64) {
	t.Helper()
	back, other := make([]float64, len(chances)), make([]game.Side, len(sides))
	for i, c := range chances {
		back[i] = 1 - c
	}
	for i, s := range sides {
		other[i] = s.Other()
	}
	m := review.Of(review.Moves(back, other), back, spent)
	for i := range 2 {
		a, b := r.Players[i], m.Players[1-i]
		if math.Abs(a.Accuracy-b.Accuracy) > 1e-6 || math.Abs(a.Loss-b.Loss) > 1e-6 || a.Spent != b.Spent {
			t.Fatalf("mirrored: %+v became %+v", a, b)
		}
	}
}

type golden struct {
	Chances []float64     `json:"chances"`
	Sides   []string      `json:"sides"`
	Spent   []int64       `json:"spent"`
	Report  review.Report `json:"report"`
}

// TestGolden checks that testdata/golden.json contains the reports that this package computes. A
// test of the browser code reads the same file.
func TestGolden(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 0))
	var all []golden
	for range 40 {
		chances, sides, spent := randomGame(rng)
		g := golden{Chances: chances, Sides: []string{}, Spent: spent, Report: review.Of(review.Moves(chances, sides), chances, spent)}
		for _, s := range sides {
			g.Sides = append(g.Sides, s.String())
		}
		all = append(all, g)
	}
	const file = "testdata/golden.json"
	if *update {
		text, err := json.Marshal(all)
		if err == nil {
			err = os.WriteFile(file, append(text, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var kept []golden
	if err := json.Unmarshal(text, &kept); err != nil {
		t.Fatal(err)
	}
	if len(kept) != len(all) {
		t.Fatalf("the file has %d games; run: go test ./review -update", len(kept))
	}
	seen := map[review.Judgement]int{}
	for i := range kept {
		if !reflect.DeepEqual(kept[i].Chances, all[i].Chances) || !alike(kept[i].Report, all[i].Report) {
			t.Fatalf("game %d differs; run: go test ./review -update", i)
		}
		for _, j := range all[i].Report.Judgements {
			seen[j]++
		}
	}
	if len(seen) != 5 {
		t.Errorf("the file has only %v", seen)
	}
}

// alike compares reports but ignores the last bits of numbers, which differ between processors.
func alike(a, b review.Report) bool {
	for i := range a.Players {
		p, q := &a.Players[i], &b.Players[i]
		if math.Abs(p.Accuracy-q.Accuracy) > 1e-9 || math.Abs(p.Loss-q.Loss) > 1e-9 {
			return false
		}
		p.Accuracy, p.Loss, q.Accuracy, q.Loss = 0, 0, 0, 0
	}
	return reflect.DeepEqual(a, b)
}
