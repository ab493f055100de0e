//go:build !race

package search

// word is a memory cell that threads read and write without synchronisation. A read that races with
// a write still returns a value that was written, and the field check of a slot detects halves of
// different writes. Atomic stores would make the search a tenth slower.
type word struct{ v uint64 }

func (w *word) load() uint64   { return w.v }
func (w *word) store(v uint64) { w.v = v }
