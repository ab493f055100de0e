package fair

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"testing"

	"kydai/game"
)

var update = flag.Bool("update", false, "write data/fair again")

const (
	vectorsFile     = "../data/fair/vectors.json"
	transcriptsFile = "../data/fair/transcripts.json"
)

// vector holds the result of each step in the fair deal of one match. docs/fair-deal.md describes
// the steps; the tests of the web client read the same file.
type vector struct {
	Match     Match     `json:"match"`
	Hash      Hash      `json:"hash"`
	Numbers   []Hash    `json:"numbers"` // the secret numbers of the server and the players, in this order
	Commits   []Hash    `json:"commits"`
	Seed      Hash      `json:"seed"`
	Below     []int     `json:"below"` // upper limits for drawing random numbers: Drawn[i] is less than Below[i]
	Drawn     []int     `json:"drawn"`
	Dealt     string    `json:"dealt"`
	Salts     []Hash    `json:"salts"`
	Root      Hash      `json:"root"`
	Paths     [][]Hash  `json:"paths"` // for each leaf, the path to the root
	Key       Key       `json:"key"`
	Statement Hash      `json:"statement"`
	Signature Signature `json:"signature"`
}

func numbered(n uint64) (h Hash) {
	binary.BigEndian.PutUint64(h[:], n*0x9e3779b97f4a7c15)
	binary.BigEndian.PutUint64(h[24:], n)
	return h
}

func makeVectors(t *testing.T) []vector {
	t.Helper()
	matches := []Match{
		newParty(t, "Ab3_-x", 1, [2]bool{}).match,
		newParty(t, "another", 1, [2]bool{}).match,
		{ID: "ván-7", Game: "one", Packs: []Pack{{Squares: []game.Square{300}, Pieces: "k"}}},
		{ID: "three", Game: "three", Packs: []Pack{{Squares: []game.Square{2, 0, 1}, Pieces: "abc"}}},
		{ID: "packs", Game: "packs", Packs: []Pack{
			{Squares: []game.Square{0, 1}, Pieces: "ab"}, {Squares: []game.Square{5, 6, 7}, Pieces: "xyz"},
		}},
	}
	var list []vector
	for i, m := range matches {
		list = append(list, makeVector(i, m))
	}
	return list
}

// makeVector computes all steps of a deal, with numbers derived from i.
func makeVector(i int, m Match) vector {
	v := vector{Match: m, Hash: m.Hash(), Key: KeyOf(signingKey(byte(i)))}
	for j, by := range append([]Role{Server}, players[:m.players()]...) {
		v.Numbers = append(v.Numbers, numbered(uint64(3*i+j+1)))
		v.Commits = append(v.Commits, Commitment(v.Hash, by, v.Numbers[j]))
	}
	v.Seed = Seed(v.Hash, v.Numbers[0], v.Numbers[1:])
	v.draw(i)
	l := layAgain(m, v.Seed)
	v.Dealt, v.Salts, v.Root = string(l.secret.Open()), l.salts, l.Root()
	for leaf := range l.salts {
		v.Paths = append(v.Paths, append([]Hash{}, l.tree.path(leaf)...))
	}
	v.Statement = statement(v.Hash, v.Commits, v.Numbers[1:], v.Root)
	v.Signature = sign(signingKey(byte(i)), v.Statement)
	return v
}

// draw fills Below and Drawn with test cases: numbers that a Source draws for many limits. Some
// limits are small, as in a shuffle. With the others, a Source rejects many values.
func (v *vector) draw(i int) {
	s := NewSource(v.Seed)
	for n := 1; n <= 20; n++ {
		v.Below = append(v.Below, n)
	}
	for range 10 {
		v.Below = append(v.Below, 3<<29+i, 1<<31-1, 1_000_000_007)
	}
	for _, n := range v.Below {
		v.Drawn = append(v.Drawn, s.IntN(n))
	}
}

// example is a transcript and the findings that verification must report.
type example struct {
	Name       string            `json:"name"`
	Match      string            `json:"match"` // id of the match in the record
	Keys       []Key             `json:"keys"`
	Over       bool              `json:"over"`
	Options    map[string]string `json:"options,omitempty"`
	Deal       string            `json:"deal,omitempty"` // deal in the record
	Codes      []string          `json:"codes"`
	Packs      []Pack            `json:"packs"` // packs of the game
	Shown      []shown           `json:"shown"` // pieces that the moves reveal, if the moves can be played with the deal
	Transcript Transcript        `json:"transcript"`
	Checked    []string          `json:"checked"`
	Findings   []string          `json:"findings"` // grade and code of each expected finding
	// Rules is true if all expected findings are reported only by a verifier that knows the rules
	// of the game.
	Rules bool `json:"rules,omitempty"`
}

// shown is the type key (one revealed piece) in JSON form.
type shown struct {
	Ply    int         `json:"ply"`
	Square game.Square `json:"square"`
	Piece  string      `json:"piece"`
	To     Role        `json:"to,omitempty"`
}

func (e *example) evidence(p *party) Evidence {
	return Evidence{
		Match: e.Match, Keys: e.Keys, Rules: p.rules, Codes: e.Codes, Over: e.Over,
		Setup: game.Setup{Options: e.Options, Secret: game.NewSecret([]byte(e.Deal))},
	}
}

// shortGame plays a match of a few moves, one of which captures a face-down piece.
func shortGame(t *testing.T, id string, public [2]bool) *party {
	t.Helper()
	for seed := uint64(1); ; seed++ {
		p := newParty(t, id, seed, public)
		p.deal()
		p.play(9, rand.New(rand.NewPCG(seed, 5)))
		turned, taken := 0, 0
		for _, step := range p.line.Steps() {
			for _, o := range opensOf(step.Before, step.Move) {
				if o.To == game.NoSide {
					turned++
				} else {
					taken++
				}
			}
		}
		if turned >= 4 && taken >= 1 && turned+taken <= 7 {
			return p
		}
	}
}

func makeExamples(t *testing.T) []example {
	t.Helper()
	var all []example
	add := func(name string, p *party, tr Transcript, e Evidence) {
		x := example{
			Name: name, Match: e.Match, Keys: e.Keys, Over: e.Over, Deal: string(e.Setup.Secret.Open()),
			Codes: e.Codes, Packs: p.match.Packs, Transcript: tr, Shown: []shown{}, Findings: []string{},
		}
		r := Verify(tr, e)
		x.Checked = r.Checked
		for _, f := range r.Findings {
			x.Findings = append(x.Findings, string(f.Grade)+" "+f.Code)
			x.Rules = x.Rules || f.Code == WrongMove
		}
		v := verifier{transcript: tr, evidence: e, layout: p.layout}
		if tr.Secret != nil && tr.Root != nil && tr.Players[0].Open != nil && tr.Players[1].Open != nil {
			m := tr.match()
			v.layout = layAgain(m, Seed(m.Hash(), *tr.Secret, []Hash{*tr.Players[0].Open, *tr.Players[1].Open}))
		}
		keys, ok := v.replay()
		for _, k := range keys {
			x.Shown = append(x.Shown, shown{k.ply, k.square, string(rune(k.piece)), k.to})
		}
		x.Rules = x.Rules || !ok
		all = append(all, x)
	}
	for _, c := range []struct {
		name   string
		public [2]bool
	}{{"honest", [2]bool{}}, {"guest", [2]bool{false, true}}, {"two guests", [2]bool{true, true}}} {
		p := shortGame(t, c.name, c.public)
		add(c.name, p, p.end(), p.evidence())
	}
	// Add the transcript of a game in progress and the transcript of an aborted ceremony.
	p := shortGame(t, "under-way", [2]bool{})
	reveals, err := p.layout.Reveals(p.line, game.First, false)
	p.must(err)
	e := p.evidence()
	e.Over, e.Codes, e.Setup = false, p.line.View(game.First).Codes(), game.Setup{}
	add("under way, as the first player sees it", p, p.ceremony.Transcript(reveals), e)
	q := newParty(t, "aborted", 1, [2]bool{})
	q.must(q.ceremony.Commit(First, q.players[0].Commitment(), start))
	deadline, _ := q.ceremony.Deadline()
	q.must(q.ceremony.Expire(deadline))
	q.layout = p.layout
	add("aborted", q, q.ceremony.Transcript(nil), Evidence{Match: "aborted", Rules: q.rules})
	for _, a := range attacks(t) {
		p := shortGame(t, "attack", [2]bool{})
		tr, e := p.end(), p.evidence()
		a.do(p, &tr, &e)
		add(a.name, p, tr, e)
	}
	return all
}

// TestVectors checks that the stored test vectors equal the computed ones, byte for byte.
func TestVectors(t *testing.T) {
	golden(t, vectorsFile, makeVectors(t))
}

// TestExamples checks that Verify reports the expected findings for each example. The tests of the
// web client check its verifier with the same file.
func TestExamples(t *testing.T) {
	if *update {
		golden(t, transcriptsFile, makeExamples(t))
	}
	checkExamples(t, transcriptsFile, 40)
}

// checkExamples verifies the examples in a file. It fails if the file has fewer examples than the
// given minimum.
func checkExamples(t *testing.T, file string, least int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []example
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) < least {
		t.Fatalf("only %d examples", len(list))
	}
	p := newParty(t, "any", 1, [2]bool{})
	for _, x := range list {
		r := Verify(x.Transcript, x.evidence(p))
		found := []string{}
		for _, f := range r.Findings {
			found = append(found, string(f.Grade)+" "+f.Code)
		}
		a, _ := json.Marshal([]any{r.Checked, found})
		b, _ := json.Marshal([]any{x.Checked, x.Findings})
		if !bytes.Equal(a, b) {
			t.Errorf("%s: %s, want %s", x.Name, a, b)
		}
	}
}

// golden compares a list with a file, one JSON item per line. With the flag -update it
// writes the file instead.
func golden[T any](t *testing.T, file string, list []T) {
	t.Helper()
	text := []byte("[\n")
	for i, v := range list {
		line, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, line...)
		if i < len(list)-1 {
			text = append(text, ',')
		}
		text = append(text, '\n')
	}
	text = append(text, "]\n"...)
	if *update {
		if err := os.WriteFile(file, text, 0o644); err != nil { //nolint:gosec // everybody may read the file: it holds test data
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, text) {
		t.Errorf("%s is not what the procedure gives (go test ./fair -update writes it; that is a new version of the protocol)", file)
	}
}
