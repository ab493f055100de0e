package engine

import "testing"

// The signature is what CI compares; here it only has to be the same twice.
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
