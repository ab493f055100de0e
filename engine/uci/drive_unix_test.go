//go:build unix

package uci_test

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
)

// TestKilledInMidThought kills the real program while it thinks. The answer
// must come all the same, from a fresh one.
func TestKilledInMidThought(t *testing.T) {
	e := external(t, "stockfish", chessVariant)
	before := children(t)
	if len(before) == 0 {
		t.Skip("no /proc to find the program in")
	}
	timer := time.AfterFunc(100*time.Millisecond, func() {
		for _, pid := range before {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	defer timer.Stop()
	info, err := e.Think(context.Background(), line(t, chessVariant, game.Setup{}), engine.Limits{MoveTime: 300 * time.Millisecond}, nil)
	if err != nil || info.Best() == "" {
		t.Fatalf("killed in mid-thought: %+v, %v", info, err)
	}
	after := children(t)
	if len(after) == 0 || slices.Contains(after, before[0]) {
		t.Errorf("the program was %v and is %v: was it killed at all?", before, after)
	}
}

// children lists the processes that this one has started.
func children(t *testing.T) []int {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var pids []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		if f := strings.Fields(rest); len(f) > 1 && f[0] != "Z" && f[1] == strconv.Itoa(os.Getpid()) {
			pids = append(pids, pid)
		}
	}
	return pids
}
