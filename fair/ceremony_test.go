package fair

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/game"
)

func codeOf(err error) string {
	var e *game.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// TestWhatIsRefused tries each command in each phase, and checks that a command that fails changes
// nothing.
func TestWhatIsRefused(t *testing.T) {
	at := func(n int) time.Time { return start.Add(time.Duration(n) * time.Second) }
	for _, c := range []struct {
		name  string
		phase Phase
		do    func(p *party, c *Ceremony) error
		code  string
	}{
		{"open before all have committed", Committing, func(p *party, c *Ceremony) error {
			p.must(c.Commit(First, p.players[0].Commitment(), at(1)))
			return c.Open(First, p.players[0].nonce.Open(), at(1))
		}, NotNow},
		{"the server commits twice", Committing, func(_ *party, c *Ceremony) error { return c.Commit(Server, Hash{1}, at(1)) }, NotYours},
		{"commit to nothing", Committing, func(_ *party, c *Ceremony) error { return c.Commit(First, Hash{}, at(1)) }, BadForm},
		{"copy the server's commitment", Committing, func(_ *party, c *Ceremony) error {
			return c.Commit(First, c.terms.Server, at(1))
		}, BadForm},
		{"copy the other's commitment", Committing, func(p *party, c *Ceremony) error {
			p.must(c.Commit(First, p.players[0].Commitment(), at(1)))
			return c.Commit(Second, p.players[0].Commitment(), at(1))
		}, BadForm},
		{"commit again", Committing, func(p *party, c *Ceremony) error {
			p.must(c.Commit(First, p.players[0].Commitment(), at(1)))
			return c.Commit(First, p.players[0].Commitment(), at(2))
		}, Repeated},
		{"change the commitment", Opening, func(_ *party, c *Ceremony) error { return c.Commit(First, Hash{9}, at(1)) }, Changed},
		{"commit too late", Committing, func(p *party, c *Ceremony) error {
			return c.Commit(First, p.players[0].Commitment(), at(10))
		}, TooLate},
		{"open another number", Opening, func(_ *party, c *Ceremony) error { return c.Open(First, Hash{9}, at(2)) }, WrongOpening},
		{"open the other's number", Opening, func(p *party, c *Ceremony) error {
			return c.Open(First, p.players[1].nonce.Open(), at(2))
		}, WrongOpening},
		{"a player's number that everybody knows", Committing, func(p *party, c *Ceremony) error {
			p.must(c.Commit(First, Commitment(c.hash, First, publicNonce), at(1)))
			p.must(c.Commit(Second, p.players[1].Commitment(), at(1)))
			return c.Open(First, publicNonce, at(2))
		}, WrongOpening},
		{"open again", Opening, func(p *party, c *Ceremony) error {
			p.must(c.Open(First, p.players[0].nonce.Open(), at(2)))
			return c.Open(First, p.players[0].nonce.Open(), at(3))
		}, Repeated},
		{"open too late", Opening, func(p *party, c *Ceremony) error {
			return c.Open(First, p.players[0].nonce.Open(), at(60))
		}, TooLate},
		{"expire while there is time", Opening, func(_ *party, c *Ceremony) error { return c.Expire(at(3)) }, NotDue},
		{"expire when only the server has to act", Dealing, func(_ *party, c *Ceremony) error { return c.Expire(at(999)) }, NotDue},
		{"leave once the game goes on", Playing, func(_ *party, c *Ceremony) error { return c.Abort(First, at(4)) }, NotNow},
		{"deal before all have opened", Opening, func(p *party, c *Ceremony) error {
			_, err := p.server.Deal(c, p.rules, at(2))
			return err
		}, NotNow},
		{"deal twice", Playing, func(p *party, c *Ceremony) error {
			_, err := p.server.Deal(c, p.rules, at(4))
			return err
		}, NotNow},
		{"deal with another key", Dealing, func(p *party, c *Ceremony) error {
			_, err := (&ServerPart{p.server.nonce, signingKey(9)}).Deal(c, p.rules, at(4))
			return err
		}, WrongSignature},
		{"close before the deal", Dealing, func(p *party, c *Ceremony) error { return p.server.Close(c, at(4)) }, NotNow},
		{"close with another number", Playing, func(p *party, c *Ceremony) error {
			return (&ServerPart{p.players[0].nonce, p.server.key}).Close(c, at(4))
		}, WrongSecret},
		{"close twice", Over, func(p *party, c *Ceremony) error { return p.server.Close(c, at(4)) }, NotNow},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newParty(t, "m", 1, [2]bool{})
			p.advance(c.phase)
			err := c.do(p, p.ceremony)
			if codeOf(err) != c.code || len(err.Error()) < 10 {
				t.Fatalf("want %s, got %v", c.code, err)
			}
			p.ceremony.same(t)
		})
	}
}

// advance runs the ceremony with honest messages of all parties until it reaches the given phase.
func (p *party) advance(to Phase) {
	p.t.Helper()
	now := start.Add(time.Second)
	c := p.ceremony
	for c.Phase() < to {
		switch c.Phase() {
		case Committing:
			for i, pl := range p.players {
				p.must(c.Commit(players[i], pl.Commitment(), now))
			}
		case Opening:
			for i, pl := range p.players {
				p.must(c.Open(players[i], pl.nonce.Open(), now))
			}
		case Dealing:
			_, err := p.server.Deal(c, p.rules, now)
			p.must(err)
		case Playing:
			p.must(p.server.Close(c, now))
		}
	}
}

// same stores the ceremony, restores it, and checks that the restored ceremony equals the original.
func (c *Ceremony) same(t *testing.T) {
	t.Helper()
	body, err := c.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Decode(body)
	if err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	if !reflect.DeepEqual(again, c) {
		t.Errorf("replayed: %+v, want %+v", again, c)
	}
}

// TestDecodeIsStrict checks that Decode either restores a stored ceremony exactly or returns an
// error.
func TestDecodeIsStrict(t *testing.T) {
	p := newParty(t, "m", 1, [2]bool{})
	p.advance(Over)
	body, err := p.ceremony.Encode()
	p.must(err)
	for name, spoil := range map[string]func(string) string{
		"cut":             func(s string) string { return s[:len(s)/2] },
		"a space":         func(s string) string { return " " + s },
		"another version": func(s string) string { return strings.Replace(s, `"v":1`, `"v":2`, 1) },
		"another order":   func(s string) string { return strings.Replace(s, `"by":"first"`, `"by":"second"`, 1) },
		"another root":    func(s string) string { return strings.Replace(s, p.ceremony.root.String(), numbered(1).String(), 1) },
		"another number":  func(s string) string { return strings.Replace(s, p.ceremony.server.String(), numbered(1).String(), 1) },
	} {
		if _, err := Decode([]byte(spoil(string(body)))); codeOf(err) == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLatePlayersAbort checks that a player who does not commit or reveal in time ends
// the ceremony, and that the transcript names that player.
func TestLatePlayersAbort(t *testing.T) {
	p := newParty(t, "late", 1, [2]bool{})
	p.must(p.ceremony.Commit(First, p.players[0].Commitment(), start))
	deadline, ok := p.ceremony.Deadline()
	if !ok || codeOf(p.ceremony.Expire(deadline.Add(-time.Millisecond))) != NotDue {
		t.Error("aborted before its time")
	}
	p.must(p.ceremony.Commit(Second, p.players[1].Commitment(), deadline.Add(-time.Millisecond)))
	if got := p.ceremony.Waiting(); !slices.Equal(got, []Role{First, Second}) {
		t.Errorf("waiting for %v", got)
	}
	p.must(p.ceremony.Open(First, p.players[0].nonce.Open(), deadline))
	deadline, _ = p.ceremony.Deadline()
	p.must(p.ceremony.Expire(deadline))
	tr := p.ceremony.Transcript(nil)
	if p.ceremony.Phase() != Gone || !slices.Equal(tr.Aborted, []Role{Second}) {
		t.Errorf("%v, aborted by %v", p.ceremony.Phase(), tr.Aborted)
	}
	if codeOf(p.ceremony.Open(Second, p.players[1].nonce.Open(), deadline)) != NotNow {
		t.Error("opened after the abort")
	}
	if _, err := p.server.Layout(p.ceremony, p.rules); codeOf(err) != NotNow {
		t.Error("dealt after the abort")
	}
	if r := Verify(tr, Evidence{}); r.Broken() || r.Sound() || !r.Has(NotOpened) {
		t.Errorf("%+v", r)
	}
	p.ceremony.same(t)

	q := newParty(t, "left", 1, [2]bool{})
	p.must(q.ceremony.Abort(Second, start))
	if !slices.Equal(q.ceremony.Waiting(), []Role{Second}) {
		t.Error(q.ceremony.Waiting())
	}
	q.ceremony.same(t)
}

// TestGuests checks a ceremony of two guests, whose numbers are public: the server can deal at
// once, and a message from a guest is refused.
func TestGuests(t *testing.T) {
	p := newParty(t, "guests", 1, [2]bool{true, true})
	if p.ceremony.Phase() != Dealing {
		t.Fatal(p.ceremony.Phase())
	}
	q := newParty(t, "guest", 1, [2]bool{false, true})
	if codeOf(q.ceremony.Commit(Second, Hash{1}, start)) != NotYours || codeOf(q.ceremony.Abort(Second, start)) != NotYours {
		t.Error("a guest took part")
	}
	q.must(q.ceremony.Commit(First, q.players[0].Commitment(), start))
	if codeOf(q.ceremony.Open(Second, publicNonce, start)) != NotYours {
		t.Error("a guest opened")
	}
}

// TestRandomCommands sends random commands, some of them invalid. It checks that a failed
// command changes nothing, and that the events rebuild the same ceremony.
func TestRandomCommands(t *testing.T) {
	reached := map[Phase]int{}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 3))
		p := newParty(t, "random", seed, [2]bool{})
		c, now := p.ceremony, start
		for range 20 {
			now = now.Add(time.Duration(rng.IntN(3500)) * time.Millisecond)
			before := len(c.events)
			i := rng.IntN(2)
			var err error
			switch rng.IntN(12) {
			case 0, 1, 2, 3:
				err = c.Commit(players[i], p.players[i].Commitment(), now)
			case 4, 5, 6, 7:
				err = c.Open(players[i], p.players[i].nonce.Open(), now)
			case 8:
				err = c.Open(players[i], p.players[1-i].nonce.Open(), now)
			case 9:
				_, err = p.server.Deal(c, p.rules, now)
			case 10:
				err = c.Expire(now)
			case 11:
				if rng.IntN(4) == 0 {
					err = p.server.Close(c, now)
				}
			}
			if added := len(c.events) - before; added > 1 || err != nil && added != 0 {
				t.Fatalf("seed %d: %d events with %v", seed, added, err)
			}
		}
		reached[c.Phase()]++
		c.same(t)
	}
	for _, ph := range []Phase{Gone, Playing, Over} {
		if reached[ph] == 0 {
			t.Errorf("no ceremony came to %v: %v", ph, reached)
		}
	}
}

func TestTermsAreChecked(t *testing.T) {
	good := newParty(t, "m", 1, [2]bool{}).ceremony.Terms()
	for name, spoil := range map[string]func(*Terms){
		"no commitment": func(t *Terms) { t.Server = Hash{} },
		"no key":        func(t *Terms) { t.Key = Key{} },
		"no time":       func(t *Terms) { t.OpenTime = 0 },
		"no id":         func(t *Terms) { t.Match.ID = "" },
		"no packs":      func(t *Terms) { t.Match.Packs = nil },
		"uneven pack":   func(t *Terms) { t.Match.Packs = []Pack{{Squares: []game.Square{1}, Pieces: "ab"}} },
		"square twice":  func(t *Terms) { t.Match.Packs = []Pack{{Squares: []game.Square{1, 1}, Pieces: "ab"}} },
	} {
		terms := good
		spoil(&terms)
		if _, err := Begin(terms, start); codeOf(err) != BadTerms {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPlayersSeeThroughTheServer checks that a player's client rejects a transcript in which the
// server cheats, for example by changing content that it has shown before.
func TestPlayersSeeThroughTheServer(t *testing.T) {
	for name, c := range map[string]struct {
		lie  func(t *Transcript)
		code string
	}{
		"other commitment for me": {func(t *Transcript) { t.Players[0].Commit = &Hash{5} }, WrongOpening},
		"other number for me":     {func(t *Transcript) { t.Players[0].Open = &Hash{5} }, WrongOpening},
		"me as a guest":           {func(t *Transcript) { t.Players[0].Public = true }, WrongOpening},
		"other server number":     {func(t *Transcript) { t.Server = Hash{5} }, Changed},
		"other opponent":          {func(t *Transcript) { t.Players[1].Commit = &Hash{5} }, Changed},
		"opponent made a guest":   {func(t *Transcript) { t.Players[1].Public = true }, Changed},
		"other root":              {func(t *Transcript) { t.Root = &Hash{5} }, Changed},
		"other match":             {func(t *Transcript) { t.Match = "another" }, WrongMatch},
		"other key":               {func(t *Transcript) { t.Key = KeyOf(signingKey(3)) }, WrongMatch},
		"other signature":         {func(t *Transcript) { t.Signature = &Signature{} }, WrongSignature},
	} {
		p := newParty(t, "m", 4, [2]bool{})
		if _, err := p.players[0].Opening(); codeOf(err) != NotNow {
			t.Errorf("a number was opened before the commitments: %v", err)
		}
		half := newParty(t, "m", 4, [2]bool{})
		half.must(half.ceremony.Commit(First, half.players[0].Commitment(), start))
		half.must(half.players[0].See(half.ceremony.Transcript(nil)))
		if _, err := half.players[0].Opening(); codeOf(err) != NotNow {
			t.Errorf("a number was opened before the other's commitment: %v", err)
		}
		p.deal()
		p.play(10, rand.New(rand.NewPCG(1, 1)))
		tr := p.ceremony.Transcript(nil)
		c.lie(&tr)
		if err := p.players[0].See(tr); codeOf(err) != c.code {
			t.Errorf("%s: want %s, got %v", name, c.code, err)
		}
	}
	// Case: the server deals without waiting for the player's number.
	p := newParty(t, "m", 4, [2]bool{})
	fresh := NewPlayer(game.First, p.match, KeyOf(signingKey(1)), nonce(t, 50))
	q := newParty(t, "m", 4, [2]bool{true, true})
	q.deal()
	if err := fresh.See(q.ceremony.Transcript(nil)); err == nil {
		t.Error("dealt without the player, and the player went on")
	}
	// Case: the piece that the move revealed is not the piece in the reveal's proof.
	p.deal()
	o := game.Opened{Square: p.match.squares()[0], Piece: p.layout.secret.Open()[0]}
	r, err := p.layout.Reveal(3, o)
	p.must(err)
	p.must(p.players[0].Shown(o, 3, r))
	o.Piece = 'z'
	if codeOf(p.players[0].Shown(o, 3, r)) != WrongReveal {
		t.Error("another piece than the one opened")
	}
	r.Piece = "z"
	if codeOf(p.players[0].Shown(o, 3, r)) != WrongReveal {
		t.Error("a piece that was not dealt")
	}
}
