package web_test

import (
	"crypto/rand"
	"net/http"
	"slices"
	"testing"

	"kydai/fair"
	"kydai/game"
	"kydai/internal/web"
	"kydai/internal/wire"
)

// sworn is a test client with one socket that takes part in a fair-deal exchange and checks each
// state of it.
type sworn struct {
	t *testing.T
	s *socket
	*fair.Player
	id, side string
}

// swear creates a test client that takes part in a fair-deal exchange. The parameter f is the first
// state of the exchange that the server has sent. The parameter key is the site's public key.
func swear(t *testing.T, s *socket, f wire.Fair, key fair.Key) *sworn {
	t.Helper()
	n, err := fair.NewNonce(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	m := fair.Match{ID: f.ID, Game: f.Transcript.Game, Packs: f.Transcript.Packs}
	c := &sworn{t: t, s: s, Player: fair.NewPlayer(wire.SideOf(f.Side), m, key, n), id: f.ID, side: f.Side}
	c.see(f)
	return c
}

func (c *sworn) see(f wire.Fair) {
	c.t.Helper()
	if err := c.See(f.Transcript); err != nil {
		c.t.Errorf("the %s player finds a fault: %v", c.side, err)
	}
}

// fair waits for the next message about the fair-deal exchange id. It skips messages about other
// exchanges.
func (s *socket) fair(id string) wire.Fair {
	s.t.Helper()
	for {
		var f wire.Fair
		if s.next(wire.TellFair, &f); f.ID == id {
			return f
		}
	}
}

// until waits for states of the fair-deal exchange from the server until the function ok returns
// true for a state. It returns this state.
func (c *sworn) until(ok func(wire.Fair) bool) wire.Fair {
	c.t.Helper()
	for {
		f := c.s.fair(c.id)
		c.see(f)
		if ok(f) {
			return f
		}
	}
}

func (c *sworn) commit(id string) {
	c.s.send(wire.FairCommit{T: wire.AskCommit, ID: id, Commit: c.Commitment()})
}

func (c *sworn) open(id string) {
	c.t.Helper()
	number, err := c.Opening()
	if err != nil {
		c.t.Fatal(err)
	}
	c.s.send(wire.FairOpen{T: wire.AskOpen, ID: id, Open: number})
}

func committed(f wire.Fair) bool {
	return f.Transcript.Players[0].Commit != nil && f.Transcript.Players[1].Commit != nil
}

func begun(f wire.Fair) bool { return f.Begun }

// TestFairCeremony checks that two players on two nodes can complete a fair-deal exchange with the
// server. The record of the match must show that both players and the server contributed a number.
func TestFairCeremony(t *testing.T) {
	db, b := newGround(t)
	one, two := newNode(t, db, b), newNode(t, db, b)
	key := one.siteKey()
	if key != two.siteKey() {
		t.Fatal("two nodes sign by two keys")
	}
	anna, bao, chi := one.guest(), two.guest(), two.guest()
	sa, sb := anna.connect(), bao.connect()
	sa.skip = []string{wire.TellStarted}
	sa.send(wire.LobbyAsk{T: wire.AskLobby, On: true})
	sa.next(wire.TellPresence, &wire.Presence{})
	var made web.Named
	bao.post("/api/offers/"+anna.offer("jieqi", map[string]any{"fair": true})+"/accept?fair=true", nil, &made)
	id := made.ID

	// The server notifies the owner of the offer. The other player requests the state of the
	// exchange. The match does not exist yet.
	var f wire.Fair
	sa.next(wire.TellFair, &f)
	first := swear(t, sa, f, key)
	sb.send(wire.FairAsk{T: wire.AskFair, ID: id})
	sb.next(wire.TellFair, &f)
	second := swear(t, sb, f, key)
	if first.side != "first" || second.side != "second" || !slices.Equal(f.Waiting, []string{"first", "second"}) || f.Deadline == 0 {
		t.Errorf("the ceremony begins with %+v", f)
	}
	bao.refused(http.StatusNotFound, "not-found", http.MethodGet, "/api/matches/"+id, nil)
	commit := first.Commitment()
	path := "/api/matches/" + id + "/fair"
	chi.refused(http.StatusForbidden, "not-a-player", http.MethodPost, path, map[string]any{"commit": commit})
	bao.refused(http.StatusConflict, "not-now", http.MethodPost, path, map[string]any{"open": commit})

	first.commit(id)
	first.until(func(f wire.Fair) bool { return f.Transcript.Players[0].Commit != nil })
	anna.post(path, map[string]any{"commit": commit}, &f) // repeating the same commitment is allowed
	other := commit
	other[0] ^= 1
	anna.refused(http.StatusConflict, "changed", http.MethodPost, path, map[string]any{"commit": other})
	bao.refused(http.StatusUnprocessableEntity, "bad-form", http.MethodPost, path, map[string]any{"commit": commit}) // refused: the commitment is a copy of the opponent's
	second.commit(id)
	first.until(committed)
	second.until(committed)
	bao.refused(http.StatusUnprocessableEntity, "wrong-opening", http.MethodPost, path, map[string]any{"open": other})
	second.open(id)
	first.open(id)
	first.until(begun)
	second.until(begun)

	sa.skip, sb.skip = append(sa.skip, wire.TellFair), append(sb.skip, wire.TellFair) // skip messages about the exchange that are still in transit
	m, mine := sb.watch(id), sa.watch(id)
	mine.play("a3a4")
	r := mine.events().Reveals[0]
	m.events()
	if err := first.Shown(game.Opened{Square: r.Square, Piece: r.Piece[0]}, 0, r); err != nil {
		t.Error(err)
	}
	mine.act("resign", "", 0)
	second.see(wire.Fair{Transcript: *m.events().Fair})
	_, text := anna.ask(http.MethodGet, "/api/matches/"+id+"/record?format=json", nil)
	report, tr := judged(t, text, "json", key)
	if !report.Sound() || report.Has(fair.PublicPart) || *tr.Players[0].Commit != commit {
		t.Errorf("the record is found %+v", report)
	}
}

// TestFairRematch checks that a rematch of players who took part in a fair-deal exchange also
// begins with an exchange, without a new request by the players.
func TestFairRematch(t *testing.T) {
	s := newSite(t)
	key := s.siteKey()
	a, b := s.guest(), s.guest()
	var made web.Named
	b.post("/api/offers/"+a.offer("jieqi", map[string]any{"fair": true})+"/accept?fair=true", nil, &made)
	settle := func(id string) (report fair.Report) {
		t.Helper()
		var both []*sworn
		for _, g := range []*guest{a, b} {
			sock := g.connect()
			sock.send(wire.FairAsk{T: wire.AskFair, ID: id})
			var f wire.Fair
			sock.next(wire.TellFair, &f)
			if f.Begun || len(f.Waiting) != 2 {
				t.Fatalf("the deal is at %+v", f)
			}
			both = append(both, swear(t, sock, f, key))
		}
		for _, c := range both {
			c.commit(id)
		}
		for _, c := range both {
			c.until(committed)
			c.open(id)
		}
		for _, c := range both {
			c.until(begun)
		}
		a.post("/api/matches/"+id+"/acts", map[string]any{"kind": "resign"}, nil)
		_, text := a.ask(http.MethodGet, "/api/matches/"+id+"/record?format=json", nil)
		report, _ = judged(t, text, "json", key)
		return report
	}
	if r := settle(made.ID); !r.Sound() || r.Has(fair.PublicPart) {
		t.Errorf("the record is found %+v", r)
	}
	a.post("/api/matches/"+made.ID+"/acts", map[string]any{"kind": "offer", "what": "rematch"}, nil)
	b.post("/api/matches/"+made.ID+"/acts", map[string]any{"kind": "accept", "what": "rematch"}, nil)
	var old wire.View
	a.get("/api/matches/"+made.ID, &old)
	a.refused(http.StatusNotFound, "not-found", http.MethodGet, "/api/matches/"+old.Next, nil)
	if r := settle(old.Next); !r.Sound() || r.Has(fair.PublicPart) {
		t.Errorf("the record of the rematch is found %+v", r)
	}
}

// TestFairOfOne checks deals in which only one player contributes a secret number: against a player
// who does not take part, and against an engine. The record must say which number was public.
func TestFairOfOne(t *testing.T) {
	s := newSite(t)
	key := s.siteKey()
	a, b := s.guest(), s.guest()
	var made web.Named
	b.post("/api/offers/"+a.offer("jieqi", nil)+"/accept?fair=true", nil, &made)
	against := made.ID
	b.post("/api/matches", map[string]any{"game": "jieqi", "fair": true, "seats": []map[string]any{{"kind": "level", "level": 1}, {"kind": "human"}}}, &made)
	for _, id := range []string{against, made.ID} {
		sock := b.connect()
		sock.skip = []string{wire.TellStarted} // skip the message about the start of the previous match
		sock.send(wire.FairAsk{T: wire.AskFair, ID: id})
		f := sock.fair(id)
		if !slices.Equal(f.Waiting, []string{"second"}) {
			t.Fatalf("waiting for %v", f.Waiting)
		}
		c := swear(t, sock, f, key)
		c.commit(id)
		c.until(committed)
		c.open(id)
		c.until(begun)
		b.post("/api/matches/"+id+"/acts", map[string]any{"kind": "resign"}, nil)
		_, text := b.ask(http.MethodGet, "/api/matches/"+id+"/record?format=json", nil)
		report, tr := judged(t, text, "json", key)
		if !report.Sound() || !tr.Players[0].Public || tr.Players[1].Public {
			t.Errorf("the record is found %+v with the parts %+v", report, tr.Players)
		}
	}
	// In a game without a deal, the request for a fair deal has no effect.
	b.post("/api/matches", map[string]any{"game": "chess", "fair": true, "seats": []map[string]any{{"kind": "human"}, {"kind": "level", "level": 1}}}, &made)
	b.get("/api/matches/"+made.ID, nil)
}
