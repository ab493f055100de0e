package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"kydai/internal/web"
	"kydai/internal/wire"
)

// The name of a deleted account is nowhere: not in a match that a node has in
// memory, not in lists, not in records. The bots of the account have none either.
func TestDeletedPlayerHasNoName(t *testing.T) {
	db, b := newGround(t)
	s, other := newNode(t, db, b), newNode(t, db, b)
	a, rival, id := s.pair("chess", nil)
	a.register("Hưng")
	bot := &guest{s: s, t: t, client: http.DefaultClient, id: a.id}
	var token web.TokenView
	a.post("/api/tokens", map[string]string{"name": "Máy của Hưng"}, &token)
	bot.token = token.Token
	var robots web.Named
	bot.post("/api/matches", map[string]any{"game": "chess", "clock": "none", "seats": []map[string]any{{"kind": "bot"}, {"kind": "level", "level": 3}}}, &robots)

	elsewhere := rival.as()
	elsewhere.s = other
	seatOf := func(g *guest, match string) (seat wire.Seat) {
		t.Helper()
		var v wire.View
		g.get("/api/matches/"+match, &v)
		for _, x := range v.Seats {
			if x.Player == a.id {
				seat = x
			}
		}
		return seat
	}
	eventually := func(g *guest, match string, want wire.Seat) {
		t.Helper()
		var got wire.Seat
		for range 100 {
			if got = seatOf(g, match); got == want {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Errorf("the seat is %+v, want %+v", got, want)
	}
	named := wire.Seat{Kind: "human", Player: a.id, Name: "Hưng"}
	for _, g := range []*guest{rival, elsewhere} { // both nodes have it in memory
		eventually(g, id, named)
		eventually(g, robots.ID, wire.Seat{Kind: "bot", Player: a.id, Name: "Máy của Hưng"})
	}
	a.want(http.MethodPatch, "/api/me", map[string]string{"name": "Hùng"}, nil)
	named.Name = "Hùng"
	eventually(elsewhere, id, named)
	eventually(elsewhere, robots.ID, wire.Seat{Kind: "bot", Player: a.id, Name: "Máy của Hưng"})
	rival.post("/api/matches/"+id+"/acts", map[string]any{"kind": "resign"}, nil)

	a.want(http.MethodDelete, "/api/account", web.Password{Password: passphrase}, nil)
	gone := wire.Seat{Kind: "human", Player: a.id, Deleted: true}
	for _, g := range []*guest{rival, elsewhere} {
		eventually(g, id, gone)
		eventually(g, robots.ID, wire.Seat{Kind: "bot", Player: a.id, Deleted: true})
	}
	var list []wire.Summary
	rival.get("/api/me/matches?over=true", &list)
	if len(list) != 1 || list[0].Seats[0] != gone && list[0].Seats[1] != gone {
		t.Errorf("the list is %+v", list)
	}
	status, text := rival.ask(http.MethodGet, "/api/matches/"+id+"/record?format=pgn", nil)
	if status != http.StatusOK || strings.Contains(string(text), "Hùng") || !strings.Contains(string(text), `"deleted player"`) {
		t.Errorf("the record is %d %s", status, text)
	}
}
