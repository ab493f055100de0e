//go:build !js

package engine

import (
	"embed"
	"sync"

	"kydai/engine"
	"kydai/engine/alphabeta"
	"kydai/engine/netted"
	"kydai/engine/nnue"
	"kydai/game"
	"kydai/games/chess"
)

// This file has what browsers do not need: training, and the net that comes with the program. A
// browser fetches the net.

//go:embed shipped
var shippedFiles embed.FS

var shipped = sync.OnceValue(func() *nnue.Net { return netted.Shipped(shippedFiles) })

// newEngine creates the engine that programs use.
func newEngine() engine.Engine { return netted.New(shippedGame()) }

// newBenched creates the engine whose nodes Bench counts. It searches the same positions on every
// processor.
func newBenched() alphabeta.Thinker { return netted.NewShipped(shippedGame()) }

func shippedGame() netted.Game {
	g := netGame()
	g.Shipped = shipped
	return g
}

// Net describes the nets of this game: the feature set and how positions are converted to it.
func Net() nnue.Kind {
	return nnue.Kind{Game: netName, Set: netSet, Buckets: netBuckets, Sample: netSample, Hand: byHand}
}

// netSample converts a position to a training sample of a net. It returns false for endings with a
// bare king, which the engine evaluates without the net.
func netSample(p game.Position, s *nnue.Sample) bool {
	pos, ok := p.(*chess.Position)
	if !ok {
		return false
	}
	b := pos.Board()
	if _, bare := mopUp(&b); bare {
		return false
	}
	for side := range s.Features {
		s.Features[side] = netFeatures(&b, side, s.Features[side][:0])
	}
	s.Turn, s.Bucket = b.Turn(), netBucket(&b)
	return true
}

// byHand returns the hand-crafted evaluation as a function of positions.
func byHand() func(game.Position) (int, bool) {
	hand := newHandcrafted(DefaultWeights())
	return func(p game.Position) (int, bool) {
		pos, ok := p.(*chess.Position)
		if !ok {
			return 0, false
		}
		b := pos.Board()
		hand.Reset(&b)
		return hand.Value(&b), !b.InCheck()
	}
}
