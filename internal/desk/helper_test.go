package desk

import (
	"kydai/games"
	"kydai/games/engines"
	"kydai/search/classic"
)

// newDesk creates a session server with all games, as package full does.
func newDesk() *Desk {
	var all []Game
	for _, r := range games.All() {
		e, _ := engines.Find(r.Info().Name)
		all = append(all, Game{Rules: r, Engine: e, Family: func() classic.Family { return engines.Historic(r.Info().Name) }})
	}
	return NewDesk(all...)
}
