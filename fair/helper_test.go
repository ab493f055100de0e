package fair

import (
	"crypto/ed25519"
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"kydai/game"
	"kydai/games/jieqi"
)

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// party is one test match with its server and players.
type party struct {
	t        testing.TB
	rules    game.Rules
	match    Match
	server   *ServerPart
	players  [2]*Player // nil for a player whose number is public
	ceremony *Ceremony
	layout   *Layout
	line     *game.Line
}

func nonce(tb testing.TB, seed uint64) Nonce {
	tb.Helper()
	n, err := NewNonce(rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16), 7}))
	if err != nil {
		tb.Fatal(err)
	}
	return n
}

func signingKey(seed byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed([]byte{31: seed})
}

// newParty begins a ceremony. The parameter public marks the players whose number is public, not
// secret.
func newParty(tb testing.TB, id string, seed uint64, public [2]bool) *party {
	tb.Helper()
	p := &party{t: tb, rules: jieqi.Rules{}}
	for _, c := range []byte(id) {
		seed = seed*31 + uint64(c) // a match with another id gets other secret numbers
	}
	var err error
	if p.match, err = MatchOf(p.rules, id); err != nil {
		tb.Fatal(err)
	}
	if p.server, err = NewServerPart(nonce(tb, 3*seed), signingKey(1)); err != nil {
		tb.Fatal(err)
	}
	if p.ceremony, err = Begin(p.server.Terms(p.match, public[:]), start); err != nil {
		tb.Fatal(err)
	}
	for i, s := range []game.Side{game.First, game.Second} {
		if !public[i] {
			p.players[i] = NewPlayer(s, p.match, KeyOf(signingKey(1)), nonce(tb, 3*seed+1+uint64(i)))
		}
	}
	return p
}

func (p *party) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// deal runs the ceremony with honest parties until the pieces are dealt. Every client checks the
// transcript after every step.
func (p *party) deal() {
	p.t.Helper()
	now := start
	look := func() {
		p.t.Helper()
		now = now.Add(time.Second)
		for _, pl := range p.players {
			if pl != nil {
				p.must(pl.See(viaJSON(p.t, p.ceremony.Transcript(nil))))
			}
		}
	}
	look()
	for i, pl := range p.players {
		if pl != nil {
			p.must(p.ceremony.Commit(players[i], pl.Commitment(), now))
			look()
		}
	}
	for i, pl := range p.players {
		if pl != nil {
			number, err := pl.Opening()
			p.must(err)
			p.must(p.ceremony.Open(players[i], number, now))
			look()
		}
	}
	var err error
	p.layout, err = p.server.Deal(p.ceremony, p.rules, now)
	p.must(err)
	look()
	p.line, err = game.NewLine(p.rules, game.Setup{Secret: p.layout.Secret()})
	p.must(err)
}

// play makes up to n random moves. When a move reveals a piece, each client that may see the piece
// gets the proof and must accept it.
func (p *party) play(n int, rng *rand.Rand) {
	p.t.Helper()
	for range n {
		legal := p.line.Legal()
		if len(legal) == 0 {
			return
		}
		before, ply := p.line.Position(), p.line.Ply()
		m := legal[rng.IntN(len(legal))]
		for _, try := range legal { // prefer captures, because they reveal the most pieces
			if try.Taken() != 0 && rng.IntN(2) == 0 {
				m = try
			}
		}
		p.must(p.line.Push(m))
		for _, o := range opensOf(before, p.line.Move(ply)) {
			r, err := p.layout.Reveal(ply, o)
			p.must(err)
			for i, pl := range p.players {
				side := game.First + game.Side(i)
				if pl != nil && (o.To == game.NoSide || o.To == side) {
					p.must(pl.Shown(o, ply, r))
				}
			}
		}
	}
}

// end reveals the server's number and returns the complete transcript.
func (p *party) end() Transcript {
	p.t.Helper()
	p.must(p.server.Close(p.ceremony, start.Add(time.Hour)))
	reveals, err := p.layout.Reveals(p.line, game.NoSide, true)
	p.must(err)
	t := viaJSON(p.t, p.ceremony.Transcript(reveals))
	for _, pl := range p.players {
		if pl != nil {
			p.must(pl.See(t))
		}
	}
	return t
}

// evidence returns what an honest record of the game contains, for Verify to compare with the
// transcript.
func (p *party) evidence() Evidence {
	return Evidence{
		Match: p.match.ID, Keys: []Key{KeyOf(signingKey(1))}, Rules: p.rules,
		Setup: p.line.Setup(), Codes: p.line.Codes(), Over: true,
	}
}

// whole plays an honest match from the deal to the end.
func whole(tb testing.TB, seed uint64, public [2]bool) (*party, Transcript) {
	tb.Helper()
	p := newParty(tb, "match-"+itoa(int(seed)), seed, public)
	p.deal()
	p.play(60, rand.New(rand.NewPCG(seed, 5)))
	finished := p.end()
	return p, finished
}

// viaJSON encodes a transcript as JSON, decodes it again and returns the result, as if it had been
// sent.
func viaJSON(tb testing.TB, t Transcript) Transcript {
	tb.Helper()
	text, err := json.Marshal(t)
	if err != nil {
		tb.Fatal(err)
	}
	back, err := Parse(text)
	if err != nil {
		tb.Fatalf("%v: %s", err, text)
	}
	return back
}
