package engine

import (
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/search"
)

var (
	_ search.Gainer    = (*State)(nil)
	_ search.Exchanger = (*State)(nil)
	_ search.Shaper    = (*State)(nil)
	_ search.Prover    = (*State)(nil)
	_ search.Checker   = (*State)(nil)
	_ search.Stager    = (*State)(nil)
)

// Ratings of quiet moves, in the same units as the history values of the search.
const (
	rateCheck   = 8000 // the move gives check
	rateEscape  = 6000 // a piece leaves a point that a cheaper piece attacks
	rateBlunder = 8000 // a piece moves to a point that a cheaper piece attacks; subtracted
)

// Score rates captures by the captured piece and the result of the exchange. It rates quiet moves
// by checks and by attacks of cheaper pieces.
func (s *State) Score(ms []game.Move, out []int32) {
	var v view
	ready := false
	for i, m := range ms {
		kind := m.Piece() & 7
		if m.Taken() != 0 {
			out[i] = s.rateCapture(m, kind)
			continue
		}
		if !ready {
			v.look(s.board)
			ready = true
		}
		from, to := int(m.From()), int(m.To())
		r := int32(0)
		if v.checks[kind].Has(to) {
			r = rateCheck
		}
		if v.cheap[kind].Has(to) {
			r -= rateBlunder
		} else if v.cheap[kind].Has(from) {
			r += rateEscape
		}
		out[i] = r
	}
}

// rateCapture rates a capture by MVV-LVA (most valuable victim, least valuable attacker). A
// capture that loses material is rated below Bad, by the amount of the loss.
func (s *State) rateCapture(m game.Move, kind int) int32 {
	taken := m.Taken() & 7
	if exchangeValues[taken] < exchangeValues[kind] {
		if e := exchange(s.board, m); e < 0 {
			return int32(search.Bad + e)
		}
	}
	r := 64*exchangeValues[taken] - exchangeValues[kind]
	return int32(search.Good + max(r, 0))
}

// view holds data that Score computes at most once per node.
type view struct {
	checks [8]set // points from which a piece would give check, by kind
	cheap  [8]set // by kind: points that are attacked by enemy pieces which are cheaper than this kind
}

func (v *view) look(b *xiangqi.Board) {
	us := b.Turn().Index()
	foe := us ^ 1
	at := int(b.King(game.First + game.Side(foe)))
	v.checks[rook], v.checks[cannon] = b.LineSees(at)
	v.checks[horse] = b.HorsesSeeing(at)
	v.checks[soldier] = xiangqi.SoldiersSeeing(us, at)

	seen := set{}
	for men := b.Men(foe, xiangqi.Soldier); !men.Empty(); {
		seen = seen.Or(xiangqi.SoldierSees(foe, men.Pop()))
	}
	for men := b.Men(foe, xiangqi.Adviser); !men.Empty(); {
		seen = seen.Or(xiangqi.AdviserSees(foe, men.Pop()))
	}
	for men := b.Men(foe, xiangqi.Elephant); !men.Empty(); {
		seen = seen.Or(b.ElephantSees(foe, men.Pop()))
	}
	v.cheap[horse], v.cheap[cannon] = seen, seen
	for men := b.Men(foe, xiangqi.Horse); !men.Empty(); {
		seen = seen.Or(b.HorseSees(men.Pop()))
	}
	for men := b.Men(foe, xiangqi.Cannon); !men.Empty(); {
		_, second := b.LineSees(men.Pop())
		seen = seen.Or(second)
	}
	v.cheap[rook] = seen
}

// gains holds, by kind, upper bounds of the change in value when a piece is captured.
var gains = [8]int{king: 20000, adviser: 260, elephant: 260, horse: 560, rook: 1150, cannon: 560, soldier: 300}

// Gain returns an upper bound of the value that a capture wins immediately.
func (s *State) Gain(m game.Move) int { return gains[m.Taken()&7] }

// Keeps reports whether the static exchange evaluation of the move m reaches at least the given
// value.
func (s *State) Keeps(m game.Move, least int) bool {
	if exchangeValues[m.Taken()&7]-exchangeValues[m.Piece()&7] >= least {
		return true
	}
	if m.Piece() == king {
		return true // a legal move never puts the general on an attacked point, so nothing is lost
	}
	return exchange(s.board, m) >= least
}

// Shape returns a key of the positions of soldiers, advisers and elephants.
func (s *State) Shape() uint64 {
	b := s.board
	red, black := b.Men(0, xiangqi.Soldier), b.Men(1, xiangqi.Soldier)
	home := b.Men(0, xiangqi.Adviser).Or(b.Men(0, xiangqi.Elephant)).Or(b.Men(1, xiangqi.Adviser)).Or(b.Men(1, xiangqi.Elephant))
	return red.Hash() ^ 3*black.Hash() ^ 5*home.Hash()
}

// Sure reports whether a move, which may come from another position, is legal.
func (s *State) Sure(m game.Move) bool { return s.board.CanPlay(m) }

// Checks reports whether a move gives check.
func (s *State) Checks(m game.Move) bool { return s.board.GivesCheck(m) }
