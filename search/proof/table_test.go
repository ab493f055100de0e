package proof

import "testing"

// TestTable checks that a stored value is used for other limits and kinds only if it is valid for
// them too.
func TestTable(t *testing.T) {
	tb := newTable(1)
	ask := func(key uint64, rest int, kind Kind) string {
		v, ok := tb.probe(key, rest, kind)
		switch {
		case !ok:
			return "unknown"
		case v.pn == 0:
			return "reached"
		case v.dn == 0:
			return "failed"
		}
		return "numbers"
	}
	tb.store(1, 5, Checks, reached(3), 10)
	tb.store(2, 5, Checks, failed(5), 10)
	tb.store(3, 5, All, failed(7), 10)
	tb.store(3, 9, Checks, failed(9), 10) // not stored: a failure of the kind All within 7 plies is the stronger result
	tb.store(4, 5, Threats, value{pn: 3, dn: 4}, 10)
	for _, c := range []struct {
		key  uint64
		rest int
		kind Kind
		want string
	}{
		{1, 3, All, "reached"}, {1, 9, Checks, "reached"}, {1, 2, Checks, "unknown"},
		{2, 5, Checks, "failed"}, {2, 3, Checks, "failed"}, {2, 7, Checks, "unknown"}, {2, 5, Threats, "unknown"},
		{3, 7, Checks, "failed"}, {3, 7, All, "failed"}, {3, 9, All, "unknown"},
		{4, 5, Threats, "numbers"}, {4, 7, Threats, "unknown"}, {4, 5, All, "unknown"}, {5, 1, Checks, "unknown"},
	} {
		if got := ask(c.key, c.rest, c.kind); got != c.want {
			t.Errorf("key %d within %d plies by kind %d: %s, want %s", c.key, c.rest, c.kind, got, c.want)
		}
	}
	tb.renew()
	if got := ask(1, 9, Checks); got != "unknown" {
		t.Errorf("after renew: %s", got)
	}
}

// TestTableIsBounded checks that a full table overwrites entries and keeps its size.
func TestTableIsBounded(t *testing.T) {
	tb := newTable(1)
	size := len(tb.entries)
	for key := range uint64(4 * size) {
		tb.store(mix(key), 1, All, reached(1), 1)
	}
	if len(tb.entries) != size || size*entrySize > 1<<20 {
		t.Errorf("%d entries, %d before", len(tb.entries), size)
	}
}
