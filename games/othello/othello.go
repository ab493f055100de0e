// Package othello implements Othello, the worked example of docs/adding-a-game.md. The code
// favours readability over speed.
package othello

import (
	"math/bits"

	"kydai/game"
)

const size = 8

// Rules implements the rules of Othello, numbered in games/othello/rules.md.
type Rules struct{}

// Info describes the game: its name, board and record formats.
func (Rules) Info() game.Info {
	return game.Info{
		Name:    "othello",
		Sides:   [2]string{"black", "white"},
		Width:   size,
		Height:  size,
		Formats: []string{"pgn", "json", "text"},
		Moves:   30,
		Example: true,
	}
}

// New creates the default start position, or the position in the setup. It returns an error if the
// setup is invalid.
func (r Rules) New(s game.Setup) (game.Position, error) {
	if err := r.Info().CheckOptions(s); err != nil {
		return nil, err
	}
	if s.Start == "" {
		s.Start = start
	}
	return parse(s.Start)
}

// disks is a set of squares, one bit each.
type disks uint64

func bit(sq game.Square) disks { return 1 << sq }

func (d disks) has(sq game.Square) bool { return d&bit(sq) != 0 }

func (d disks) count() int { return bits.OnesCount64(uint64(d)) }

// Position is a position of Othello: the disks of both sides and the side to move. It is a small
// value; assigning it makes an independent copy.
type Position struct {
	sides [2]disks
	turn  game.Side
}

// The compiler checks here that Position implements these interfaces.
var (
	_ game.Position = Position{}
	_ game.Shown    = Position{}
	_ game.Refuser  = Position{}
)

// pass is the only move of a side that cannot place a disk.
var pass = game.NewMove(game.NoSquare, game.NoSquare, 0, 0, 0)

func place(sq game.Square) game.Move { return game.NewMove(game.NoSquare, sq, 0, 0, 0) }

// Disks returns the squares that a side holds, one bit each.
func (p Position) Disks(s game.Side) uint64 { return uint64(p.sides[s.Index()]) }

// Turn returns the side to move.
func (p Position) Turn() game.Side { return p.turn }

// directions are the steps in file and rank to the eight adjacent squares.
var directions = [...][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

// flips returns the disks that a disk of side s placed on sq turns over: the lines of enemy
// disks between sq and another disk of s.
func (p Position) flips(s game.Side, sq game.Square) disks {
	own, enemy := p.sides[s.Index()], p.sides[s.Other().Index()]
	var all disks
	for _, d := range directions {
		var line disks
		file, rank := int(sq)%size+d[0], int(sq)/size+d[1]
		for file >= 0 && file < size && rank >= 0 && rank < size {
			at := game.Square(rank*size + file)
			if own.has(at) {
				all |= line
				break
			}
			if !enemy.has(at) {
				break
			}
			line |= bit(at)
			file, rank = file+d[0], rank+d[1]
		}
	}
	return all
}

// placements lists the squares where s may place a disk: those where it turns at least one
// disk over.
func (p Position) placements(s game.Side) []game.Move {
	var moves []game.Move
	taken := p.sides[0] | p.sides[1]
	for sq := range game.Square(size * size) {
		if !taken.has(sq) && p.flips(s, sq) != 0 {
			moves = append(moves, place(sq))
		}
	}
	return moves
}

// Legal lists the moves that place a disk. If there are none, the only legal move is a pass. If
// neither side can place a disk, the game is over and there is no legal move.
func (p Position) Legal() []game.Move {
	moves := p.placements(p.turn)
	if len(moves) == 0 && len(p.placements(p.turn.Other())) > 0 {
		moves = append(moves, pass)
	}
	return moves
}

// Refuse says why the side to move may not place a disk on a square. The sentences are in
// text/refuse.<language>.json.
func (p Position) Refuse(from, to game.Square) game.Refusal {
	switch {
	case from != game.NoSquare || to >= size*size:
		return game.Refuse(game.RefusedOthers)
	case (p.sides[0] | p.sides[1]).has(to):
		return game.Refuse("occupied", to)
	case p.flips(p.turn, to) != 0:
		return game.Refusal{}
	case len(p.Legal()) == 0:
		return game.Refuse(game.RefusedOver)
	case len(p.placements(p.turn)) == 0:
		return game.Refuse("pass")
	}
	return game.Refuse("turns-none")
}

// Play places a disk and turns over the disks that it encloses, or passes.
func (p Position) Play(m game.Move) game.Position {
	if m != pass {
		turned := p.flips(p.turn, m.To())
		p.sides[p.turn.Index()] |= turned | bit(m.To())
		p.sides[p.turn.Other().Index()] &^= turned
	}
	p.turn = p.turn.Other()
	return p
}

// Outcome compares the numbers of disks when neither side can move; until then the game is in
// progress.
func (p Position) Outcome() game.Outcome {
	if len(p.Legal()) > 0 {
		return game.Outcome{}
	}
	switch diff := p.sides[0].count() - p.sides[1].count(); {
	case diff > 0:
		return game.Win(game.First, game.Count)
	case diff < 0:
		return game.Win(game.Second, game.Count)
	}
	return game.Draw(game.Count)
}

// Key returns a hash of the whole position.
func (p Position) Key() uint64 {
	key := uint64(p.turn)
	for _, d := range p.sides {
		key = (key ^ uint64(d)) * 0x9e3779b97f4a7c15
		key ^= key >> 29
		key *= 0xbf58476d1ce4e5b9
		key ^= key >> 32
	}
	return key
}

// Grid returns the board for display: black disks as X, white disks as o.
func (p Position) Grid() game.Grid {
	g := game.Grid{Width: size, Height: size, Cells: make([]string, size*size)}
	for sq := range game.Square(size * size) {
		switch {
		case p.sides[0].has(sq):
			g.Cells[sq] = "X"
		case p.sides[1].has(sq):
			g.Cells[sq] = "o"
		}
	}
	return g
}
