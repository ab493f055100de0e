package fair

import (
	"crypto/ed25519"
	"slices"
	"testing"

	"kydai/game"
)

// TestHonestMatches checks that Verify reports no faults and no gaps for an honest match, whether
// or not each player has a secret number.
func TestHonestMatches(t *testing.T) {
	for _, c := range []struct {
		name   string
		public [2]bool
		notes  int
	}{
		{"two players", [2]bool{}, 0},
		{"a guest second", [2]bool{false, true}, 1},
		{"a guest first", [2]bool{true, false}, 1},
		{"two guests", [2]bool{true, true}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(8) {
				p, tr := whole(t, seed, c.public)
				r := Verify(tr, p.evidence())
				if !r.Sound() || len(r.Findings) != c.notes || len(r.Checked) != 6 {
					t.Fatalf("match %d: %+v", seed, r)
				}
				if c.notes > 0 && !r.Has(PublicPart) {
					t.Error("the guest's part is not said")
				}
				tr.Reveals = nil
				if r := Verify(tr, p.evidence()); !r.Sound() || !r.Has(NoReveals) {
					t.Errorf("without reveals: %+v", r)
				}
			}
		})
	}
}

// TestSpectatorsRecord checks that Verify fully verifies the record that a spectator sees. This
// record lacks the deal, and the pieces that were captured face down.
func TestSpectatorsRecord(t *testing.T) {
	for seed := range uint64(8) {
		p, tr := whole(t, seed, [2]bool{})
		e := p.evidence()
		view := p.line.View(game.NoSide)
		e.Setup, e.Codes = game.Setup{}, view.Codes()
		if r := Verify(tr, e); !r.Sound() || len(r.Checked) != 6 {
			t.Errorf("match %d: %+v", seed, r)
		}
	}
}

// attack is one way to cheat. The function do changes the transcript or the record of an honest
// match. Verify must then report a finding with the field code.
type attack struct {
	name string
	do   func(p *party, t *Transcript, e *Evidence)
	code string
}

func attacks(tb testing.TB) []attack {
	other := Hash{1, 2, 3}
	return []attack{
		// Attacks by the server.
		{"server opens another number", func(_ *party, t *Transcript, _ *Evidence) { t.Secret = &other }, WrongSecret},
		{"server chooses its number after the players opened", func(p *party, t *Transcript, _ *Evidence) {
			// server, players and root agree with the new number; only the server's commitment does
			// not
			reseal(tb, p, t, func() { t.Secret = &other })
		}, WrongSecret},
		{"server replaces its commitment too", func(p *party, t *Transcript, _ *Evidence) {
			t.Secret, t.Server = &other, Commitment(p.match.Hash(), Server, other)
		}, WrongSignature},
		{"server keeps its number", func(_ *party, t *Transcript, _ *Evidence) { t.Secret = nil }, NotClosed},
		{"server uses the number of another match", func(p *party, t *Transcript, _ *Evidence) {
			n := nonce(tb, 999).Open()
			elsewhere := p.match
			elsewhere.ID = "another"
			reseal(tb, p, t, func() { t.Secret, t.Server = &n, Commitment(elsewhere.Hash(), Server, n) })
		}, WrongSecret},
		{"swapped layout", func(p *party, t *Transcript, e *Evidence) {
			swapLayout(tb, p, t, e)
		}, WrongRoot},
		{"signed by another key", func(p *party, t *Transcript, _ *Evidence) {
			t.Key = KeyOf(signingKey(2))
			resign(p, t, signingKey(2))
		}, WrongKey},
		{"wrong signature", func(_ *party, t *Transcript, _ *Evidence) { t.Signature[5] ^= 1 }, WrongSignature},
		{"root exchanged under an old signature", func(_ *party, t *Transcript, _ *Evidence) { t.Root = &other }, WrongSignature},
		{"no signature", func(_ *party, t *Transcript, _ *Evidence) { t.Signature = nil }, NotDealt},
		{"root of nothing", func(p *party, t *Transcript, _ *Evidence) {
			t.Root = &other
			resign(p, t, signingKey(1))
		}, WrongRoot},
		{"other pieces in the pack", func(_ *party, t *Transcript, _ *Evidence) {
			t.Packs = slices.Clone(t.Packs)
			t.Packs[0].Pieces = "rrrrrrrrrrrrrrr"
		}, WrongPacks},
		{"packs in another order", func(_ *party, t *Transcript, _ *Evidence) {
			t.Packs = []Pack{t.Packs[1], t.Packs[0]}
		}, WrongPacks},
		{"server says the player is a guest", func(_ *party, t *Transcript, _ *Evidence) {
			t.Players[1].Public = true
		}, NotPublic},
		{"server leaves the player's number out", func(p *party, t *Transcript, _ *Evidence) {
			reseal(tb, p, t, func() {
				open := publicNonce
				commit := Commitment(p.match.Hash(), Second, open)
				t.Players[1] = Part{Public: false, Commit: &commit, Open: &open}
			})
		}, NotPublic},
		// Attacks on reveals.
		{"wrong piece in a reveal", func(_ *party, t *Transcript, _ *Evidence) {
			t.Reveals[0].Piece = otherPiece(t.Reveals[0].Piece)
		}, WrongReveal},
		{"wrong salt", func(_ *party, t *Transcript, _ *Evidence) { t.Reveals[2].Salt[0] ^= 1 }, WrongReveal},
		{"wrong path", func(_ *party, t *Transcript, _ *Evidence) { t.Reveals[2].Path[4][0] ^= 1 }, WrongReveal},
		{"short path", func(_ *party, t *Transcript, _ *Evidence) { t.Reveals[2].Path = t.Reveals[2].Path[:4] }, WrongReveal},
		{"two reveals swapped", func(_ *party, t *Transcript, _ *Evidence) {
			a, b := &t.Reveals[0], &t.Reveals[1]
			a.Square, b.Square = b.Square, a.Square
		}, WrongReveal},
		{"a square opened twice", func(_ *party, t *Transcript, _ *Evidence) {
			t.Reveals = append(t.Reveals, t.Reveals[0])
		}, SecondReveal},
		{"a piece opened that no move showed", func(p *party, t *Transcript, _ *Evidence) {
			t.Reveals = append(t.Reveals, unshown(tb, p))
		}, WrongReveal},
		{"a piece shown that was not opened", func(_ *party, t *Transcript, _ *Evidence) {
			t.Reveals = t.Reveals[:len(t.Reveals)-1]
		}, MissingReveal},
		{"opened to all instead of the capturer alone", func(_ *party, t *Transcript, _ *Evidence) {
			i := slices.IndexFunc(t.Reveals, func(r Reveal) bool { return r.To != "" })
			t.Reveals[i].To = ""
		}, WrongReveal},
		{"opened at another move", func(_ *party, t *Transcript, _ *Evidence) { t.Reveals[1].Ply++ }, WrongReveal},
		// Attacks by a player.
		{"player opens another number", func(_ *party, t *Transcript, _ *Evidence) { t.Players[0].Open = &other }, WrongOpening},
		{"player changes commitment and number", func(p *party, t *Transcript, _ *Evidence) {
			commit := Commitment(p.match.Hash(), First, other)
			t.Players[0] = Part{Commit: &commit, Open: &other}
		}, WrongSignature},
		{"player replays a nonce committed to in another match", func(p *party, t *Transcript, _ *Evidence) {
			n := nonce(tb, 77).Open()
			elsewhere := p.match
			elsewhere.ID = "another"
			commit := Commitment(elsewhere.Hash(), First, n)
			reseal(tb, p, t, func() { t.Players[0] = Part{Commit: &commit, Open: &n} })
		}, WrongOpening},
		{"player copies the other's commitment", func(p *party, t *Transcript, _ *Evidence) {
			reseal(tb, p, t, func() { t.Players[1] = t.Players[0] })
		}, WrongOpening},
		{"player copies the other's number", func(p *party, t *Transcript, _ *Evidence) {
			commit := Commitment(p.match.Hash(), Second, *t.Players[0].Open)
			reseal(tb, p, t, func() { t.Players[1] = Part{Commit: &commit, Open: t.Players[0].Open} })
		}, SharedNumber},
		{"player did not open", func(_ *party, t *Transcript, _ *Evidence) { t.Players[1].Open = nil }, NotOpened},
		{"player did not commit", func(_ *party, t *Transcript, _ *Evidence) { t.Players[1] = Part{} }, NotCommitted},
		// Changes to the record or to the fields that identify the match.
		{"another version", func(_ *party, t *Transcript, _ *Evidence) { t.Version = 2 }, BadVersion},
		{"transcript of another match", func(_ *party, _ *Transcript, e *Evidence) { e.Match = "another" }, WrongMatch},
		{"transcript renamed to this match", func(_ *party, t *Transcript, e *Evidence) {
			t.Match, e.Match = "another", "another"
		}, WrongOpening},
		{"aborted and played all the same", func(_ *party, t *Transcript, _ *Evidence) { t.Aborted = []Role{First} }, BadForm},
		{"another game", func(_ *party, t *Transcript, _ *Evidence) { t.Game = "chess" }, WrongGame},
		{"nothing is dealt", func(_ *party, t *Transcript, _ *Evidence) { t.Packs = nil }, BadForm},
		{"record with another deal", func(p *party, _ *Transcript, e *Evidence) {
			l, err := Lay(p.rules, p.match, other)
			if err != nil {
				tb.Fatal(err)
			}
			e.Setup.Secret = l.Secret()
		}, WrongDeal},
		{"record whose move shows another piece", func(_ *party, _ *Transcript, e *Evidence) {
			e.Setup.Secret = game.Secret{}
			for i, code := range e.Codes {
				if len(code) == 5 { // a code of five characters ends with the revealed piece
					e.Codes[i] = code[:4] + otherPiece(code[4:])
					return
				}
			}
			tb.Fatal("no move turned anything up")
		}, WrongMove},
		{"record that breaks off before its last reveal", func(_ *party, t *Transcript, e *Evidence) {
			e.Codes = e.Codes[:t.Reveals[len(t.Reveals)-1].Ply]
		}, WrongReveal},
	}
}

// TestAttacks checks that Verify detects every attack and reports the expected code.
func TestAttacks(t *testing.T) {
	for _, a := range attacks(t) {
		t.Run(a.name, func(t *testing.T) {
			for seed := range uint64(3) {
				p, tr := whole(t, seed+20, [2]bool{})
				e := p.evidence()
				a.do(p, &tr, &e)
				r := Verify(tr, e)
				if r.Sound() || !r.Has(a.code) {
					t.Errorf("want %s, got %+v", a.code, r)
				}
			}
		})
	}
}

// resign replaces the server's signature by a valid one over the changed transcript.
func resign(p *party, t *Transcript, key ed25519.PrivateKey) {
	commits := []Hash{t.Server, *t.Players[0].Commit, *t.Players[1].Commit}
	s := sign(key, statement(p.match.Hash(), commits, []Hash{*t.Players[0].Open, *t.Players[1].Open}, *t.Root))
	t.Signature = &s
}

// reseal simulates a cheating server: it applies the change, and then deals and signs again, so
// that the rest of the transcript is consistent with the change.
func reseal(tb testing.TB, p *party, t *Transcript, change func()) {
	tb.Helper()
	change()
	seed := Seed(p.match.Hash(), *t.Secret, []Hash{*t.Players[0].Open, *t.Players[1].Open})
	l, err := Lay(p.rules, p.match, seed)
	if err != nil {
		tb.Fatal(err)
	}
	root := l.Root()
	t.Root, t.Reveals = &root, nil
	resign(p, t, signingKey(1))
}

// swapLayout simulates a server that swaps two pieces of the deal computed from the seed,
// and signs and reveals the swapped deal consistently.
func swapLayout(tb testing.TB, p *party, t *Transcript, e *Evidence) {
	tb.Helper()
	dealt := p.layout.secret.Open()
	i := 0
	for dealt[i] == dealt[0] {
		i++
	}
	dealt[0], dealt[i] = dealt[i], dealt[0]
	l := &Layout{match: p.match, hash: p.match.Hash(), secret: game.NewSecret(dealt)}
	l.plant(Seed(p.match.Hash(), *t.Secret, []Hash{*t.Players[0].Open, *t.Players[1].Open}))
	root := l.Root()
	t.Root = &root
	resign(p, t, signingKey(1))
	line, err := game.NewLine(p.rules, game.Setup{Secret: l.Secret()})
	if err != nil {
		tb.Fatal(err)
	}
	if t.Reveals, err = l.Reveals(line, game.NoSide, true); err != nil {
		tb.Fatal(err)
	}
	e.Setup.Secret, e.Codes = l.Secret(), nil
}

func otherPiece(piece string) string {
	if piece == "r" {
		return "p"
	}
	return "r"
}

// unshown returns the reveal (the proof) of a piece that is still face down.
func unshown(tb testing.TB, p *party) Reveal {
	tb.Helper()
	shown := map[game.Square]bool{}
	reveals, err := p.layout.Reveals(p.line, game.NoSide, true)
	if err != nil {
		tb.Fatal(err)
	}
	for _, r := range reveals {
		shown[r.Square] = true
	}
	for i, sq := range p.match.squares() {
		if !shown[sq] {
			r, err := p.layout.Reveal(0, game.Opened{Square: sq, Piece: p.layout.secret.Open()[i]})
			if err != nil {
				tb.Fatal(err)
			}
			return r
		}
	}
	tb.Fatal("everything was shown")
	return Reveal{}
}

// TestReusedNumbers checks that Reused finds a secret number that two matches share.
func TestReusedNumbers(t *testing.T) {
	_, a := whole(t, 1, [2]bool{})
	_, b := whole(t, 2, [2]bool{})
	if f := Reused([]Transcript{a, b, a}); len(f) != 0 {
		t.Errorf("honest: %+v", f)
	}
	for _, reuse := range []func(*Transcript){
		func(t *Transcript) { t.Secret = a.Secret },
		func(t *Transcript) { t.Players[0].Open = a.Players[0].Open },
		func(t *Transcript) { t.Players[1].Open = a.Players[0].Open },
	} {
		c := b
		reuse(&c)
		if f := Reused([]Transcript{a, c}); len(f) != 1 || f[0].Code != SharedNumber {
			t.Errorf("%+v", f)
		}
	}
}
