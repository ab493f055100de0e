package engine

import (
	"sync"

	rules "kydai/games/caro"
)

// class tells what a stone on an empty cell would make in one direction. The classes are computed
// from the win rule, not from a list of patterns.
//
//	five   the stone wins
//	four   one more stone on a certain cell (a five-point) wins
//	open   a four that the opponent cannot stop by a single stone
//	three  one more stone makes a four; open if it makes an open four
//	two    one more stone makes a three; open if it makes an open three
//	one    one more stone makes a two; open if it makes an open two
type class uint8

const (
	none class = iota
	one
	openOne
	two
	openTwo     // a two that one more stone on one or two cells turns into an open three
	openTwoMore // a two that one more stone on any of three cells turns into an open three
	openTwoMost // a two that one more stone on any of four or more cells turns into an open three
	three
	openThreeSlim // an open three that only one cell turns into an open four
	openThree
	fourLoose // a four that the opponent can stop on any of several cells
	four      // a four that the opponent can stop on only one cell
	openFour
	five
	classes
)

// A code describes the surroundings of a cell in one direction: the contents of five cells on each
// side, two bits each, without the cell itself. The ends of a winning run through the cell are
// within these cells, so the code determines the class. There is one exception: if the win rule
// also considers whether longer runs are blocked, an end of such a run may lie outside the code.
// The four then never counts as an open four, so a win that is proved with classes is still a real
// win.
const (
	reach     = 5
	codeCells = 2 * reach
	codeBits  = 2 * codeCells
	codes     = 1 << codeBits
)

// Contents of a cell in a code and in a line of the board. A stone is stored as its colour plus 1.
const (
	vacant  = 0
	outside = 3
)

// classTable holds, for each code, the classes of both colours: black's in the low four bits,
// white's in the high four.
type classTable [codes]uint8

var (
	tablesLock sync.Mutex
	tables     = map[rules.WinRule]*classTable{}
)

// tableFor returns the class table of a win rule. It computes the table on first use.
func tableFor(rule rules.WinRule) *classTable {
	rule.Name = ""
	tablesLock.Lock()
	defer tablesLock.Unlock()
	t := tables[rule]
	if t == nil {
		t = newClassTable(rule)
		tables[rule] = t
	}
	return t
}

// newClassTable computes the classes of all codes by recursion: the class of a code follows from
// the classes of the codes with one more stone of the same colour.
func newClassTable(rule rules.WinRule) *classTable {
	b := &classBuilder{rule: rule, known: make([]uint8, codes)}
	sides := halfCodes()
	for _, low := range sides {
		for _, high := range sides {
			b.class(mirrored(low) | high<<(2*reach))
		}
	}
	t := new(classTable)
	for _, low := range sides {
		for _, high := range sides {
			c := mirrored(low) | high<<(2*reach)
			t[c] = (b.known[c] - 1) | (b.known[swapped(c)]-1)<<4
		}
	}
	return t
}

// halfCodes lists all possible contents of the five cells on one side of a cell, with the nearest
// cell in the lowest bits. Beyond the edge of the board, every cell is outside.
func halfCodes() []uint32 {
	var all []uint32
	for h := range uint32(1 << (2 * reach)) {
		ended, possible := false, true
		for i := range reach {
			out := h>>(2*i)&3 == outside
			possible = possible && (out || !ended)
			ended = ended || out
		}
		if possible {
			all = append(all, h)
		}
	}
	return all
}

// mirrored reverses the order of the cells in a half code.
func mirrored(h uint32) uint32 {
	var m uint32
	for i := range reach {
		m |= h >> (2 * i) & 3 << (2 * (reach - 1 - i))
	}
	return m
}

// swapped exchanges the colours of the stones in a code.
func swapped(c uint32) uint32 {
	const lows = codes / 3
	low, high := c&lows, c>>1&lows
	both := low & high
	return (low&^both)<<1 | high&^both | both*3
}

type classBuilder struct {
	rule  rules.WinRule
	known []uint8 // known classes of black plus one, by code; 0: not computed yet
}

func (b *classBuilder) class(code uint32) class {
	if b.known[code] == 0 {
		b.known[code] = uint8(b.compute(code)) + 1
	}
	return class(b.known[code] - 1)
}

// with returns the code with a stone added to its i-th cell.
func with(code uint32, i int, stone uint32) uint32 { return code | stone<<(2*i) }

func isVacant(code uint32, i int) bool { return code>>(2*i)&3 == vacant }

func (b *classBuilder) compute(code uint32) class {
	if b.wins(code, false) {
		return five
	}
	var made [classes]int // number of cells for each class that one more stone makes
	for i := range codeCells {
		if isVacant(code, i) {
			made[b.class(with(code, i, 1))]++
		}
	}
	switch n := made[openThree] + made[openThreeSlim]; {
	case made[five] > 0:
		return b.fourClass(code)
	case made[openFour] > 1:
		return openThree
	case made[openFour] > 0:
		return openThreeSlim
	case made[four]+made[fourLoose] > 0:
		return three
	case n > 3:
		return openTwoMost
	case n > 2:
		return openTwoMore
	case n > 0:
		return openTwo
	case made[three] > 0:
		return two
	case made[openTwo]+made[openTwoMore]+made[openTwoMost] > 0:
		return openOne
	case made[two] > 0:
		return one
	}
	return none
}

// fourClass classifies a four by the number of cells on which a single enemy stone stops it. An end
// of a run that lies outside the code counts as blocked.
func (b *classBuilder) fourClass(code uint32) class {
	answers := 0
	for r := range codeCells {
		if isVacant(code, r) && !b.threatens(with(code, r, 2)) {
			answers++
		}
	}
	switch answers {
	case 0:
		return openFour
	case 1:
		return four
	}
	return fourLoose
}

func (b *classBuilder) threatens(code uint32) bool {
	for y := range codeCells {
		if isVacant(code, y) && b.wins(with(code, y, 1), true) {
			return true
		}
	}
	return false
}

// wins applies the win rule to the run through the middle cell of the code, as if this cell had a
// black stone. If unseen is true, an end of the run that lies outside the code counts as blocked.
func (b *classBuilder) wins(code uint32, unseen bool) bool {
	before, after := reach-1, reach
	for before >= 0 && code>>(2*before)&3 == 1 {
		before--
	}
	for after < codeCells && code>>(2*after)&3 == 1 {
		after++
	}
	n := after - before
	blocked := b.blocks(code, before, unseen) && b.blocks(code, after, unseen)
	return b.rule.Judge(n, blocked) == rules.Wins
}

func (b *classBuilder) blocks(code uint32, i int, unseen bool) bool {
	if i < 0 || i >= codeCells {
		return unseen
	}
	v := code >> (2 * i) & 3
	return v == 2 || v == outside && b.rule.EdgeBlocks
}
