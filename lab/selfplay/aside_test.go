package selfplay_test

import (
	"math/rand/v2"
	"testing"

	"kydai/game"
	"kydai/games"
	"kydai/lab/selfplay"
)

// TestAside checks that positions aside from a game are other positions, in which the game goes on, that
// captures are frequent, and that the same random numbers give the same positions.
func TestAside(t *testing.T) {
	r, ok := games.Find("chess")
	if !ok {
		t.Fatal("chess is missing")
	}
	p, err := r.New(game.Setup{Start: "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5"})
	if err != nil {
		t.Fatal(err)
	}
	const tries = 400
	one, two := rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 1))
	seen, fewer := map[string]bool{}, 0
	for range tries {
		q, ok := selfplay.Aside(one, p)
		again, ok2 := selfplay.Aside(two, p)
		if ok != ok2 || ok && q.String() != again.String() {
			t.Fatal("the same random numbers gave two positions")
		}
		if !ok {
			continue
		}
		if q.Key() == p.Key() || len(q.Legal()) == 0 {
			t.Fatalf("%s", q)
		}
		seen[q.String()] = true
		if men(q.String()) < men(p.String()) {
			fewer++
		}
	}
	if len(seen) < tries/2 || fewer < tries/3 {
		t.Errorf("%d different positions, %d with fewer pieces", len(seen), fewer)
	}
}

// men counts the pieces of a FEN.
func men(fen string) (n int) {
	for _, c := range fen {
		switch {
		case c == ' ':
			return n
		case c != '/' && (c < '0' || c > '9'):
			n++
		}
	}
	return n
}
