package search

import (
	"sync/atomic"

	"kydai/game"
)

// bound is the relation of a stored score to the true score.
type bound uint8

const (
	noBound bound = iota
	upper         // the true score is at most the stored score
	lower         // the true score is at least the stored score
	exact
)

// slot is an entry of 16 bytes. Threads write slots without a lock. The field check is the key XOR
// data, so a slot whose fields come from two different writes does not match any key and is
// ignored.
type slot struct{ check, data word }

const bucketSize = 4

// Table is a transposition table shared by all threads.
type Table struct {
	buckets [][bucketSize]slot
	mask    uint64
	age     atomic.Uint32
}

// NewTable creates a table of at most the given size in MiB; the size is at least one MiB.
func NewTable(mib int) *Table {
	n := uint64(1)
	for n*2*bucketSize*16 <= uint64(max(mib, 1))<<20 {
		n *= 2
	}
	t := &Table{buckets: make([][bucketSize]slot, n), mask: n - 1}
	hugePages(t.buckets)
	return t
}

// Clear removes all entries.
func (t *Table) Clear() {
	clear(t.buckets)
	t.age.Store(0)
}

// entry is the unpacked content of a slot.
type entry struct {
	move  game.Move
	score int
	depth int
	bound bound
}

// pack returns the field data of a slot: move 32 bits, score 16, depth 8, bound 2, age 6.
func pack(e entry, age uint32) uint64 {
	return uint64(e.move) | uint64(uint16(int16(e.score)))<<32 | uint64(uint8(int8(e.depth)))<<48 |
		uint64(e.bound)<<56 | uint64(age&63)<<58
}

func unpack(d uint64) entry {
	return entry{
		move:  game.Move(uint32(d)),
		score: int(int16(uint16(d >> 32))),
		depth: int(int8(uint8(d >> 48))),
		bound: bound(d >> 56 & 3),
	}
}

// newSearch increments the age, so that entries of older searches are replaced
// first.
func (t *Table) newSearch() { t.age.Add(1) }

// touch prefetches the slots that probe will read.
func (t *Table) touch(key uint64) { fetch(&t.buckets[key>>16&t.mask][0].data) }

// probe looks up a position. It converts mate scores so that they count from the root.
func (t *Table) probe(key uint64, ply int) (entry, bool) {
	b := &t.buckets[key>>16&t.mask]
	for i := range b {
		d := b[i].data.load()
		if b[i].check.load()^d == key && d != 0 {
			e := unpack(d)
			e.score = fromTable(e.score, ply)
			return e, true
		}
	}
	return entry{}, false
}

// store writes an entry. It replaces the entry of the same position, or the
// least useful one of its bucket.
func (t *Table) store(key uint64, ply int, e entry) {
	b := &t.buckets[key>>16&t.mask]
	age := t.age.Load()
	victim, worst := 0, 1<<30
	for i := range b {
		d := b[i].data.load()
		if b[i].check.load()^d == key {
			old := unpack(d)
			if e.move == game.NoMove {
				e.move = old.move
			}
			if e.bound != exact && old.depth > e.depth+3 && d>>58 == uint64(age&63) {
				return
			}
			victim = i
			break
		}
		worth := unpack(d).depth - 4*int((age-uint32(d>>58))&63)
		if d == 0 {
			worth = -1 << 20
		}
		if worth < worst {
			victim, worst = i, worth
		}
	}
	e.score = toTable(e.score, ply)
	d := pack(e, age)
	b[victim].check.store(key ^ d)
	b[victim].data.store(d)
}

// Full estimates the part of the table used by this search, in thousandths.
func (t *Table) Full() int {
	n, age := 0, uint64(t.age.Load()&63)
	for i := range min(250, len(t.buckets)) {
		for j := range t.buckets[i] {
			if d := t.buckets[i][j].data.load(); d != 0 && d>>58 == age {
				n++
			}
		}
	}
	return n * 1000 / (min(250, len(t.buckets)) * bucketSize)
}

// toTable converts a mate score from a distance to the root to a distance to the position, because
// the position may be reached at another ply.
func toTable(score, ply int) int {
	switch {
	case score >= MateIn:
		return score + ply
	case score <= -MateIn:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int {
	switch {
	case score >= MateIn:
		return score - ply
	case score <= -MateIn:
		return score + ply
	}
	return score
}
