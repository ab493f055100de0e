package player

import (
	"strings"

	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
	"kydai/lab/classic"
	search "kydai/search/classic"
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
