package swiss_test

import (
	"math/rand/v2"
	"os"
	"syscall"
	"testing"
	"time"

	"kydai/tourney"
	"kydai/tourney/swiss"
)

// cpu returns the CPU time that this process has used.
func cpu(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestLargeField measures the CPU time for pairing each round with 500 players, and checks that it
// stays within a limit. It pairs the first two rounds, or all nine if KYDAI_TEST_TOURNAMENTS is
// set. If KYDAI_TEST_ENTRANTS sets another number of players, there is no limit.
func TestLargeField(t *testing.T) {
	if testing.Short() {
		t.Skip("pairs 500 players")
	}
	rounds := 2
	if os.Getenv("KYDAI_TEST_TOURNAMENTS") != "" {
		rounds = 9
	}
	r := rand.New(rand.NewPCG(3, 26))
	players := number(os.Getenv("KYDAI_TEST_ENTRANTS"), 500)
	p := plan{players: players, rounds: 9, scoring: tourney.OneHalf, draws: 0.3, absence: 0.01, forfeit: 0.01, first: tourney.White, forbidden: players}
	table := p.start(r)
	for i := range rounds {
		before := cpu(t)
		byes := p.byes(r, table)
		round, err := swiss.Pair(table, byes)
		if err != nil {
			t.Fatal(err)
		}
		used := cpu(t) - before
		t.Logf("round %d: %v", i+1, used)
		if players == 500 && used > 10*time.Second {
			t.Errorf("round %d took %v of processor time", i+1, used)
		}
		p.results(r, table, &round)
		table.Rounds = append(table.Rounds, round)
	}
}
