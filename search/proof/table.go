package proof

import "math/bits"

// value contains what is known about a position for a limited number of plies.
type value struct {
	pn, dn uint32 // proof and disproof number; 0 if the position is proved or disproved
	// plies is the number of plies within which the attacker reaches the goal (pn is 0) or does
	// not reach it (dn is 0).
	plies uint8
}

const (
	infinite = 1 << 30
	never    = 254 // value of plies: the position is decided for every number of plies
)

func reached(plies uint8) value { return value{pn: 0, dn: infinite, plies: plies} }
func failed(plies uint8) value  { return value{pn: infinite, dn: 0, plies: plies} }

func (v value) decided() bool { return v.pn == 0 || v.dn == 0 }

// entry holds the results of one position. The field win is valid for every kind of moves, and fail
// for failKind and the kinds it contains. The proof and disproof numbers are valid only for the
// limit rest and the kind kind.
type entry struct {
	key      uint64
	pn, dn   uint32
	win      uint8 // 1 + the number of plies within which the attacker reaches the goal; 0 if unknown
	fail     uint8 // 1 + the number of plies within which moves of kind failKind do not suffice; 0 if unknown
	failKind Kind
	rest     uint8 // limit in plies for which pn and dn were computed
	kind     Kind
	work     uint8 // number of bits of the node count of the search for this entry
}

// ways is the number of entries in a bucket of the table. A position is stored in one entry of its
// bucket.
const ways = 4

const entrySize = 24 // size of an entry in bytes

// table is a hash table of fixed size. Every key is combined with the field salt. A new salt for
// each task makes the entries of earlier tasks invisible.
type table struct {
	entries []entry
	mask    uint64
	salt    uint64
}

func newTable(mib int) *table {
	size := uint64(ways)
	for size*2*entrySize <= uint64(mib)<<20 {
		size *= 2
	}
	return &table{entries: make([]entry, size), mask: size - ways}
}

// renew changes the salt, so that existing entries are no longer found.
func (t *table) renew() { t.salt = mix(t.salt + 1) }

// mix is the finaliser of SplitMix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (t *table) bucket(key uint64) []entry {
	i := mix(key) & t.mask
	return t.entries[i : i+ways : i+ways]
}

// probe returns the stored value of a position for a limit and a kind; false if there is none.
func (t *table) probe(key uint64, rest int, kind Kind) (value, bool) {
	key ^= t.salt
	bucket := t.bucket(key)
	for i := range bucket {
		e := &bucket[i]
		if e.key != key {
			continue
		}
		switch {
		case e.win > 0 && int(e.win-1) <= rest:
			return reached(e.win - 1), true
		case e.fail > 0 && int(e.fail-1) >= rest && e.failKind >= kind:
			return failed(e.fail - 1), true
		case int(e.rest) == rest && e.kind == kind && e.pn > 0:
			return value{pn: e.pn, dn: e.dn}, true
		}
		break
	}
	return value{}, false
}

// store stores the value of a position whose search took the given number of nodes.
func (t *table) store(key uint64, rest int, kind Kind, v value, nodes uint64) {
	key ^= t.salt
	e := t.place(key)
	if e.key != key {
		*e = entry{key: key}
	}
	e.work = max(e.work, uint8(bits.Len64(nodes))) //nolint:gosec // at most 64
	switch {
	case v.pn == 0:
		if e.win == 0 || v.plies+1 < e.win {
			e.win = v.plies + 1
		}
	case v.dn == 0:
		if e.fail == 0 || kind > e.failKind || kind == e.failKind && v.plies+1 > e.fail {
			e.fail, e.failKind = v.plies+1, kind
		}
	default:
		e.pn, e.dn, e.rest, e.kind = v.pn, v.dn, uint8(rest), kind //nolint:gosec // at most 2*MaxMoves
	}
}

// place returns the entry for a key: the entry that already has this key or, if there is none, the
// entry of the bucket that took the least work to compute.
func (t *table) place(key uint64) *entry {
	bucket := t.bucket(key)
	least := &bucket[0]
	for i := range bucket {
		e := &bucket[i]
		if e.key == key {
			return e
		}
		if e.work < least.work {
			least = e
		}
	}
	return least
}
