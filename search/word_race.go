//go:build race

package search

import "sync/atomic"

// word is a memory cell of the table. This version is for builds with the race detector: it uses
// atomic operations.
type word struct{ v atomic.Uint64 }

func (w *word) load() uint64   { return w.v.Load() }
func (w *word) store(v uint64) { w.v.Store(v) }
