//go:build unix

package engine

import (
	"bufio"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"kydai/engine"
)

// ratePositions are the start position, a position with many captures and two middlegames.
var ratePositions = []string{BenchPositions[0], BenchPositions[1], BenchPositions[3], BenchPositions[5]}

// TestNodeRate compares the nodes per second of CPU time with those of another UCI engine, whose
// path is in KYDAI_TEST_RIVAL. The two engines take turns, so that other load on the machine
// affects both equally.
func TestNodeRate(t *testing.T) {
	path := os.Getenv("KYDAI_TEST_RIVAL")
	if path == "" {
		t.Skip("KYDAI_TEST_RIVAL names no engine to compare with")
	}
	const nodes, rounds = 400_000, 3
	e := New()
	for _, fen := range ratePositions {
		ours, theirs := 0.0, 0.0
		for range rounds {
			e.NewGame()
			before := cpuTime(t)
			info := think(t, e, lineOf(t, fen), engine.Limits{Nodes: nodes})
			ours += float64(info.Nodes) / (cpuTime(t) - before).Seconds() / rounds
			start := rivalTime(t, path, fen, 1)
			theirs += nodes / (rivalTime(t, path, fen, nodes) - start).Seconds() / rounds
		}
		t.Logf("%.2f M/s, the other %.2f M/s: %.2f times; %s", ours/1e6, theirs/1e6, ours/theirs, fen)
	}
}

func cpuTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// rivalTime returns the CPU time that the other engine needs to search n nodes.
func rivalTime(t *testing.T, path, fen string, nodes int) time.Duration {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), path)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, err = in.Write([]byte("setoption name Hash value 64\nposition fen " + fen + "\ngo nodes " + strconv.Itoa(nodes) + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan() && !strings.HasPrefix(lines.Text(), "bestmove"); {
	}
	_ = in.Close()
	_ = cmd.Wait()
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}
