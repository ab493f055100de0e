package nnue

// mostChanges is the largest number of things that one move adds. It is also the largest number that
// one move removes. A moved piece counts for both.
const mostChanges = 3

// Change lists what a move changes on the board: the things (pieces on squares) that it removes and
// adds, and the sides whose view changes.
type Change struct {
	gone, come   [mostChanges]Thing
	nGone, nCome int8
	turned       [2]bool // for each side: the move changes the side's view of the board (see Set)
}

// Remove records that a thing leaves the board.
func (c *Change) Remove(piece, square int) {
	c.gone[c.nGone] = Thing{uint8(piece), uint8(square)} //nolint:gosec // pieces and squares are numbered below 256
	c.nGone++
}

// Add records that a thing is put on the board.
func (c *Change) Add(piece, square int) {
	c.come[c.nCome] = Thing{uint8(piece), uint8(square)} //nolint:gosec // pieces and squares are numbered below 256
	c.nCome++
}

// Turn records that the move changes a side's view of the board.
func (c *Change) Turn(side int) { c.turned[side&1] = true }

// entry is one position of a Stack: the move that led to it, and the first-layer sums of both
// sides. The field known tells for each side whether the sums are computed.
type entry struct {
	change Change
	known  [2]bool
	sums   [2][]int16
}

// Stack keeps the first-layer sums of the positions of a search, from the root to the current
// position. Sums are computed only when needed.
type Stack struct {
	net     *Net
	set     *Set
	entries []entry
	top     int
}

// NewStack creates a stack for searches up to a depth. The stack grows if a search goes
// deeper.
func NewStack(n *Net, s *Set, depth int) *Stack {
	st := &Stack{net: n, set: s}
	for range depth {
		st.grow()
	}
	return st
}

func (s *Stack) grow() {
	w := s.net.Header.Width
	both := make([]int16, 2*w)
	s.entries = append(s.entries, entry{sums: [2][]int16{both[:w:w], both[w:]}})
}

// Reset empties the stack and adds a new root position. Its sums are not computed yet.
func (s *Stack) Reset() {
	s.top = 0
	s.entries[0].known = [2]bool{}
}

// Push adds the position after a move. The caller fills in the returned Change.
func (s *Stack) Push() *Change {
	s.top++
	if s.top == len(s.entries) {
		s.grow()
	}
	e := &s.entries[s.top]
	e.known = [2]bool{}
	e.change.nGone, e.change.nCome, e.change.turned = 0, 0, [2]bool{}
	return &e.change
}

// Pop returns to the position before the last move.
func (s *Stack) Pop() { s.top-- }

// Update computes the sums of a side in the current position, starting from an earlier position
// whose sums are known. It returns false if there is no such position since the last change of the
// side's view; the caller must then call Refresh. The parameter view is the side's current view of
// the board.
func (s *Stack) Update(side, view int) bool {
	from := s.top
	for !s.entries[from].known[side] {
		if from == 0 || s.entries[from].change.turned[side] {
			return false
		}
		from--
	}
	for ; from < s.top; from++ {
		next := &s.entries[from+1]
		s.apply(next.sums[side], s.entries[from].sums[side], &next.change, side, view)
		next.known[side] = true
	}
	return true
}

// apply computes the sums after a move: it copies the old sums (the parameter from), adds the
// weights of the added pieces, subtracts those of the removed pieces, and stores the result in the
// slice given by the parameter to.
func (s *Stack) apply(to, from []int16, c *Change, side, view int) {
	if c.nCome > 0 && c.nGone > 0 {
		come, gone := s.row(c.come[0], side, view), s.row(c.gone[0], side, view)
		switch {
		case c.nCome == 1 && c.nGone == 1:
			addSub(to, from, come, gone)
			return
		case c.nCome == 1 && c.nGone == 2:
			addSubSub(to, from, come, gone, s.row(c.gone[1], side, view))
			return
		case c.nCome == 2 && c.nGone == 2:
			addSub(to, from, come, gone)
			addSub(to, to, s.row(c.come[1], side, view), s.row(c.gone[1], side, view))
			return
		case c.nCome == 2 && c.nGone == 3:
			addSub(to, from, come, gone)
			addSubSub(to, to, s.row(c.come[1], side, view), s.row(c.gone[1], side, view), s.row(c.gone[2], side, view))
			return
		}
	}
	copy(to, from)
	for i := range c.nCome {
		add(to, s.row(c.come[i], side, view))
	}
	for i := range c.nGone {
		sub(to, s.row(c.gone[i], side, view))
	}
}

// row returns the weights of a thing as a side sees it.
func (s *Stack) row(t Thing, side, view int) []int16 {
	return s.net.row(s.set.Index(side, view, int(t.Piece), int(t.Square)))
}

// Refresh computes the sums of a side from the features of the current position.
func (s *Stack) Refresh(side int, features []uint16) {
	e := &s.entries[s.top]
	copy(e.sums[side], s.net.bias)
	for _, f := range features {
		add(e.sums[side], s.net.row(f))
	}
	e.known[side] = true
}

// Value returns the value of the current position for the side to move, in points. Update or
// Refresh must have computed the sums of both sides.
func (s *Stack) Value(turn, bucket int) int {
	e, n := &s.entries[s.top], s.net
	w := n.Header.Width
	out := n.out[2*w*bucket:][:2*w]
	sum := dot(e.sums[turn&1], out[:w]) + dot(e.sums[turn&1^1], out[w:])
	return n.points(sum, bucket)
}

// points converts the given sum of the second layer, in units of clipAt²·outScale, to points.
func (n *Net) points(sum int64, bucket int) int {
	whole := float64(sum/clipAt+int64(n.outBias[bucket])) * n.Header.Scale / (clipAt * outScale)
	return int(whole)
}

// Value returns the value of a sample in points, equal to the value that a Stack computes for the
// same position.
func (n *Net) Value(s *Sample) int {
	w := n.Header.Width
	out := n.out[2*w*s.Bucket:][:2*w]
	var sum int64
	for i, side := range []int{s.Turn, s.Turn ^ 1} {
		sums := append([]int16(nil), n.bias...)
		for _, f := range s.Features[side] {
			add(sums, n.row(f))
		}
		sum += dot(sums, out[i*w:][:w])
	}
	return n.points(sum, s.Bucket)
}
