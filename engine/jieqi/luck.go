package jieqi

import (
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/search"
)

// scale is the score that counts for seven tenths of a won game. Self-play
// ends as its logistic curve says; means of plain scores play no worse so far.
const scale = 1000

// Luck are the numbers of the search that suit this game.
func Luck() search.Luck { return search.Luck{Scale: scale, Stars: 2, Least: 2, Cost: 2, Doubt: 40} }

// Luck says how the search deals with chance.
func (s *State) Luck() search.Luck { return s.luck }

// Open reports whether the last move still has to show what it turns up.
func (s *State) Open() bool { return s.open != game.NoMove }

// Chances appends what the last move can turn up, by how many of each kind
// may lie there.
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

// likeliest lists the kinds, those first that tell most about the mean.
var likeliest = [6]xiangqi.Kind{
	xiangqi.Soldier, xiangqi.Rook, xiangqi.Cannon, xiangqi.Horse, xiangqi.Elephant, xiangqi.Adviser,
}

// Settle turns the last move's piece up as nothing in particular: it is worth
// the mean of the pool.
func (s *State) Settle() { s.turnUp(s.open, xiangqi.None, blankActs) }

// Keys of what the board's own key does not tell.
var (
	downKeys, blankKeys [xiangqi.Points]uint64
	poolKeys            [2][xiangqi.Soldier + 1][6]uint64
	openKeys            [xiangqi.Points]uint64
)

func init() {
	state := uint64(0xc0de)
	next := func() uint64 { // splitmix64
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for sq := range downKeys {
		downKeys[sq], blankKeys[sq], openKeys[sq] = next(), next(), next()
	}
	for side := range poolKeys {
		for k := range poolKeys[side] {
			for n := range poolKeys[side][k] {
				poolKeys[side][k][n] = next()
			}
		}
	}
}

// Key tells apart what the viewer can tell apart, and an open move from all
// positions.
func (s *State) Key() uint64 {
	if s.open != game.NoMove {
		return s.now().key ^ openKeys[s.open.From()] ^ openKeys[s.open.To()]*3
	}
	return s.now().key
}
