package engine

import "testing"

// TestBenchHasASignature checks that two runs of Bench give the same node count. CI compares this
// count with a recorded one.
func TestBenchHasASignature(t *testing.T) {
	if testing.Short() {
		t.Skip("two benches take seconds")
	}
	first, err := Bench()
	if err != nil {
		t.Fatal(err)
	}
	second, err := Bench()
	if err != nil || first != second || first < 100_000 {
		t.Errorf("%d nodes, then %d (%v)", first, second, err)
	}
	t.Logf("%d nodes", first)
}
