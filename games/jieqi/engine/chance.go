package engine

import (
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/search"
)

// scale is the score that means an expected result of 0.7 of a win, fitted to
// self-play. Means of plain scores play equally well so far.
const scale = 1000

// ChanceParams holds the chance node parameters tuned for this game.
func ChanceParams() search.ChanceParams {
	return search.ChanceParams{Scale: scale, Stars: 2, Least: 2, Cost: 2, Doubt: 40}
}

// ChanceParams returns the chance node parameters.
func (s *State) ChanceParams() search.ChanceParams { return s.chance }

// Open reports whether the piece revealed by the last move is not yet set.
func (s *State) Open() bool { return s.open != game.NoMove }

// Chances appends the possible pieces of the last move, weighted by their
// number in the pool.
func (s *State) Chances(buf []game.Weighted) []game.Weighted {
	m, p := s.open, &s.now().pool[s.board.Turn().Index()]
	for _, k := range likeliest {
		if n := p.of[k]; n > 0 {
			face := game.NewMove(m.From(), m.To(), m.Piece(), m.Taken(), int(k)) | game.MoveFlag
			buf = append(buf, game.Weighted{Move: face, Weight: int(n)})
		}
	}
	return buf
}

// likeliest lists the kinds, most informative for the mean first.
var likeliest = [6]xiangqi.Kind{
	xiangqi.Soldier, xiangqi.Rook, xiangqi.Cannon, xiangqi.Horse, xiangqi.Elephant, xiangqi.Adviser,
}

// Settle turns the last move's piece up as a neutral piece with the mean value
// of the pool.
func (s *State) Settle() { s.turnUp(s.open, xiangqi.None, blankActs) }

// Keys for what the board's key does not contain.
var (
	downKeys, blankKeys [xiangqi.Points]uint64
	poolKeys            [2][xiangqi.Soldier + 1][6]uint64
	openKeys            [xiangqi.Points]uint64
)

func init() {
	keys := game.Keys(0xc0de)
	for sq := range downKeys {
		downKeys[sq], blankKeys[sq], openKeys[sq] = keys.Next(), keys.Next(), keys.Next()
	}
	for side := range poolKeys {
		for k := range poolKeys[side] {
			for n := range poolKeys[side][k] {
				poolKeys[side][k][n] = keys.Next()
			}
		}
	}
}

// Key identifies what the viewer can distinguish, and distinguishes open
// positions from others.
func (s *State) Key() uint64 {
	if s.open != game.NoMove {
		return s.now().key ^ openKeys[s.open.From()] ^ openKeys[s.open.To()]*3
	}
	return s.now().key
}
