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
	"kydai/games/xiangqi"
	"kydai/search"
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
	return nnue.Kind{Game: netName, Set: netSet, Buckets: netBuckets, Sample: netSample, Mirror: netMirror(), Hand: byHand, Tree: newTree}
}

// netMirror returns, for each feature, the feature of the same piece on the mirrored point.
func netMirror() []uint16 {
	m := make([]uint16, netSet.Features)
	for f := range m {
		rank, file := f/xiangqi.Files, f%xiangqi.Files
		m[f] = uint16(rank*xiangqi.Files + xiangqi.Files - 1 - file) //nolint:gosec // the number of a feature fits into 16 bits
	}
	return m
}

// netSample converts a position to a training sample of a net. It returns false for positions whose
// value scaling reduces, because the net then has only a part in the evaluation.
func netSample(p game.Position, s *nnue.Sample) bool {
	pos, ok := p.(*xiangqi.Position)
	if !ok {
		return false
	}
	return sampleOf(pos.Board(), s)
}

func sampleOf(b *xiangqi.Board, s *nnue.Sample) bool {
	men := censusOf(b)
	if scaling(men, 0) < wholeScale || scaling(men, 1) < wholeScale {
		return false
	}
	s.Symmetric = true
	for side := range s.Features {
		s.Features[side] = netFeatures(b, side, s.Features[side][:0])
		s.Symmetric = s.Symmetric && netFile(b, side) == middleFile
	}
	s.Turn, s.Bucket = b.Turn().Index(), netBucket(b)
	return true
}

// byHand returns the hand-crafted evaluation as a function of positions.
func byHand() func(game.Position) (int, bool) {
	hand := newHandcrafted(DefaultWeights())
	return func(p game.Position) (int, bool) {
		pos, ok := p.(*xiangqi.Position)
		if !ok {
			return 0, false
		}
		b := pos.Board()
		hand.Reset(b)
		return hand.Value(b), !b.InCheck()
	}
}

// newTree creates the tree that collects positions for training.
func newTree(n *nnue.Net) nnue.Tree {
	return netted.NewTree(netted.TreeGame[Evaluator]{
		Params: Params(), Start: start, Fork: fork, Describe: describe,
		Hand: func() Evaluator { return newHandcrafted(DefaultWeights()) },
		Net:  func(n *nnue.Net) Evaluator { return newNetEvaluator(n) },
	}, n)
}

// fork creates a state at the position of a state, with another evaluator and without earlier
// positions.
func fork(s search.State, eval Evaluator) search.State {
	st, ok := s.(*State)
	if !ok {
		return nil
	}
	return NewState(st.board.Clone(), st.law, 0, nil, eval)
}

// describe stores the features of the position of a state in a sample.
func describe(s search.State, to *nnue.Sample) bool {
	st, ok := s.(*State)
	return ok && sampleOf(st.board, to)
}
