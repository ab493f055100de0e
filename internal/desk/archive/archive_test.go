package archive

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games"
	"kydai/record"
)

func ask(t *testing.T, q Request) Reply {
	t.Helper()
	text, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	var r Reply
	if err := json.Unmarshal(Answer(text), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// doc returns a document with the given moves, as a page creates it.
func doc(t *testing.T, name string, moves []string, more map[string]any) json.RawMessage {
	t.Helper()
	list := []map[string]string{}
	for _, code := range moves {
		list = append(list, map[string]string{"code": code})
	}
	d := map[string]any{"format": "kydai", "version": 1, "game": name, "moves": list}
	maps.Copy(d, more)
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// document is the part of a record that the tests examine.
type document struct {
	Game     string
	Deal     string
	Result   string
	Tags     []record.Tag
	Comments []string
	Moves    []move
}

type move struct {
	Code       string
	Before     []string
	Comments   []string
	NAGs       []int
	Variations [][]move
}

func (g Game) document(t *testing.T) document {
	t.Helper()
	var d document
	if err := json.Unmarshal(g.Record, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestEveryFormat checks that a record written in any format of a game reads back as the
// same moves.
func TestEveryFormat(t *testing.T) {
	for _, rules := range games.All() {
		in := rules.Info()
		moves := opening(t, in.Name)
		for _, format := range in.Formats {
			out := ask(t, Request{Op: "export", Record: doc(t, in.Name, moves, map[string]any{"tags": []record.Tag{{Name: "White", Value: "An"}}}), Seed: new(uint64(4)), Format: format, Over: true})
			if out.Error != nil && out.Error.Code == record.Unwritable {
				continue // a read-only format
			}
			if out.Error != nil || out.Text == "" {
				t.Errorf("%s as %s: %+v", in.Name, format, out.Error)
				continue
			}
			back := ask(t, Request{Op: "import", Text: out.Text, Format: format, Game: in.Name})
			if back.Error != nil || len(back.Games) != 1 || back.Games[0].Problem != nil || back.Games[0].document(t).Game != in.Name || back.Games[0].Plies != len(moves) {
				t.Errorf("%s as %s: %+v %+v\n%s", in.Name, format, back.Error, back.Games, out.Text)
			}
			// Check that reading without a given format detects it and gives the same result.
			guess := ask(t, Request{Op: "import", Text: out.Text, Game: in.Name})
			if guess.Error != nil || len(guess.Games) != 1 || !bytes.Equal(guess.Games[0].Record, back.Games[0].Record) {
				t.Errorf("%s as %s, guessed: %+v %+v", in.Name, format, guess.Error, guess.Games)
			}
		}
	}
}

// opening returns four moves of a game as codes. In each position it plays the middle one of the
// legal moves.
func opening(t *testing.T, name string) []string {
	t.Helper()
	rules, _ := games.Find(name)
	s := game.Setup{}
	if d, ok := rules.(game.Dealer); ok {
		s.Secret = d.Deal(func(int) int { return 0 })
	}
	line, err := game.NewLine(rules, s)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for range 4 {
		p := line.Position()
		code := p.Encode(line.Legal()[len(line.Legal())/2])
		if err := line.Play(code); err != nil {
			t.Fatal(err)
		}
		codes = append(codes, code)
	}
	return codes
}

// TestTheDealStaysInside checks that the record of a game in progress, written in a player's view,
// does not contain the face-down pieces.
func TestTheDealStaysInside(t *testing.T) {
	q := Request{Op: "export", Record: doc(t, "jieqi", []string{"b2b9"}, nil), Format: "json", View: "second"}
	q.Seed = new(uint64(1))
	a := ask(t, q)
	q.Seed = new(uint64(2))
	b := ask(t, q)
	if a.Error != nil || b.Error != nil {
		t.Fatal(a.Error, b.Error)
	}
	for _, r := range []Reply{a, b} {
		var doc struct {
			Moves []struct{ Code string }
		}
		if err := json.Unmarshal([]byte(r.Text), &doc); err != nil || len(doc.Moves) != 1 {
			t.Fatalf("%s: %v", r.Text, err)
		}
		// Both players see revealed pieces. Only the capturer sees the kind of a piece that was
		// captured face down; here black is not the capturer.
		if strings.Contains(doc.Moves[0].Code, "*") || strings.Contains(r.Text, "ecret") {
			t.Errorf("black is told %s", r.Text)
		}
	}
}

// TestBroken checks that an invalid record is kept up to its first error.
func TestBroken(t *testing.T) {
	r := ask(t, Request{Op: "import", Game: "chess", Format: "pgn", Text: "1. e4 e5 2. Qh9 Nc6 *"})
	if r.Error != nil || len(r.Games) != 1 {
		t.Fatalf("%+v", r)
	}
	g := r.Games[0]
	if g.Plies != 2 || len(g.document(t).Moves) != 2 || g.Problem == nil || g.Problem.Ply != 2 || g.Problem.Token == "" {
		t.Errorf("%+v %+v", g, g.Problem)
	}
	for _, q := range []Request{{Op: "fly"}, {Op: "import"}, {Op: "import", Format: "zip", Text: "x"}, {Op: "export"}, {Op: "export", Record: doc(t, "chess", []string{"e9"}, nil)}, {Op: "export", Record: doc(t, "go", nil, nil)}} {
		if r := ask(t, q); r.Error == nil || r.Error.Code == "" || r.Error.Text == "" {
			t.Errorf("%+v was answered with %+v", q, r)
		}
	}
}

// TestSamples checks that the game of every sample file is detected, regardless of the game that
// the user has selected.
func TestSamples(t *testing.T) {
	files, err := filepath.Glob("../../../data/records/*.*")
	if err != nil || len(files) < 20 {
		t.Fatal(len(files), err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want := regexp.MustCompile(`^[a-z]+`).FindString(filepath.Base(name))
		r := ask(t, Request{Op: "import", Data: data, Game: "chess"})
		if r.Error != nil || len(r.Games) != 1 || r.Games[0].Problem != nil || r.Games[0].document(t).Game != want || r.Games[0].Plies != 4 {
			t.Errorf("%s: %+v %+v", name, r.Error, r.Games)
		}
	}
}

// TestTree checks that everything in a record is kept when the record is read and written again:
// variations, comments before and after moves, annotation symbols, and names.
func TestTree(t *testing.T) {
	const text = "[White \"Morphy\"]\n\n{from Paris} 1. e4 {best by test} e5 2. Nf3 (2. f4 exf4 (2... d5 {Falkbeer}) 3. Nf3) Nc6 $1 {[%clk 0:01:02]} *"
	r := ask(t, Request{Op: "import", Text: text, Game: "chess"})
	if r.Error != nil || len(r.Games) != 1 {
		t.Fatalf("%+v", r)
	}
	d := r.Games[0].document(t)
	if len(d.Moves) != 4 || d.Comments[0] != "from Paris" || d.Moves[0].Comments[0] != "best by test" || d.Moves[3].NAGs[0] != 1 ||
		len(d.Moves[2].Variations) != 1 || d.Moves[2].Variations[0][1].Variations[0][0].Comments[0] != "Falkbeer" {
		t.Fatalf("%s", r.Games[0].Record)
	}
	for _, format := range []string{"pgn", "json"} {
		out := ask(t, Request{Op: "export", Format: format, Record: r.Games[0].Record})
		back := ask(t, Request{Op: "import", Text: out.Text})
		if back.Error != nil || !bytes.Equal(back.Games[0].Record, r.Games[0].Record) {
			t.Errorf("%s\ncame back as\n%s\nby way of\n%s", r.Games[0].Record, back.Games[0].Record, out.Text)
		}
	}
}

// TestBeyondTheEnd checks that moves after the end of the game by the rules stay in the
// record.
func TestBeyondTheEnd(t *testing.T) {
	const back = "Nf3 Nf6 Ng1 Ng8 "
	r := ask(t, Request{Op: "import", Text: strings.Repeat(back, 6) + "*", Format: "pgn", Game: "chess"})
	if r.Error != nil || r.Games[0].Problem == nil || r.Games[0].Plies != 16 || len(r.Games[0].document(t).Moves) != 24 {
		t.Errorf("%+v %+v", r.Games[0], r.Games[0].Problem)
	}
}

// TestOwn checks that a game played on this site is written with the result that the board shows,
// and that an imported record keeps the result that it had.
func TestOwn(t *testing.T) {
	q := Request{Op: "export", Format: "json", Record: doc(t, "chess", []string{"f2f3", "e7e5", "g2g4", "d8h4"}, nil)}
	for _, own := range []bool{false, true} {
		q.Own = own
		text := ask(t, q).Text
		if strings.Contains(text, "Termination") != own || strings.Contains(text, `"0-1"`) != own {
			t.Errorf("own %v: %s", own, text)
		}
	}
}

// TestDealtExport checks that a game is written with a known deal or in one viewer's
// view, and that an imported deal is kept.
func TestDealtExport(t *testing.T) {
	deal := strings.Repeat("rnbaabnrccppppp", 2)
	for _, more := range []map[string]any{
		{"deal": deal},
		{"options": map[string]string{game.ViewOption: "first"}},
	} {
		q := Request{Op: "export", Record: doc(t, "jieqi", []string{"b2e2c"}, more), Format: "pgn", Over: more["deal"] != nil}
		out := ask(t, q)
		if out.Error != nil || out.Text == "" {
			t.Errorf("%+v: %+v", more, out.Error)
			continue
		}
		back := ask(t, Request{Op: "import", Text: out.Text})
		if want, _ := more["deal"].(string); back.Games[0].document(t).Deal != want {
			t.Errorf("the deal is %q, not %q", back.Games[0].document(t).Deal, want)
		}
	}
}
