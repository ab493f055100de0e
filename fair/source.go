package fair

import (
	"encoding/binary"
	"math"
)

// Source produces pseudorandom numbers from a seed: the output of HMAC-SHA256 in counter
// mode, read as four-byte big-endian numbers.
type Source struct {
	seed  *keyed
	count uint64 // number of HMAC blocks computed
	block Hash
	used  int // bytes already used of the current block
}

// NewSource returns a Source at its first number.
func NewSource(seed Hash) *Source { return &Source{seed: newKeyed(seed), used: Size} }

func (s *Source) next() uint32 {
	if s.used == Size {
		s.block = s.seed.at(domainDeal, s.count)
		s.count++
		s.used = 0
	}
	v := binary.BigEndian.Uint32(s.block[s.used:])
	s.used += 4
	return v
}

// IntN returns a uniformly distributed number from 0 to n-1; n must be from 1 to 2^31-1.
// It rejects values of the last incomplete interval, so there is no bias.
func (s *Source) IntN(n int) int {
	if n < 1 || n > math.MaxInt32 {
		panic("fair: a number below nothing was asked for")
	}
	whole := uint64(1<<32) / uint64(n) * uint64(n)
	for {
		if v := uint64(s.next()); v < whole {
			return int(v % uint64(n))
		}
	}
}
