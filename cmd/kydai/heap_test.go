package main

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestHeapFloor checks that a small heap is next collected at the floor and a large heap
// when it has doubled, and that the percentage is adjusted when the heap changes.
func TestHeapFloor(t *testing.T) {
	for _, c := range []struct {
		live, floor uint64
		want        int
	}{
		{0, 96 << 20, 9500}, {8 << 20, 96 << 20, 1100}, {32 << 20, 96 << 20, 200}, {48 << 20, 96 << 20, 100}, {500 << 20, 96 << 20, 100},
	} {
		if got := gcPercent(c.live, c.floor); got != c.want {
			t.Errorf("%d MB of %d: %d %%, want %d", c.live>>20, c.floor>>20, got, c.want)
		}
	}
	t.Setenv("GOGC", "")
	stop := keepHeapFloor(1 << 30)
	defer stop()
	eventually := func(what string, ok func(percent int) bool) {
		t.Helper()
		for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
			runtime.GC()
			percent := debug.SetGCPercent(defaultGC)
			if ok(percent) {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: %d %%", what, percent)
			}
		}
	}
	large := make([]byte, 128<<20)
	eventually("a heap of 128 MB", func(p int) bool { return p > 300 && p < 700 })
	runtime.KeepAlive(large)
	eventually("a small heap", func(p int) bool { return p > 800 })
}

// TestHeapFloorGivesWay checks that keepHeapFloor leaves the operator's GOGC unchanged.
func TestHeapFloorGivesWay(t *testing.T) {
	t.Setenv("GOGC", "50")
	defer debug.SetGCPercent(debug.SetGCPercent(50))
	defer keepHeapFloor(1 << 30)()
	if got := debug.SetGCPercent(50); got != 50 {
		t.Errorf("GOGC=50 became %d", got)
	}
}
