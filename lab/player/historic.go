package player

import (
	"strconv"
	"strings"

	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
	"kydai/lab/classic"
	search "kydai/search/classic"
)

// all is the width that searches every move.
const all = "all"

// Largest settings of a textbook algorithm; more would never finish.
const (
	mostDepth = 64
	mostSims  = 10_000_000
)

// historic creates a textbook player: "classic:ALGORITHM,NAME=VALUE",
// "classic:PLAYER" for one of the players that the game defines, or "greedy".
func historic(r game.Rules, s Spec) (Player, error) {
	family := engines.Historic(r.Info().Name)
	if s.Kind != "classic" {
		s.Words = append([]string{s.Kind}, s.Words...)
	}
	if len(s.Words) == 0 {
		return Player{}, bad("classic needs an algorithm: classic:", strings.Join(algorithmNames(family), ", "))
	}
	word := s.Words[0]
	s.Words = s.Words[1:]
	for _, p := range family.Players {
		if p.Name == word {
			inner, err := ParseSpec("classic:" + p.Spec)
			if err != nil {
				return Player{}, err
			}
			word, s.Set = inner.Words[0], append(inner.Set, s.Set...)
		}
	}
	algorithm, ok := algorithmOf(word)
	if !ok {
		return Player{}, bad("there is no algorithm ", word, "; there are ", strings.Join(algorithmNames(family), ", "))
	}
	c, err := s.config(algorithm, family)
	if err != nil {
		return Player{}, err
	}
	p := Player{}
	if p.Limits.MoveTime, err = s.duration("time"); err != nil {
		return Player{}, err
	}
	nodes, err := s.number("nodes")
	if err != nil {
		return Player{}, err
	}
	p.Limits.Nodes = uint64(nodes)
	if p.Base, p.Inc, err = s.clock(); err != nil {
		return Player{}, err
	}
	if err := s.nothingLeft(append(algorithm.Settings, "time", "nodes", "clock", "name")...); err != nil {
		return Player{}, err
	}
	p.New = func(seed uint64) (engine.Engine, error) {
		mine := c
		mine.Seed = seed
		return classic.New(mine)
	}
	return p, nil
}

func algorithmOf(name string) (classic.Algorithm, bool) {
	for _, a := range classic.Algorithms() {
		if a.Name == name {
			return a, true
		}
	}
	return classic.Algorithm{}, false
}

func algorithmNames(f search.Family) (names []string) {
	for _, a := range classic.Algorithms() {
		names = append(names, a.Name)
	}
	for _, p := range f.Players {
		names = append(names, p.Name)
	}
	return names
}

// config takes the settings of the algorithm from the spec. Time, nodes and
// clock are limits, which every player has.
func (s *Spec) config(a classic.Algorithm, f search.Family) (c classic.Config, err error) {
	c.Algorithm = a.Name
	c.Eval, _ = f.Evaluator("")
	for _, name := range a.Settings {
		switch name {
		case "depth":
			c.Depth, err = s.upTo(name, mostDepth)
		case "width":
			c.Width, err = s.width()
		case "sims":
			c.Sims, err = s.upTo(name, mostSims)
		case "replies":
			c.Replies, err = s.replies()
		case "c":
			c.Explore, err = s.explore()
		case "eval":
			c.Eval, err = s.evaluator(f)
		case "time":
			c.Time, err = s.duration(name)
		}
		if err != nil {
			return c, err
		}
	}
	return c, nil
}

// upTo takes a whole number from 1 to most. It returns 0 if the setting is
// missing.
func (s *Spec) upTo(name string, most int) (int, error) {
	n, err := s.number(name)
	if err == nil && n > most {
		err = bad(name, " must be at most ", strconv.Itoa(most))
	}
	return n, err
}

func (s *Spec) width() (int, error) {
	if n := len(s.Set); n > 0 {
		rest := *s
		if text, ok := rest.take("width"); ok && text == all {
			*s = rest
			return -1, nil
		}
	}
	return s.number("width")
}

// replies takes a number for which 0 is a valid value.
func (s *Spec) replies() (int, error) {
	text, given := s.take("replies")
	if !given {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, bad("replies must be a whole number, not ", text)
	}
	if n == 0 {
		return -1, nil
	}
	return n, nil
}

func (s *Spec) explore() (float64, error) {
	text, given := s.take("c")
	if !given {
		return 0, nil
	}
	c, err := strconv.ParseFloat(text, 64)
	if err != nil || c <= 0 || c > 1e12 {
		return 0, bad("c must be a number above 0, not ", text)
	}
	return c, nil
}

func (s *Spec) evaluator(f search.Family) (search.Evaluator, error) {
	name, _ := s.take("eval")
	e, ok := f.Evaluator(name)
	if !ok {
		names := []string{}
		for _, e := range f.Evaluators {
			names = append(names, e.Name)
		}
		names = append(names, search.Pieces().Name)
		return e, bad("there is no evaluator ", name, "; there are ", strings.Join(names, ", "))
	}
	return e, nil
}
