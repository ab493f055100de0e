package playthrough

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/games"
	"kydai/internal/play"
	"kydai/internal/wire"
	"kydai/match"
	"kydai/record"
	"kydai/record/formats"
)

var update = flag.Bool("update", false, "write the golden files")

// plies is the number of plies of the recorded game. For the first positions, as many as detailed
// says, all values are written.
const (
	plies    = 60
	detailed = 10
)

func TestPlaythrough(t *testing.T) {
	for _, r := range append(games.All(), games.Examples()...) {
		t.Run(r.Info().Name, func(t *testing.T) {
			got := playthrough(t, r)
			file := filepath.Join("..", "..", "games", r.Info().Name, "testdata", "playthrough.golden")
			if *update {
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, strings.Split(string(want), "\n"), strings.Split(got, "\n"))
		})
	}
}

// compare reports the first lines that differ between the stored and the new text.
func compare(t *testing.T, want, got []string) {
	t.Helper()
	shown := 0
	for i := range max(len(want), len(got)) {
		var w, g string
		if i < len(want) {
			w = want[i]
		}
		if i < len(got) {
			g = got[i]
		}
		if w == g {
			continue
		}
		t.Errorf("line %d\n- %s\n+ %s", i+1, w, g)
		if shown++; shown == 5 {
			t.Fatal("more lines differ; if the change is meant: go test ./test/playthrough -update")
		}
	}
}

// playthrough plays one game with a fixed seed in a match and returns all its values as
// text.
func playthrough(t *testing.T, r game.Rules) string {
	t.Helper()
	random := rand.New(rand.NewPCG(20261116, 7))
	now := time.Date(2026, 11, 16, 8, 0, 0, 0, time.UTC)
	control, err := clock.Parse("10+5")
	if err != nil {
		t.Fatal(err)
	}
	terms := match.Terms{
		Game:      r.Info().Name,
		Clock:     control,
		Seats:     [2]match.Seat{{Kind: match.Human, Player: "lan", Name: "Lan"}, {Kind: match.Human, Player: "minh", Name: "Minh"}},
		Takebacks: match.Unlimited,
	}
	if d, ok := r.(game.Dealer); ok {
		terms.Setup.Secret = d.Deal(random.IntN)
	}
	m, err := match.New(r, terms, now)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := game.NewLine(r, terms.Setup)
	if err != nil {
		t.Fatal(err)
	}
	var s script
	s.info(r)
	s.frames(m, -1)
	for truth.Ply() < plies && !m.Over() {
		legal := truth.Legal()
		p, move := truth.Position(), legal[random.IntN(len(legal))]
		code, known := game.ViewOf(p, p.Turn()).Encode(move), m.Seq()
		if c, ok := p.(game.Chancy); ok {
			move = c.Completions(move)[0].Move
		}
		s.printf("\n%d\n", truth.Ply())
		if truth.Ply() < detailed {
			s.position(p)
			s.line(truth)
			s.views(p)
		}
		s.move(r, p, move)
		now = now.Add(time.Duration(1+random.IntN(9)) * time.Second)
		if err := m.Move(p.Turn(), m.Ply(), code, now); err != nil {
			t.Fatalf("ply %d, %s: %v", truth.Ply(), code, err)
		}
		if err := truth.Push(move); err != nil {
			t.Fatal(err)
		}
		if truth.Ply() <= detailed {
			for _, e := range m.Since(known) {
				s.say("event", string(e.Encode()))
			}
			s.frames(m, known)
		}
	}
	if !m.Over() {
		if err := m.Resign(game.Second, now.Add(time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	s.printf("\nthe end\n")
	s.position(truth.Position())
	s.line(truth)
	s.frames(m, -1)
	s.records(t, truth)
	return s.String()
}

// frames writes the messages that a socket sends to each viewer. The parameter known is the number
// of events that the viewer already has.
func (s *script) frames(m *match.Match, known int) {
	snapshot := play.NewSnapshot("playthrough", m)
	for _, side := range viewers {
		s.say("told "+side.String()[:1], string(wire.Frame(snapshot, side, known, play.FrameForm{Premoves: true})))
	}
}

// records writes the game in each of its formats and notations.
func (s *script) records(t *testing.T, l *game.Line) {
	t.Helper()
	rules := l.Rules()
	names := []string{""}
	if n, ok := rules.(game.Noted); ok {
		for _, notation := range n.Notations() {
			names = append(names, notation.Name())
		}
	}
	for _, format := range rules.Info().Formats {
		for _, notation := range names {
			if notation != "" && format != "pgn" && format != "text" {
				continue
			}
			for _, open := range []bool{false, true} {
				if open && l.Setup().Secret.Empty() {
					continue
				}
				s.printf("\nrecord %s %s open=%v\n", format, notation, open)
				var out bytes.Buffer
				w, err := formats.NewWriter(format, &out, record.WriteOptions{Notation: notation, OpenSecret: open})
				if err == nil {
					err = w.Write(record.FromLine(l))
				}
				if err != nil {
					s.say("refused", err)
					continue
				}
				s.WriteString(strings.TrimRight(out.String(), "\n") + "\n")
			}
		}
	}
}
