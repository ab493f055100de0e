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

// start is what the commands that need a position are told about it.
type start struct {
	fen     string
	moves   string
	options options
	seed    seed
}

// bind declares the flags that say where a game starts and what was played.
func (s *start) bind(fs *flag.FlagSet) {
	fs.StringVar(&s.fen, "fen", "", "start from the `POSITION` as text instead of the usual one")
	fs.StringVar(&s.moves, "moves", "", "play these `MOVES` first, as codes or as people write them")
	fs.Var(&s.options, "option", "choose a rule, as `NAME=VALUE`; may be given again")
	fs.Var(&s.seed, "seed", "deal what lies face down by this `NUMBER`, always the same way")
}

// line plays the game as far as the flags say. A game that was dealt and a
// view together mean what that side sees of the dealt game.
func (s *start) line(command string, r game.Rules) (*game.Line, error) {
	setup := game.Setup{Start: s.fen, Options: s.options}
	viewer, viewed := sideOf(s.options[game.ViewOption])
	if s.seed.given {
		dealer, ok := r.(game.Dealer)
		if !ok {
			return nil, usage(command, "nothing is dealt in %s, so --seed means nothing there", r.Info().Name)
		}
		setup.Secret = deal(dealer, s.seed.n)
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

// sideOf reads the text of a side.
func sideOf(text string) (game.Side, bool) {
	for _, s := range []game.Side{game.NoSide, game.First, game.Second} {
		if s.String() == text {
			return s, true
		}
	}
	return game.NoSide, false
}

// deal is for trying things out: anybody can guess such a seed.
func deal(d game.Dealer, seed uint64) game.Secret {
	return d.Deal(rand.New(rand.NewPCG(seed, 0)).IntN)
}

func isSpace(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' || r == '\r' }

// playWord plays a word as a code, or else in a notation of the game. Of several
// failures it reports the first that understood the word.
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

// options collects --option NAME=VALUE.
type options map[string]string

// String is for package flag.
func (o *options) String() string { return "" }

// Set takes one NAME=VALUE.
func (o *options) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return errors.New("it has to be NAME=VALUE")
	}
	if *o == nil {
		*o = options{}
	}
	(*o)[name] = value
	return nil
}

// seed is a number that may not have been given.
type seed struct {
	n     uint64
	given bool
}

// String is for package flag.
func (s *seed) String() string { return "" }

// Set takes the number.
func (s *seed) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return errors.New("it has to be a whole number")
	}
	*s = seed{n: n, given: true}
	return nil
}
