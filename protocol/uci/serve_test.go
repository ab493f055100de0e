package uci_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/game/gametest"
	"kydai/games/chess"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
	"kydai/protocol"
	"kydai/protocol/protocoltest"
	"kydai/protocol/uci"
	"kydai/test/timing"
)

func config() uci.Config {
	stub := func() (engine.Engine, error) { return &protocoltest.Stub{}, nil }
	return uci.Config{
		Name: "Stub", Author: "nobody", Bench: func() string { return "12345 nodes" },
		Variants: []uci.Variant{
			{Name: "chess", Rules: chess.Rules{}, New: stub, Switches: []uci.Switch{
				{Name: "UCI_Chess960", Options: map[string]string{"variant": "chess960"}}}},
			{Name: "xiangqi", Rules: xiangqi.Rules{}, New: stub, Codes: protocol.ShiftRanks(1)},
			{Name: "jieqi", Rules: jieqi.Rules{}, New: stub},
		},
	}
}

func TestServe(t *testing.T) {
	protocoltest.Serve(t, "testdata/serve-*.txt", func(in io.Reader, out io.Writer) error { return uci.Serve(in, out, config()) })
}

func TestServeWithinMemory(t *testing.T) {
	c := config()
	c.Memory, c.Perft = 200, func(p game.Position, depth int) uint64 {
		if depth > 10 {
			time.Sleep(time.Millisecond) // slow enough that the count still runs when stop arrives
			return 1
		}
		return gametest.Perft(p, depth)
	}
	protocoltest.Serve(t, "testdata/fitted-*.txt", func(in io.Reader, out io.Writer) error { return uci.Serve(in, out, c) })
}

// TestOverhead checks that the value of Move Overhead is subtracted from the time for a move.
func TestOverhead(t *testing.T) {
	for delay, want := range map[time.Duration]time.Duration{0: 100 * time.Millisecond, 60 * time.Millisecond: 40 * time.Millisecond, time.Second: time.Millisecond, -8 * time.Millisecond: 108 * time.Millisecond} {
		got := engine.Limits{MoveTime: 100 * time.Millisecond, Left: [2]time.Duration{0, 100 * time.Millisecond}}.Later(delay)
		if got.MoveTime != want || got.Left != [2]time.Duration{0, want} {
			t.Errorf("%v later: %+v", delay, got)
		}
	}
}

// TestStopIsQuick checks that the server answers stop within 100 ms.
func TestStopIsQuick(t *testing.T) {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	go func() {
		_ = uci.Serve(in, out, config())
		_ = out.Close()
	}()
	lines := make(chan string, 100)
	go func() {
		_ = protocol.ReadLines(fromServer, func(s string) bool { lines <- s; return true })
		close(lines)
	}()
	stop := func() time.Duration {
		_, _ = io.WriteString(toServer, "go infinite\n")
		<-lines // the first info line shows that the search has begun
		began := time.Now()
		_, _ = io.WriteString(toServer, "stop\n")
		if got := <-lines; !strings.HasPrefix(got, "bestmove") {
			t.Fatalf("after stop: %s", got)
		}
		return time.Since(began)
	}
	for range 20 { // each of the 20 stops must be quick
		timing.Within(t, 100*time.Millisecond, timing.DefaultTrials, stop)
	}
	_ = toServer.Close()
}

// TestEndOfInput checks that at the end of the input a search with limits is completed and a
// search without limits is stopped.
func TestEndOfInput(t *testing.T) {
	for _, text := range []string{"go movetime 30", "go infinite", "go ponder wtime 1000", "position startpos\ngo nodes 5\n"} {
		var out strings.Builder
		if err := uci.Serve(strings.NewReader(text), &out, config()); err != nil || !strings.Contains(out.String(), "bestmove a2a3") {
			t.Errorf("%q: %v, %q", text, err, out.String())
		}
	}
}

// FuzzServe sends arbitrary input. The server must always end soon, and its output must consist of
// whole lines that begin with a word of the protocol.
func FuzzServe(f *testing.F) {
	for _, s := range []string{
		"uci\nisready\nquit", "position startpos moves e2e4\ngo depth 1", "setoption name UCI_Variant value xiangqi\nposition startpos moves h3e3\ngo nodes 1\nd",
		"go wtime -5 btime 99999999999999999999 movestogo 0", "go infinite\nstop\nponderhit", "setoption name  value \nsetoption value name", "position fen  moves\n\x00\xff go",
		"go searchmoves depth 1", "setoption name MultiPV value -4\ngo depth 1", "go ponder\nponderhit\n", "ucinewgame\nbench\nd\nregister\ndebug",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "movetime") || strings.Contains(text, "time") {
			text = "stop\n" + strings.ReplaceAll(text, "time", "tim") // without "time" commands, so that the fuzz test does not wait
		}
		var out strings.Builder
		if err := uci.Serve(strings.NewReader(text), &out, config()); err != nil && !strings.Contains(err.Error(), "line") {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			switch word {
			case "id", "option", "uciok", "readyok", "info", "bestmove", "12345", "Fen:", "":
			default:
				t.Errorf("it says %q", line)
			}
		}
	})
}
