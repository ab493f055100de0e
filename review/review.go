// Package review judges the moves of a finished game by winning chances: the
// loss of each move, its judgement, the accuracy of each player, the turning
// points and the time used.
//
// Winning chances are from 0 to 1, a draw counts half. Because losses are
// measured in winning chance and not in points of an evaluation, a judgement
// means the same in every game. The package knows no game and no engine; the
// chances come from its caller. The browser computes the same in
// ui/src/review/judge.ts; testdata/golden.json holds both to one meaning.
package review

import (
	"math"
	"sort"

	"kydai/game"
)

// Judgement says how bad a move was.
type Judgement string

// The judgements. A missed win costs as much as a blunder, but gave up a won
// position without losing the game.
const (
	Fine       Judgement = ""
	Inaccuracy Judgement = "inaccuracy"
	Mistake    Judgement = "mistake"
	Blunder    Judgement = "blunder"
	MissedWin  Judgement = "missed-win"
)

// The smallest losses of winning chance of the judgements.
const (
	InaccuracyLoss = 0.05
	MistakeLoss    = 0.10
	BlunderLoss    = 0.20
)

// A missed win had a chance of at least WonChance, and after the move one from
// LostChance to HeldChance.
const (
	WonChance  = 0.90
	HeldChance = 0.70
	LostChance = 0.30
)

// Steepness is how fast the accuracy of a move falls with its loss: a loss of
// 0.1 leaves 64 %.
const Steepness = 4.5

// TurningPoints is the number of turning points of a game, and TurningSwing the
// smallest change of the winning chance that is one.
const (
	TurningPoints = 3
	TurningSwing  = MistakeLoss
)

// Margin is the largest loss of a move that counts as the solution when a
// player looks for a better move: less than an inaccuracy.
const Margin = 0.04

// Move is a move with the chances of its player: of the best move in that
// position, and of the move played. In a game with luck both are from before
// the luck of the move.
type Move struct {
	Side         game.Side
	Best, Played float64
}

// Loss is the winning chance that the move cost; never below zero.
func (m Move) Loss() float64 { return max(m.Best-m.Played, 0) }

// Judgement classifies the move.
func (m Move) Judgement() Judgement {
	switch loss := m.Loss(); {
	case loss >= BlunderLoss:
		if m.Best >= WonChance && m.Played >= LostChance && m.Played <= HeldChance {
			return MissedWin
		}
		return Blunder
	case loss >= MistakeLoss:
		return Mistake
	case loss >= InaccuracyLoss:
		return Inaccuracy
	}
	return Fine
}

// Accuracy is the accuracy of the move, from 0 to 100.
func (m Move) Accuracy() float64 { return 100 * math.Exp(-Steepness*m.Loss()) }

// Moves pairs the chances of the first side, one more than there are moves,
// with the sides that moved. It is for games in which a move has one outcome.
func Moves(chances []float64, sides []game.Side) []Move {
	n := max(min(len(chances)-1, len(sides)), 0)
	out := make([]Move, n)
	for i := range out {
		out[i] = Move{Side: sides[i], Best: of(sides[i], chances[i]), Played: of(sides[i], chances[i+1])}
	}
	return out
}

// of is the chance of a side, given that of the first side.
func of(s game.Side, first float64) float64 {
	if s == game.Second {
		return 1 - first
	}
	return first
}

// Player sums up the moves of one side.
type Player struct {
	Moves    int               `json:"moves"`
	Accuracy float64           `json:"accuracy"` // mean over its moves; 100 without moves
	Loss     float64           `json:"loss"`     // sum of the losses
	Counts   map[Judgement]int `json:"counts"`   // of the judgements other than Fine
	Spent    int64             `json:"spent"`    // milliseconds
}

// Report is the review of a game.
type Report struct {
	Judgements []Judgement `json:"judgements"` // of each move
	Losses     []float64   `json:"losses"`     // of each move
	Players    [2]Player   `json:"players"`    // first side first
	Turning    []int       `json:"turning"`    // plies of the turning points, in order
}

// Of reviews a game. chances are those of the first side before the first and
// after each move, for the turning points; spent are the milliseconds of each
// move, if known.
func Of(moves []Move, chances []float64, spent []int64) Report {
	r := Report{Judgements: make([]Judgement, len(moves)), Losses: make([]float64, len(moves)), Turning: Turning(chances)}
	sums := [2]float64{}
	for i := range r.Players {
		r.Players[i].Counts = map[Judgement]int{}
	}
	for i, m := range moves {
		p := &r.Players[m.Side.Index()]
		r.Losses[i], r.Judgements[i] = m.Loss(), m.Judgement()
		p.Moves++
		p.Loss += m.Loss()
		sums[m.Side.Index()] += m.Accuracy()
		if r.Judgements[i] != Fine {
			p.Counts[r.Judgements[i]]++
		}
		if len(spent) == len(moves) {
			p.Spent += spent[i]
		}
	}
	for i := range r.Players {
		if p := &r.Players[i]; p.Moves > 0 {
			p.Accuracy = sums[i] / float64(p.Moves)
		} else {
			p.Accuracy = 100
		}
	}
	return r
}

// Turning returns the plies whose moves changed the winning chance most: at
// most TurningPoints of them, each by at least TurningSwing, in the order of
// the game. Of equal changes the earlier one is taken.
func Turning(chances []float64) []int {
	swing := func(ply int) float64 { return math.Abs(chances[ply+1] - chances[ply]) }
	all := []int{}
	for ply := range max(len(chances)-1, 0) {
		if swing(ply) >= TurningSwing {
			all = append(all, ply)
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return swing(all[i]) > swing(all[j]) })
	all = all[:min(len(all), TurningPoints)]
	sort.Ints(all)
	return all
}
