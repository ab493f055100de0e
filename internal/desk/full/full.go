// Package full makes a session server that knows all games. A page of a game loads a module with
// that game only; the lab page, the tests and the program on a server use this package.
package full

import (
	"kydai/games"
	"kydai/games/engines"
	"kydai/internal/desk"
	"kydai/search/classic"
)

// Games lists all games with their engines. It leaves out the example games of package games.
func Games() []desk.Game {
	var all []desk.Game
	for _, r := range games.All() {
		name := r.Info().Name
		e, _ := engines.Find(name)
		all = append(all, desk.Game{Rules: r, Engine: e, Family: func() classic.Family { return engines.Historic(name) }})
	}
	return all
}
