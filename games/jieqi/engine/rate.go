package engine

import (
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/search"
)

var (
	_ search.Gainer    = (*State)(nil)
	_ search.Exchanger = (*State)(nil)
	_ search.Prover    = (*State)(nil)
	_ search.Checker   = (*State)(nil)
	_ search.Stager    = (*State)(nil)
)

// worth holds the values of face-up pieces for the static exchange evaluation, by the kind as which
// a piece moves.
var worth = [kinds]int{
	xiangqi.King: 20000, xiangqi.Adviser: 130, xiangqi.Elephant: 130, xiangqi.Horse: 400, xiangqi.Rook: 900,
	xiangqi.Cannon: 420, xiangqi.Soldier: 120, xiangqi.FreeAdviser: 150, xiangqi.FreeElephant: 150,
}

// worthAt returns the exchange value of the piece on a point; for a face-down piece, the mean of
// the pool.
func (s *State) worthAt(sq int) int {
	now := s.now()
	piece := s.board.At(game.Square(sq))
	if now.down.Or(now.blank).Has(sq) {
		return s.mean(piece.Side().Index())
	}
	return worth[piece.Kind()]
}

// mean returns the mean value of a side's face-down pieces.
func (s *State) mean(side int) int {
	p := &s.now().pool[side]
	return int(p.sum) / max(int(p.total), 1)
}

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
		if m.Taken() != 0 {
			out[i] = s.rateCapture(m)
			continue
		}
		if !ready {
			v.look(s)
			ready = true
		}
		from, to := int(m.From()), int(m.To())
		kind := m.Piece()
		if m.Flag() {
			kind = faceDown
		}
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
func (s *State) rateCapture(m game.Move) int32 {
	taken, mover := s.worthAt(int(m.To())), s.worthAt(int(m.From()))
	if taken < mover {
		if e := s.exchange(m); e < 0 {
			return int32(search.Bad + e)
		}
	}
	return int32(search.Good + max(64*taken-mover, 0))
}

// view holds data that Score computes at most once per node.
type view struct {
	checks [kinds]set // points from which a piece would give check, by class
	cheap  [kinds]set // by class of a piece of the side to move: points that a cheaper enemy piece attacks
}

func (v *view) look(s *State) {
	b, now := s.board, s.now()
	us := b.Turn().Index()
	foe := us ^ 1
	at := int(b.King(game.First + game.Side(foe)))
	v.checks[xiangqi.Rook], v.checks[xiangqi.Cannon] = b.LineSees(at)
	v.checks[xiangqi.Horse] = b.HorsesSeeing(at)
	v.checks[xiangqi.Soldier] = xiangqi.SoldiersSeeing(us, at)
	v.checks[xiangqi.FreeAdviser] = diagonal[at]
	all := b.All()
	v.checks[xiangqi.FreeElephant] = elephantSees(at, all)

	seen := set{}
	for men := b.Men(foe, xiangqi.Soldier).Without(now.down); !men.Empty(); {
		seen = seen.Or(xiangqi.SoldierSees(foe, men.Pop()))
	}
	for men := b.Men(foe, xiangqi.FreeAdviser); !men.Empty(); {
		seen = seen.Or(diagonal[men.Pop()])
	}
	for men := b.Men(foe, xiangqi.FreeElephant); !men.Empty(); {
		seen = seen.Or(elephantSees(men.Pop(), all))
	}
	v.cheap[faceDown] = seen
	for men := b.Men(foe, xiangqi.Soldier).And(now.down); !men.Empty(); {
		seen = seen.Or(xiangqi.SoldierSees(foe, men.Pop()))
	}
	for men := b.Men(foe, xiangqi.Adviser); !men.Empty(); {
		seen = seen.Or(xiangqi.AdviserSees(foe, men.Pop()))
	}
	for men := b.Men(foe, xiangqi.Elephant); !men.Empty(); {
		seen = seen.Or(b.ElephantSees(foe, men.Pop()))
	}
	for men := b.Men(foe, xiangqi.Horse).And(now.down); !men.Empty(); {
		seen = seen.Or(b.HorseSees(men.Pop()))
	}
	for men := b.Men(foe, xiangqi.Cannon).And(now.down); !men.Empty(); {
		_, second := b.LineSees(men.Pop())
		seen = seen.Or(second)
	}
	for men := b.Men(foe, xiangqi.Rook).And(now.down); !men.Empty(); {
		first, _ := b.LineSees(men.Pop())
		seen = seen.Or(first)
	}
	v.cheap[xiangqi.Horse], v.cheap[xiangqi.Cannon] = seen, seen
	for men := b.Men(foe, xiangqi.Horse).Without(now.down); !men.Empty(); {
		seen = seen.Or(b.HorseSees(men.Pop()))
	}
	for men := b.Men(foe, xiangqi.Cannon).Without(now.down); !men.Empty(); {
		_, second := b.LineSees(men.Pop())
		seen = seen.Or(second)
	}
	v.cheap[xiangqi.Rook] = seen
}

// Gain returns an upper bound of the value that a capture wins immediately.
func (s *State) Gain(m game.Move) int { return s.worthAt(int(m.To()))*5/4 + 100 }

// Keeps reports whether the static exchange evaluation of the move m reaches at least the given
// value.
func (s *State) Keeps(m game.Move, least int) bool {
	taken := 0
	if m.Taken() != 0 {
		taken = s.worthAt(int(m.To()))
	}
	if taken-s.worthAt(int(m.From())) >= least {
		return true
	}
	if m.Piece() == int(xiangqi.King) {
		return true // a legal move never puts the general on an attacked point, so nothing is lost
	}
	return s.exchange(m) >= least
}

// exchange returns the static exchange evaluation (SEE) of a move: both sides capture on the target
// with their cheapest piece and stop when stopping is better. It ignores pins. A face-down piece
// counts with its mean value, even after it has moved.
func (s *State) exchange(m game.Move) int {
	b := s.board
	from, to := int(m.From()), int(m.To())
	all := b.All().Without(xiangqi.SetOf(from))
	side := b.Turn().Index() ^ 1
	var gains [34]int
	if m.Taken() != 0 {
		gains[0] = s.worthAt(to)
	}
	onPoint := s.worthAt(from)
	n := 0
	for n < len(gains)-1 {
		found := attackers(b, to, all)
		mine := found.And(b.Side(side))
		if mine.Empty() {
			break
		}
		sq, value := s.cheapest(mine)
		if value >= worth[xiangqi.King] && !found.And(b.Side(side^1)).Empty() {
			break // a general may not capture a protected piece
		}
		n++
		gains[n] = onPoint - gains[n-1]
		onPoint = value
		all = all.Without(xiangqi.SetOf(sq))
		side ^= 1
	}
	for ; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n])
	}
	return gains[0]
}

// cheapest returns the least valuable piece of a set and its value.
func (s *State) cheapest(men set) (at, value int) {
	value = 1 << 30
	for !men.Empty() {
		sq := men.Pop()
		if v := s.worthAt(sq); v < value {
			at, value = sq, v
		}
	}
	return at, value
}

// Sure reports whether a move is certainly legal in this position.
func (s *State) Sure(m game.Move) bool {
	from, to := int(m.From()), int(m.To())
	if from >= xiangqi.Points || to >= xiangqi.Points || m.Arg() != 0 {
		return false
	}
	down := s.now().down
	if m.Flag() != down.Has(from) || (m.Taken() == takenDown) != down.Has(to) {
		return false
	}
	taken := int(s.board.At(m.To()).Kind())
	if m.Taken() != takenDown && m.Taken() != taken {
		return false
	}
	return s.board.CanPlay(game.NewMove(m.From(), m.To(), m.Piece(), taken, 0))
}

// Checks reports whether a quiet move certainly gives check. It returns false for a move that
// reveals a piece, because that piece is unknown.
func (s *State) Checks(m game.Move) bool { return !m.Flag() && s.board.GivesCheck(m) }
