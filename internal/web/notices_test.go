package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"kydai/internal/wire"
)

// told returns the notices of a player, newest first, both as a list and as text.
func (g *guest) told() (list wire.Notices, words string) {
	g.t.Helper()
	g.get("/api/me/notices", &list)
	for _, n := range list.Notices {
		words += " " + n.Kind + n.Result
		if n.Seen {
			words += "(seen)"
		}
	}
	return list, strings.TrimSpace(words)
}

// wantTold waits until the player's notices are equal to the expected text, in the form that told
// returns.
func (g *guest) wantTold(want string) wire.Notices {
	g.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		list, words := g.told()
		if words == want {
			return list
		}
		if time.Now().After(deadline) {
			g.t.Fatalf("the player is told %q; want %q", words, want)
		}
	}
}

// TestNotices checks the notices of a correspondence game between players on two nodes, from the
// challenge to the result. It checks them in the list and on the socket.
func TestNotices(t *testing.T) {
	db, b := newGround(t)
	one, two := newNode(t, db, b), newNode(t, db, b)
	anna, binh := one.guest(), two.guest()
	hears := binh.connect()
	offer := anna.offer("caro", say{"clock": "3d/move", "to": binh.id})
	var n wire.Noticed
	hears.skip = []string{wire.TellChallenge}
	hears.next(wire.TellNotice, &n)
	list := binh.wantTold("challenge")
	if got := list.Notices[0]; got.Offer != offer || got.Match != "" || got.Game != "caro" || got.Other == "" || list.Unseen != 1 {
		t.Errorf("the challenge is %+v, %d unseen", got, list.Unseen)
	}
	var made struct{ ID string }
	binh.post("/api/offers/"+offer+"/accept", nil, &made)
	anna.wantTold("started")
	if got := binh.wantTold("started"); got.Notices[0].Match != made.ID {
		t.Errorf("the notice leads to %+v", got.Notices[0])
	}
	hears.next(wire.TellNotice, &n)
	anna.post("/api/matches/"+made.ID+"/moves", say{"ply": 0, "code": "h8"}, nil)
	hears.next(wire.TellNotice, &n)
	binh.wantTold("turn started")
	anna.wantTold("started")

	// Notices about a match are marked as seen when the player watches the match.
	hears.watch(made.ID)
	list = binh.wantTold("turn(seen) started(seen)")
	if list.Unseen != 0 {
		t.Errorf("%d notices are unseen", list.Unseen)
	}
	binh.post("/api/matches/"+made.ID+"/moves", say{"ply": 1, "code": "i9"}, nil)
	list = anna.wantTold("turn started")
	binh.wantTold("started(seen)")

	// Mark the older of the two notices as seen, and then all notices.
	anna.post("/api/me/notices/seen", say{"until": list.Notices[1].At}, &list)
	anna.wantTold("turn started(seen)")
	anna.post("/api/me/notices/seen", say{"until": time.Now().Add(time.Hour).UnixMilli()}, &list)
	if list.Unseen != 0 {
		t.Errorf("after all was seen %d are unseen", list.Unseen)
	}
	anna.post("/api/matches/"+made.ID+"/acts", say{"kind": "resign"}, nil)
	anna.wantTold("resultlost")
	binh.wantTold("resultwon(seen)") // binh watches the match, so the notice is seen at once

	// Kinds of notices that a player has turned off must not be listed.
	anna.want(http.MethodPatch, "/api/me/notices", say{"off": []string{"result"}}, &list)
	if list.Unseen != 0 || len(list.Notices) != 0 || len(list.Off) != 1 {
		t.Errorf("without results there are %+v", list)
	}
	anna.refused(http.StatusUnprocessableEntity, "bad-request", http.MethodPatch, "/api/me/notices", say{"off": []string{"weather"}})
}

// TestNoticesOfOthers checks that only the players of a match get its notices, and that engines and
// bots get no notices.
func TestNoticesOfOthers(t *testing.T) {
	s := newSite(t)
	_, _, id := s.pair("caro", say{"clock": "3d/move"})
	stranger := s.guest()
	ears := stranger.connect()
	ears.watch(id)
	stranger.wantTold("")
	alone := s.guest()
	for _, other := range []say{{"kind": "human"}, {"kind": "level", "level": 1}} {
		alone.post("/api/matches", say{"game": "chess", "seats": []say{{"kind": "human"}, other}}, nil)
	}
	alone.wantTold("")
	bot := s.bot("Robot")
	bot.refused(http.StatusForbidden, "not-for-you", http.MethodGet, "/api/me/notices", nil)
}

// TestNoticesQuick checks that in a game with a clock for the whole game, players get no notices
// that it is their turn.
func TestNoticesQuick(t *testing.T) {
	s := newSite(t)
	anna, binh, id := s.pair("caro", nil)
	anna.post("/api/matches/"+id+"/moves", say{"ply": 0, "code": "h8"}, nil)
	binh.wantTold("started")
	anna.wantTold("started")
}
