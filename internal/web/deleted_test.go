package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/internal/web"
	"kydai/internal/wire"
)

// TestDeletedPlayerHasNoName checks that the name of a deleted account is removed everywhere: from
// a match in a node's memory, from lists and from records. The names of the account's bots must be
// removed too.
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
	for _, g := range []*guest{rival, elsewhere} { // both nodes have the matches in memory
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

// TestDeletedPlayerLosesRatedGame checks that the games of a deleted account end. The opponent must
// win a rated game as after any resignation, must get a notice, and must have no game in progress
// left.
func TestDeletedPlayerLosesRatedGame(t *testing.T) {
	db, b := newGround(t)
	s := newNode(t, db, b)
	a, rival, id := s.pair("chess", map[string]any{"rated": true, "takebacks": 0})
	for ply, code := range []string{"e2e4", "e7e5", "g1f3", "b8c6"} {
		[]*guest{a, rival}[ply%2].post("/api/matches/"+id+"/moves", web.MoveBody{Ply: ply, Code: code}, nil)
	}
	a.want(http.MethodDelete, "/api/account", web.Password{Password: passphrase}, nil)
	var told wire.Notices
	for until := time.Now().Add(patience); !slices.ContainsFunc(told.Notices, func(n wire.NoticeView) bool { return n.Kind == "result" }); {
		if time.Now().After(until) {
			t.Fatalf("the opponent was not told: %+v", told)
		}
		time.Sleep(20 * time.Millisecond)
		rival.get("/api/me/notices", &told)
	}
	var v wire.View
	rival.get("/api/matches/"+id, &v)
	if v.Result == nil || v.Result.Winner != "second" || v.Result.Why != "resignation" {
		t.Errorf("the result is %+v", v.Result)
	}
	var rated web.MatchRatings
	for until := time.Now().Add(patience); len(rated.Changes) == 0 && time.Now().Before(until); time.Sleep(20 * time.Millisecond) {
		rival.get("/api/matches/"+id+"/ratings", &rated)
	}
	if len(rated.Changes) != 2 || rated.Changes[0].Rating >= rated.Changes[0].Before || rated.Changes[1].Rating <= rated.Changes[1].Before {
		t.Errorf("the ratings changed by %+v", rated)
	}
	var list []wire.Summary
	rival.get("/api/me/matches", &list)
	if len(list) != 0 {
		t.Errorf("in progress are %+v", list)
	}
}
