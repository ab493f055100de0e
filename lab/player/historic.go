package player

import (
	"os"
	"strings"

	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
	"kydai/lab/classic"
	"kydai/lab/td"
	search "kydai/search/classic"
)

// historic creates a textbook player from "classic:ALGORITHM,NAME=VALUE", from "classic:PLAYER" for
// a player that the game defines, or from "greedy".
func historic(r game.Rules, s Spec) (Player, error) {
	return textbook(s, engines.Historic(r.Info().Name))
}

// learnt creates a textbook player with an evaluator whose weights were learnt, from
// "learnt:ALGORITHM,weights=FILE,NAME=VALUE". It reads a file, so a server must not offer it to
// users.
func learnt(r game.Rules, s Spec) (Player, error) {
	name, ok := s.take("weights")
	if !ok {
		return Player{}, bad("learnt needs weights=FILE, which kydai lab learn writes")
	}
	in, err := os.Open(name) //nolint:gosec // the file is an argument of the command
	if err != nil {
		return Player{}, bad(err.Error())
	}
	defer in.Close() //nolint:errcheck // the file was only read, so an error of Close does not matter
	file, err := td.Read(in)
	if err != nil {
		return Player{}, bad(name, ": ", err.Error())
	}
	family := engines.Historic(r.Info().Name)
	e, err := file.Evaluator(r, family)
	if err != nil {
		return Player{}, bad(name, ": ", err.Error())
	}
	family.Evaluators = append([]search.Evaluator{e}, family.Evaluators...)
	if len(s.Words) == 0 {
		return Player{}, bad("learnt needs an algorithm: learnt:", strings.Join(algorithmNames(family), ", "))
	}
	s.Kind = "classic"
	return textbook(s, family)
}

// textbook creates a textbook player with an evaluator of the given family.
func textbook(s Spec, family search.Family) (Player, error) {
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
	algorithm, ok := classic.Find(word)
	if !ok {
		return Player{}, bad("there is no algorithm ", word, "; there are ", strings.Join(algorithmNames(family), ", "))
	}
	c, err := classic.Configure(algorithm, s.take, family)
	if err != nil {
		return Player{}, bad(err.Error())
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

func algorithmNames(f search.Family) (names []string) {
	for _, a := range classic.Algorithms() {
		names = append(names, a.Name)
	}
	for _, p := range f.Players {
		names = append(names, p.Name)
	}
	return names
}
