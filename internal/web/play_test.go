package web_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"kydai/games"
	"kydai/internal/web"
	"kydai/internal/wire"
)

// TestWholeGames plays every game to its end with two sockets and a spectator. The clients use only
// the data in the frames.
func TestWholeGames(t *testing.T) {
	for _, r := range games.All() {
		name := r.Info().Name
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			a, b, id := s.pair(name, nil)
			first, second := a.connect().watch(id), b.connect().watch(id)
			other := s.guest().connect().watch(id)
			if first.Viewer != "first" || second.Viewer != "second" || other.Viewer != "none" {
				t.Fatalf("the viewers are %s, %s, %s", first.Viewer, second.Viewer, other.Viewer)
			}
			random := rand.New(rand.NewPCG(1, 2))
			sizes := 0
			const most = 60
			for first.Turn != "none" && first.Ply < most {
				mover, waiter := first, second
				if second.mine() {
					mover, waiter = second, first
				}
				if len(mover.Legal) == 0 || len(waiter.Legal) != 0 {
					t.Fatalf("ply %d: the mover has %d moves, the other %d", mover.Ply, len(mover.Legal), len(waiter.Legal))
				}
				mover.play(mover.Legal[random.IntN(len(mover.Legal))].Code)
				for _, m := range []*table{mover, waiter, other} {
					m.events()
				}
				if mover.Codes[mover.Ply-1] == "" || first.Ply != second.Ply || len(other.Legal) != 0 {
					t.Fatal("the three do not see the same game")
				}
				sizes += len(mover.s.raw[len(mover.s.raw)-1])
			}
			if first.Turn != "none" {
				first.act("resign", "", 0)
				for _, m := range []*table{first, second, other} {
					m.events()
					if m.Result == nil || m.Result.Why != "resignation" || m.Result.Winner != "second" {
						t.Errorf("%s sees the result %+v", m.Viewer, m.Result)
					}
				}
			}
			t.Logf("%d plies, %d bytes a frame", first.Ply, sizes/first.Ply)
			for _, m := range []*table{first, second, other} {
				m.sameAsREST(t, map[string]*guest{"first": a, "second": b, "none": s.guest()}[m.Viewer])
			}
			status, record := a.ask(http.MethodGet, "/api/matches/"+id+"/record", nil)
			if status != http.StatusOK || len(record) == 0 {
				t.Errorf("the record: %d %s", status, record)
			}
		})
	}
}

// sameAsREST checks that the state built from frames equals the match that REST returns.
func (m *table) sameAsREST(t *testing.T, g *guest) {
	t.Helper()
	var fresh wire.View
	g.get("/api/matches/"+m.ID, &fresh)
	if !slices.Equal(fresh.Codes, m.Codes) || fresh.Seq != m.Seq || fresh.Turn != m.Turn || fresh.Viewer != m.Viewer {
		t.Errorf("%s knows %v at %d; a fresh look gives %v at %d", m.Viewer, m.Codes, m.Seq, fresh.Codes, fresh.Seq)
	}
	short, long := codes(m.Legal), codes(fresh.Legal)
	if !slices.Equal(short, long) {
		t.Errorf("%s may move %v; a fresh look gives %v", m.Viewer, short, long)
	}
	if fresh.Width*fresh.Height != len(fresh.Cells) {
		t.Errorf("%d cells on a board of %d by %d", len(fresh.Cells), fresh.Width, fresh.Height)
	}
}

func codes(list []wire.Target) []string {
	codes := make([]string, len(list))
	for i, m := range list {
		codes[i] = m.Code
	}
	slices.Sort(codes)
	return codes
}

func TestResumeAfterCut(t *testing.T) {
	s := newSite(t)
	a, b, id := s.pair("chess", nil)
	first, second := a.connect().watch(id), b.connect().watch(id)
	play := func(m *table, code string) {
		t.Helper()
		m.play(code)
		m.events()
	}
	play(first, "e2e4")
	second.events()
	play(second, "e7e5")
	first.events()
	_ = second.s.c.Close()
	// These events happen while one player is disconnected: an offer, its withdrawal, and a
	// takeback.
	first.act("offer", "draw", 0)
	first.events()
	first.act("withdraw", "draw", 0)
	first.events()

	again := &table{s: b.connect(), View: second.View}
	again.s.send(wire.Watch{T: wire.AskWatch, ID: id, Seq: second.Seq})
	e := again.events()
	if len(e.News) != 2 || e.News[0].Kind != "offer" || e.News[1].Kind != "withdraw" || len(e.Codes) != 0 {
		t.Errorf("the frame after the cut is %+v", e)
	}
	play(first, "g1f3")
	again.events()
	// The server must also respond if the match has no new events.
	again.s.send(wire.Watch{T: wire.AskWatch, ID: id, Seq: again.Seq})
	if e := again.events(); len(e.News) != 0 || e.Seq != again.Seq {
		t.Errorf("nothing new was told as %+v", e)
	}
	// A client that resumes a match from the first event, or from an event number that does not
	// exist, must get the whole match.
	again.s.send(wire.Watch{T: wire.AskWatch, ID: id, Seq: 1000})
	again.whole()
	again.sameAsREST(t, b)
	again.s.send(wire.Watch{T: wire.AskWatch, ID: id, Seq: 1})
	again.Seq = 1
	if e := again.events(); e.At != 0 || !slices.Equal(e.Codes, []string{"e2e4", "e7e5", "g1f3"}) || len(e.Spent) != 3 {
		t.Errorf("from the first event on: %+v", e)
	}
}

func TestMoveSentTwice(t *testing.T) {
	s := newSite(t)
	a, _, id := s.pair("chess", nil)
	m := a.connect().watch(id)
	m.play("e2e4")
	m.events()
	m.s.send(wire.Move{T: wire.AskMove, ID: id, Ply: 0, Code: "e2e4"})
	var ack wire.Ack
	m.s.next(wire.TellAck, &ack)
	if !ack.Repeated || ack.Ply != 1 || ack.Seq != m.Seq || ack.Re != "e2e4" || ack.ID != id {
		t.Errorf("the second answer is %+v", ack)
	}
	m.s.send(wire.Move{T: wire.AskMove, ID: id, Ply: 0, Code: "d2d4"})
	m.s.fails("stale")
	// Send the same move again, first by REST, and then by a socket that no longer watches the
	// match. Both must confirm the repeated move.
	var done web.Done
	a.post("/api/matches/"+id+"/moves", web.MoveBody{Ply: 0, Code: "e2e4"}, &done)
	if !done.Repeated || done.Ply != 1 {
		t.Errorf("REST answers %+v", done)
	}
	m.s.send(wire.Unwatch{T: wire.AskUnwatch, ID: id})
	m.s.send(wire.Move{T: wire.AskMove, ID: id, Ply: 0, Code: "e2e4"})
	m.s.next(wire.TellAck, &ack)
}

func TestTakebackAndDrawAndRematch(t *testing.T) {
	s := newSite(t)
	a, b, id := s.pair("xiangqi", nil)
	first, second := a.connect().watch(id), b.connect().watch(id)
	both := func() { t.Helper(); first.events(); second.events() }
	first.play("h2e2")
	both()
	second.play("h9g7")
	both()
	first.act("offer", "takeback", 1)
	both()
	if want := (wire.Offer{By: "first", What: "takeback", Count: 1}); len(second.Offers) != 1 || second.Offers[0] != want {
		t.Errorf("the offers are %+v", second.Offers)
	}
	second.act("accept", "takeback", 0)
	both()
	if first.Ply != 0 || len(first.Codes) != 0 || second.last.At != 0 || len(first.Legal) == 0 || len(second.Offers) != 0 {
		t.Errorf("after the takeback: %+v", first.last)
	}
	first.play("b2e2")
	both()
	second.play("b9c7")
	both()
	second.act("offer", "draw", 0)
	both()
	first.act("decline", "draw", 0)
	both()
	first.act("offer", "draw", 0)
	both()
	second.act("accept", "draw", 0)
	both()
	if first.Result == nil || first.Result.Why != "agreement" || first.Result.Winner != "none" || first.Result.By != "second" {
		t.Errorf("the result is %+v", first.Result)
	}
	first.act("offer", "rematch", 0)
	both()
	second.act("accept", "rematch", 0)
	both()
	if first.Next == "" || first.Next != second.Next {
		t.Fatalf("the rematches are %q and %q", first.Next, second.Next)
	}
	if next := first.s.watch(first.Next); next.Viewer != "second" {
		t.Errorf("the sides were not swapped: %s", next.Viewer)
	}
	var mine []wire.Summary
	a.get("/api/me/matches?over=true", &mine)
	if len(mine) != 1 || mine[0].ID != id || mine[0].Why != "agreement" || mine[0].Winner != "none" {
		t.Errorf("my finished matches are %+v", mine)
	}
}

func TestLobbyAndChallenge(t *testing.T) {
	s := newSite(t)
	a, b := s.guest(), s.guest()
	waiting, looking := a.connect(), b.connect()
	var lobby wire.Lobby
	for _, c := range []*socket{waiting, looking} {
		c.send(wire.LobbyAsk{T: wire.AskLobby, On: true})
		c.next(wire.TellLobby, &lobby)
	}
	open := a.offer("caro", map[string]any{"open": true, "clock": "none"})
	for len(lobby.Offers) == 0 {
		looking.next(wire.TellLobby, &lobby)
	}
	if o := lobby.Offers[0]; o.ID != open || o.Owner != a.id || o.Game != "caro" || !strings.HasPrefix(o.Name, "Guest ") {
		t.Errorf("the lobby shows %+v", o)
	}
	var made web.Named
	b.post("/api/offers/"+open+"/accept", nil, &made)
	var started wire.Started
	waiting.next(wire.TellStarted, &started)
	if started.ID != made.ID {
		t.Errorf("the one who waits is told of %q; the match is %q", started.ID, made.ID)
	}
	looking.next(wire.TellStarted, &started)

	// A challenge by link must not be listed in the lobby. Every player with the link may accept
	// the challenge.
	link := a.offer("chess", nil)
	var offers []wire.OfferView
	b.get("/api/offers", &offers)
	if len(offers) != 0 {
		t.Errorf("the lobby shows a challenge: %+v", offers)
	}
	var offer wire.OfferView
	b.get("/api/offers/"+link, &offer)
	if offer.Game != "chess" || offer.Clock != "5+3" || offer.Side != "first" {
		t.Errorf("the challenge is %+v", offer)
	}
	a.refused(http.StatusForbidden, "not-for-you", http.MethodPost, "/api/offers/"+link+"/accept", nil)
	b.post("/api/offers/"+link+"/accept", nil, &made)
	s.guest().refused(http.StatusNotFound, "not-found", http.MethodPost, "/api/offers/"+link+"/accept", nil)
	a.get("/api/offers/"+link, &offer)
	if offer.Match != made.ID {
		t.Errorf("the challenge became %q; want %q", offer.Match, made.ID)
	}
	gone := a.offer("chess", nil)
	b.refused(http.StatusNotFound, "not-found", http.MethodDelete, "/api/offers/"+gone, nil)
	a.want(http.MethodDelete, "/api/offers/"+gone, nil, nil)
	b.refused(http.StatusNotFound, "not-found", http.MethodGet, "/api/offers/"+gone, nil)
	waiting.send(wire.LobbyAsk{T: wire.AskLobby})
}

func TestOneDevice(t *testing.T) {
	s := newSite(t)
	a := s.guest()
	var made web.Named
	a.post("/api/matches", map[string]any{
		"game": "jieqi", "takebacks": 0,
		"seats": []map[string]any{{"kind": "human"}, {"kind": "human"}},
	}, &made)
	m := a.connect().watch(made.ID)
	for range 6 {
		if !m.mine() || len(m.Legal) == 0 {
			t.Fatalf("it is %s's turn, and %s looks on with %d moves", m.Turn, m.Viewer, len(m.Legal))
		}
		m.play(m.Legal[0].Code)
		m.whole() // one player has both seats, so the server sends the match as the other side sees it
	}
}

// TestNoNull checks that empty lists are sent as [] and not as null, as the types in the OpenAPI
// document require.
func TestNoNull(t *testing.T) {
	s := newSite(t)
	for _, r := range games.All() {
		a, _, id := s.pair(r.Info().Name, map[string]any{"clock": "none"})
		_, text := a.ask(http.MethodGet, "/api/matches/"+id, nil)
		if strings.Contains(string(text), "null") {
			t.Errorf("%s", text)
		}
	}
	for _, path := range []string{"/api/games", "/api/offers", "/api/tokens", "/api/me/matches"} {
		if _, text := s.guest().ask(http.MethodGet, path, nil); strings.Contains(string(text), "null") {
			t.Errorf("%s: %s", path, text)
		}
	}
	var all []wire.Game
	s.guest().get("/api/games", &all)
	if len(all) != len(games.All()) || all[0].Levels == 0 || all[0].Width == 0 {
		t.Errorf("the games are %+v", all)
	}
	if !json.Valid(wire.Encode(all)) {
		t.Error("what was read cannot be written")
	}
}
