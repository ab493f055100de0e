package opponents_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"kydai/engine"
	"kydai/engine/character"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
)

// TestBookIsMadeAgain makes a short version of one opening in the smallest book again. Its first
// moves must be in the book's file.
func TestBookIsMadeAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	const name = "caro"
	p := plan(t, name)
	_, kept, err := character.Of(os.DirFS("../.."), name)
	if err != nil {
		t.Fatal(err)
	}
	p.Set.Openings = p.Set.Openings[:1]
	p.Lines, p.Plies = 12, 6
	opening := p.Set.Openings[0].Name
	again, err := p.Book(t.Context(), nil)
	if err != nil || len(again.Lines) == 0 {
		t.Fatal(again, err)
	}
	for _, line := range again.Lines {
		// The same seed gives the same random choices, so the first moves of a shorter line must be
		// in the file.
		moves := strings.Fields(line)[2:4]
		if next := kept.Next(opening, moves); len(next) == 0 {
			t.Errorf("%v is not in the file", moves)
		}
	}
}

// player creates an engine opponent of a game, with its character and opening.
func player(t *testing.T, name string, level int, opening string, seed uint64) (engine.Engine, game.Rules) {
	t.Helper()
	r, _ := games.Find(name)
	e, _ := engines.Find(name)
	set, book, err := character.Of(os.DirFS("../.."), name)
	if err != nil {
		t.Fatal(err)
	}
	plain := e.New()
	levelled, err := e.AtLevel(plain, level, seed)
	if err != nil {
		t.Fatal(err)
	}
	return character.New(plain, levelled, character.Options{
		Set: set, Book: book, Level: level, Scale: e.Scale, Opening: opening, Seed: seed,
	}), r
}

// TestAskedOpening checks, for every opening of every game, that an opponent plays the first step
// of the opening when the player asks for it. If the opponent has the second move, the player first
// plays the move against which the opening is meant, or any move if there is none.
func TestAskedOpening(t *testing.T) {
	for _, r := range games.All() {
		name := r.Info().Name
		set, _, err := character.Of(os.DirFS("../.."), name)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range set.Openings {
			e, r := player(t, name, 1, o.Name, 3)
			s := game.Setup{}
			if d, ok := r.(game.Dealer); ok {
				s.Secret = d.Deal(func(int) int { return 0 })
			}
			line, err := game.NewLine(r, s)
			if err != nil {
				t.Fatal(err)
			}
			if o.Side == game.Second.String() {
				code := line.Position().Encode(line.Legal()[0])
				if len(o.To) > 0 {
					code = o.To[0][0]
				}
				if err := line.Play(code); err != nil {
					t.Fatal(err)
				}
			}
			thought, err := e.Think(t.Context(), line.View(line.Position().Turn()), engine.Limits{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(o.Plan[0], thought.Best()) {
				t.Errorf("%s, %s: plays %s", name, o.Name, thought.Best())
			}
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
