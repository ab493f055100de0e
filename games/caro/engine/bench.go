package engine

import (
	"kydai/engine/alphabeta"
	"kydai/game"
	rules "kydai/games/caro"
)

// BenchPositions are the positions that Bench searches, each with its win rule.
var BenchPositions = []struct {
	Rule  string
	Moves []string
}{
	{"caro9", nil},
	{"caro9", []string{"h8", "i9"}},
	{"caro9", []string{"h8", "h9", "g7", "i9", "i8"}},
	{"caro9", []string{"h8", "g9", "i9", "g7", "g8", "i10", "f8", "h10", "j8"}},
	{"caro9", []string{"h8", "h9", "i9", "g7", "i7", "j10", "i8", "i6", "j8", "g8", "h7", "k8"}},
	{"caro8", []string{"h8", "i8", "i9", "g7", "j10", "k11", "i10", "h10"}},
	{"caro5plus", []string{"h8", "i9", "i7", "g9", "j6"}},
	{"freestyle", []string{"h8", "i9", "e4", "j8"}},
	{"freestyle", []string{"h8", "h7", "j6", "i7", "f7", "i9"}},
	{"standard", []string{"h8", "g9", "j5", "i8", "k10", "f9"}},
}

// benchDepth is chosen so that the benchmark takes a few seconds.
const benchDepth = 8

// Bench searches the bench positions and returns the number of nodes. The
// number changes only if the engine changes.
func Bench() (nodes uint64, err error) {
	var lines []*game.Line
	for _, b := range BenchPositions {
		line, err := game.NewLine(rules.Rules{}, game.Setup{Options: map[string]string{"rule": b.Rule}})
		if err != nil {
			return 0, err
		}
		for _, code := range b.Moves {
			if err := line.Play(code); err != nil {
				return 0, err
			}
		}
		lines = append(lines, line)
	}
	return alphabeta.Bench(New(), benchDepth, lines)
}
