package load

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// Histogram counts durations in buckets with a relative width of 1/16. It is
// safe for concurrent use. The zero value is empty.
type Histogram struct {
	counts [classes]atomic.Int64
	most   atomic.Int64
}

const (
	fine    = 4 // number of bits for the buckets within a power of two
	classes = 64 << fine
)

// class returns the index of the bucket for a number of microseconds.
func class(us uint64) int {
	n := bits.Len64(us)
	if n <= fine {
		return int(us) //nolint:gosec // cannot overflow, because the value is small
	}
	return (n-fine)<<fine | int(us>>(n-1-fine))&(1<<fine-1) //nolint:gosec // cannot overflow, because the value is small
}

// top returns the largest number of microseconds that belongs to a bucket.
func top(c int) uint64 {
	if c < 1<<fine {
		return uint64(c) //nolint:gosec // c is not negative
	}
	shift := c>>fine - 1
	return (uint64(1<<fine|c&(1<<fine-1))+1)<<shift - 1 //nolint:gosec // no operand is negative
}

// Add counts a duration.
func (h *Histogram) Add(d time.Duration) {
	us := max(d.Microseconds(), 0)
	h.counts[class(uint64(us))].Add(1) //nolint:gosec // us is not negative
	for {
		m := h.most.Load()
		if us <= m || h.most.CompareAndSwap(m, us) {
			return
		}
	}
}

// Count returns the number of durations.
func (h *Histogram) Count() int64 {
	var n int64
	for i := range h.counts {
		n += h.counts[i].Load()
	}
	return n
}

// Quantile returns the duration that a fraction q of all durations does not exceed, with a relative
// error of 1/16.
func (h *Histogram) Quantile(q float64) time.Duration {
	left := int64(q * float64(h.Count()))
	for i := range h.counts {
		if left -= h.counts[i].Load(); left < 0 {
			return min(time.Duration(top(i))*time.Microsecond, h.Max()) //nolint:gosec // below 2^63
		}
	}
	return h.Max()
}

// Max returns the longest duration, with a precision of one microsecond.
func (h *Histogram) Max() time.Duration { return time.Duration(h.most.Load()) * time.Microsecond }
