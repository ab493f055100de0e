package selfplay

import (
	"hash/crc32"
	"math/rand/v2"

	"kydai/game"
)

// Header describes how the games of a file were played.
type Header struct {
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"` // options of the rules
	Seed    uint64            `json:"seed"`
	Nodes   uint64            `json:"nodes"`           // number of nodes that the engine searches per move
	Plies   int               `json:"plies"`           // number of random moves at the start; every other game has one more
	Balance int               `json:"balance"`         // largest absolute score of an opening
	Hash    int               `json:"hash"`            // size of the engine's hash table in MiB
	Net     string            `json:"net,omitempty"`   // hash of the neural net that the engine uses
	Depth   int               `json:"depth,omitempty"` // depth of the searches that gave the scores, if those were not the searches that chose the moves
	Version string            `json:"version"`         // version of the program
}

// Result is how a game ended.
type Result uint8

// Results of a game, from the point of view of the first side.
const (
	Lost Result = iota
	Drawn
	Won
)

// Chance returns the score of the first side: 0, 0.5 or 1.
func (r Result) Chance() float64 { return float64(r) / 2 }

// Game is one game in a file.
type Game struct {
	Number  int
	Opening int // number of plies at the start that are random and have no score
	Result  Result
	// Quiet is the number of positions that the Chooser accepted when the game was played.
	Quiet  int
	Moves  []uint16 // by ply: the index of the move in the list of legal moves
	Points []int16  // scores for the side to move, by ply, starting at ply Opening
	End    uint32   // checksum of the last position, which detects a change of the rules
}

// Forced is the stored score of a position with a forced win. Readers leave such positions out.
const Forced = 31000

// A stored score beyond forcedPoints is a forced win or loss. Other scores are at most mostPoints.
const (
	forcedPoints = Forced
	mostPoints   = 30000
)

// Step is a position of a game, with the move that was played in it and its score.
type Step struct {
	Ply      int
	Position game.Position
	Move     game.Move
	Points   int  // score for the side to move
	Forced   bool // the search found a forced result, so Points is not an evaluation
}

// setup returns the setup of a game. The deal of hidden pieces is derived from the seed of the
// game, so the file does not store it.
func (h *Header) setup(r game.Rules, number int) game.Setup {
	s := game.Setup{Options: h.Options}
	if d, ok := r.(game.Dealer); ok {
		s.Secret = d.Deal(h.rand(number, ofDeal).IntN)
	}
	return s
}

// A game has several independent streams of random numbers: one for the deal and one for the
// opening.
const (
	ofDeal = iota
	ofOpening
)

func (h *Header) rand(number int, stream uint64) *rand.Rand {
	return rand.New(rand.NewPCG(h.Seed, uint64(number)<<1|stream)) //nolint:gosec // numbers of games are not negative
}

// Steps replays a game and calls the function visit for each position that has a score. It stops if
// visit returns false. An error means that the moves of the game are not possible under the rules.
// Either the file was written with another version of the rules, or it is corrupt.
func (h *Header) Steps(r game.Rules, g *Game, visit func(Step) bool) error {
	p, err := r.New(h.setup(r, g.Number))
	if err != nil {
		return err
	}
	for ply, index := range g.Moves {
		legal := p.Legal()
		if int(index) >= len(legal) {
			return badGame(g.Number, "has a move that is not legal")
		}
		m := legal[index]
		if ply >= g.Opening {
			n := int(g.Points[ply-g.Opening])
			forced := n > mostPoints || n < -mostPoints
			if !visit(Step{Ply: ply, Position: p, Move: m, Points: n, Forced: forced}) {
				return nil
			}
		}
		ways := game.CompletionsOf(p, m)
		if len(ways) != 1 {
			return badGame(g.Number, "reveals a piece that the deal does not have")
		}
		p = p.Play(ways[0].Move)
	}
	if ending(p) != g.End {
		return badGame(g.Number, "ends in another position than it did when it was played")
	}
	return nil
}

// ending returns a checksum of the last position in a game.
func ending(p game.Position) uint32 {
	var b [8]byte
	for i, k := 0, p.Key(); i < len(b); i, k = i+1, k>>8 {
		b[i] = byte(k)
	}
	return crc32.ChecksumIEEE(b[:])
}

// Chooser selects the positions on which neural nets are trained.
type Chooser struct {
	// Quiet reports whether the static evaluation is meaningful in a position, given the position's
	// best move. A nil Quiet accepts all positions.
	Quiet func(p game.Position, best game.Move) bool
	Most  int // largest absolute score of a position
}

// Accepts reports whether a position is suitable for training: it is quiet, not decided yet, and
// has no forced result.
func (c Chooser) Accepts(s Step) bool {
	if s.Forced || s.Points > c.Most || s.Points < -c.Most {
		return false
	}
	return c.Quiet == nil || c.Quiet(s.Position, s.Move)
}
