//go:build !js

package engines

import (
	"kydai/engine/nnue"
	chess "kydai/games/chess/engine"
	jieqi "kydai/games/jieqi/engine"
	xiangqi "kydai/games/xiangqi/engine"
)

// nets lists the games that have neural networks (nets). The browser modules do not contain this
// list.
func nets() []nnue.Kind { return []nnue.Kind{chess.Net(), xiangqi.Net(), jieqi.Net()} }

// Net describes the nets of a game; false if the game has none.
func Net(name string) (nnue.Kind, bool) {
	for _, k := range nets() {
		if k.Game == name {
			return k, true
		}
	}
	return nnue.Kind{}, false
}

// WithNets names the games that have nets.
func WithNets() (names []string) {
	for _, k := range nets() {
		names = append(names, k.Game)
	}
	return names
}
