//go:build !race

package search

// word is a memory cell that threads read and write without asking each
// other. Go's memory model lets a racing read see only values that were
// written, and a slot's check finds out those that do not belong together,
// so that no fence is needed: atomic stores cost a tenth of the speed.
type word struct{ v uint64 }

func (w *word) load() uint64   { return w.v }
func (w *word) store(v uint64) { w.v = v }
