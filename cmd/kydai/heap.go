package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// heapFloor is the size of the heap below which a server collects no garbage.
// Go collects when the heap has doubled; a server with few matches has a heap of
// some MB, would collect several times a second under load, and spend a seventh
// of its CPU time on it. A server whose heap is larger than half of this collects
// as Go does by default. Memory that is idle is still returned, because the
// runtime collects at least every two minutes.
const heapFloor = 96 << 20

// defaultGC is the percentage by which the heap grows between collections.
const defaultGC = 100

// keepHeapFloor sets the percentage after every collection, until the returned
// function is called. If the operator has set GOGC, it does nothing.
func keepHeapFloor(floor uint64) (stop func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	var stopped atomic.Bool
	var set func()
	set = func() {
		if stopped.Load() {
			return
		}
		debug.SetGCPercent(gcPercent(liveHeap(), floor))
		// The next collection finds this object dead and calls the function again.
		runtime.SetFinalizer(new([16]byte), func(*[16]byte) { set() })
	}
	set()
	return func() {
		stopped.Store(true)
		debug.SetGCPercent(defaultGC)
	}
}

// gcPercent is the percentage with which the next collection comes when the
// heap has the size of the floor, or has doubled, whichever is later.
func gcPercent(live, floor uint64) int {
	live = max(live, 1<<20)
	if 2*live >= floor {
		return defaultGC
	}
	return int((floor - live) * 100 / live) //nolint:gosec // at most 100 times the floor in MB
}

// liveHeap is the size of what the last collection has kept.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return heapFloor // not known: collect as Go does by default
	}
	return sample[0].Value.Uint64()
}
