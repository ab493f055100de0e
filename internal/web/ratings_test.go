package web_test

import (
	"net/http"
	"strings"
	"testing"

	"kydai/internal/web"
	"kydai/internal/wire"
)

// TestTicket lets two guests with open sockets wait for an opponent. The server must pair them and
// notify both of their match.
func TestTicket(t *testing.T) {
	s := newSite(t)
	a, b := s.guest(), s.guest()
	one, two := a.connect(), b.connect()
	one.send(wire.LobbyAsk{T: wire.AskLobby, On: true})
	two.send(wire.LobbyAsk{T: wire.AskLobby, On: true})
	var empty wire.Lobby
	one.next(wire.TellLobby, &empty)
	two.next(wire.TellLobby, &empty)
	var ticket web.TicketView
	if a.get("/api/ticket", &ticket); ticket != (web.TicketView{}) {
		t.Errorf("a ticket of nobody: %+v", ticket)
	}
	a.post("/api/ticket", map[string]any{"game": "caro"}, &ticket)
	if ticket.Clock != "5+3" || ticket.Match != "" || ticket.Rated || ticket.Since == 0 {
		t.Errorf("%+v", ticket)
	}
	// All clients in the lobby must see for which game a player is waiting.
	var seen wire.Presence
	for seen.Waiting["caro"] != 1 {
		two.next(wire.TellPresence, &seen)
	}
	b.post("/api/ticket", map[string]any{"game": "caro"}, &ticket)
	var mine, theirs wire.Started
	one.next(wire.TellStarted, &mine)
	two.next(wire.TellStarted, &theirs)
	if mine.ID != theirs.ID || mine.ID == "" {
		t.Errorf("one plays %v, the other %v", mine, theirs)
	}
	a.get("/api/ticket", &ticket)
	if ticket.Match != mine.ID {
		t.Errorf("%+v", ticket)
	}
	if status, _ := a.ask(http.MethodDelete, "/api/ticket", nil); status != http.StatusNotFound {
		t.Errorf("a ticket that became a match was withdrawn: %d", status)
	}
	for seen.Waiting != nil {
		seen = wire.Presence{}
		two.next(wire.TellPresence, &seen)
	}
}

// TestRatingsAreOpen checks that a guest cannot play rated games, and that all visitors can see
// players and leaderboards.
func TestRatingsAreOpen(t *testing.T) {
	s := newSite(t)
	a := s.guest()
	status, body := a.ask(http.MethodPost, "/api/offers", map[string]any{"game": "chess", "clock": "3+2", "rated": true, "open": true})
	if status != http.StatusForbidden || !strings.Contains(string(body), "need-account") {
		t.Errorf("a rated offer of a guest: %d %s", status, body)
	}
	var p web.PlayerView
	a.get("/api/players/"+a.id, &p)
	if p.Player != a.id || p.Name != "" || len(p.Ratings) != 0 || p.Ratings == nil {
		t.Errorf("%+v", p)
	}
	var list []web.LeaderView
	a.get("/api/leaders/chess/rapid", &list)
	var points []web.RatingPoint
	a.get("/api/players/"+a.id+"/ratings/chess/rapid", &points)
	if len(list)+len(points) != 0 {
		t.Errorf("%v %v", list, points)
	}
	var levels []web.LevelView
	a.get("/api/levels/chess", &levels)
	if levels == nil || len(levels) != 0 {
		t.Errorf("levels without a game: %v", levels)
	}
	var made web.MatchRatings
	a.get("/api/matches/none/ratings", &made)
	if !made.Pending || len(made.Changes) != 0 {
		t.Errorf("a match that is none: %+v", made)
	}
	if status, _ := a.ask(http.MethodGet, "/api/leaders/chess/rapid?cursor=!", nil); status != http.StatusUnprocessableEntity {
		t.Errorf("a bad cursor: %d", status)
	}
}
