package xiangqi

import "math/bits"

// Set is a set of points. The lower 45 bits of lo are ranks 0 to 4, and the lower 45 bits of hi are
// ranks 5 to 9, so no rank is split.
type Set struct{ lo, hi uint64 }

const half = 1<<45 - 1

var everywhere = Set{half, half}

// And returns the intersection of two sets.
func (s Set) And(t Set) Set { return Set{s.lo & t.lo, s.hi & t.hi} }

// Or returns the union of two sets.
func (s Set) Or(t Set) Set { return Set{s.lo | t.lo, s.hi | t.hi} }

// Xor returns the points in exactly one of the sets.
func (s Set) Xor(t Set) Set { return Set{s.lo ^ t.lo, s.hi ^ t.hi} }

// Without returns the points in s that are not in t.
func (s Set) Without(t Set) Set { return Set{s.lo &^ t.lo, s.hi &^ t.hi} }

// Empty reports whether the set has no points.
func (s Set) Empty() bool { return s.lo|s.hi == 0 }

// Size returns the number of points in the set.
func (s Set) Size() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// Has reports whether a point is in the set.
func (s Set) Has(sq int) bool { return !s.And(bitOf[sq]).Empty() }

// Pop removes the lowest point of the set and returns it. The set must not be empty.
func (s *Set) Pop() int {
	if s.lo != 0 {
		sq := bits.TrailingZeros64(s.lo)
		s.lo &= s.lo - 1
		return sq
	}
	sq := bits.TrailingZeros64(s.hi) + 45
	s.hi &= s.hi - 1
	return sq
}

// Hash returns a number that is almost surely different for different sets.
func (s Set) Hash() uint64 {
	h := (s.lo ^ bits.RotateLeft64(s.hi, 19)*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	return h ^ h>>29
}
