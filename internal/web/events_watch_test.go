package web_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"kydai/account"
	"kydai/games"
	"kydai/internal/events"
	"kydai/internal/web"
	"kydai/internal/wire"
)

// TestEventWatchers measures the server's CPU time for 200 pages that follow a tournament (event)
// with 200 entrants. A program simulates each page: it uses a socket and, after each message, sends
// the same requests as a page. Ten results arrive, one per second.
func TestEventWatchers(t *testing.T) {
	if testing.Short() {
		t.Skip("measures for ten seconds")
	}
	const pages, entrants, changes = 200, 200, 10
	db, b := newGround(t)
	s := newNode(t, db, b, func(o *web.Options) {
		o.Limits.Connections = 2 * pages
		o.Events = events.New(events.Options{
			Store: db, Random: rand.Reader, Rules: games.Find, Bus: b, Speed: func(string, string) string { return "rapid" },
			Rating: func(context.Context, string, string, string) (int, error) { return 1500, nil },
		})
	})
	boss := s.guest()
	boss.register("Chủ giải")
	boss.role(db, account.Organiser)
	var e web.EventView
	boss.post("/api/events", woodenEvent(), &e)
	at := "/api/events/" + e.ID
	boss.post(at+"/phase", say{"phase": "open"}, nil)
	for i := range entrants {
		boss.post(at+"/entrants", say{"name": fmt.Sprint("Kỳ thủ số ", i+1), "rating": 1000 + i}, nil)
	}
	boss.post(at+"/phase", say{"phase": "running"}, nil)
	boss.post(at+"/rounds/1", say{}, nil)
	boss.get(at, &e)
	last := e.Version + changes
	read := func(g *guest) (v web.EventView) {
		g.get(at, &v)
		for _, part := range []string{"/entrants", "/standings", "/rounds/1"} {
			g.get(at+part, nil)
		}
		return v
	}
	sockets := make([]*socket, pages)
	watchers := make([]*guest, pages)
	before := cpuTime(t)
	for i := range pages {
		watchers[i] = s.guest()
		read(watchers[i])
		sockets[i] = watchers[i].connect()
		sockets[i].send(wire.Follow{T: wire.AskEvent, ID: e.ID, On: true})
	}
	opened := cpuTime(t) - before
	var all sync.WaitGroup
	var mu sync.Mutex
	reads := 0
	for i := range pages {
		all.Go(func() {
			for seen := 0; seen < last; {
				var m wire.EventChanged
				sockets[i].next(wire.TellEvent, &m)
				if m.Version <= seen || m.Version <= e.Version {
					continue
				}
				seen = read(watchers[i]).Version
				mu.Lock()
				reads++
				mu.Unlock()
			}
		})
	}
	before = cpuTime(t)
	for board := 1; board <= changes; board++ {
		boss.want(http.MethodPut, fmt.Sprintf("%s/rounds/1/boards/%d", at, board), say{"result": "draw", "reason": "seen", "version": 0}, nil)
		time.Sleep(time.Second)
	}
	all.Wait()
	used := cpuTime(t) - before
	t.Logf("%d pages open: %v of CPU time; %d changes, %d times read: %v, %v a change, with the programs", pages, opened, changes, reads, used, used/changes)
	if used > 30*time.Second {
		t.Errorf("%d changes cost %v of CPU time", changes, used)
	}
}
