package fair

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kydai/game"
)

// TestSecretsDoNotPrint checks that types with secrets cannot be written as text or JSON.
func TestSecretsDoNotPrint(t *testing.T) {
	p := newParty(t, "m", 3, [2]bool{})
	p.deal()
	number := p.server.nonce.Open().String()
	raw := fmt.Sprint([]byte(number))
	for _, v := range []any{p.server.nonce, &p.server.nonce, p.server, p.layout, p.players[0], []any{p.server, p.layout}} {
		for _, text := range []string{fmt.Sprint(v), fmt.Sprintf("%+v %#v %s", v, v, v)} {
			if strings.Contains(text, number) || strings.Contains(text, raw) || len(text) > 100 {
				t.Errorf("printed %s", text)
			}
		}
		if b, err := json.Marshal(v); err == nil {
			t.Errorf("encoded %T: %s", v, b)
		}
	}
}

// TestTranscriptsTellNothingHidden checks the transcripts that viewers get during the game. They
// must contain neither the server's number nor the seed. They may contain salts and reveals only of
// pieces that the viewer has seen.
func TestTranscriptsTellNothingHidden(t *testing.T) {
	private := 0
	for seed := range uint64(20) {
		p := newParty(t, "m", seed, [2]bool{})
		p.deal()
		p.play(40, rand.New(rand.NewPCG(seed, 8)))
		numbers, err := p.ceremony.Numbers()
		p.must(err)
		dealSeed := Seed(p.match.Hash(), p.server.nonce.Open(), numbers)
		for _, viewer := range []game.Side{game.NoSide, game.First, game.Second} {
			reveals, err := p.layout.Reveals(p.line, viewer, false)
			p.must(err)
			text, err := json.Marshal(p.ceremony.Transcript(reveals))
			p.must(err)
			for _, secret := range []Hash{p.server.nonce.Open(), dealSeed} {
				if strings.Contains(string(text), secret.String()) {
					t.Fatal("the secret is in the transcript")
				}
			}
			may := map[game.Square]bool{}
			for _, step := range p.line.Steps() {
				for _, o := range opensOf(step.Before, step.Move) {
					if o.To == game.NoSide || o.To == viewer {
						may[o.Square] = true
					} else {
						private++
					}
				}
			}
			for i, sq := range p.match.squares() {
				if !may[sq] && strings.Contains(string(text), p.layout.salts[i].String()) {
					t.Errorf("match %d: %v was shown square %d", seed, viewer, sq)
				}
			}
			if len(reveals) != len(may) {
				t.Errorf("match %d: %v has %d reveals of %d", seed, viewer, len(reveals), len(may))
			}
		}
	}
	if private == 0 {
		t.Error("nothing was captured face down; the test proves nothing")
	}
}

// TestLeavesAreSalted checks that every leaf of the Merkle tree has a salt of its own. Without a
// secret salt, anyone could find the piece of a leaf by hashing every kind of piece.
func TestLeavesAreSalted(t *testing.T) {
	p := newParty(t, "m", 3, [2]bool{})
	p.deal()
	seen := map[Hash]bool{}
	for i, sq := range p.match.squares() {
		leaf := p.layout.tree[0][i]
		for _, piece := range "abnrcp" {
			if leafOf(p.match.Hash(), sq, byte(piece), Hash{}) == leaf {
				t.Error("a leaf without salt")
			}
		}
		if seen[p.layout.salts[i]] {
			t.Error("a salt used twice")
		}
		seen[p.layout.salts[i]] = true
	}
}

// TestEveryByteCounts checks that every change of one byte of an honest transcript is
// detected.
func TestEveryByteCounts(t *testing.T) {
	p := newParty(t, "m", 2, [2]bool{})
	p.deal()
	p.play(3, rand.New(rand.NewPCG(1, 1)))
	text, err := json.Marshal(p.end())
	p.must(err)
	rng := rand.New(rand.NewPCG(2, 2))
	e := p.evidence()
	for i := range text {
		changed := []byte(string(text))
		for changed[i] == text[i] {
			changed[i] = byte(' ' + rng.IntN(95))
		}
		tr, err := Parse(changed)
		if err == nil && Verify(tr, e).Sound() {
			t.Fatalf("byte %d may be %q instead of %q in …%s", i, changed[i], text[i], text[max(i-20, 0):i])
		}
	}
}

// The seed inputs of this fuzz test are short, because the go command spends minutes on minimising
// long inputs.
func FuzzParse(f *testing.F) {
	h := numbered(1).String()
	f.Add([]byte(`{"version":1,"match":"m","game":"g","packs":[{"squares":[1],"pieces":"a"}],"key":"` + h + `","server":"` + h + `","players":[{},{}]}`))
	f.Add([]byte(`{"version":1,"players":[{"public":true}]}`))
	rules := newParty(f, "m", 1, [2]bool{}).rules
	f.Fuzz(func(t *testing.T, text []byte) {
		tr, err := Parse(text)
		if err != nil {
			return
		}
		Verify(tr, Evidence{Rules: rules, Codes: []string{"h2e2"}})
		viaJSON(t, tr)
	})
}

func FuzzDecode(f *testing.F) {
	for _, to := range []Phase{Committing, Opening, Dealing, Playing, Over} {
		p := newParty(f, "m", 1, [2]bool{})
		p.advance(to)
		body, err := p.ceremony.Encode()
		p.must(err)
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		c, err := Decode(body)
		if err != nil {
			return
		}
		if again, err := c.Encode(); err != nil || !bytes.Equal(again, body) {
			t.Errorf("%s became %s (%v)", body, again, err)
		}
		viaJSON(t, c.Transcript(nil))
	})
}
