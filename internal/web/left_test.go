package web_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/internal/web"
	"kydai/internal/wire"
)

// left waits for a message of the kind "here" that names the given side as the side of the
// disconnected player. The side "" means that both players are connected.
func (m *table) left(away string) wire.Left {
	m.s.t.Helper()
	for {
		var h wire.Here
		m.s.next(wire.TellHere, &h)
		if h.Left != nil && h.Left.Away == away {
			return *h.Left
		}
	}
}

// TestLeft checks that both players are told how long a player may be disconnected, and that the
// player who stays is told when they may claim the game. The claim must succeed after that time.
func TestLeft(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(o *web.Options) { o.PingEvery = 200 * time.Millisecond })
	// The second player has 12 s on the clock, so the first player can claim the game after 12 s
	// and not earlier.
	a, b, id := s.pair("chess", map[string]any{"clock": "0.2+0", "extra": [2]int{600_000, 0}})
	m, his := a.connect().watch(id), b.connect().watch(id)
	for ply, code := range []string{"e2e4", "e7e5"} {
		[]*table{m, his}[ply].play(code)
		m.events()
		his.events()
	}
	for _, each := range []*table{m, his} {
		if l := each.left(""); l.After != [2]int64{60_000, 60_000} || l.Claim != 0 {
			t.Errorf("while both are there: %+v", l)
		}
	}
	m.act("left", "", 0)
	m.s.fails(play.NotLeft)
	path := "/api/matches/" + id + "/acts"
	b.refused(http.StatusConflict, play.NotLeft, http.MethodPost, path, map[string]any{"kind": "left"})

	_ = his.s.c.Close()
	l := m.left("second")
	if wait := l.Claim - wire.Millis(s.play.Now()); wait < 8_000 || wait > 13_000 {
		t.Errorf("the game may be claimed in %d ms", wait)
	}
	m.act("left", "draw", 0)
	m.s.fails(play.NotLeft)
	again := b.connect().watch(id) // the player reconnects in time
	m.left("")
	_ = again.s.c.Close()
	l = m.left("second")
	time.Sleep(time.UnixMilli(l.Claim).Sub(s.play.Now()))
	for deadline := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		status, text := a.ask(http.MethodPost, path, map[string]any{"kind": "left"})
		if status == http.StatusOK {
			break
		}
		var p web.Problem
		if err := json.Unmarshal(text, &p); err != nil || p.Code != play.NotLeft || time.Now().After(deadline) {
			t.Fatalf("%d %s", status, text)
		}
	}
	if e := m.events(); e.Result == nil || e.Result.Winner != "first" || e.Result.Why != "left" {
		t.Errorf("the game ended with %+v", e.Result)
	}
}
