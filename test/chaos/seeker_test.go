//go:build linux

package chaos_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"kydai/account"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/internal/wire"
)

// seeker is an account that waits to be paired. It has one socket. If its node dies, the seeker
// connects to another node and seeks again, as the web page does.
type seeker struct {
	id, cookie string
	rating     float64
	node       int // index of the node to which the seeker connects first

	mu      sync.Mutex
	sought  time.Time // when the server answered this seeker's first request to be paired
	asked   time.Time // when the server answered the last request to be paired
	paired  time.Time // when the seeker learned of its match
	matches map[string]bool

	conn *websocket.Conn // used only by the goroutine that runs live
}

// newSeekers stores accounts with sessions. Their ratings have a mean of 1500 and a
// standard deviation of 250.
func newSeekers(t *testing.T, db *store.Store, n int) []*seeker {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed(), 17)) //nolint:gosec // the seed is fixed, so that every run has the same ratings
	all := make([]*seeker, n)
	for i := range all {
		all[i] = &seeker{id: fmt.Sprint("seeker-", i), rating: 1500 + 250*rnd.NormFloat64(), node: i % 2, matches: map[string]bool{}}
	}
	var wg sync.WaitGroup
	const writers = 8
	errs := make(chan error, writers)
	for w := range writers {
		wg.Go(func() {
			for i := w; i < n; i += writers {
				if err := all[i].register(t.Context(), db, i); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		t.Fatal(err)
	}
	return all
}

func (k *seeker) register(ctx context.Context, db *store.Store, i int) error {
	name, err := account.ParseName(fmt.Sprint("Minh ", i))
	if err != nil {
		return err
	}
	now := time.Now()
	secret := fmt.Sprint("a session secret of seeker ", i)
	secret = strings.ReplaceAll(secret, " ", "-")
	k.cookie = "kydai-session=" + secret
	a := people.Account{ID: k.id, Name: name, Password: "none", Role: account.Player, Created: now}
	if err := db.AddAccount(ctx, a, nil); err != nil {
		return err
	}
	if err := db.AddSession(ctx, people.Session{Hash: people.SessionHash(secret), Account: k.id, Created: now, Seen: now}); err != nil {
		return err
	}
	return db.CorrectRating(ctx, "start of "+k.id, play.RatingCorrection{
		Player: k.id, Game: seekGame, Speed: seekSpeed, Points: k.rating - 1500, Text: "start of a test",
	})
}

// connect opens a socket to a node. If the node does not respond, it tries another node.
func (k *seeker) connect(ctx context.Context, urls []string) error {
	var last error
	for try := 0; ctx.Err() == nil; try++ {
		url := urls[k.node]
		within, cancel := context.WithTimeout(ctx, 5*time.Second)
		conn, resp, err := websocket.DefaultDialer.DialContext(within, "ws"+strings.TrimPrefix(url, "http")+"/api/socket",
			http.Header{"Origin": {url}, "Cookie": {k.cookie}})
		cancel()
		if resp != nil {
			_ = resp.Body.Close()
		}
		if err == nil {
			err = conn.WriteMessage(websocket.TextMessage, wire.Encode(wire.LobbyAsk{T: wire.AskLobby, On: true, Changes: true}))
		}
		if err == nil {
			k.conn = conn
			return nil
		}
		last = err
		k.node = (k.node + 1) % len(urls)
		wait(ctx, time.Duration(rand.Int64N(int64(min(time.Duration(try+1)*100*time.Millisecond, time.Second))))) //nolint:gosec // a random wait, so that the seekers do not all reconnect at once
	}
	return last
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// seek requests an opponent at the node of the socket. It reports whether the node
// responded.
func (k *seeker) seek(ctx context.Context, client *http.Client, url string) bool {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/api/ticket", strings.NewReader(`{"game":"`+seekGame+`"}`))
	if err != nil {
		return false
	}
	req.Header.Set("Cookie", k.cookie)
	req.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		return false
	}
	defer func() { _ = resp.Body.Close() }()
	var ticket struct{ Match string }
	if resp.StatusCode != http.StatusOK || json.NewDecoder(resp.Body).Decode(&ticket) != nil {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.asked = time.Now()
	if k.sought.IsZero() {
		k.sought = k.asked
	}
	k.begun(ticket.Match)
	return true
}

// begun records a match that has begun. The caller must hold the lock.
func (k *seeker) begun(id string) {
	if id == "" {
		return
	}
	k.matches[id] = true
	if k.paired.IsZero() {
		k.paired = time.Now()
	}
}

// live seeks opponents and reads notifications until ctx ends.
func (k *seeker) live(ctx context.Context, client *http.Client, urls []string) {
	for ctx.Err() == nil {
		if k.conn == nil && k.connect(ctx, urls) != nil {
			return
		}
		if k.done() || k.seek(ctx, client, urls[k.node]) {
			k.listen(ctx)
		} else {
			wait(ctx, 100*time.Millisecond)
		}
		_ = k.conn.Close()
		k.conn = nil
	}
}

func (k *seeker) done() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return !k.paired.IsZero()
}

// listen reads messages from the socket until it is closed.
func (k *seeker) listen(ctx context.Context) {
	defer context.AfterFunc(ctx, func() { _ = k.conn.Close() })()
	for {
		_, data, err := k.conn.ReadMessage()
		if err != nil {
			return
		}
		var f struct{ T, ID string }
		if json.Unmarshal(data, &f) == nil && f.T == wire.TellStarted {
			k.mu.Lock()
			k.begun(f.ID)
			k.mu.Unlock()
		}
	}
}
