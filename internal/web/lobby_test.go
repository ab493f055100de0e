package web_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"kydai/internal/web"
	"kydai/internal/wire"
)

// hall is a client's copy of the lobby. Each message about the lobby updates it.
type hall struct {
	s      *socket
	offers map[string]wire.OfferView
	more   int
	frames int
	bytes  int
}

// follow reads one message about the lobby and applies it to the client's copy h.
func (h *hall) follow() {
	h.s.t.Helper()
	if h.offers == nil {
		var l wire.Lobby
		h.s.next(wire.TellLobby, &l)
		h.offers = map[string]wire.OfferView{}
		for _, o := range l.Offers {
			h.offers[o.ID] = o
		}
		h.more = l.More
		return
	}
	var c wire.LobbyChanges
	h.s.next(wire.TellOffers, &c)
	h.frames++
	text, _ := json.Marshal(c)
	h.bytes += len(text)
	for _, id := range c.Removed {
		if _, ok := h.offers[id]; !ok {
			h.s.t.Errorf("an offer goes that was not there: %s", id)
		}
		delete(h.offers, id)
	}
	for _, o := range c.Added {
		h.offers[o.ID] = o
	}
	h.more = c.More
}

func (g *guest) lobby() *hall {
	s := g.connect()
	s.send(wire.LobbyAsk{T: wire.AskLobby, On: true, Changes: true})
	h := &hall{s: s}
	h.follow()
	return h
}

// TestLobbyTellsChanges checks that after the first list a client gets only changes, in few frames,
// and never sees more than 100 offers.
func TestLobbyTellsChanges(t *testing.T) {
	const offers = 130
	s := newSite(t, func(o *web.Options) { o.Limits.Offers = 1000 })
	h := s.guest().lobby()
	began := time.Now()
	var ids []string
	var owners []*guest
	for len(ids) < offers {
		g := s.guest()
		g.connect() // offers stay in the lobby while their owner is connected
		for range 10 {
			ids = append(ids, g.offer("chess", map[string]any{"open": true}))
			owners = append(owners, g)
		}
	}
	for len(h.offers) < 100 || h.more < offers-100 {
		h.follow()
	}
	if len(h.offers) != 100 || h.more != offers-100 {
		t.Fatalf("%d offers are shown and %d are not; want 100 and %d", len(h.offers), h.more, offers-100)
	}
	if most := int(time.Since(began)/time.Second) + 2; h.frames > most {
		t.Errorf("%d frames in %v", h.frames, time.Since(began))
	}
	late := s.guest().lobby()
	if len(late.offers) != 100 || late.more != offers-100 {
		t.Errorf("who comes later is shown %d offers and told of %d more", len(late.offers), late.more)
	}
	var listed []wire.OfferView
	s.guest().get("/api/offers", &listed)
	if len(listed) != 100 {
		t.Errorf("the list has %d offers", len(listed))
	}
	for i, id := range ids[:offers-5] {
		owners[i].want(http.MethodDelete, "/api/offers/"+id, nil, nil)
	}
	for len(h.offers) != 5 || h.more != 0 {
		h.follow()
	}
	for _, id := range ids[offers-5:] {
		if h.offers[id].ID == "" {
			t.Errorf("an offer that stands is not shown: %s", id)
		}
	}
}

// TestOffersOfAnAddress checks that an address can have 3 open offers in the lobby, not counting
// offers that are no longer open. A lobby offer with too many opening moves must be refused. No
// offer may stay in the lobby longer than 10 minutes.
func TestOffersOfAnAddress(t *testing.T) {
	s := newSite(t)
	g := s.guest()
	g.connect()
	open := map[string]any{"open": true, "lasts": 14 * 24 * 3600 * 1000}
	first := g.offer("chess", open)
	g.offer("chess", open)
	s.guest().offer("chess", open)
	s.guest().refused(http.StatusTooManyRequests, "too-many", http.MethodPost, "/api/offers", map[string]any{"game": "chess", "open": true})
	g.offer("chess", nil) // a challenge by link is not a lobby offer
	g.want(http.MethodDelete, "/api/offers/"+first, nil, nil)
	g.offer("chess", open)
	var listed []wire.OfferView
	g.get("/api/offers", &listed)
	if len(listed) != 3 || time.Duration(listed[0].Expires-listed[0].Created)*time.Millisecond > 10*time.Minute+time.Second {
		t.Errorf("the lobby has %+v", listed)
	}
	var opening []string
	for i := range 21 {
		opening = append(opening, []string{"g1f3", "g8f6", "f3g1", "f6g8"}[i%4])
	}
	wider := newSite(t, func(o *web.Options) { o.Limits.Connections = 640 })
	wider.guest().refused(http.StatusUnprocessableEntity, "bad-terms", http.MethodPost, "/api/offers", map[string]any{"game": "chess", "open": true, "opening": opening})
	for i := range 30 {
		g := wider.guest()
		if status, text := g.ask(http.MethodPost, "/api/offers", map[string]any{"game": "chess", "open": true}); status >= 300 {
			t.Fatalf("offer %d of an address with room for 30: %s", i+1, text)
		}
	}
}

// TestChallengeReaches checks that a player who is challenged by name gets the message on every
// connection and on any node. A bot gets the message in its stream. Both must be able to decline or
// accept.
func TestChallengeReaches(t *testing.T) {
	db, b := newGround(t)
	one, two := newNode(t, db, b), newNode(t, db, b)
	owner, named := one.guest(), two.guest()
	at := named.connect()
	bot := two.bot("robot")
	lines := bot.stream()

	hers := one.guest()
	id := owner.offer("chess", map[string]any{"to": named.id})
	var told wire.Challenge
	at.next(wire.TellChallenge, &told)
	if told.Offer.ID != id || told.Gone || told.Offer.Owner != owner.id {
		t.Fatalf("told of %+v", told)
	}
	var listed []wire.OfferView
	named.get("/api/offers", &listed)
	if len(listed) != 1 || listed[0].ID != id {
		t.Errorf("the list of who is challenged is %+v", listed)
	}
	hers.get("/api/offers", &listed)
	if len(listed) != 0 {
		t.Errorf("others see %+v", listed)
	}
	hers.refused(http.StatusForbidden, "not-for-you", http.MethodPost, "/api/offers/"+id+"/decline", nil)
	waiting := owner.connect()
	named.post("/api/offers/"+id+"/decline", nil, nil)
	waiting.next(wire.TellChallenge, &told)
	if told.Offer.ID != id || !told.Gone {
		t.Errorf("the owner is told %+v", told)
	}

	id = owner.offer("chess", map[string]any{"to": bot.id})
	e := nextEvent(t, lines)
	for e.T == "alive" {
		e = nextEvent(t, lines)
	}
	if e.T != "challenge" || e.Offer == nil || e.Offer.ID != id {
		t.Fatalf("the bot is told %+v", e)
	}
	var made web.Named
	bot.post("/api/offers/"+id+"/accept", nil, &made)
	for e.T != "started" {
		e = nextEvent(t, lines)
	}
	if e.Match.ID != made.ID {
		t.Errorf("%s has begun; want %s", e.Match.ID, made.ID)
	}
	// A new stream must begin with the challenges that are already open.
	id = owner.offer("chess", map[string]any{"to": bot.id})
	again := bot.stream()
	for e = nextEvent(t, again); e.T != "challenge" || e.Offer.ID != id; {
		e = nextEvent(t, again)
	}
}
