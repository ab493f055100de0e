package store

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"kydai/test/servers"
)

// TestTasksRatio plays matches to their ends, with and without the background tasks on ended
// matches. It compares moves per second and bytes of the write-ahead log, in pairs of runs, on a
// database server of its own.
func TestTasksRatio(t *testing.T) {
	if os.Getenv("KYDAI_TEST_RATIOS") == "" {
		t.Skip("KYDAI_TEST_RATIOS is not set")
	}
	address := "postgres://root@" + servers.NewPostgres(t).Address() + "/postgres?sslmode=disable"
	var stores [2]*Store
	for i := range stores {
		var err error
		stores[i], err = openWith(schemaAt(t, address).address, Options{NoTasks: i == 0})
		want(t, err, nil)
		t.Cleanup(func() { _ = stores[i].Close() })
	}
	must(stores[0].exec(t.Context(), `DROP INDEX ended_unnumbered`))(t)
	must(stores[0].exec(t.Context(), `DROP INDEX ended_number`))(t)
	const rounds, players, games, plies = 7, 32, 6, 60
	var rates, bytes [2][]float64
	for round := range rounds + 1 {
		for k := range stores {
			i := (k + round) % 2
			s := stores[i]
			from, began := wal(t, s), time.Now()
			var wg sync.WaitGroup
			for w := range players {
				wg.Go(func() {
					for g := range games {
						if err := playOut(t.Context(), s, fmt.Sprintf("r%d-%d-%d", round, w, g), plies); err != nil {
							t.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			rate := players * games * plies / time.Since(began).Seconds()
			archiveAll(t, s)
			if i == 1 {
				eventually(t, "all is counted", func() bool {
					e := s.Ends()
					return e.Unnumbered == 0 && e.Consumers[0].Done == int64((round+1)*players*games)
				})
			}
			if round > 0 { // the first round only warms up
				rates[i] = append(rates[i], rate)
				bytes[i] = append(bytes[i], float64(wal(t, s)-from)/(players*games*plies))
			}
		}
	}
	speed, log := median(rates[1])/median(rates[0]), median(bytes[1])/median(bytes[0])
	t.Logf("moves a second: before %.0f, with tasks %.0f: %.3f", median(rates[0]), median(rates[1]), speed)
	t.Logf("bytes of the log a move, with the ends and the archive: before %.0f, with tasks %.0f: %.3f", median(bytes[0]), median(bytes[1]), log)
	if speed < 0.9 || log > 1.1 {
		t.Errorf("tasks cost moves: %.3f of the rate, %.3f of the log", speed, log)
	}
}

func wal(t testing.TB, s *Store) (at int64) {
	t.Helper()
	want(t, s.reads.QueryRowContext(t.Context(), `SELECT (pg_current_wal_lsn() - '0/0')::bigint`).Scan(&at), nil)
	return at
}

// playOut plays one match to its end.
func playOut(ctx context.Context, s *Store, id string, plies int) error {
	_, err := s.Create(ctx, row(id))
	for seq := 0; seq < plies && err == nil; seq++ {
		c := move(id, seq)
		if seq == plies-1 {
			c = ending(id, seq)
		}
		_, err = s.Commit(ctx, c)
	}
	return err
}
