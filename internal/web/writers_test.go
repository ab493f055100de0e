package web_test

import (
	"fmt"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/internal/web"
	"kydai/internal/wire"
)

// spectators returns n test connections that watch a match and have received its state.
func spectators(t *testing.T, s *site, id string, n int) []*fakeLink {
	t.Helper()
	links := make([]*fakeLink, n)
	for i := range links {
		links[i] = newFakeLink()
		s.web.Attach(links[i], play.Player{ID: fmt.Sprint("spectator", i), Name: "x"})
		links[i].send(wire.Watch{T: wire.AskWatch, ID: id})
	}
	for _, l := range links {
		l.until(t, wire.TellMatch)
	}
	return links
}

// until reads frames until a frame arrives whose kind equals the parameter want.
func (f *fakeLink) until(t *testing.T, want string) {
	t.Helper()
	for kind := ""; kind != want; {
		kind, _ = f.next(t)
	}
}

// TestManySpectators checks that a move is sent to every spectator if there are more spectators
// than goroutines that write.
func TestManySpectators(t *testing.T) {
	s := newSite(t)
	a, b, id := s.pair("chess", nil)
	links := spectators(t, s, id, 300)
	for ply, code := range []string{"e2e4", "e7e5", "g1f3"} {
		[]*guest{a, b}[ply%2].post("/api/matches/"+id+"/moves", web.MoveBody{Ply: ply, Code: code}, nil)
		for _, l := range links {
			l.until(t, wire.TellEvents)
		}
	}
}

// TestStuckSpectators checks that clients that do not read delay nobody else. If such clients
// outnumber the goroutines that write, the other spectators of the match and its players must still
// get their messages at once.
func TestStuckSpectators(t *testing.T) {
	s := newSite(t)
	a, b, id := s.pair("chess", nil)
	links := spectators(t, s, id, 200)
	stuck, fine := links[:190], links[190:]
	for _, l := range stuck {
		l.block.Lock()
		t.Cleanup(l.block.Unlock)
	}
	for ply, code := range []string{"e2e4", "e7e5", "g1f3", "b8c6"} {
		[]*guest{a, b}[ply%2].post("/api/matches/"+id+"/moves", web.MoveBody{Ply: ply, Code: code}, nil)
		for _, l := range fine {
			l.until(t, wire.TellEvents)
		}
	}
	c := a.connect().watch(id)
	a.post("/api/matches/"+id+"/moves", web.MoveBody{Ply: 4, Code: "f1b5"}, nil)
	if e := c.events(); len(e.Codes) != 1 || e.Codes[0] != "f1b5" {
		t.Errorf("the player was told of %v", e.Codes)
	}
}

// TestSpectatorPings checks that a connection that only watches matches of others is pinged less
// often than a player's connection, and that it is closed if it does not answer pings.
func TestSpectatorPings(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.PingEvery = 64 * time.Millisecond })
	a, _, id := s.pair("chess", nil)
	player := newFakeLink()
	s.web.Attach(player, play.Player{ID: a.id})
	spectator := newFakeLink()
	s.web.Attach(spectator, play.Player{ID: "spectator", Name: "x"})
	for _, l := range []*fakeLink{player, spectator} {
		l.send(wire.Watch{T: wire.AskWatch, ID: id})
		l.until(t, wire.TellMatch)
	}
	<-spectator.pings // the ping that every new connection gets
	answered := 0
	deadline := time.After(patience)
	for rounds := 0; rounds < 30; {
		select {
		case p := <-player.pings:
			player.onPong(p)
			rounds++
		case p := <-spectator.pings:
			spectator.onPong(p)
			answered++
		case <-deadline:
			t.Fatal("no pings")
		}
	}
	if answered == 0 || answered > 20 {
		t.Errorf("the spectator was pinged %d times, the player 30 times", answered)
	}
	for {
		select {
		case <-spectator.pings: // from now on the spectator does not answer pings
		case p := <-player.pings:
			player.onPong(p)
		case <-spectator.ended:
			return
		case <-deadline:
			t.Fatal("a spectator who does not answer is kept")
		}
	}
}
