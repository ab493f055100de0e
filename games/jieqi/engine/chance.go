package engine

import (
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/search"
)

// scale is the score, in evaluation units, that corresponds to an expected result of 0.7. It was
// fitted to self-play games. So far, search with averages of plain scores plays equally well.
const scale = 1000

// ChanceParams returns the chance node parameters tuned for this game.
func ChanceParams() search.ChanceParams {
	return search.ChanceParams{Scale: scale, Stars: 2, Least: 2, Cost: 2, Doubt: 40}
}

// ChanceParams returns the chance node parameters.
func (s *State) ChanceParams() search.ChanceParams { return s.chance }

// Open reports whether the kind of the piece that the last move turned up has not been set yet.
func (s *State) Open() bool { return s.open != game.NoMove }

// Chances appends one move for every kind of piece that the last move may have turned up. The
// weight is the number of pieces of that kind in the pool (the pieces not revealed yet).
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

// likeliest lists the kinds of pieces in the order in which a chance node tries them. The kinds
// that tell most about the mean value come first.
var likeliest = [6]xiangqi.Kind{
	xiangqi.Soldier, xiangqi.Rook, xiangqi.Cannon, xiangqi.Horse, xiangqi.Elephant, xiangqi.Adviser,
}

// Settle turns up the piece of the last move as a neutral piece, which has the mean value of the
// pool (the pieces not revealed yet).
func (s *State) Settle() { s.turnUp(s.open, xiangqi.None, blankActs) }

// Zobrist keys for the facts that the key of the board does not contain.
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

// Key returns a hash that is equal for positions that the viewer cannot distinguish. While the kind
// of a turned-up piece is not set (see Open), the position has a different key.
func (s *State) Key() uint64 {
	if s.open != game.NoMove {
		return s.now().key ^ openKeys[s.open.From()] ^ openKeys[s.open.To()]*3
	}
	return s.now().key
}
