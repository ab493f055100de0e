package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kydai/game"
)

// scened creates a scene from rows, the top row first; a dot is an empty square.
func scened(turn game.Side, eyes Eyes, rows ...string) *scene {
	s := &scene{eyes: &eyes, width: len(rows[0]), height: len(rows), turn: turn, stones: [2]byte{'X', 'o'}}
	for _, row := range slices.Backward(rows) {
		for _, c := range []byte(row) {
			s.cells = append(s.cells, c)
			if c == '.' {
				s.cells[len(s.cells)-1] = 0
			}
		}
	}
	return s
}

func move(from, to game.Square) game.Move { return game.NewMove(from, to, 1, 0, 0) }

// TestOversights checks, for moves on small boards, which reasons for overlooking the move the
// function oversights finds.
func TestOversights(t *testing.T) {
	eyes := Eyes{Far: 4, Straight: "R", Diagonal: "B", Royal: "K", Covered: "X"}
	const none = game.NoMove
	at := func(x, y int) game.Square { return game.Square(6*y + x) }
	plain := []string{
		"......",
		"......",
		"......",
		"......",
		"......",
		"......",
	}
	with := func(rows ...string) []string { return rows }
	for _, c := range []struct {
		name        string
		rows        []string
		turn        game.Side
		last, move  game.Move
		made        bool
		want, never []Oversight
	}{
		{"a step forward that takes", with("......", "......", "......", "......", ".p....", "P....."), game.First, none, move(at(0, 0), at(1, 1)), false, nil, []Oversight{Far, Backward, Long, Leap, Opened, Discovered, Pinned, Quiet, Covered, Slanted, Gapped}},
		{"far away", plain, game.First, move(at(5, 5), at(5, 4)), move(at(0, 0), at(0, 1)), false, []Oversight{Far, Quiet}, []Oversight{Long, Backward}},
		{"near the last move", plain, game.First, move(at(1, 3), at(1, 2)), move(at(0, 0), at(0, 1)), false, []Oversight{Quiet}, []Oversight{Far}},
		{"back, for the first side", plain, game.First, none, move(at(0, 3), at(0, 2)), false, []Oversight{Backward}, nil},
		{"back, for the second side", plain, game.Second, none, move(at(0, 2), at(0, 3)), false, []Oversight{Backward}, nil},
		{"a reply of the second side forward", plain, game.First, move(at(5, 0), at(5, 1)), move(at(0, 3), at(0, 2)), true, []Oversight{Quiet}, []Oversight{Backward}},
		{"along a line", plain, game.First, none, move(at(0, 0), at(0, 4)), false, []Oversight{Long}, []Oversight{Leap, Backward}},
		{"along a diagonal", plain, game.First, none, move(at(0, 0), at(4, 4)), false, []Oversight{Long}, []Oversight{Leap}},
		{"a leap", plain, game.First, none, move(at(0, 0), at(1, 2)), false, []Oversight{Leap}, []Oversight{Long}},
		{"through the square just left", with("r.....", "......", "......", "N.....", "......", "Q....."), game.First, move(at(0, 2), at(2, 3)), move(at(0, 5), at(0, 0)), true, []Oversight{Opened, Long}, []Oversight{Quiet}},
		{"beside the square just left", with("r.....", "......", "......", ".N....", "......", "Q....."), game.First, move(at(1, 2), at(3, 3)), move(at(0, 5), at(0, 0)), true, []Oversight{Long}, []Oversight{Opened}},
		{"opens a rook's line", with("k.....", "......", "N.....", "......", "......", "R....."), game.First, none, move(at(0, 3), at(2, 4)), false, []Oversight{Discovered, Leap}, nil},
		{"opens nothing: the piece behind goes otherwise", with("k.....", "......", "N.....", "......", "......", "B....."), game.First, none, move(at(0, 3), at(2, 4)), false, []Oversight{Leap}, []Oversight{Discovered}},
		{"stays on the line", with("k.....", "......", "R.....", "......", "......", "R....."), game.First, none, move(at(0, 3), at(0, 4)), false, []Oversight{Quiet}, []Oversight{Discovered}},
		{"takes what is pinned", with("k.....", "......", "n.....", ".P....", "......", "R....."), game.First, none, move(at(1, 2), at(0, 3)), false, []Oversight{Pinned}, []Oversight{Quiet}},
		{"takes what is free", with("....k.", "......", "n.....", ".P....", "......", "R....."), game.First, none, move(at(1, 2), at(0, 3)), false, nil, []Oversight{Pinned, Quiet}},
		{"what nobody knows", with("......", "......", "......", "......", ".p....", "X....."), game.First, none, move(at(0, 0), at(1, 1)), false, []Oversight{Covered}, nil},
		{"a stone beside a row", with("......", "......", "......", "......", "......", "XXX..."), game.First, none, move(game.NoSquare, at(3, 0)), false, nil, []Oversight{Far, Slanted, Gapped, Quiet}},
		{"a stone with a gap", with("......", "......", "......", "......", "......", "XX...."), game.First, none, move(game.NoSquare, at(3, 0)), false, []Oversight{Gapped}, []Oversight{Slanted}},
		{"a stone on a diagonal", with("......", "......", "......", "..X...", ".X....", "......"), game.First, none, move(game.NoSquare, at(3, 3)), false, []Oversight{Slanted}, []Oversight{Gapped}},
		{"a reply behind the last stone", with("......", "......", "......", "......", "......", "oo...."), game.First, move(game.NoSquare, at(2, 0)), move(game.NoSquare, at(3, 0)), true, []Oversight{Gapped}, nil},
	} {
		g := glimpse{scened(c.turn, eyes, c.rows...), c.last, c.move, c.made}
		got := g.oversights()
		for _, o := range c.want {
			if !got.Has(o) {
				t.Errorf("%s: not %s", c.name, o)
			}
		}
		for _, o := range c.never {
			if got.Has(o) {
				t.Errorf("%s: %s", c.name, o)
			}
		}
	}
	// A player never overlooks the recapture of a piece.
	taken := game.NewMove(at(5, 5), at(0, 0), 1, 2, 0)
	g := glimpse{scened(game.First, eyes, with("R.....", "......", "......", "......", "......", "q.....")...), taken, move(at(0, 5), at(0, 0)), false}
	if got := g.oversights(); got != 0 {
		t.Errorf("taking back has reasons: %b", got)
	}
}

// TestMissedOnlyForAReason checks that a level never overlooks a move to which no reason applies,
// and overlooks other moves as often as the table Misses says. In one position, every search must
// overlook the same moves.
func TestMissedOnlyForAReason(t *testing.T) {
	s := scened(game.First, Eyes{Far: 3}, "......", "......", "......", "......", "......", "......")
	often := Misses{Long: 30}
	for o := range Oversights {
		if o != Long {
			often[o] = 99
		}
	}
	s.cells[1], s.cells[0], s.cells[3] = 'p', 'P', 'p'
	missed := 0
	const positions = 4000
	rng := rand.New(rand.NewPCG(1, 2))
	for range positions {
		b := &blindness{level: &Level{Often: &often, Ease: 1}, seed: rng.Uint64(), scene: s, last: game.NoMove}
		if b.hides(move(0, 1), game.NoMove) {
			t.Fatal("a move was overlooked without a reason")
		}
		why := b.missed(move(0, 3), game.NoMove)
		if why != b.missed(move(0, 3), game.NoMove) {
			t.Fatal("a move is seen and not seen")
		}
		if why != 0 {
			missed++
			if why != 1<<Long {
				t.Fatalf("missed for %b", why)
			}
		}
	}
	if share := float64(missed) / positions; share < 0.27 || share > 0.33 {
		t.Errorf("missed %.3f of the moves, not 0.3", share)
	}
	two := Level{Often: &Misses{Long: 50, Quiet: 50}, Ease: 1}
	if p := two.Overlooks(1<<Long | 1<<Quiet); p != 0.75 {
		t.Errorf("two reasons of a half each hide a move with %v", p)
	}
	if two.Ease = 3; two.Chance(Long) != 0.75 {
		t.Errorf("three times the odds of a half are %v", two.Chance(Long))
	}
}

// TestOversightNames checks that every reason has a name of its own.
func TestOversightNames(t *testing.T) {
	seen := map[string]bool{"": true}
	for o := range Oversights {
		if seen[o.String()] {
			t.Errorf("%d: %q", o, o)
		}
		seen[o.String()] = true
	}
}
