package engine

import "sync/atomic"

// proofs is a table of positions in which the side to move has a proved win. Several threads may use
// it at the same time.
type proofs [1 << 12]atomic.Uint64

// proofPlies are the bits of a slot that hold the length of the win. The other bits hold the key of
// the position.
const proofPlies = 1<<7 - 1

func (t *proofs) slot(key uint64) *atomic.Uint64 { return &t[key>>8%uint64(len(t))] }

// add stores that the side to move wins after the given number of plies.
func (t *proofs) add(key uint64, plies int) {
	t.slot(key).Store(key&^proofPlies | uint64(min(plies, proofPlies))) //nolint:gosec // the number of plies is not negative, so the conversion is safe
}

// find returns the length of the win in plies; 0 means that no win is stored.
func (t *proofs) find(key uint64) int {
	v := t.slot(key).Load()
	if v&^proofPlies != key&^proofPlies {
		return 0
	}
	return int(v & proofPlies) //nolint:gosec // at most proofPlies, so the conversion is safe
}
