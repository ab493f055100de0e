// Package full is a session server with all games. A page loads the module of
// one game; the lab, the server and tests need all of them.
package full

import (
	"kydai/games"
	"kydai/games/engines"
	"kydai/internal/desk"
	"kydai/search/classic"
)

// Games lists the games with their engines, without the examples of package
// games.
func Games() []desk.Game {
	var all []desk.Game
	for _, r := range games.All() {
		name := r.Info().Name
		e, _ := engines.Find(name)
		all = append(all, desk.Game{Rules: r, Engine: e, Family: func() classic.Family { return engines.Historic(name) }})
	}
	return all
}
