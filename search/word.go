//go:build !race

package search

// word is a memory cell that threads read and write without synchronisation. In Go's memory model a
// racing read returns only values that were written, and the check of a slot detects an entry whose
// halves come from different writes, so no synchronisation is needed. Atomic stores would cost a
// tenth of the speed.
type word struct{ v uint64 }

func (w *word) load() uint64   { return w.v }
func (w *word) store(v uint64) { w.v = v }
