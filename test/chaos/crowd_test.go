//go:build linux

package chaos_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"kydai/internal/wire"
)

// crowdOfRelay holds the sockets that are connected to a bare relay and receive the frames that it
// broadcasts.
type crowdOfRelay struct {
	mu    sync.Mutex
	conns []*websocket.Conn
}

func (c *crowdOfRelay) add(conn *websocket.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conns = append(c.conns, conn)
	go func() { // read, although no message is expected: this answers pings and notices closed connections
		for {
			if _, _, err := conn.NextReader(); err != nil {
				c.remove(conn)
				return
			}
		}
	}()
}

func (c *crowdOfRelay) remove(conn *websocket.Conn) {
	_ = conn.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conns = slices.DeleteFunc(c.conns, func(o *websocket.Conn) bool { return o == conn })
}

// broadcast sends a frame of the given size in bytes to all sockets. It encodes the frame only
// once.
func (c *crowdOfRelay) broadcast(size string) {
	n, err := strconv.Atoi(size)
	if err != nil {
		return
	}
	m, err := websocket.NewPreparedMessage(websocket.TextMessage, make([]byte, n))
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.conns {
		_ = conn.SetWriteDeadline(time.Now().Add(10 * time.Second))
		_ = conn.WritePreparedMessage(m)
	}
}

// oneMatch is a match between two guests; the test makes their moves.
type oneMatch struct {
	t       *testing.T
	url     string
	id      string
	cookies [2]string // cookies of the players: first side, second side
	rnd     *rand.Rand
}

// match starts a chess match between two guests on the first node.
func (s *site) match() *oneMatch {
	s.t.Helper()
	m := &oneMatch{t: s.t, url: s.urls[0], rnd: rand.New(rand.NewPCG(seed(), 5))} //nolint:gosec // a test needs no secure random numbers
	m.begin()
	return m
}

func (m *oneMatch) begin() {
	m.t.Helper()
	m.cookies = [2]string{}
	var offer wire.OfferView
	m.ask(0, http.MethodPost, "/api/offers", map[string]any{"game": "chess", "side": "first"}, &offer)
	var made struct{ ID string }
	m.ask(1, http.MethodPost, "/api/offers/"+offer.ID+"/accept", nil, &made)
	m.id = made.ID
}

// move plays a random legal move for the side to move.
func (m *oneMatch) move() {
	m.t.Helper()
	for side := range 2 {
		var view wire.View
		m.ask(side, http.MethodGet, "/api/matches/"+m.id, nil, &view)
		if len(view.Legal) == 0 {
			continue
		}
		code := view.Legal[m.rnd.IntN(len(view.Legal))]
		m.ask(side, http.MethodPost, "/api/matches/"+m.id+"/moves", map[string]any{"ply": view.Ply, "code": code.Code}, nil)
		return
	}
	m.t.Fatal("the match is over")
}

func (m *oneMatch) ask(side int, method, path string, in, out any) {
	m.t.Helper()
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			m.t.Fatal(err)
		}
		body = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(m.t.Context(), method, m.url+path, body)
	if err != nil {
		m.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Cookie", m.cookies[side])
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		m.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= http.StatusBadRequest {
		m.t.Fatalf("%s %s: %d %s %v", method, path, resp.StatusCode, text, err)
	}
	if m.cookies[side] == "" {
		for _, c := range resp.Cookies() {
			m.cookies[side] = c.Name + "=" + c.Value
		}
	}
	if out != nil {
		if err := json.Unmarshal(text, out); err != nil {
			m.t.Fatalf("%s: %v", text, err)
		}
	}
}
