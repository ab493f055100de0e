package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/test/servers"
)

// shardedPlace is an empty site with a home database and one shard, in two schemas of the test
// server.
type shardedPlace struct{ home, shard string }

func newSharded(t testing.TB) shardedPlace {
	t.Helper()
	home, _ := servers.Schema(t, servers.PostgresAddress())
	shard, _ := servers.Schema(t, servers.PostgresAddress())
	return shardedPlace{home, shard}
}

// open opens the site as one more node. Every match of the site belongs on the shard.
func (p shardedPlace) open(t testing.TB, change ...func(*Options)) *Store {
	t.Helper()
	o := Options{Connections: testConnections, Shards: []Shard{{Letter: "b", Address: p.shard}}, every: true}
	for _, f := range change {
		f(&o)
	}
	s, err := OpenServer(context.Background(), p.home, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	asBytes(t, s)
	return s
}

var errCrash = errors.New("the test lets the process crash here")

// crasher lets a node crash between two steps of a move or a return.
type crasher struct {
	mu   sync.Mutex
	rng  *rand.Rand
	off  bool
	hits map[string]int
}

func (c *crasher) step(at string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.off || c.rng.IntN(3) != 0 {
		return nil
	}
	c.hits[at]++
	return errCrash
}

// TestShardsModel plays matches on two nodes that crash at random between the steps of moves and
// returns, and compares what is stored with a plain list of the acknowledged events.
func TestShardsModel(t *testing.T) {
	p := newSharded(t)
	crash := &crasher{rng: rand.New(rand.NewPCG(1, 2)), hits: map[string]int{}} //nolint:gosec // a test
	nodes := []*Store{p.open(t), p.open(t)}
	for _, s := range nodes {
		s.shards.step = crash.step
	}
	const matches, length = 24, 12
	var wg sync.WaitGroup
	model := make([][]string, matches) // acknowledged events of each match, in order
	for i := range matches {
		id := fmt.Sprintf("model%d", i)
		newMatch(t, nodes[0], id)
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(i), 3)) //nolint:gosec // a test
			for len(model[i]) < length {
				s := nodes[rng.IntN(len(nodes))]
				seq := len(model[i])
				text := fmt.Sprintf("%s %d %d", id, seq, rng.Uint64())
				c := play.Change{ID: id, Seq: seq, Ply: seq + 1, Events: [][]byte{[]byte(text)}}
				if c.Over = seq >= length-3; c.Over { // the end, and two events after it
					c.Result, c.Winner, c.Reason = "second time", "second", "time"
				}
				if rng.IntN(4) == 0 { // a change that does not fit must be refused
					wrong := c
					if wrong.Seq = rng.IntN(seq + 3); wrong.Seq != seq {
						if _, err := s.Commit(t.Context(), wrong); !errors.Is(err, play.ErrConflict) && !errors.Is(err, errCrash) {
							t.Errorf("%s: a change at %d of %d events: %v", id, wrong.Seq, seq, err)
						}
					}
				}
				if rng.IntN(6) == 0 {
					ids, err := s.Due(t.Context(), time.Now().Add(time.Hour), 50, time.Millisecond)
					if err != nil {
						t.Errorf("due: %v, %v", ids, err)
					}
				}
				if _, err := s.Commit(t.Context(), c); err == nil {
					model[i] = append(model[i], text)
				} else if !errors.Is(err, errCrash) {
					t.Errorf("%s at %d: %v", id, seq, err)
					return
				}
				if rng.IntN(3) == 0 {
					other := nodes[rng.IntN(len(nodes))]
					r, err := other.Load(t.Context(), id)
					if err != nil && !errors.Is(err, errCrash) {
						t.Errorf("loading %s: %v", id, err)
					}
					if err == nil {
						same(t, r, model[i])
					}
				}
			}
		})
	}
	wg.Wait()
	crash.mu.Lock()
	crash.off = true
	for _, at := range []string{"taken", "held", "active", "ended", "returned"} {
		if crash.hits[at] == 0 {
			t.Errorf("no process crashed at the step %q: %v", at, crash.hits)
		}
	}
	crash.mu.Unlock()
	s := nodes[0]
	sh := s.shards.all[0]
	if err := sh.bringSome(t.Context(), nil, true); err != nil {
		t.Fatal(err)
	}
	archiveAll(t, s)
	for i := range matches {
		r := must(s.Load(t.Context(), fmt.Sprintf("model%d", i)))(t)
		same(t, r, model[i])
		if !r.Over || r.Result != "second time" {
			t.Errorf("%v: over %v, result %q", r, r.Over, r.Result)
		}
	}
	if n := count(t, s, "ended"); n != matches {
		t.Errorf("%d rows of ended matches, want %d", n, matches)
	}
	if n := count(t, s, "archive"); n != matches {
		t.Errorf("%d archived matches, want %d", n, matches)
	}
	if n := count(t, s, "live"); n != 0 {
		t.Errorf("%d matches stay at home as matches in progress", n)
	}
	there := sh.opened.Load()
	if n := count(t, there, "live WHERE held <> 'gone'"); n != 0 {
		t.Errorf("%d matches stay on the shard", n)
	}
	must(there.db.ExecContext(t.Context(), `UPDATE ended SET at = at - 7200000000`))(t)
	must(there.db.ExecContext(t.Context(), `UPDATE live SET created = created - 7200000000`))(t)
	s.shards.expire(t.Context())
	for _, table := range []string{"live", "events", "ended"} {
		if n := count(t, there, table); n != 0 {
			t.Errorf("%d rows of %s stay on the shard for ever", n, table)
		}
	}
}

// same checks that a stored match has exactly the acknowledged events.
func same(t *testing.T, r play.Row, events []string) {
	t.Helper()
	if r.Seq != len(events) || len(r.Events) != len(events) {
		t.Errorf("%v has %d events, acknowledged are %d", r, len(r.Events), len(events))
		return
	}
	for i := range events {
		if string(r.Events[i].Body) != events[i] {
			t.Errorf("%v: event %d is %q, acknowledged was %q", r, i, r.Events[i].Body, events[i])
		}
	}
}
