package fair

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kydai/game"
	"kydai/games/jieqi"
)

const (
	twinVectorsFile     = "../data/fair/vectors2.json"
	twinTranscriptsFile = "../data/fair/transcripts2.json"
)

// tables holds, for a test, two matches that share one deal, with their server and their four
// players.
type tables struct {
	t        testing.TB
	match    Match
	server   *ServerPart
	players  [most]*Player
	ceremony *Ceremony
	layout   *Layout
	lines    [seats]*game.Line
}

func newTables(tb testing.TB, seed uint64) *tables {
	tb.Helper()
	p := &tables{t: tb}
	var err error
	p.match, err = TwinsOf(jieqi.Rules{}, "one-"+itoa(int(seed)), "two-"+itoa(int(seed)))
	p.must(err)
	p.server, err = NewServerPart(nonce(tb, 1000+5*seed), signingKey(1))
	p.must(err)
	p.ceremony, err = Begin(p.server.Terms(p.match, make([]bool, most)), start)
	p.must(err)
	for i := range p.players {
		p.players[i] = NewPlayerAt(i/seats, game.First+game.Side(i%seats), p.match, KeyOf(signingKey(1)), nonce(tb, 1001+5*seed+uint64(i)))
	}
	return p
}

func (p *tables) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// look sends each player the current transcript of their table; every player must accept it.
func (p *tables) look() {
	p.t.Helper()
	for i, pl := range p.players {
		p.must(pl.See(viaJSON(p.t, p.ceremony.TranscriptAt(i/seats, nil))))
	}
}

func (p *tables) deal() {
	p.t.Helper()
	p.look()
	for i, pl := range p.players {
		if _, err := pl.Opening(); codeOf(err) != NotNow {
			p.t.Fatalf("player %d opens when %d have committed: %v", i, i, err)
		}
		p.must(p.ceremony.Commit(players[i], pl.Commitment(), start.Add(time.Second)))
		p.look()
	}
	for i, pl := range p.players {
		if _, err := p.server.Layout(p.ceremony, jieqi.Rules{}); codeOf(err) != NotNow {
			p.t.Fatalf("dealt with %d numbers: %v", i, err)
		}
		number, err := pl.Opening()
		p.must(err)
		p.must(p.ceremony.Open(players[i], number, start.Add(2*time.Second)))
		p.look()
	}
	var err error
	p.layout, err = p.server.Deal(p.ceremony, jieqi.Rules{}, start.Add(3*time.Second))
	p.must(err)
	p.look()
	for i := range p.lines {
		p.lines[i], err = game.NewLine(jieqi.Rules{}, game.Setup{Secret: p.layout.Secret()})
		p.must(err)
	}
}

// play plays up to n random moves in both games, with different moves.
func (p *tables) play(n int, seed uint64) {
	p.t.Helper()
	for i, line := range p.lines {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		for range n {
			if legal := line.Legal(); len(legal) > 0 {
				p.must(line.Push(legal[rng.IntN(len(legal))]))
			}
		}
	}
}

// end reveals the server's number and returns the transcript of each table.
func (p *tables) end() (both [seats]Transcript) {
	p.t.Helper()
	p.must(p.server.Close(p.ceremony, start.Add(time.Hour)))
	for i, line := range p.lines {
		reveals, err := p.layout.Reveals(line, game.NoSide, true)
		p.must(err)
		both[i] = viaJSON(p.t, p.ceremony.TranscriptAt(i, reveals))
		p.must(p.players[seats*i].See(both[i]))
		p.must(p.players[seats*i+1].See(both[i]))
	}
	return both
}

func (p *tables) evidence(table int) Evidence {
	return Evidence{
		Match: p.match.at(table), Keys: []Key{KeyOf(signingKey(1))}, Rules: jieqi.Rules{},
		Setup: p.lines[table].Setup(), Codes: p.lines[table].Codes(), Over: true,
	}
}

// TestTwoTables checks that four players and the server can make one deal for two tables,
// and that the records of both tables verify.
func TestTwoTables(t *testing.T) {
	for seed := range uint64(20) {
		p := newTables(t, seed)
		p.deal()
		p.play(40, seed)
		both := p.end()
		for i := range both {
			if r := Verify(both[i], p.evidence(i)); !r.Sound() || len(r.Checked) != 6 {
				t.Fatalf("table %d: %+v", i+1, r)
			}
		}
		if p.lines[0].Setup().Secret != p.lines[1].Setup().Secret {
			t.Fatal("the tables have two deals")
		}
		body, err := p.ceremony.Encode()
		p.must(err)
		back, err := Decode(body)
		p.must(err)
		if again, _ := back.Encode(); !bytes.Equal(again, body) || back.Phase() != Over {
			t.Error("a stored ceremony is read as another")
		}
		if f := Reused(both[:]); len(f) > 0 {
			t.Errorf("two tables of one deal: %+v", f)
		}
	}
}

// TestEachOfFourCounts checks that the number of each of the four players changes the deal, and
// that the server cannot deal while one number is missing.
func TestEachOfFourCounts(t *testing.T) {
	p := newTables(t, 1)
	p.deal()
	numbers, err := p.ceremony.Numbers()
	p.must(err)
	server := p.server.nonce.Open()
	deal := string(layAgain(p.match, Seed(p.match.Hash(), server, numbers)).secret.Open())
	for i := range numbers {
		other := slices.Clone(numbers)
		other[i] = numbered(99)
		if string(layAgain(p.match, Seed(p.match.Hash(), server, other)).secret.Open()) == deal {
			t.Errorf("the number of player %d does not change the deal", i+1)
		}
	}
	// Check which player is named after the deadline if three of the four players, at two tables,
	// have sent their commitments.
	q := newTables(t, 2)
	for i := range 3 {
		q.must(q.ceremony.Commit(players[i], q.players[i].Commitment(), start))
	}
	deadline, _ := q.ceremony.Deadline()
	q.must(q.ceremony.Expire(deadline))
	if got := q.ceremony.TranscriptAt(1, nil).Aborted; !slices.Equal(got, []Role{Fourth}) {
		t.Error("late is", got)
	}
	// Check that a ceremony for one match refuses a message with a role of the second table.
	one := newParty(t, "one", 1, [2]bool{})
	if err := one.ceremony.Commit(Third, Hash{1}, start); codeOf(err) != NotYours {
		t.Error(err)
	}
}

// twinAttacks lists changes to the second table's transcript that Verify must detect.
func twinAttacks() []struct {
	name, code string
	do         func(p *tables, t *Transcript)
} {
	one := func(f func(t *Transcript)) func(*tables, *Transcript) { return func(_ *tables, t *Transcript) { f(t) } }
	return []struct {
		name, code string
		do         func(p *tables, t *Transcript)
	}{
		{"the other table's place", WrongOpening, one(func(t *Transcript) { t.Table = 1 })},
		{"another match at the other table", WrongOpening, one(func(t *Transcript) { t.Other = "another" })},
		{"no other table", BadVersion, one(func(t *Transcript) { t.Other = "" })},
		{"of version 1", BadVersion, one(func(t *Transcript) { t.Version = 1 })},
		{"a third table", BadForm, one(func(t *Transcript) { t.Table = 3 })},
		{"only two players", BadForm, one(func(t *Transcript) { t.Players = t.Players[:2] })},
		{"sides not swapped", WrongOpening, one(func(t *Transcript) { t.Players[2], t.Players[3] = t.Players[3], t.Players[2] })},
		{"a player's other number", WrongOpening, one(func(t *Transcript) { t.Players[3].Open = &Hash{9} })},
		{"two players with one number", SharedNumber, func(p *tables, t *Transcript) {
			n := *t.Players[0].Open
			c := Commitment(p.match.Hash(), Fourth, n)
			t.Players[3] = Part{Commit: &c, Open: &n}
		}},
		{"the server's other number", WrongSecret, one(func(t *Transcript) { t.Secret = &Hash{9} })},
		{"another deal for this table", WrongRoot, func(p *tables, t *Transcript) {
			other := layAgain(p.match, Hash{7})
			root := other.Root()
			commits := []Hash{t.Server}
			var opened []Hash
			for _, part := range t.Players {
				commits, opened = append(commits, *part.Commit), append(opened, *part.Open)
			}
			s := sign(signingKey(1), statement(p.match.Hash(), commits, opened, root))
			t.Root, t.Signature, t.Reveals = &root, &s, nil
		}},
		{"a fourth player who was never asked", NotPublic, func(p *tables, t *Transcript) {
			n := publicNonce
			c := Commitment(p.match.Hash(), Fourth, n)
			t.Players[3] = Part{Commit: &c, Open: &n}
		}},
	}
}

func TestTwinAttacksAreFound(t *testing.T) {
	for _, a := range twinAttacks() {
		p := newTables(t, 5)
		p.deal()
		p.play(20, 5)
		tr := p.end()[1]
		a.do(p, &tr)
		if r := Verify(tr, p.evidence(1)); r.Sound() || !r.Has(a.code) {
			t.Errorf("%s: want %s, got %+v", a.name, a.code, r)
		}
		if err := p.players[2].See(tr); err == nil {
			t.Errorf("%s: the player went on", a.name)
		}
	}
}

// TestTwinVectors checks the test vectors and transcripts of version 2. The tests of the
// web client read the same files.
func TestTwinVectors(t *testing.T) {
	m := newTables(t, 1).match
	golden(t, twinVectorsFile, []vector{
		makeVector(11, m),
		makeVector(12, Match{ID: "bàn-1", Other: "bàn-2", Game: "three", Packs: []Pack{{Squares: []game.Square{2, 0, 1}, Pieces: "abc"}}}),
	})
	if *update {
		golden(t, twinTranscriptsFile, twinExamples(t))
	}
	checkExamples(t, twinTranscriptsFile, 10)
}

func twinExamples(t *testing.T) (list []example) {
	t.Helper()
	add := func(name string, p *tables, table int, tr Transcript) {
		e := p.evidence(table)
		x := example{
			Name: name, Match: e.Match, Keys: e.Keys, Over: true, Deal: string(e.Setup.Secret.Open()), Codes: e.Codes,
			Packs: p.match.Packs, Transcript: tr, Shown: []shown{}, Findings: []string{},
		}
		r := Verify(tr, e)
		x.Checked = r.Checked
		for _, f := range r.Findings {
			x.Findings = append(x.Findings, string(f.Grade)+" "+f.Code)
			x.Rules = x.Rules || f.Code == WrongMove
		}
		v := verifier{transcript: tr, evidence: e, layout: p.layout}
		keys, _ := v.replay()
		for _, k := range keys {
			x.Shown = append(x.Shown, shown{k.ply, k.square, string(rune(k.piece)), k.to})
		}
		list = append(list, x)
	}
	p := newTables(t, 3)
	p.deal()
	p.play(8, 3)
	both := p.end()
	add("first table", p, 0, both[0])
	add("second table", p, 1, both[1])
	for _, a := range twinAttacks() {
		p := newTables(t, 3)
		p.deal()
		p.play(8, 3)
		tr := p.end()[1]
		a.do(p, &tr)
		add(a.name, p, 1, tr)
	}
	return list
}
