package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

// fakeUCI is a UCI engine that answers every search with the chess move e2e4.
const fakeUCI = "#!/bin/sh\nwhile read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) echo bestmove e2e4;; quit) exit;; esac; done\n"

// TestProgramsByGame checks that an external program is listed for exactly the games that it
// plays.
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
	// Programs that hang must not delay the list for longer than 3*programWait. This time includes
	// the seconds that a program gets to quit.
	from := time.Now()
	if got := m.programs(t.Context(), slog.New(slog.DiscardHandler)); len(got) != 0 {
		t.Errorf("programs that hang are listed: %v", got)
	}
	if took := time.Since(from); took > 3*programWait {
		t.Errorf("programs that hang delay the list by %v", took)
	}
	// The server starts without waiting for its programs. Until they have answered, pages list no
	// programs.
	n, err := openNode(t.Context(), parseServing(t, "--data", t.TempDir(), "--listen", "127.0.0.1:0", "--engine", "slow=uci:"+path), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer n.close() //nolint:errcheck // the test does not check the shutdown
	if got := n.programs(); got != nil {
		t.Errorf("a server that is not up has asked its programs: %v", got)
	}
	if err := os.WriteFile(path, []byte(fakeUCI), 0o700); err != nil { //nolint:gosec // it must be executable
		t.Fatal(err)
	}
	n.askPrograms(t.Context())
	if got := n.programs(); !reflect.DeepEqual(got, map[string][]string{"chess": {"slow"}}) {
		t.Errorf("%v", got)
	}
	none, err := newMachines(nil)
	if err != nil || len(none.programs(t.Context(), slog.New(slog.DiscardHandler))) != 0 {
		t.Errorf("without programs: %v", err)
	}
}
