package desk

import (
	"kydai/games"
	"kydai/games/engines"
	"kydai/search/classic"
)

// newDesk is a desk with every game, as package full makes it.
func newDesk() *Desk {
	var all []Game
	for _, r := range games.All() {
		e, _ := engines.Find(r.Info().Name)
		all = append(all, Game{Rules: r, Engine: e, Evaluator: func() classic.Evaluator {
			v, _ := engines.Historic(r.Info().Name).Evaluator("")
			return v
		}})
	}
	return NewDesk(all...)
}
