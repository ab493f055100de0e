package web_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"kydai/fair"
	"kydai/game"
	"kydai/games"
	"kydai/internal/web"
	"kydai/record"
	"kydai/record/formats"
)

// judged reads a game record as kydai verify does and returns the report about its deal.
func judged(t *testing.T, text []byte, format string, keys ...fair.Key) (fair.Report, fair.Transcript) {
	t.Helper()
	r, _ := games.Find("jieqi")
	reader, err := formats.NewReader(format, bytes.NewReader(text), record.ReadOptions{Find: games.Find, Rules: r})
	if err != nil {
		t.Fatal(err)
	}
	g, err := reader.Next()
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	tr, err := fair.Parse([]byte(g.Tag("Fair")))
	if err != nil {
		t.Fatalf("%v in the tag %q", err, g.Tag("Fair"))
	}
	p, err := g.Rules.New(g.Setup)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, n := range g.Main() {
		codes = append(codes, p.Encode(n.Move))
		p = p.Play(n.Move)
	}
	return fair.Verify(tr, fair.Evidence{Match: g.Tag("Match"), Keys: keys, Rules: g.Rules, Setup: g.Setup, Codes: codes, Over: true}), tr
}

// siteKey returns the public key with which a site signs deals.
func (s *site) siteKey() fair.Key {
	s.t.Helper()
	var k web.FairKey
	s.guest().get("/api/fair/key", &k)
	var key fair.Key
	if err := key.UnmarshalText([]byte(k.Key)); err != nil {
		s.t.Fatal(err)
	}
	return key
}

// TestFairAtOnce checks a deal to which no player contributes a number. Such a deal needs no
// exchange and is signed when the match starts. Each revealed piece must be verifiable against the
// signed root. A piece captured face down may be revealed only to the player who captured it. The
// record must be verifiable at the end, and a changed record must be detected.
func TestFairAtOnce(t *testing.T) {
	s := newSite(t)
	a, b, id := s.pair("jieqi", nil)
	key := s.siteKey()
	first, second, seen := a.connect().watch(id), b.connect().watch(id), s.guest().connect().watch(id)
	tables := []*table{first, second, seen}
	for _, m := range tables {
		tr := m.Fair
		if tr == nil || tr.Root == nil || tr.Signature == nil || tr.Secret != nil || tr.Key != key || !tr.Players[0].Public || !tr.Players[1].Public {
			t.Fatalf("the match begins with the transcript %+v", tr)
		}
	}
	match := fair.Match{ID: first.Fair.Match, Game: first.Fair.Game, Packs: first.Fair.Packs}
	root := *first.Fair.Root
	shown, alone := map[*table][]fair.Reveal{}, 0
	// The move b2b9 captures a face-down piece. Only the first side, which captures the piece, may
	// learn which piece it was.
	for ply, code := range []string{"b2b9", "h7h0", "a3a4", "a6a5"} {
		tables[ply%2].play(code)
		for _, m := range tables {
			e := m.events()
			if e.Fair != nil {
				t.Error("the transcript of a match under way is told with a move")
			}
			for _, r := range e.Reveals {
				if r.Ply != ply {
					t.Errorf("move %d came with a reveal of move %d", ply, r.Ply)
				}
				if err := r.Check(match, root); err != nil {
					t.Errorf("move %d: %v", ply, err)
				}
				if r.To != "" {
					alone++
					if fair.RoleOf(game.Side(1+ply%2)) != r.To || m != tables[ply%2] {
						t.Errorf("a reveal to %s came to the %s viewer", r.To, m.Viewer)
					}
				}
			}
			shown[m] = append(shown[m], e.Reveals...)
		}
	}
	if alone != 2 || len(shown[first]) != 5 || len(shown[second]) != 5 || len(shown[seen]) != 4 {
		t.Errorf("%d reveals for one alone; %d, %d and %d in all", alone, len(shown[first]), len(shown[second]), len(shown[seen]))
	}
	var now fair.Transcript
	b.get("/api/matches/"+id+"/fair", &now)
	if len(now.Reveals) != 5 || now.Secret != nil {
		t.Errorf("under way a player gets %d reveals, and the number %v", len(now.Reveals), now.Secret)
	}
	path := "/api/matches/" + id + "/record"
	if _, text := a.ask(http.MethodGet, path+"?format=json", nil); strings.Contains(string(text), "Fair") {
		t.Error("the record of a match under way has a transcript")
	}

	second.act("resign", "", 0)
	for _, m := range tables {
		e := m.events()
		if e.Fair == nil || e.Fair.Secret == nil || len(e.Fair.Reveals) != 6 {
			t.Errorf("at the end the %s viewer gets %+v", m.Viewer, e.Fair)
		}
	}
	for _, format := range []string{"json", "pgn", ""} {
		_, text := a.ask(http.MethodGet, path+"?format="+format, nil)
		if format == "" {

			r, _ := games.Find("jieqi")
			format = r.Info().Formats[0]
		}
		report, _ := judged(t, text, format, key)
		if !report.Sound() {
			t.Errorf("%s: the record downloaded is not found fair: %+v", format, report.Findings)
		}
	}
	_, text := a.ask(http.MethodGet, path+"?format=json", nil)
	report, tr := judged(t, text, "json", fair.Key{1})
	if !report.Has(fair.WrongKey) {
		t.Error("another server's key is taken for this one's")
	}
	// Change one bit of the server's secret number in the record. The change must be found.
	other := *tr.Secret
	other[0] ^= 1
	from, _ := tr.Secret.MarshalText()
	to, _ := other.MarshalText()
	doctored := bytes.ReplaceAll(text, from, to)
	if report, _ := judged(t, doctored, "json", key); !report.Has(fair.WrongSecret) || !report.Has(fair.WrongRoot) {
		t.Errorf("a doctored number is not found: %+v", report.Findings)
	}
	var none json.RawMessage
	c, _, plain := s.pair("chess", nil)
	c.refused(http.StatusNotFound, "not-found", http.MethodGet, "/api/matches/"+plain+"/fair", nil)
	c.get("/api/matches/"+plain, &none)
	if strings.Contains(string(none), `"fair"`) {
		t.Errorf("nothing is dealt, yet there is a transcript: %s", none)
	}
}
