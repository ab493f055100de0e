package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"kydai/internal/web"
	"kydai/internal/wire"
)

// moves returns the codes of the moves in a match.
func (g *guest) moves(id string) []string {
	g.t.Helper()
	var v wire.View
	g.get("/api/matches/"+id, &v)
	return v.Codes
}

// TestPlans checks that only the player who stored moves in advance can read them, that the moves
// are played while the player is away, and that they can be deleted.
func TestPlans(t *testing.T) {
	s := newSite(t)
	anna, binh, id := s.pair("caro", say{"clock": "3d/move"})
	path := "/api/matches/" + id + "/plans"
	anna.post("/api/matches/"+id+"/moves", say{"ply": 0, "code": "h8"}, nil)
	var list []wire.Plan
	anna.post(path, say{"ply": 1, "moves": []string{"i9", "g7", "f6", "j10"}}, &list)
	anna.post(path, say{"ply": 1, "moves": []string{"a1", "b2"}}, &list)
	if len(list) != 2 || list[0].ID == "" || list[0].Ply != 1 || len(list[0].Moves) != 4 {
		t.Fatalf("the lines are %+v", list)
	}
	// The export of the player's account must contain the stored moves.
	anna.register("Anna")
	if _, text := anna.ask(http.MethodGet, "/api/account/export", nil); !strings.Contains(string(text), `"plans":[{"id":"`+list[0].ID) {
		t.Errorf("the export is %s", text)
	}
	// Only the player who stored the moves can read and delete them.
	stranger := s.guest()
	stranger.refused(http.StatusForbidden, "not-a-player", http.MethodGet, path, nil)
	stranger.refused(http.StatusForbidden, "not-a-player", http.MethodPost, path, say{"ply": 1, "moves": []string{"a2", "b2"}})
	stranger.refused(http.StatusForbidden, "not-a-player", http.MethodDelete, path+"/"+list[0].ID, nil)
	var others []wire.Plan
	if binh.get(path, &others); len(others) != 0 {
		t.Errorf("the opponent reads %+v", others)
	}
	binh.refused(http.StatusNotFound, "not-found", http.MethodDelete, path+"/"+list[0].ID, nil)
	binh.refused(http.StatusConflict, "your-turn", http.MethodPost, path, say{"ply": 1, "moves": []string{"a2", "b2"}})
	anna.refused(http.StatusConflict, "two-plans", http.MethodPost, path, say{"ply": 1, "moves": []string{"a1", "c3"}})
	anna.refused(http.StatusUnprocessableEntity, "bad-plan", http.MethodPost, path, say{"ply": 1, "moves": []string{"h8", "c3"}})
	anna.refused(http.StatusConflict, "stale", http.MethodPost, path, say{"ply": 3, "moves": []string{"a2", "c3"}})
	anna.want(http.MethodDelete, path+"/"+list[1].ID, nil, &list)
	if len(list) != 1 {
		t.Fatalf("after one was deleted there are %+v", list)
	}

	binh.post("/api/matches/"+id+"/moves", say{"ply": 1, "code": "i9"}, nil)
	for end := time.Now().Add(patience); len(binh.moves(id)) < 3; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nobody answered")
		}
	}
	if got := binh.moves(id); got[2] != "g7" {
		t.Errorf("the moves are %v", got)
	}
	binh.wantTold("turn started")
	anna.wantTold("started")
	if anna.get(path, &list); len(list) != 1 || list[0].Ply != 3 || len(list[0].Moves) != 2 {
		t.Errorf("after the answer the lines are %+v", list)
	}
	var turns []web.Turn
	if anna.get("/api/me/turns", &turns); len(turns) != 0 {
		t.Errorf("it is the turn of a player whose line has answered: %+v", turns)
	}
	binh.post("/api/matches/"+id+"/moves", say{"ply": 3, "code": "a15"}, nil)
	if anna.get(path, &list); len(list) != 0 {
		t.Errorf("after another move the lines are %+v", list)
	}
}

// TestPlansHidden checks that moves cannot be stored in advance in a game with
// hidden pieces, or in a game with a clock.
func TestPlansHidden(t *testing.T) {
	s := newSite(t)
	anna, _, id := s.pair("jieqi", say{"clock": "3d/move"})
	anna.refused(http.StatusConflict, "no-plans", http.MethodPost, "/api/matches/"+id+"/plans", say{"ply": 0, "moves": []string{"a1", "b2"}})
	anna, _, id = s.pair("caro", nil)
	anna.refused(http.StatusConflict, "no-plans", http.MethodPost, "/api/matches/"+id+"/plans", say{"ply": 0, "moves": []string{"a1", "b2"}})
}
