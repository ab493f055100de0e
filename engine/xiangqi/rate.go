package xiangqi

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

// Ratings of quiet moves, in units of what the search learns about them.
const (
	rateCheck   = 8000 // gives check
	rateEscape  = 6000 // a piece leaves the sight of a cheaper one
	rateBlunder = 8000 // a piece goes where a cheaper one sees it
)

// Score rates captures by what is taken and how the exchange ends, and quiet
// moves by checks and by what cheaper pieces see.
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

// rateCapture rates a capture: most valuable victim first, then least
// valuable taker; what loses material lies below Bad by the loss.
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

// view is what Score looks at once per node.
type view struct {
	checks [8]set // points from which a kind gives check
	cheap  [8]set // points that the foe's pieces cheaper than a kind see
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

// gains are the most that taking a kind can change the value by.
var gains = [8]int{king: 20000, adviser: 260, elephant: 260, horse: 560, rook: 1150, cannon: 560, soldier: 300}

// Gain is the most that a capture can win at once.
func (s *State) Gain(m game.Move) int { return gains[m.Taken()&7] }

// Keeps reports whether a move keeps at least so much when both sides go on
// taking on its target.
func (s *State) Keeps(m game.Move, least int) bool {
	if exchangeValues[m.Taken()&7]-exchangeValues[m.Piece()&7] >= least {
		return true
	}
	if m.Piece() == king {
		return true // it never steps where it can be taken
	}
	return exchange(s.board, m) >= least
}

// Shape is a key of the soldiers and of what defends the palaces.
func (s *State) Shape() uint64 {
	b := s.board
	red, black := b.Men(0, xiangqi.Soldier), b.Men(1, xiangqi.Soldier)
	home := b.Men(0, xiangqi.Adviser).Or(b.Men(0, xiangqi.Elephant)).Or(b.Men(1, xiangqi.Adviser)).Or(b.Men(1, xiangqi.Elephant))
	return red.Hash() ^ 3*black.Hash() ^ 5*home.Hash()
}

// Sure reports whether a move, perhaps of another position, is legal.
func (s *State) Sure(m game.Move) bool { return s.board.CanPlay(m) }

// Checks reports whether a move gives check.
func (s *State) Checks(m game.Move) bool { return s.board.GivesCheck(m) }
