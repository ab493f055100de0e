package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"kydai/account"
	"kydai/internal/ties"
	"kydai/internal/web"
	"kydai/internal/wire"
)

func known(list []web.KnownPlayer) string {
	var all []string
	for _, one := range list {
		name := one.Name
		if one.Online {
			name += " online"
		}
		all = append(all, name)
	}
	return strings.Join(all, ", ")
}

// TestFollow checks that an account can follow players and sees which of these players are online.
// It also checks that the exported data of the account lists the followed players.
func TestFollow(t *testing.T) {
	s := newSite(t)
	a, b, c, stranger := s.guest(), s.guest(), s.guest(), s.guest()
	a.register("Hưng")
	b.register("Lan")
	c.register("Minh")
	stranger.refused(http.StatusForbidden, "sign-in-first", http.MethodPut, "/api/players/"+b.id+"/follow", nil)
	a.refused(http.StatusNotFound, ties.NoPlayer, http.MethodPut, "/api/players/"+stranger.id+"/follow", nil)
	a.refused(http.StatusUnprocessableEntity, ties.Yourself, http.MethodPut, "/api/players/"+a.id+"/follow", nil)
	a.want(http.MethodPut, "/api/players/"+b.id+"/follow", nil, nil)
	a.want(http.MethodPut, "/api/players/@minh/follow", nil, nil)
	b.connect()
	var list []web.KnownPlayer
	for start := time.Now(); known(list) != "Lan online, Minh"; a.get("/api/me/following", &list) {
		if time.Since(start) > patience {
			t.Fatalf("follows %q", known(list))
		}
	}
	var tie web.TieView
	if a.get("/api/players/"+b.id+"/tie", &tie); tie != (web.TieView{Follows: true, Account: true}) {
		t.Errorf("%+v", tie)
	}
	tie = web.TieView{}
	if stranger.get("/api/players/"+b.id+"/tie", &tie); tie != (web.TieView{}) {
		t.Errorf("%+v", tie)
	}
	a.want(http.MethodDelete, "/api/players/"+c.id+"/follow", nil, nil)
	a.want(http.MethodPut, "/api/players/"+c.id+"/block", nil, nil)
	a.post("/api/players/"+c.id+"/reports", say{"reason": "name", "text": "xấu"}, nil)
	_, text := a.ask(http.MethodGet, "/api/account/export", nil)
	var head web.Export
	if err := json.NewDecoder(strings.NewReader(string(text))).Decode(&head); err != nil {
		t.Fatal(err)
	}
	if known(head.Following) != "Lan online" || known(head.Blocks) != "Minh" || len(head.Reports) != 1 || head.Reports[0].Text != "xấu" {
		t.Errorf("the export has %+v", head)
	}
}

// TestBlock checks that messages of a blocked player do not arrive and that the two players are not
// paired. The blocked player can neither challenge the other nor accept their offers. Errors must
// not reveal which of the two has blocked the other.
func TestBlock(t *testing.T) {
	s := newSite(t)
	anna, binh, id := s.pair("chess", nil) // the players are guests, who may block too
	lines := "/api/matches/" + id + "/lines"
	binh.post(lines, say{"phrase": "hello"}, nil)
	standing := binh.offer("chess", say{"to": anna.id})
	anna.want(http.MethodPut, "/api/players/"+binh.id+"/block", nil, nil)

	var heard []wire.Line
	if anna.get(lines, &heard); len(heard) != 0 {
		t.Errorf("a blocked player is heard: %+v", heard)
	}
	if binh.get(lines, &heard); len(heard) != 1 {
		t.Errorf("the blocked player notices: %+v", heard)
	}
	var offers []wire.OfferView
	if anna.get("/api/offers", &offers); len(offers) != 0 {
		t.Errorf("a challenge of a blocked player: %+v", offers)
	}
	anna.refused(http.StatusForbidden, "not-for-you", http.MethodPost, "/api/offers/"+standing+"/accept", nil)
	terms := func(to *guest) say { return say{"game": "chess", "clock": "5+3", "side": "first", "to": to.id} }
	anna.refused(http.StatusForbidden, "not-for-you", http.MethodPost, "/api/offers", terms(binh))
	binh.refused(http.StatusForbidden, "not-for-you", http.MethodPost, "/api/offers", terms(anna))
	_, one := anna.ask(http.MethodPost, "/api/offers", terms(binh))
	if _, two := binh.ask(http.MethodPost, "/api/offers", terms(anna)); withoutID(one) != withoutID(two) {
		t.Errorf("the refusals differ: %s %s", one, two)
	}
	for _, pair := range [][2]*guest{{anna, binh}, {binh, anna}} {
		open := pair[0].offer("caro", say{"open": true})
		pair[1].refused(http.StatusForbidden, "not-for-you", http.MethodPost, "/api/offers/"+open+"/accept", nil)
		pair[0].want(http.MethodDelete, "/api/offers/"+open, nil, nil)
	}

	// Anna and Binh are not paired with each other, because one of them has blocked the other. A
	// third player is paired with one of them.
	chi := s.guest()
	for _, g := range []*guest{anna, binh, chi} {
		g.connect()
	}
	var ticket web.TicketView
	for _, g := range []*guest{anna, binh} {
		g.post("/api/ticket", say{"game": "caro"}, &ticket)
	}
	time.Sleep(9 * time.Second) // longer than pairing.Longest, and long enough for one more round of pairing
	for _, g := range []*guest{anna, binh} {
		if g.get("/api/ticket", &ticket); ticket.Match != "" || ticket.Since == 0 {
			t.Fatalf("two players were paired of whom one has blocked the other: %+v", ticket)
		}
	}
	chi.post("/api/ticket", say{"game": "caro"}, &ticket)
	for start := time.Now(); ticket.Match == ""; chi.get("/api/ticket", &ticket) {
		if time.Since(start) > patience {
			t.Fatal("a third player is paired with neither")
		}
	}

	var list []web.KnownPlayer
	if anna.get("/api/me/blocks", &list); len(list) != 1 || list[0].Player != binh.id || list[0].Name == "" {
		t.Errorf("blocks %+v", list)
	}
	anna.want(http.MethodDelete, "/api/players/"+binh.id+"/block", nil, nil)
	if anna.get(lines, &heard); len(heard) != 1 {
		t.Errorf("after the block nothing is heard: %+v", heard)
	}
	anna.post("/api/offers/"+standing+"/accept", nil, nil)
}

// TestReport checks that accounts can report players, and that moderators can
// see and close reports.
func TestReport(t *testing.T) {
	db, b := newGround(t)
	s := newNode(t, db, b)
	anna, binh, id := s.pair("chess", say{"rated": true, "takebacks": 0})
	path := "/api/players/" + binh.id + "/reports"
	s.guest().refused(http.StatusForbidden, "sign-in-first", http.MethodPost, path, say{"reason": "abuse"})
	anna.refused(http.StatusUnprocessableEntity, "bad-request", http.MethodPost, path, say{"reason": "boredom"})
	anna.refused(http.StatusUnprocessableEntity, ties.BadReport, http.MethodPost, path, say{"reason": "abuse", "match": noSuch})
	_, _, other := s.pair("chess", nil)
	anna.refused(http.StatusUnprocessableEntity, ties.BadReport, http.MethodPost, path, say{"reason": "abuse", "match": other})
	var made web.Named
	anna.post(path, say{"reason": "abuse", "text": "chửi", "match": id}, &made)
	anna.refused(http.StatusForbidden, "not-for-you", http.MethodGet, "/api/admin/reports", nil)

	mod := s.guest()
	mod.register("Mai")
	a, err := db.Account(t.Context(), mod.id)
	if err != nil {
		t.Fatal(err)
	}
	a.Role = account.Moderator
	if err := db.SetAccount(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	var list []web.ReportView
	mod.get("/api/admin/reports?state=open&player="+binh.id, &list)
	if len(list) != 1 || list[0].ID != made.ID || list[0].Match != id || list[0].Text != "chửi" || list[0].ReporterName == "" || list[0].ReportedName == "" {
		t.Fatalf("%+v", list)
	}
	mod.post("/api/admin/reports/"+made.ID, say{"state": "closed", "note": "nhắc nhở"}, nil)
	mod.refused(http.StatusConflict, ties.Changed, http.MethodPost, "/api/admin/reports/"+made.ID, say{"state": "closed"})
	mod.refused(http.StatusNotFound, "not-found", http.MethodPost, "/api/admin/reports/x", say{"state": "closed"})
	mod.get("/api/admin/reports?state=closed", &list)
	if len(list) != 1 || list[0].Note != "nhắc nhở" || list[0].Moderator != mod.id || list[0].Settled == 0 {
		t.Errorf("%+v", list)
	}
	if mod.get("/api/admin/reports?state=open", &list); len(list) != 0 {
		t.Errorf("%+v", list)
	}
}
