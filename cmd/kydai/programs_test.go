package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

// fakeUCI answers every search with one move of chess.
const fakeUCI = "#!/bin/sh\nwhile read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) echo bestmove e2e4;; quit) exit;; esac; done\n"

// TestProgramsByGame: pages list a program for the games that it plays.
func TestProgramsByGame(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fake")
	if err := os.WriteFile(path, []byte(fakeUCI), 0o700); err != nil { //nolint:gosec // it must be executable
		t.Fatal(err)
	}
	m, err := newMachines([]string{"shark=uci:" + path, "fish=uci:" + path + "?nodes=500", "gone=uci:/no/such/program"})
	if err != nil {
		t.Fatal(err)
	}
	got := m.programs(t.Context(), slog.New(slog.DiscardHandler))
	if want := map[string][]string{"chess": {"fish", "shark"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\nexec sleep 60\n"), 0o700); err != nil { //nolint:gosec // it must be executable
		t.Fatal(err)
	}
	// A program that hangs also has some seconds to quit.
	from := time.Now()
	if got := m.programs(t.Context(), slog.New(slog.DiscardHandler)); len(got) != 0 {
		t.Errorf("programs that hang are listed: %v", got)
	}
	if took := time.Since(from); took > 3*programWait {
		t.Errorf("programs that hang delay the start by %v", took)
	}
	none, err := newMachines(nil)
	if err != nil || len(none.programs(t.Context(), slog.New(slog.DiscardHandler))) != 0 {
		t.Errorf("without programs: %v", err)
	}
}
