// Package gametest is the conformance suite for games. It uses a game only through the interfaces
// of package game: it plays random games and checks each position, line and view against the
// documented contracts.
//
// Check returns an error instead of failing a test, so that the suite itself can be tested with
// games that have deliberate faults.
package gametest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kydai/game"
)

// Plan says how many random games to play, how long, and from which setups.
type Plan struct {
	Setups []game.Setup // setups to start from; empty: the default setup
	Games  int          // number of random games for each setup
	Plies  int          // maximum length of a random game in plies
	Seed   uint64
}

// Run checks r and fails t with the first violation.
func Run(t *testing.T, r game.Rules, p Plan) {
	t.Helper()
	if err := Check(r, p); err != nil {
		t.Fatal(err)
	}
}

// Check plays the random games of the plan. It returns the first violation of a contract, with the
// name of the check, the position and the moves that led to the position.
func Check(r game.Rules, p Plan) error {
	if err := checkInfo(r.Info()); err != nil {
		return err
	}
	setups := p.Setups
	if len(setups) == 0 {
		setups = []game.Setup{{}}
	}
	for i, s := range setups {
		c := &checker{
			rules: r, plan: p,
			rng:  rand.New(rand.NewPCG(p.Seed, uint64(i))),
			seen: map[uint64]string{},
		}
		for range p.Games {
			if err := c.playOne(s); err != nil {
				return fmt.Errorf("%s, setup %d %v: %w", r.Info().Name, i, s.Options, err)
			}
		}
	}
	return nil
}

// checker holds the state shared by the games of one setup.
type checker struct {
	rules game.Rules
	plan  Plan
	rng   *rand.Rand
	seen  map[uint64]string // for each position key: the side to move, the legal moves and the board, as one text
	old   []string          // codes that were legal in earlier positions, to test moves that may now be illegal
}

// playOne plays and checks one random game.
func (c *checker) playOne(s game.Setup) error {
	s, err := c.deal(s)
	if err != nil {
		return err
	}
	line, err := game.NewLine(c.rules, s)
	if err != nil {
		return broken("setup", "New refused it: %v", err)
	}
	for line.Ply() < c.plan.Plies {
		p := line.Position()
		if err := c.checkPosition(p, s); err != nil {
			return at(line, err)
		}
		if c.rng.IntN(8) == 0 {
			if err := c.checkHidden(line); err != nil {
				return at(line, err)
			}
			if err := c.checkLine(line); err != nil {
				return at(line, err)
			}
		}
		legal := line.Legal()
		if len(legal) == 0 {
			break
		}
		m := legal[c.rng.IntN(len(legal))]
		c.old = append(c.old, p.Encode(m))
		if err := line.Push(c.complete(p, m)); err != nil {
			return at(line, broken("line", "Push refused the legal move %s: %v", p.Encode(m), err))
		}
	}
	if err := c.checkHidden(line); err != nil {
		return at(line, err)
	}
	return at(line, c.checkLine(line))
}

// deal adds random hidden pieces to a setup. It does nothing if the game deals no pieces, if the
// setup already has hidden pieces, or if it starts from a given position or in the view of one
// side.
func (c *checker) deal(s game.Setup) (game.Setup, error) {
	d, ok := c.rules.(game.Dealer)
	if !ok || !s.Secret.Empty() || s.Start != "" || s.Options[game.ViewOption] != "" {
		return s, nil
	}
	s.Secret = d.Deal(c.rng.IntN)
	if s.Secret.Empty() {
		return s, broken("deal", "Deal returned nothing")
	}
	return s, nil
}

// complete returns one of the possible results of the move m, chosen at random by weight. For a
// move without hidden pieces the only result is m itself.
func (c *checker) complete(p game.Position, m game.Move) game.Move {
	done := game.CompletionsOf(p, m)
	total := 0
	for _, w := range done {
		total += w.Weight
	}
	n := c.rng.IntN(max(total, 1))
	for _, w := range done {
		if n -= w.Weight; n < 0 {
			return w.Move
		}
	}
	return m
}

func checkInfo(in game.Info) error {
	switch {
	case in.Name == "" || in.Name != strings.ToLower(in.Name):
		return broken("info", "the name %q is not a lower-case word", in.Name)
	case in.Width <= 0 || in.Height <= 0 || in.Width*in.Height > int(game.NoSquare):
		return broken("info", "the board is %d by %d", in.Width, in.Height)
	case in.Moves <= 0:
		return broken("info", "the median number of moves of each side is %d", in.Moves)
	case in.Sides[0] == "" || in.Sides[0] == in.Sides[1]:
		return broken("info", "the sides are called %q", in.Sides)
	}
	for _, o := range in.Options {
		if len(o.Values) == 0 {
			continue
		}
		if err := in.CheckOptions(game.Setup{Options: map[string]string{o.Name: o.Default}}); err != nil {
			return broken("info", "the default of option %s is refused: %v", o.Name, err)
		}
	}
	return nil
}

// broken creates the error of a failed check.
func broken(check, format string, args ...any) error {
	return fmt.Errorf("check %q: %w", check, fmt.Errorf(format, args...))
}

// at adds the position and the moves of the line l to an error. It returns nil for a nil error.
func at(l *game.Line, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w\n  position: %s\n  moves: %s", err, l.Position(), strings.Join(l.Codes(), " "))
}
