package engine

import (
	"kydai/game"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
	"kydai/search"
)

type set = xiangqi.Set

// State is the search state of a view: a board on which every piece has the kind as which it moves,
// the set of face-down pieces, and for each side the pool of kinds that its face-down pieces may
// be.
type State struct {
	board  *xiangqi.Board
	law    *xiangqi.Law
	eval   evaluator
	hidden *[xiangqi.Soldier + 1]int32 // values of the hidden pieces, by kind
	chance search.ChanceParams
	limit  int16     // number of plies without a capture after which the game is drawn
	past   []moment  // positions since the last capture of the game, including those of the search
	root   int       // index in past of the position where the search started
	open   game.Move // last move, if it turned up a piece whose kind is not chosen yet; otherwise NoMove
}

// moment holds the data of one position in the history of a search.
type moment struct {
	key   uint64 // equal for positions that the viewing side cannot distinguish
	down  set    // points of face-down pieces of both sides
	blank set    // points of pieces turned up as neutral pieces (see Settle)
	pool  [2]pool
	by    game.Move // value of State.open before this position was reached; Undo restores it
	quiet int16
	since int16 // index in past of the position after the last irreversible move
	check answer
}

// answer is a cached yes or no, or unknown if it has not been computed.
type answer uint8

const (
	unknown answer = iota
	no
	yes
)

// pool counts, by kind, the pieces that a side's face-down pieces may be.
type pool struct {
	of    [xiangqi.Soldier + 1]int8
	total int8  // number of pieces
	sum   int32 // sum of the pieces' values
}

var (
	_ search.ChanceState = (*State)(nil)
	_ search.Passer      = (*State)(nil)
)

// before holds the data about an earlier position that a State needs.
type before struct {
	key   uint64
	check bool
}

// newState creates a state from a view, with the default repetition law and a board without
// history. The parameter past lists the positions since the last capture, oldest first; keyOf
// computes their keys.
func newState(p *jieqi.Position, limit int, past []before, e evaluator, chance search.ChanceParams) *State {
	s := &State{board: p.Board(), law: xiangqi.LawOf(game.Setup{}), eval: e, hidden: e.Hidden(), chance: chance, limit: int16(limit), root: len(past)}
	s.past = make([]moment, 0, len(past)+2*search.MaxPly+8)
	for _, q := range past {
		m := moment{key: q.key, check: no}
		if q.check {
			m.check = yes
		}
		s.past = append(s.past, m)
	}
	s.past = append(s.past, rootOf(p, s.hidden))
	e.Reset(s)
	return s
}

// rootOf returns the moment of the position p, with the given values of hidden pieces.
func rootOf(p *jieqi.Position, hidden *[xiangqi.Soldier + 1]int32) moment {
	m := moment{quiet: int16(p.Plies()), key: keyOf(p)}
	for sq := range xiangqi.Points {
		if _, down := p.At(game.Square(sq)); down {
			m.down = m.down.Or(xiangqi.SetOf(sq))
		}
	}
	for side := range m.pool {
		for k := xiangqi.Adviser; k <= xiangqi.Soldier; k++ {
			n := p.Unseen(game.First+game.Side(side), k)
			m.pool[side].of[k] = int8(n)
			m.pool[side].total += int8(n)
			m.pool[side].sum += int32(n) * hidden[k]
		}
	}
	return m
}

// keyOf returns the key that a State for the position p has.
func keyOf(p *jieqi.Position) uint64 {
	key := p.Board().Key()
	for sq := range xiangqi.Points {
		if _, down := p.At(game.Square(sq)); down {
			key ^= downKeys[sq]
		}
	}
	for side := range 2 {
		for k := xiangqi.Adviser; k <= xiangqi.Soldier; k++ {
			key ^= poolKeys[side][k][p.Unseen(game.First+game.Side(side), k)]
		}
	}
	return key
}

func (s *State) now() *moment { return &s.past[len(s.past)-1] }

// takenDown is the value of Move.Taken for a piece captured face down.
const takenDown = 1

// veil converts moves of the xiangqi board, which does not know face-down pieces: it sets the flag
// of moves that turn a piece up, and marks captured face-down pieces with takenDown.
func (s *State) veil(ms []game.Move) []game.Move {
	down := s.now().down
	if down.Empty() {
		return ms
	}
	for i, m := range ms {
		if m.Taken() != 0 && down.Has(int(m.To())) {
			m = game.NewMove(m.From(), m.To(), m.Piece(), takenDown, 0)
		}
		if down.Has(int(m.From())) {
			m |= game.MoveFlag
		}
		ms[i] = m
	}
	return ms
}

// Moves appends the legal moves to buf[:0].
func (s *State) Moves(buf []game.Move) []game.Move { return s.veil(s.board.Legal(buf)) }

// Noisy appends the legal captures to buf[:0].
func (s *State) Noisy(buf []game.Move) []game.Move { return s.veil(s.board.Noisy(buf)) }

// Quiets appends the legal moves that capture nothing to buf.
func (s *State) Quiets(buf []game.Move) []game.Move {
	n := len(buf)
	buf = s.board.Quiets(buf)
	s.veil(buf[n:])
	return buf
}

// faceUp maps the kind of a hidden piece to the kind as which the piece moves after it is turned
// up.
var faceUp = [xiangqi.Soldier + 1]xiangqi.Kind{
	xiangqi.Adviser: xiangqi.FreeAdviser, xiangqi.Elephant: xiangqi.FreeElephant, xiangqi.Horse: xiangqi.Horse,
	xiangqi.Rook: xiangqi.Rook, xiangqi.Cannon: xiangqi.Cannon, xiangqi.Soldier: xiangqi.Soldier,
}

// Do plays a legal move of Moves, Noisy or Chances. After a move that turns a piece up, the state
// is open until another call of Do, with a move of Chances, sets the piece.
func (s *State) Do(m game.Move) bool {
	if m.Flag() && m.Arg() == 0 {
		s.open = m
		return true
	}
	if m.Flag() {
		s.turnUp(m, xiangqi.Kind(m.Arg()), faceUp[m.Arg()])
		return true
	}
	us := s.board.Turn().Index()
	from, to := int(m.From()), int(m.To())
	next, c := s.begin(m, us)
	c.was = face(m.Piece()) //nolint:gosec // there are few kinds
	if next.blank.Has(from) {
		next.blank = next.blank.Without(xiangqi.SetOf(from)).Or(xiangqi.SetOf(to))
		next.key ^= blankKeys[from] ^ blankKeys[to]
		c.was = blank
	}
	c.is = c.was
	s.eval.Push(c)
	before := s.board.Key()
	s.board.Do(m)
	next.key ^= before ^ s.board.Key()
	s.past = append(s.past, next)
	return true
}

// begin returns the moment (the history entry) for the position after a move, and the change for
// the evaluator. They do not yet include what depends on the kind of the moved piece.
func (s *State) begin(m game.Move, us int) (next moment, c change) {
	next = *s.now()
	c = change{side: uint8(us), from: uint8(m.From()), to: uint8(m.To())} //nolint:gosec // a side is 0 or 1, points are numbered below 90
	next.check, next.by = unknown, game.NoMove
	next.quiet++
	if m.Taken() == 0 {
		return next, c
	}
	to := int(m.To())
	at := xiangqi.SetOf(to)
	next.quiet, next.since = 0, int16(len(s.past))
	switch {
	case next.down.Has(to):
		next.down = next.down.Without(at)
		next.key ^= downKeys[to]
		c.taken = dark
	case next.blank.Has(to):
		next.blank = next.blank.Without(at)
		next.key ^= blankKeys[to]
		c.taken = blank
	default:
		c.taken = face(m.Taken()) //nolint:gosec // there are few kinds
	}
	return next, c
}

// turnUp plays a move that turns a piece up. The parameter k is the kind of the piece, or None for
// a neutral piece, whose kind stays unknown; acts is the kind as which the piece moves from then
// on.
func (s *State) turnUp(m game.Move, k, acts xiangqi.Kind) {
	us := s.board.Turn().Index()
	from, to := int(m.From()), int(m.To())
	next, c := s.begin(m, us)
	next.since, next.by = int16(len(s.past)), s.open
	next.down = next.down.Without(xiangqi.SetOf(from))
	c.was, c.is = dark, blank
	next.key ^= downKeys[from]
	if k == xiangqi.None {
		next.blank = next.blank.Or(xiangqi.SetOf(to))
		next.key ^= blankKeys[to]
	} else {
		p := &next.pool[us]
		next.key ^= poolKeys[us][k][p.of[k]] ^ poolKeys[us][k][p.of[k]-1]
		p.of[k]--
		p.total--
		p.sum -= s.hidden[k]
		c.is, c.shown, c.left = face(acts), uint8(k), uint8(p.of[k]) //nolint:gosec // a pool has at least 0 pieces of a kind
	}
	s.eval.Push(c)
	before := s.board.Key()
	s.board.DoAs(m, acts)
	next.key ^= before ^ s.board.Key()
	s.past = append(s.past, next)
	s.open = game.NoMove
}

// blankActs is the kind as which a neutral piece (see Settle) moves: the soldier, because soldiers
// are the most frequent and the least mobile pieces.
const blankActs = xiangqi.Soldier

// Undo takes back the last Do or Settle. If the move taken back had set a revealed piece, the state
// is open again.
func (s *State) Undo() {
	if s.open != game.NoMove {
		s.open = game.NoMove
		return
	}
	s.board.Undo()
	s.eval.Pop()
	s.open = s.now().by
	s.past = s.past[:len(s.past)-1]
}
