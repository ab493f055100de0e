package engine

import "math/bits"

// fourKinds lists the kinds of shapes that contain at least one four but no five.
var fourKinds = [...]kind{kindOpenFour, kindFours, kindFourThree, kindFour}

// hasFive reports whether a colour can win with its next stone.
func (b *board) hasFive(colour int) bool { return b.count[colour][kindFive] > 0 }

// hasFour reports whether a colour can make a four with its next stone.
func (b *board) hasFour(colour int) bool {
	n := &b.count[colour]
	return n[kindOpenFour]|n[kindFours]|n[kindFourThree]|n[kindFour] != 0
}

// hasDouble reports whether a colour can, with its next stone, make a five, an open four, two fours,
// or a four and an open three.
func (b *board) hasDouble(colour int) bool {
	n := &b.count[colour]
	return n[kindFive]|n[kindOpenFour]|n[kindFours]|n[kindFourThree] != 0
}

// first returns the lowest cell of a set; noCell if the set is empty.
func (b *board) first(s *set) cell {
	for row := range b.size {
		if w := s[row]; w != 0 {
			return row<<rowShift | bits.TrailingZeros32(w)
		}
	}
	return noCell
}

// list appends the cells of a set to buf.
func (b *board) list(s *set, buf []cell) []cell {
	for row := range b.size {
		for w := s[row]; w != 0; w &= w - 1 {
			buf = append(buf, row<<rowShift|bits.TrailingZeros32(w))
		}
	}
	return buf
}

// guard returns a second cell on which an enemy stone stops a five, besides the five-point itself.
// Such a cell exists only under rules in which a blocked row does not win. Otherwise guard returns
// noCell.
func (b *board) guard(colour int, at cell) cell {
	found := noCell
	wins := 0
	s := b.shapeAt(colour, at)
	for d := range steps {
		if class(s>>(4*d)&15) == five {
			wins++
			found = b.guardIn(d, colour, at)
		}
	}
	if wins != 1 {
		return noCell // fives in two directions: only a stone on the five-point itself stops both
	}
	return found
}

func (b *board) guardIn(d, colour int, at cell) cell {
	l, p := lineOf(d, at)
	code := codeAt(b.lines[d][l], p)
	mine, other := uint32(colour+1), uint32(2-colour)
	for _, way := range [2]int{-1, 1} {
		// Find the nearest cell that has no own stone. The index i counts the cells of the code,
		// which leaves out the middle cell; k is the distance from the middle cell.
		i, k := reach-1, -1
		if way == 1 {
			i, k = reach, 1
		}
		for i >= 0 && i < codeCells && code>>(2*i)&3 == mine {
			i += way
			k += way
		}
		if i >= 0 && i < codeCells && isVacant(code, i) && b.classOf(with(code, i, other), colour) != five {
			return at + k*steps[d]
		}
	}
	return noCell
}

func (b *board) classOf(code uint32, colour int) class {
	return class(b.classes[code] >> (4 * colour) & 15)
}

// answers appends the cells on which one enemy stone stops every five of the given colour; there
// are at most two. The colour must have at least one five-point (a cell on which it completes a
// five). The enemy's only other defence is to win first.
func (b *board) answers(colour int, buf []cell) []cell {
	points := &b.threats[colour][kindFive]
	y := b.first(points)
	buf = append(buf, y)
	if g := b.guard(colour, y); g != noCell {
		buf = append(buf, g)
	}
	if b.count[colour][kindFive] == 1 {
		return buf
	}
	for row := range b.size {
		for w := points[row]; w != 0; w &= w - 1 {
			y := row<<rowShift | bits.TrailingZeros32(w)
			g := b.guard(colour, y)
			kept := buf[:0]
			for _, r := range buf {
				if r == y || r == g {
					kept = append(kept, r)
				}
			}
			buf = kept
		}
	}
	return buf
}

// fours returns the cells on which a stone of colour makes a four, but not a five.
func (b *board) fours(colour int) set {
	var s set
	for _, k := range fourKinds {
		if b.count[colour][k] > 0 {
			for row := range b.size {
				s[row] |= b.threats[colour][k][row]
			}
		}
	}
	return s
}

// defences returns the cells on which an enemy stone may stop every open four that the given colour
// threatens. Not each of these stones is sufficient. If the enemy plays neither on one of these
// cells nor a four, it loses.
func (b *board) defences(colour int) set {
	var all set
	for row := range b.size {
		all[row] = ^uint32(0)
	}
	points := &b.threats[colour][kindOpenFour]
	for row := range b.size {
		for w := points[row]; w != 0; w &= w - 1 {
			at := row<<rowShift | bits.TrailingZeros32(w)
			s := b.shapeAt(colour, at)
			for d := range steps {
				if class(s>>(4*d)&15) == openFour {
					b.keepDefences(&all, d, colour, at)
				}
			}
		}
	}
	return all
}

// keepDefences keeps in the given set only the cells on which a stone stops a certain open four:
// the one that the given colour makes with a stone on the given cell, in direction d.
func (b *board) keepDefences(all *set, d, colour int, at cell) {
	l, p := lineOf(d, at)
	code := codeAt(b.lines[d][l], p)
	other := uint32(2 - colour)
	var stop set
	stop.add(at)
	for i := range codeCells {
		if isVacant(code, i) && b.classOf(with(code, i, other), colour) < openFour {
			k := i - reach
			if k >= 0 {
				k++
			}
			stop.add(at + k*steps[d])
		}
	}
	for row := range b.size {
		all[row] &= stop[row]
	}
}

// nearby returns the empty cells worth searching. A cell is worth searching if a stone is at most
// two rows and two columns away, or exactly three cells away on a line.
func (b *board) nearby() set {
	var wide, near set
	full := uint32(1)<<b.size - 1
	for row := range b.size {
		w := b.taken[row]
		wide[row] = w | w<<1 | w>>1 | w<<2 | w>>2
	}
	for row := range b.size {
		w := b.taken[row]
		n := wide[row] | w<<3 | w>>3
		for k := 1; k <= 2; k++ {
			if row >= k {
				n |= wide[row-k]
			}
			if row+k < b.size {
				n |= wide[row+k]
			}
		}
		if row >= 3 {
			t := b.taken[row-3]
			n |= t | t<<3 | t>>3
		}
		if row+3 < b.size {
			t := b.taken[row+3]
			n |= t | t<<3 | t>>3
		}
		near[row] = n & full &^ w
	}
	return near
}

// openThrees returns the cells on which a stone of colour makes an open three but not a four.
func (b *board) openThrees(colour int) set {
	s := b.threats[colour][kindThree]
	for row := range b.size {
		s[row] |= b.threats[colour][kindThrees][row]
	}
	return s
}
