package desk

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kydai/engine"
	"kydai/game"
)

// TestReplayed checks that a session server with a cached game gives the same replies as a new
// session server, for any order of games and positions.
func TestReplayed(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 0))
	kept := newDesk()
	var games []Request
	for _, g := range kept.list() {
		for seed := range uint64(2) {
			q := Request{Game: g.Name, Seed: seed}
			for range 12 {
				line, err := newDesk().line(q)
				if err != nil {
					t.Fatal(err)
				}
				legal := line.Legal()
				if len(legal) == 0 {
					break
				}
				q.Moves = append(q.Moves, line.Position().Encode(legal[rng.IntN(len(legal))]))
			}
			games = append(games, q)
		}
	}
	for range 300 {
		q := games[rng.IntN(len(games))]
		q.Moves = q.Moves[:rng.IntN(len(q.Moves)+1)]
		if rng.IntN(5) == 0 {
			q.Moves = append(q.Moves[:len(q.Moves):len(q.Moves)], "nonsense")
		}
		got, err := kept.line(q)
		want, wanted := newDesk().line(q)
		if (err == nil) != (wanted == nil) {
			t.Fatalf("%+v: %v, want %v", q, err, wanted)
		}
		if err == nil && (got.Position().Key() != want.Position().Key() || strings.Join(got.Codes(), " ") != strings.Join(want.Codes(), " ")) {
			t.Fatalf("%+v: %s, want %s", q, got.Position(), want.Position())
		}
		if err == nil && got.Ply() > 0 { // changing a returned line must not change the cache
			got.Undo(1)
		}
	}
}

// TestWays checks that the possible outcomes of a move are the same in the dealt game and
// in its player's view, and begin with the actual outcome.
func TestWays(t *testing.T) {
	chancy := 0
	for _, g := range newDesk().list() {
		d := newDesk()
		q := Request{Op: "think", Game: g.Name, Seed: 3, Limits: engine.Limits{Nodes: 30}}
		for range 10 {
			th, err := d.think(q, nil)
			if err != nil {
				t.Fatal(err)
			}
			before, _ := d.line(q)
			mover := before.Position().Turn()
			q.Moves = append(q.Moves, th.Best())
			ways, err := d.ways(q)
			if err != nil {
				t.Fatal(err)
			}
			line, err := d.line(q)
			if err != nil {
				t.Fatal(err)
			}
			codes := line.View(mover).Codes()
			if _, hidden := line.Start().(game.Hidden); !hidden {
				if len(ways) != 0 {
					t.Fatalf("%s: %v of %s", g.Name, ways, th.Best())
				}
				continue
			}
			seen := Request{Game: g.Name, Options: map[string]string{game.ViewOption: mover.String()}, Moves: codes}
			same, err := d.ways(seen)
			if err != nil || strings.Join(same, ",") != strings.Join(ways, ",") {
				t.Fatalf("in the view %v (%v), dealt %v", same, err, ways)
			}
			if len(ways) == 0 {
				continue
			}
			chancy++
			if first, _, _ := strings.Cut(ways[1], " "); ways[0] != th.Best() || first != codes[len(codes)-1] {
				t.Fatalf("%s came as %s: %v", th.Best(), codes[len(codes)-1], ways)
			}
			sum := 0
			for _, w := range ways[1:] {
				code, weight, _ := strings.Cut(w, " ")
				n, err := strconv.Atoi(weight)
				if err != nil || n < 1 {
					t.Fatalf("the weight of %q", w)
				}
				sum += n
				// Check that the engine can search the position after this outcome when it knows
				// only what the player knows.
				other := seen
				other.Moves = slices.Concat(codes[:len(codes)-1], []string{code})
				other.Limits = engine.Limits{Depth: 1}
				if th, err := d.think(other, nil); err != nil || th.Best() == "" {
					t.Fatalf("after %s: %v", w, err)
				}
			}
			if sum < len(ways)-1 {
				t.Fatalf("weights of %v", ways)
			}
		}
	}
	if chancy < 5 {
		t.Errorf("only %d moves revealed something", chancy)
	}
}
