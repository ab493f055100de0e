//go:build linux

package chaos_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"kydai/internal/wire"
	"kydai/test/load"
)

const (
	reconnectEnv = "KYDAI_TEST_RECONNECT" // number of sockets in TestReconnect
	// backGoal is the time within which every dropped socket must see its match again.
	backGoal = 30 * time.Second
	// shownMatches is the number of matches that the sockets watch.
	shownMatches = 100
)

// returner is a spectator that reconnects when its socket is closed. Before the attempts it waits,
// as the web client does, for a random time of up to 0.5 s, 1 s, 2 s and so on, at most 20 s.
type returner struct {
	url   string
	hello []byte
	rnd   *rand.Rand
	seen  atomic.Int64 // time (Unix ns) at which the socket first saw the match after it was closed; 0: not yet
	tries atomic.Int64
}

func (r *returner) live(ctx context.Context) {
	dialer := websocket.Dialer{ReadBufferSize: 1 << 10, WriteBufferSize: 512, HandshakeTimeout: 10 * time.Second}
	for try := 0; ctx.Err() == nil; try++ {
		if try > 0 {
			most := min(500*time.Millisecond<<min(try-1, 10), 20*time.Second)
			after(ctx, time.Duration(r.rnd.Int64N(int64(most))))
		}
		r.tries.Add(1)
		conn, resp, err := dialer.DialContext(ctx, "ws"+strings.TrimPrefix(r.url, "http")+"/api/socket", http.Header{"Origin": {r.url}})
		if err != nil {
			continue
		}
		_ = resp.Body.Close()
		stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
		_ = conn.WriteMessage(websocket.TextMessage, r.hello)
		for {
			_, data, err := conn.ReadMessage()
			if err != nil {
				break
			}
			if bytes.HasPrefix(data, []byte(`{"t":"match"`)) {
				r.seen.CompareAndSwap(0, time.Now().UnixNano())
				try = 0
			}
		}
		stop()
		_ = conn.Close()
	}
}

// TestReconnect plays on one node with many spectators, then kills and restarts the node, so that
// all sockets are closed at the same time. Each socket must see its match again within 30 s, and no
// acknowledged move may be lost.
func TestReconnect(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv(reconnectEnv))
	if err != nil {
		t.Skip(reconnectEnv + " is not set")
	}
	room(t, n+1000)
	s := newSite(t, setting{nodes: 1})
	ids := make([]string, shownMatches)
	for i := range ids {
		ids[i] = s.match().id
	}
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	all := make([]*returner, n)
	for i := range all {
		all[i] = &returner{url: s.urls[0], hello: wire.Encode(wire.Watch{T: wire.AskWatch, ID: ids[i%len(ids)]}), rnd: rand.New(rand.NewPCG(seed(), uint64(i)))} //nolint:gosec // a test needs no secure random numbers
		wg.Go(func() { all[i].live(ctx) })
		if i%100 == 99 { // connect in groups of 100, so that not all sockets connect at once at the start
			eventually(t, time.Minute, "the spectators see their matches", func() bool { return all[i-50].seen.Load() != 0 })
		}
	}
	away := func() (left int) {
		for _, r := range all {
			if r.seen.Load() == 0 {
				left++
			}
		}
		return left
	}
	eventually(t, 2*time.Minute, "all spectators see their matches", func() bool { return away() == 0 })
	tries := func() (sum int64) {
		for _, r := range all {
			sum += r.tries.Load()
		}
		return sum
	}
	var last time.Duration
	var used time.Duration
	var dialled int64
	c := wage(t, s, load.Options{For: 2*backGoal + 15*time.Second, Matches: 20, Pace: 1, Silence: orderly}, func(_ context.Context, p *plan) {
		dialled = tries()
		died := time.Now()
		p.note("node killed", func() {
			s.nodes[0].kill()
			for _, r := range all {
				r.seen.Store(0)
			}
			s.nodes[0].start()
		})
		for away() > 0 && time.Since(died) < 2*backGoal {
			time.Sleep(50 * time.Millisecond)
		}
		last, used, dialled = time.Since(died), processor(s.nodes[0].cmd.Process.Pid), tries()-dialled
	})
	c.mustHold(t)
	left := away()
	t.Logf("%d sockets dropped at once: %d back, the last %v after the kill, in %.1f attempts each; CPU time of the node meanwhile %v, %.2f ms a socket",
		n, n-left, last.Round(10*time.Millisecond), float64(dialled)/float64(n), used, used.Seconds()*1000/float64(n))
	if left > 0 || last > backGoal {
		t.Errorf("%d of %d sockets are not back; it took %v, goal %v", left, n, last, backGoal)
	}
}
