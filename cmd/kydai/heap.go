package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// heapFloor is the heap size, in bytes, below which a server collects no garbage. By default Go
// collects when the heap has doubled. A server with few matches has a heap of a few MB, so under
// load it would collect several times a second and spend a seventh of its CPU time on collections.
// If the live heap is larger than half of heapFloor, Go's default applies. Idle memory is still
// returned to the system, because the runtime collects at least every two minutes.
const heapFloor = 96 << 20

// defaultGC is Go's default GOGC: the heap may grow by this percentage before the next
// collection.
const defaultGC = 100

// keepHeapFloor adjusts the GC percentage after every collection until the caller calls the
// returned function stop. If the operator has set GOGC, keepHeapFloor does nothing.
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
		// The new object is unreachable at once. Its finalizer runs after the next garbage
		// collection and sets the percentage again.
		runtime.SetFinalizer(new([16]byte), func(*[16]byte) { set() })
	}
	set()
	return func() {
		stopped.Store(true)
		debug.SetGCPercent(defaultGC)
	}
}

// gcPercent returns a GC percentage for which the next collection starts when the heap reaches
// floor or has doubled, whichever is later. Sizes are in bytes.
func gcPercent(live, floor uint64) int {
	live = max(live, 1<<20)
	if 2*live >= floor {
		return defaultGC
	}
	return int((floor - live) * 100 / live) //nolint:gosec // live is at least 1 MiB, so the result is less than 100 times floor in MiB
}

// liveHeap returns the number of bytes that were still in use after the last collection.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return heapFloor // the runtime does not report the size: use Go's default
	}
	return sample[0].Value.Uint64()
}
