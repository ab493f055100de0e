// Package review judges the moves of a finished game by winning chances: the loss of each move, its
// judgement, the accuracy of each player, the turning points and the time used.
//
// Winning chances are from 0 to 1; a draw counts half. Losses are measured in winning chance and
// not in points of an evaluation, so a judgement means the same in every game. The package is
// independent of game rules and engines; its caller provides the chances. The browser computes the
// same values in ui/src/review/judge.ts; tests check both implementations with
// testdata/golden.json.
package review

import (
	"math"
	"sort"

	"kydai/game"
)

// Judgement classifies how bad a move was.
type Judgement string

// The judgements. A missed win loses as much winning chance as a blunder, but gives up a won
// position without losing the game.
const (
	Fine       Judgement = ""
	Inaccuracy Judgement = "inaccuracy"
	Mistake    Judgement = "mistake"
	Blunder    Judgement = "blunder"
	MissedWin  Judgement = "missed-win"
)

// The smallest loss of winning chance, from 0 to 1, for each judgement.
const (
	InaccuracyLoss = 0.05
	MistakeLoss    = 0.10
	BlunderLoss    = 0.20
)

// A move with the loss of a blunder is a missed win instead if the best move had a winning chance
// of at least WonChance, and the chance after the played move is between LostChance and HeldChance.
const (
	WonChance  = 0.90
	HeldChance = 0.70
	LostChance = 0.30
)

// Steepness determines how fast the accuracy of a move decreases with its loss. With a loss of 0.1
// the accuracy is 64 %.
const Steepness = 4.5

// TurningPoints is the maximum number of turning points of a game. TurningSwing is the minimum
// change of the winning chance at a turning point.
const (
	TurningPoints = 3
	TurningSwing  = MistakeLoss
)

// Margin is used when a player looks for a better move than the one played in the game: a move with
// at most this loss counts as a solution. Margin is less than the loss of an inaccuracy.
const Margin = 0.04

// Move is a move with two winning chances of its player: the chance after the best move in the
// position, and the chance after the played move. In a game with chance, both are computed before
// the outcome of the move is known.
type Move struct {
	Side         game.Side
	Best, Played float64
}

// Loss returns the winning chance that the move lost; it is never negative.
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

// Accuracy returns the accuracy of the move, from 0 to 100 (no loss).
func (m Move) Accuracy() float64 { return 100 * math.Exp(-Steepness*m.Loss()) }

// Moves builds the moves of a game. The parameter chances contains the first side's winning chances
// before the first move and after each move, and sides contains the side of each move. Moves is
// only for games without chance, in which a move has exactly one outcome.
func Moves(chances []float64, sides []game.Side) []Move {
	n := max(min(len(chances)-1, len(sides)), 0)
	out := make([]Move, n)
	for i := range out {
		out[i] = Move{Side: sides[i], Best: of(sides[i], chances[i]), Played: of(sides[i], chances[i+1])}
	}
	return out
}

// of converts the winning chance of the first side to the winning chance of side s.
func of(s game.Side, first float64) float64 {
	if s == game.Second {
		return 1 - first
	}
	return first
}

// Player summarises the moves of one side.
type Player struct {
	Moves    int               `json:"moves"`
	Accuracy float64           `json:"accuracy"` // mean accuracy of the side's moves; 100 if the side made no moves
	Loss     float64           `json:"loss"`     // sum of the losses of all moves
	Counts   map[Judgement]int `json:"counts"`   // number of moves for each judgement, except the moves that are fine
	Spent    int64             `json:"spent"`    // time used, in milliseconds
}

// Report is the review of a game.
type Report struct {
	Judgements []Judgement `json:"judgements"` // judgement of each move
	Losses     []float64   `json:"losses"`     // loss of each move
	Players    [2]Player   `json:"players"`    // summary of each side, the first side first
	Turning    []int       `json:"turning"`    // plies of the turning points, in the order of the game
}

// Of reviews a game. The parameter chances contains the first side's winning chances before the
// first move and after each move; the turning points are computed from them. The parameter spent
// contains the time of each move in milliseconds, or is nil if the times are unknown.
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

// Turning returns the plies whose moves changed the winning chance most: at most TurningPoints
// plies, each with a change of at least TurningSwing, in the order of the game. Of equal changes
// the earlier one is taken.
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
