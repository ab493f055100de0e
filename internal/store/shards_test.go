package store

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"kydai/test/servers"
)

// way is one way to store the matches in progress on one or several servers.
type way struct {
	name    string
	servers []*servers.Postgres
	victim  *servers.Postgres // the server that TestShards kills
	apply   func(ctx context.Context, batch []*submission) (int, error)
	// create stores a match without events.
	create func(t *testing.T, id string)
	// onVictim reports whether a match is on the server victim.
	onVictim func(t *testing.T, id string) bool
	// seqs returns the number of events of each match.
	seqs func(ctx context.Context, ids []string) (map[string]int, error)
}

// steadyPlans are the planner settings that the store uses on connections that write batches. These
// tests set them on all servers, because the workers of Citus do not get them from the coordinator.
var steadyPlans = []string{"enable_seqscan=off", "enable_hashjoin=off", "enable_mergejoin=off", "jit=off"}

// TestShards compares ways to store matches on more than one PostgreSQL server: the cost of a move,
// and the effect on matches when a server is killed (docs/adr/0048). KYDAI_TEST_SHARDS is the
// number of seconds for which each way is measured. KYDAI_TEST_CITUS is the folder with the
// programs of a PostgreSQL that includes Citus; without it only plain PostgreSQL is tested.
func TestShards(t *testing.T) {
	seconds, _ := strconv.ParseFloat(os.Getenv("KYDAI_TEST_SHARDS"), 64)
	if seconds == 0 {
		t.Skip("KYDAI_TEST_SHARDS says how many seconds")
	}
	type trial struct {
		name string
		make func(t *testing.T, name string) *way
	}
	all := []trial{{"one primary", onePrimary}, {"two primaries, by letter", byLetter}}
	if os.Getenv("KYDAI_TEST_CITUS") != "" {
		all = append(all, []trial{
			{"Citus, by match", citusByMatch}, {"Citus, by match, function", citusFunction},
			{"Citus, by match, 1 statement", citusStatement}, {"Citus, by letter", citusByLetter},
		}...)
	}
	for _, one := range all {
		t.Run(one.name, func(t *testing.T) {
			w := one.make(t, one.name)
			for _, size := range []int{1, 32, 256} {
				w.cost(t, size, time.Duration(seconds*float64(time.Second)))
			}
			w.kill(t)
		})
	}
}

// cost measures the CPU time that the servers use per move, and the duration of a batch.
func (w *way) cost(t *testing.T, size int, d time.Duration) {
	const matches = 1024
	ids := w.matches(t, fmt.Sprintf("cost%d", size), matches)
	seqs := make([]int, matches)
	var times []time.Duration
	moves, next := 0, 0
	step := func() {
		batch := make([]*submission, size)
		for i := range batch {
			n := (next + i) % matches
			batch[i] = submissionOf(ids[n], seqs[n])
			seqs[n]++
		}
		next = (next + size) % matches
		began := time.Now()
		n, err := w.apply(t.Context(), batch)
		if err != nil || n != size {
			t.Fatalf("%d of %d moves: %v", n, size, err)
		}
		times = append(times, time.Since(began))
		moves += size
	}
	for began := time.Now(); len(times) < 20 && time.Since(began) < d; { // warm up: open the connections and make the plans
		step()
	}
	times, moves = nil, 0
	before, synced, load := w.processor(), w.syncs(t), loadAverage()
	for began := time.Now(); time.Since(began) < d; {
		step()
	}
	spent := w.processor() - before
	synced = w.syncs(t) - synced
	slices.Sort(times)
	t.Logf("%-28s batch %3d: %6.0f µs of CPU a move, a batch in %6.1f ms (p50) %6.1f (p99), %4.1f syncs a batch, %6d moves, load %s", w.name, size,
		spent.Seconds()*1e6/float64(moves), ms(times[len(times)/2]), ms(times[len(times)*99/100]), float64(synced)/float64(len(times)), moves, load)
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }

func loadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

func submissionOf(id string, seq int) *submission {
	return &submission{change: move(id, seq), nonce: int64(seq) + 1, ctx: context.Background()}
}

// matches creates n matches and returns their ids. Half of the ids contain the letter of the first
// shard, the other half the letter of the second shard.
func (w *way) matches(t *testing.T, name string, n int) []string {
	t.Helper()
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("mi3k2f8q%c%s%d", letters[i%len(letters)], name, i)
	}
	var wg sync.WaitGroup
	for part := range slices.Chunk(ids, n/4) {
		wg.Go(func() {
			for _, id := range part {
				w.create(t, id)
			}
		})
	}
	wg.Wait()
	return ids
}

// processor returns the CPU time that the servers have used so far.
func (w *way) processor() (all time.Duration) {
	for _, s := range w.servers {
		for i, pid := range s.Processes() {
			text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			_, rest, _ := strings.Cut(string(text), ") ")
			fields := strings.Fields(rest)
			if len(fields) < 15 {
				continue // this process has ended; its time is counted as child time of the first process
			}
			last := 13 // fields utime and stime: the process itself
			if i == 0 {
				last = 15 // also fields cutime and cstime: children that have ended
			}
			for _, f := range fields[11:last] {
				ticks, _ := strconv.Atoi(f)
				all += time.Duration(ticks) * 10 * time.Millisecond
			}
		}
	}
	return all
}

// syncs returns how many times the servers have written their write-ahead logs to disk (fsync). A
// server updates this number with a delay of up to a second.
func (w *way) syncs(t *testing.T) (all int64) {
	t.Helper()
	for _, s := range w.servers {
		db, err := pgx.Connect(t.Context(), "postgres://root@"+s.Address()+"/postgres?sslmode=disable")
		if err != nil {
			t.Fatal(err)
		}
		var n int64
		if err := db.QueryRow(t.Context(), `SELECT wal_sync FROM pg_stat_wal`).Scan(&n); err != nil {
			t.Error(err)
		}
		all += n
		_ = db.Close(t.Context())
	}
	return all
}

// letters are the two shard letters in the match ids of these tests (docs/adr/0041). Citus
// distributes rows by a hash; the hashes of these two letters are on different workers.
const letters = "ab"

func letterOf(id string) byte { return id[8] }

// onePrimary stores all matches on one server, as kydai does in production.
func onePrimary(t *testing.T, name string) *way { return plainWay(t, name, 1) }

// byLetter stores each match on one of two servers, chosen by the shard letter in the match id.
func byLetter(t *testing.T, name string) *way { return plainWay(t, name, 2) }

func plainWay(t *testing.T, name string, n int) *way {
	t.Helper()
	w := &way{name: name}
	var stores []*Store
	for range n {
		server := servers.NewPostgresOf(t, "", steadyPlans...)
		s, err := OpenServer(t.Context(), "postgres://root@"+server.Address()+"/postgres?sslmode=disable", Options{NoTasks: true, Connections: 2 * MinConnections})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		w.servers, stores = append(w.servers, server), append(stores, s)
	}
	w.victim = w.servers[n-1]
	of := func(id string) int { return strings.IndexByte(letters, letterOf(id)) % n }
	w.create = func(t *testing.T, id string) { newMatch(t, stores[of(id)], id) }
	w.onVictim = func(_ *testing.T, id string) bool { return of(id) == n-1 }
	w.apply = func(ctx context.Context, batch []*submission) (int, error) {
		parts := make([][]*submission, n)
		for _, sub := range batch {
			i := of(sub.change.ID)
			parts[i] = append(parts[i], sub)
		}
		done, errs := make([]int, n), make([]error, n)
		var wg sync.WaitGroup
		for i, part := range parts {
			if len(part) > 0 {
				wg.Go(func() {
					began, err := stores[i].applier.apply(ctx, part)
					done[i], errs[i] = len(began), err
				})
			}
		}
		wg.Wait()
		sum := 0
		for i := range done {
			if errs[i] != nil {
				return 0, errs[i]
			}
			sum += done[i]
		}
		return sum, nil
	}
	w.seqs = func(ctx context.Context, ids []string) (map[string]int, error) {
		all := map[string]int{}
		for _, id := range ids {
			r, err := stores[of(id)].Load(ctx, id)
			if err != nil {
				return nil, err
			}
			all[id] = r.Seq
		}
		return all, nil
	}
	return w
}
