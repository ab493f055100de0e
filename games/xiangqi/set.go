package xiangqi

import "math/bits"

// Set is a set of points: ranks 0 to 4 in the lower 45 bits of lo, 5 to 9 in
// those of hi, so that no rank is split.
type Set struct{ lo, hi uint64 }

const half = 1<<45 - 1

var everywhere = Set{half, half}

// And is what is in both sets.
func (s Set) And(t Set) Set { return Set{s.lo & t.lo, s.hi & t.hi} }

// Or is what is in either set.
func (s Set) Or(t Set) Set { return Set{s.lo | t.lo, s.hi | t.hi} }

// Xor is what is in exactly one of the sets.
func (s Set) Xor(t Set) Set { return Set{s.lo ^ t.lo, s.hi ^ t.hi} }

// Without is what is in s and not in t.
func (s Set) Without(t Set) Set { return Set{s.lo &^ t.lo, s.hi &^ t.hi} }

// Empty reports whether nothing is in the set.
func (s Set) Empty() bool { return s.lo|s.hi == 0 }

// Size is how many points are in the set.
func (s Set) Size() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// Has reports whether a point is in the set.
func (s Set) Has(sq int) bool { return !s.And(bitOf[sq]).Empty() }

// Pop removes the lowest point of a set that is not empty.
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

// Hash is almost surely different for different sets.
func (s Set) Hash() uint64 {
	h := (s.lo ^ bits.RotateLeft64(s.hi, 19)*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	return h ^ h>>29
}
