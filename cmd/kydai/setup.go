package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"strconv"
	"strings"

	"kydai/game"
)

// start holds the flags that describe a position: a start position, moves, rule options and the
// seed of a deal. Every command that needs a position has these flags.
type start struct {
	fen     string
	moves   string
	options options
	seed    seed
}

// bind declares the flags: the start position, the moves to play from it, the rule options and the
// seed.
func (s *start) bind(fs *flag.FlagSet) {
	fs.StringVar(&s.fen, "fen", "", "start from this `POSITION` (FEN, or as show prints it)")
	fs.StringVar(&s.moves, "moves", "", "play these `MOVES` first, as codes or in a notation of the game")
	fs.Var(&s.options, "option", "set a rule option, as `NAME=VALUE`; can be repeated")
	fs.Var(&s.seed, "seed", "deal the hidden pieces from this seed `NUMBER`")
}

// line creates the game and plays the moves that the flags give. If the flags give both a seed and
// a view, line deals the hidden pieces from the seed and returns the game as that side sees it.
func (s *start) line(command string, r game.Rules) (*game.Line, error) {
	setup := game.Setup{Start: s.fen, Options: s.options}
	viewer, viewed := sideOf(s.options[game.ViewOption])
	if s.seed.given {
		dealer, ok := r.(game.Dealer)
		if !ok {
			return nil, usage(command, "%s has no hidden pieces, so --seed has no effect", r.Info().Name)
		}
		setup.Secret = deal(dealer, s.seed.value)
		if viewed {
			setup.Options = maps.Clone(s.options)
			delete(setup.Options, game.ViewOption)
		}
	}
	line, err := game.NewLine(r, setup)
	if err != nil {
		return nil, err
	}
	for i, word := range strings.FieldsFunc(s.moves, isSpace) {
		if err := playWord(line, word); err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", i+1, word, err)
		}
	}
	if viewed && s.seed.given {
		line = line.View(viewer)
	}
	return line, nil
}

// sideOf parses the name of a side.
func sideOf(text string) (game.Side, bool) {
	for _, s := range []game.Side{game.NoSide, game.First, game.Second} {
		if s.String() == text {
			return s, true
		}
	}
	return game.NoSide, false
}

// deal deals the hidden pieces from a seed. An attacker could guess the seed, so deal is only for
// experiments.
func deal(d game.Dealer, seed uint64) game.Secret {
	return d.Deal(rand.New(rand.NewPCG(seed, 0)).IntN)
}

func isSpace(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' || r == '\r' }

// playWord plays one move that a user typed. It tries the word as a move code, then in each
// notation of the game. If every attempt fails, it returns the error that says most: an error other
// than "not a move" if there is one, otherwise the first error.
func playWord(line *game.Line, word string) error {
	worst := line.Replay(word)
	if worst == nil {
		return nil
	}
	noted, ok := line.Rules().(game.Noted)
	if !ok {
		return worst
	}
	for _, n := range noted.Notations() {
		m, err := n.Read(line.Position(), word)
		if err == nil {
			err = line.Push(m)
		}
		if err == nil {
			return nil
		}
		if hasCode(worst, game.BadMove) && !hasCode(err, game.BadMove) {
			worst = err
		}
	}
	return worst
}

func hasCode(err error, code string) bool {
	var ge *game.Error
	return errors.As(err, &ge) && ge.Code == code
}

// options holds the values of the flag --option NAME=VALUE, which can be repeated.
type options map[string]string

// String implements flag.Value.
func (o *options) String() string { return "" }

// Set parses one NAME=VALUE and adds it to the options.
func (o *options) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return errors.New("it must be NAME=VALUE")
	}
	if *o == nil {
		*o = options{}
	}
	(*o)[name] = value
	return nil
}

// seed is a flag whose value is an optional number.
type seed struct {
	value uint64
	given bool
}

// String implements flag.Value.
func (s *seed) String() string { return "" }

// Set parses the number of the seed.
func (s *seed) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return errors.New("it must be a whole number")
	}
	*s = seed{value: n, given: true}
	return nil
}
