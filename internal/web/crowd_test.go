package web_test

import (
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

	"kydai/internal/web"
)

// TestLobbySockets connects real sockets to a lobby with many offers and 20 changes a second, half
// of them new offers. For 2,000 sockets the limit is 5 MB a second in total; the test checks that
// each socket gets at most its share. KYDAI_TEST_LOBBY sets the number of sockets; make lobby uses
// 2,000 sockets and 500 offers.
func TestLobbySockets(t *testing.T) {
	const most = 5 << 20 / 2000 // limit in bytes per second for each socket
	sockets, offers, length := 40, 300, 3*time.Second
	if n, err := strconv.Atoi(os.Getenv("KYDAI_TEST_LOBBY")); err == nil {
		sockets, offers, length = n, 500, 20*time.Second
	}
	s := newSite(t, func(o *web.Options) { o.Limits.Offers, o.Limits.Connections = 2000, 10_000 })
	var owners []*guest
	var ids []string
	for len(ids) < offers {
		g := s.guest()
		g.connect() // offers stay in the lobby while their owner is connected
		for range 10 {
			owners, ids = append(owners, g), append(ids, g.offer("chess", map[string]any{"open": true, "clock": "10+5"}))
		}
	}
	var told, frames, bytes, began atomic.Int64
	var all sync.WaitGroup
	for range sockets {
		all.Go(func() {
			c, r, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(s.http.URL, "http")+"/api/socket", http.Header{"Origin": {s.http.URL}})
			if err != nil {
				t.Error(err)
				return
			}
			_ = r.Body.Close()
			t.Cleanup(func() { _ = c.Close() })
			if err := c.WriteMessage(websocket.TextMessage, []byte(`{"t":"lobby","on":true,"changes":true}`)); err != nil {
				t.Error(err)
				return
			}
			go func() {
				for {
					_, data, err := c.ReadMessage()
					if err != nil {
						return
					}
					if strings.Contains(string(data), `"t":"lobby"`) || strings.Contains(string(data), `"t":"offers"`) {
						told.Add(1)
					}
					if began.Load() != 0 {
						frames.Add(1)
						bytes.Add(int64(len(data)))
					}
				}
			}()
		})
	}
	all.Wait()
	// Wait until all sockets have the list and have received nothing for three seconds. Lobby
	// changes are sent once a second.
	for last, same := int64(-1), 0; same < 6 && !t.Failed(); time.Sleep(500 * time.Millisecond) {
		if n := told.Load(); n == last && n >= int64(sockets) {
			same++
		} else {
			last, same = n, 0
		}
	}
	began.Store(1)
	rnd := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // random numbers of a test, not secrets
	start, changes := time.Now(), 0
	for next := start; time.Since(start) < length; {
		next = next.Add(100 * time.Millisecond)
		i := rnd.IntN(len(ids))
		owners[i].want(http.MethodDelete, "/api/offers/"+ids[i], nil, nil)
		ids[i] = owners[i].offer("chess", map[string]any{"open": true, "clock": "10+5"})
		changes += 2
		time.Sleep(time.Until(next))
	}
	took := time.Since(start).Seconds()
	each := float64(bytes.Load()) / took / float64(sockets)
	t.Logf("%d sockets, %d offers, %.1f changes a second for %.1f s: %.2f frames and %.0f bytes a second for each, %.2f MB a second in all",
		sockets, offers, float64(changes)/took, took, float64(frames.Load())/took/float64(sockets), each, each*float64(sockets)/1e6)
	if frames.Load() == 0 || each > most {
		t.Errorf("%.0f bytes a second for each; want at most %d, and some", each, most)
	}
}
