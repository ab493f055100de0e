package store

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"kydai/test/servers"
)

// TestShardAway kills the server of a shard for three seconds while matches of the home database
// and of the shard are played. The matches of the home database must go on, new matches must be
// playable, and no acknowledged event may be lost. It also counts the writes at home per move.
func TestShardAway(t *testing.T) {
	if os.Getenv("KYDAI_TEST_SHARDS") == "" {
		t.Skip("KYDAI_TEST_SHARDS is not set")
	}
	home, shard := servers.NewPostgres(t), servers.NewPostgres(t)
	at := func(p *servers.Postgres) string {
		return "postgres://root@" + p.Address() + "/postgres?sslmode=disable"
	}
	s := must(OpenServer(t.Context(), at(home), Options{Connections: testConnections, Shards: []Shard{{Letter: "b", Address: at(shard)}}}))(t)
	t.Cleanup(func() { _ = s.Close() })
	ids := map[string][]string{}
	for _, letter := range []string{"a", "b"} {
		for i := range 16 {
			id := fmt.Sprintf("mi3k2f8q%s%016d", letter, i)
			newMatch(t, s, id)
			must(s.Commit(t.Context(), move(id, 0)))(t)
			ids[letter] = append(ids[letter], id)
		}
	}
	there := s.shards.all[0].opened.Load()
	if n := count(t, there, "live WHERE held = ''"); n != 16 {
		t.Fatalf("%d matches are on the shard, want 16", n)
	}

	writes := func(s *Store) (n int64) {
		t.Helper()
		time.Sleep(1200 * time.Millisecond) // a server updates its counters with a delay of up to a second
		err := s.db.QueryRowContext(t.Context(), `SELECT SUM(n_tup_ins + n_tup_upd + n_tup_del)::bigint FROM pg_stat_user_tables WHERE relname IN ('live', 'events')`).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	const moves = 20
	homeBefore, thereBefore := writes(s), writes(there)
	acked := map[string]int{}
	for _, id := range ids["b"] {
		for seq := 1; seq <= moves; seq++ {
			must(s.Commit(t.Context(), move(id, seq)))(t)
		}
		acked[id] = moves + 1
	}
	n := float64(moves * len(ids["b"]))
	atHome, onShard := float64(writes(s)-homeBefore)/n, float64(writes(there)-thereBefore)/n
	t.Logf("rows written per move of a match on the shard: %.2f at home, %.2f on the shard", atHome, onShard)
	if atHome > 0.01 {
		t.Errorf("%.2f rows are written at home per move of a match on the shard", atHome)
	}

	ctx, cancel := context.WithCancel(t.Context())
	var mu sync.Mutex
	longest := map[string]time.Duration{}
	var wg sync.WaitGroup
	for letter, list := range ids {
		for _, id := range list {
			wg.Go(func() {
				last := time.Now()
				mu.Lock()
				seq := max(acked[id], 1)
				mu.Unlock()
				for ctx.Err() == nil {
					_, err := s.Commit(t.Context(), move(id, seq))
					switch {
					case err == nil:
						seq++
					default:
						if r, err := s.Load(t.Context(), id); err == nil && r.Seq > seq {
							seq = r.Seq // the answer was lost
						}
					}
					mu.Lock()
					if err == nil {
						acked[id] = seq
						longest[letter] = max(longest[letter], time.Since(last))
						last = time.Now()
					}
					mu.Unlock()
					time.Sleep(20 * time.Millisecond)
				}
			})
		}
	}
	time.Sleep(time.Second)
	shard.Kill()
	began := time.Now()
	fresh := fmt.Sprintf("mi3k2f8qb%016d", 99)
	newMatch(t, s, fresh)
	for seq := range 3 {
		must(s.Commit(t.Context(), move(fresh, seq)))(t)
	}
	t.Logf("a new match with the letter of the shard that is away: 3 moves in %v", time.Since(began).Round(time.Millisecond))
	seqs, err := s.Seqs(t.Context(), []string{ids["a"][0], ids["b"][0]})
	if _, ok := seqs[ids["b"][0]]; err == nil || ok || seqs[ids["a"][0]] == 0 {
		t.Errorf("while the shard is away: %v, %v", seqs, err)
	}
	time.Sleep(3*time.Second - time.Since(began))
	shard.Start()
	back := time.Now()
	time.Sleep(6 * time.Second)
	cancel()
	wg.Wait()
	t.Logf("the shard was away for %v; longest pause of a match at home %v, on the shard %v",
		back.Sub(began).Round(time.Millisecond), longest["a"].Round(time.Millisecond), longest["b"].Round(time.Millisecond))
	if longest["a"] > 2*time.Second {
		t.Errorf("a match of the home database stood still for %v", longest["a"])
	}
	for id, n := range acked {
		r := must(s.Load(t.Context(), id))(t)
		for seq := range n {
			if seq >= len(r.Events) || !bytes.Equal(r.Events[seq].Body, body(id, seq)) {
				t.Errorf("the acknowledged event %d of %s is lost", seq, id)
			}
		}
	}
	over := ending(ids["b"][0], must(s.Load(t.Context(), ids["b"][0]))(t).Seq)
	must(s.Commit(t.Context(), over))(t)
	archiveAll(t, s)
	if r := must(s.Load(t.Context(), over.ID))(t); !r.Over || r.Seq != over.Seq+1 {
		t.Errorf("after its end: %v, over %v", r, r.Over)
	}
	if n := count(t, s, "ended"); n != 1 {
		t.Errorf("%d rows of ended matches at home, want 1", n)
	}
	if _, err := s.Seqs(t.Context(), ids["b"]); err != nil {
		t.Error(err)
	}
}
