package words

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/reason"
)

var update = flag.Bool("update", false, "write the sentences of the golden sets again")

// golden is one entry of a golden file: a question about a position, the variations that an engine
// searched for it, and the expected explanation. The variations are stored, so that the test
// depends only on the motifs and their sentences and not on the engine.
type golden struct {
	Position string            `json:"position"`
	Options  map[string]string `json:"options,omitempty"`
	Last     int               `json:"last,omitempty"` // 1 + target square of the previous move if it was a capture, otherwise 0
	Played   engine.Variation  `json:"played"`
	Better   *engine.Variation `json:"better,omitempty"`
	Vi       []string          `json:"vi"`
	En       []string          `json:"en"`
}

func goldenFile(name string) string { return filepath.Join("..", name, "testdata", "reasons.json") }

// question converts a stored golden entry to a question.
func (g *golden) question(t testing.TB, r game.Rules) *reason.Question {
	t.Helper()
	setup := game.Setup{Start: g.Position, Options: g.Options}
	p, err := r.New(setup)
	if err != nil {
		t.Fatalf("%s: %v", g.Position, err)
	}
	q := &reason.Question{Rules: r, Setup: setup, Position: p}
	if g.Last > 0 {
		q.Last = game.NewMove(game.NoSquare, game.Square(g.Last-1), 0, 1, 0)
	}
	if q.Played, err = reason.LineOf(p, g.Played); err != nil {
		t.Fatalf("%s: %v", g.Position, err)
	}
	if g.Better != nil {
		if q.Better, err = reason.LineOf(p, *g.Better); err != nil {
			t.Fatalf("%s: %v", g.Position, err)
		}
	}
	return q
}

// goldenOf converts a question to a golden entry for storage.
func goldenOf(q *reason.Question) *golden {
	g := &golden{Position: q.Position.String(), Options: q.Setup.Options, Played: variation(q.Position, q.Played)}
	if q.Last.Taken() != 0 {
		g.Last = 1 + int(q.Last.To())
	}
	if len(q.Better.Moves) > 0 {
		better := variation(q.Position, q.Better)
		g.Better = &better
	}
	return g
}

// most is the largest number of moves kept in a stored variation.
const most = 10

func variation(p game.Position, l reason.Line) engine.Variation {
	v := engine.Variation{Score: l.Score}
	for i, m := range l.Moves {
		if i == most && l.Mate == 0 {
			break
		}
		v.Codes = append(v.Codes, p.Encode(m))
		if len(game.CompletionsOf(p, m)) != 1 {
			break
		}
		p = p.Play(m)
	}
	return v
}

func readGolden(t testing.TB, name string) []*golden {
	t.Helper()
	data, err := os.ReadFile(goldenFile(name))
	if err != nil {
		t.Fatal(err)
	}
	var list []*golden
	in := bufio.NewScanner(bytes.NewReader(data))
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		g := new(golden)
		if err := json.Unmarshal(in.Bytes(), g); err != nil {
			t.Fatalf("%s: %v", goldenFile(name), err)
		}
		list = append(list, g)
	}
	return list
}

func writeGolden(t testing.TB, name string, list []*golden) {
	t.Helper()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	for _, g := range list {
		if err := enc.Encode(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(goldenFile(name), out.Bytes(), 0o644); err != nil { //nolint:gosec // test data may be readable by every user
		t.Fatal(err)
	}
}

// TestGolden explains the golden positions of each game (about 150) and compares the sentences with
// the stored sentences.
func TestGolden(t *testing.T) {
	for _, name := range names() {
		t.Run(name, func(t *testing.T) {
			r, _ := games.Find(name)
			w, texts, list := list()[name], textsOf(t, name), readGolden(t, name)
			if len(list) < 150 {
				t.Errorf("only %d positions", len(list))
			}
			for _, g := range list {
				q := g.question(t, r)
				why := reason.Explain(w, q)
				vi, en := say(q, texts["vi"], why), say(q, texts["en"], why)
				if !*update && (!slices.Equal(vi, g.Vi) || !slices.Equal(en, g.En)) {
					t.Errorf("%s %s: %q, want %q", g.Position, g.Played.Codes[0], en, g.En)
				}
				g.Vi, g.En = vi, en
			}
			if *update {
				writeGolden(t, name, list)
			}
		})
	}
}

// TestMakeGolden takes KYDAI_TEST_GOLDEN positions from games and adds them to the golden files
// games/<game>/testdata/reasons.json, which may also contain hand-written entries. It limits how
// many positions have the same motifs.
func TestMakeGolden(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("KYDAI_TEST_GOLDEN"))
	if err != nil {
		t.Skip("writes the golden sets: KYDAI_TEST_GOLDEN=150")
	}
	seed, _ := strconv.ParseUint(os.Getenv("KYDAI_TEST_SEED"), 10, 64)
	for _, name := range names() {
		if only := os.Getenv("KYDAI_TEST_GAME"); only != "" && only != name {
			continue
		}
		t.Run(name, func(t *testing.T) { makeGolden(t, name, n, seed) })
	}
}

func makeGolden(t *testing.T, name string, n int, seed uint64) {
	var set []*golden
	if _, err := os.Stat(goldenFile(name)); err == nil {
		set = readGolden(t, name)
	}
	p, texts, count, asked := newPlayer(t, name, seed), textsOf(t, name), map[string]int{}, 0
	p.each(40_000, func(q *reason.Question) bool {
		asked++
		// A position is kept if one of its motifs occurs in fewer kept positions than the limit.
		// The limit grows with the number of questions, so that positions with common motifs are
		// accepted later.
		limit := 8 + asked/100
		g := goldenOf(q)
		why := reason.Explain(p.words, g.question(t, q.Rules))
		rare := false
		for _, r := range why {
			rare = rare || count[r.Role+r.Code+r.Kind] < limit
		}
		if !rare {
			return len(set) < n
		}
		for _, r := range why {
			count[r.Role+r.Code+r.Kind]++
		}
		g.Vi, g.En = say(q, texts["vi"], why), say(q, texts["en"], why)
		set = append(set, g)
		return len(set) < n
	})
	t.Logf("%d asked, %v", asked, count)
	writeGolden(t, name, set)
}
