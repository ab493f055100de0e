//go:build race

package search

import "sync/atomic"

// word is what it is without the race detector, in a way that the detector
// does not mind.
type word struct{ v atomic.Uint64 }

func (w *word) load() uint64   { return w.v.Load() }
func (w *word) store(v uint64) { w.v.Store(v) }
