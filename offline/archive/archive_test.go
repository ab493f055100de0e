package archive

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

// What is written in any format of a game reads back as the same moves.
func TestEveryFormat(t *testing.T) {
	for _, rules := range games.All() {
		in := rules.Info()
		moves := opening(t, in.Name)
		for _, format := range in.Formats {
			out := ask(t, Request{Op: "export", Game: in.Name, Seed: 4, Moves: moves, Format: format, Over: true, Tags: []record.Tag{{Name: "White", Value: "An"}}})
			if out.Error != nil && out.Error.Code == record.Unwritable {
				continue // a format that can only be read
			}
			if out.Error != nil || out.Text == "" {
				t.Errorf("%s as %s: %+v", in.Name, format, out.Error)
				continue
			}
			back := ask(t, Request{Op: "import", Text: out.Text, Format: format, Game: in.Name})
			if back.Error != nil || len(back.Games) != 1 || back.Games[0].Problem != nil || back.Games[0].Game != in.Name || len(back.Games[0].Moves) != len(moves) {
				t.Errorf("%s as %s: %+v %+v\n%s", in.Name, format, back.Error, back.Games, out.Text)
			}
			// Guessed, it is the same.
			guess := ask(t, Request{Op: "import", Text: out.Text, Game: in.Name})
			if guess.Error != nil || len(guess.Games) != 1 || !slices.Equal(guess.Games[0].Moves, back.Games[0].Moves) {
				t.Errorf("%s as %s, guessed: %+v %+v", in.Name, format, guess.Error, guess.Games)
			}
		}
	}
}

// opening plays the first legal move four times.
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

// A game under way is written without what lies face down.
func TestTheDealStaysInside(t *testing.T) {
	q := Request{Op: "export", Game: "jieqi", Format: "json", Moves: []string{"b2b9"}, View: "second"}
	q.Seed = 1
	a := ask(t, q)
	q.Seed = 2
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
		// What turned up is public, what was taken face down is the taker's.
		if strings.Contains(doc.Moves[0].Code, "*") || strings.Contains(r.Text, "ecret") {
			t.Errorf("black is told %s", r.Text)
		}
	}
}

// A broken record is kept up to its fault.
func TestBroken(t *testing.T) {
	r := ask(t, Request{Op: "import", Game: "chess", Format: "pgn", Text: "1. e4 e5 2. Qh9 Nc6 *"})
	if r.Error != nil || len(r.Games) != 1 {
		t.Fatalf("%+v", r)
	}
	g := r.Games[0]
	if len(g.Moves) != 2 || g.Problem == nil || g.Problem.Ply != 2 || g.Problem.Token == "" {
		t.Errorf("%+v %+v", g, g.Problem)
	}
	for _, q := range []Request{{Op: "fly"}, {Op: "import"}, {Op: "import", Format: "zip", Text: "x"}, {Op: "export"}, {Op: "export", Game: "chess", Moves: []string{"e9"}}} {
		if r := ask(t, q); r.Error == nil || r.Error.Code == "" || r.Error.Text == "" {
			t.Errorf("%+v was answered with %+v", q, r)
		}
	}
}

// Every sample is read as it is on the disk, whatever game the viewer had in
// mind.
func TestSamples(t *testing.T) {
	files, err := filepath.Glob("../../data/records/*.*")
	if err != nil || len(files) < 20 {
		t.Fatal(len(files), err)
	}
	for _, name := range files {
		bytes, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want := regexp.MustCompile(`^[a-z]+`).FindString(filepath.Base(name))
		r := ask(t, Request{Op: "import", Data: bytes, Game: "chess"})
		if r.Error != nil || len(r.Games) != 1 || r.Games[0].Problem != nil || r.Games[0].Game != want || len(r.Games[0].Moves) != 4 {
			t.Errorf("%s: %+v %+v", name, r.Error, r.Games)
		}
	}
}
