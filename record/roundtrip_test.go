package record_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games/caro"
	"kydai/games/chess"
	"kydai/games/jieqi"
	"kydai/games/othello"
	"kydai/games/xiangqi"
	"kydai/record"
)

var all = []game.Rules{chess.Rules{}, xiangqi.Rules{}, jieqi.Rules{}, caro.Rules{}, othello.Rules{}}

func find(name string) (game.Rules, bool) {
	for _, r := range all {
		if r.Info().Name == name {
			return r, true
		}
	}
	return nil, false
}

// readAll reads every game and fails on the first error.
func readAll(t *testing.T, format, text string, rules game.Rules) []*record.Game {
	t.Helper()
	r, err := record.NewReader(format, strings.NewReader(text), record.ReadOptions{Rules: rules, Find: find})
	if err != nil {
		t.Fatal(err)
	}
	var games []*record.Game
	for {
		g, err := r.Next()
		if err == io.EOF {
			return games
		}
		if err != nil {
			t.Fatalf("%v\nin\n%s", err, text)
		}
		games = append(games, g)
	}
}

func write(t *testing.T, format string, o record.WriteOptions, games ...*record.Game) string {
	t.Helper()
	var b bytes.Buffer
	w, err := record.NewWriter(format, &b, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// maker makes random games.
type maker struct {
	*rand.Rand
	rules game.Rules
}

// setup draws options, and a deal if the game deals.
func (m maker) setup() game.Setup {
	s := game.Setup{Options: map[string]string{}}
	for _, o := range m.rules.Info().Options {
		if len(o.Values) > 0 && o.Name != game.ViewOption && m.IntN(2) == 0 {
			s.Options[o.Name] = o.Values[m.IntN(len(o.Values))]
		}
	}
	if s.Options["variant"] == "chess960" {
		s.Options["position"] = strconv.Itoa(m.IntN(960))
	}
	if d, ok := m.rules.(game.Dealer); ok {
		s.Secret = d.Deal(m.IntN)
	}
	return s
}

// line plays random moves.
func (m maker) line(t *testing.T, s game.Setup, plies int) *game.Line {
	t.Helper()
	l, err := game.NewLine(m.rules, s)
	if err != nil {
		t.Fatal(err)
	}
	for range plies {
		legal := l.Legal()
		if len(legal) == 0 {
			break
		}
		if err := l.Push(legal[m.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

var remarks = []string{
	"good", "a longer remark, long enough that the line must be broken somewhere in the middle of it",
	"[%clk 0:01:02]", "Tướng đi đâu?", "{ an open brace", "a } closed one", "(1. e4", "; and %", `"quoted" \ back`, "$3 1-0 *",
}

func (m maker) comments() []string {
	var list []string
	for m.IntN(4) == 0 {
		list = append(list, remarks[m.IntN(len(remarks))])
	}
	return list
}

// annotate adds variations, comments and glyphs everywhere.
func (m maker) annotate(t *testing.T, n *record.Node, p game.Position, depth int) {
	t.Helper()
	for len(n.Next) > 0 {
		main := n.Next[0]
		main.Before, main.After = m.comments(), m.comments()
		if m.IntN(5) == 0 {
			main.NAGs = []int{m.IntN(256)}
		}
		for depth < 4 && m.IntN(6) == 0 {
			v := n
			q := p
			for range 1 + m.IntN(5) {
				legal := q.Legal()
				if len(legal) == 0 {
					break
				}
				mv := legal[m.IntN(len(legal))]
				done := game.CompletionsOf(q, mv)
				mv = done[m.IntN(len(done))].Move
				v = v.Add(mv)
				q = q.Play(mv)
			}
			if len(n.Next) > 1 {
				side := n.Next[len(n.Next)-1]
				side.Before, side.After = m.comments(), m.comments()
				m.annotate(t, side, p.Play(side.Move), depth+1)
			}
		}
		p = p.Play(main.Move)
		n = main
	}
}

func (m maker) tags(g *record.Game) {
	in := m.rules.Info()
	side := strings.ToUpper(in.Sides[0][:1]) + in.Sides[0][1:]
	g.Tags = append(g.Tags, record.Tag{Name: "Annotator", Value: `Nguyễn "An"`}, record.Tag{Name: side, Value: `back\slash`})
	g.SetTag("Event", "Giải cờ "+strconv.Itoa(m.IntN(100)))
	g.SetTag("Date", "2026.01.02")
	g.SetTag(side+"Elo", "2100")
}

var results = []record.Result{record.FirstWins, record.SecondWins, record.Drawn, record.Unknown}

// TestRoundTrip writes random games in every format a game is written in, and
// in the formats that hold every game, and reads them back.
func TestRoundTrip(t *testing.T) {
	for _, rules := range all {
		formats := append([]string{"pgn", "json", "text"}, rules.Info().Formats...)
		if _, ok := game.NotationOf(rules, "wxf"); ok {
			formats = append(formats, "wxf")
		}
		slices.Sort(formats)
		for _, name := range slices.Compact(formats) {
			f, ok := record.Lookup(name)
			if !ok {
				t.Fatalf("%s is written in %s, which nobody can read", rules.Info().Name, name)
			}
			if f.ReadOnly {
				continue
			}
			t.Run(rules.Info().Name+"/"+name, func(t *testing.T) {
				m := maker{rand.New(rand.NewPCG(1, 2)), rules}
				var games []*record.Game
				for range 25 {
					games = append(games, m.game(t, f))
				}
				text := write(t, name, record.WriteOptions{OpenSecret: true}, games...)
				back := readAll(t, name, text, rules)
				if len(back) != len(games) {
					t.Fatalf("wrote %d games, read %d:\n%s", len(games), len(back), text)
				}
				for i := range games {
					if !games[i].Equal(back[i]) {
						t.Fatalf("game %d changed:\n%s\nis now\n%s", i,
							write(t, name, record.WriteOptions{OpenSecret: true}, games[i]),
							write(t, name, record.WriteOptions{OpenSecret: true}, back[i]))
					}
				}
				if again := write(t, name, record.WriteOptions{OpenSecret: true}, back...); again != text {
					t.Fatalf("writing again gives another text:\n%s\n%s", text, again)
				}
				if got, ok := record.Detect([]byte(text[:min(500, len(text))])); !ok || got != name {
					t.Errorf("detected as %q", got)
				}
			})
		}
	}
}

// oneText are the formats with one comment for a move, which makes no
// difference between what stands before it and after it.
var oneText = map[string]bool{"dhtmlxq": true, "sgf": true, "box": true}

// each calls f with every node of a tree.
func each(n *record.Node, f func(*record.Node)) {
	for todo := []*record.Node{n}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], at.Next...)
		f(at)
	}
}

// game makes a random game that format f can hold.
func (m maker) game(t *testing.T, f record.Format) *record.Game {
	t.Helper()
	setup := m.setup()
	if f.Name == "psq" {
		setup.Options = map[string]string{"size": setup.Options["size"]}
		if setup.Options["size"] == "" {
			setup.Options = nil
		}
	}
	if f.Name == "box" {
		setup.Options = nil
	}
	line := m.line(t, setup, m.IntN(120))
	if m.IntN(3) == 0 && f.Name != "psq" && setup.Secret.Empty() && !line.Position().Outcome().Over() {
		setup.Start = line.Position().String()
		line = m.line(t, setup, m.IntN(60))
	}
	g := record.FromLine(line)
	if f.Name == "psq" {
		g.Tags = []record.Tag{{Name: "X", Value: "An"}}
		for _, n := range g.Main() {
			if m.IntN(2) == 0 {
				n.After = []string{fmt.Sprintf("[%%emt 0:01:%02d.007]", m.IntN(60))}
			}
		}
		return g
	}
	if f.Name == "box" {
		g = record.FromLine(line.View(game.NoSide))
		g.Tags = []record.Tag{{Name: "Event", Value: "Giải cờ"}, {Name: "Black", Value: "An"}}
		for _, n := range g.Main() {
			n.After = m.comments()
		}
		return g
	}
	m.tags(g)
	g.Result = results[m.IntN(len(results))]
	if f.Tree {
		g.Root.After = m.comments()
		m.annotate(t, &g.Root, line.Start(), 0)
	}
	if oneText[f.Name] {
		each(&g.Root, func(n *record.Node) { n.Before, n.After = nil, append(n.Before, n.After...) })
	}
	if f.Name == "wxf" {
		for _, n := range g.Main() {
			n.After = m.comments()
			if m.IntN(4) == 0 {
				n.NAGs = []int{1 + m.IntN(6)}
			}
		}
	}
	return g
}

// TestNotations writes PGN in every notation there is.
func TestNotations(t *testing.T) {
	for _, rules := range all {
		noted, ok := rules.(game.Noted)
		if !ok {
			continue
		}
		for _, n := range noted.Notations() {
			t.Run(rules.Info().Name+"/"+n.Name(), func(t *testing.T) {
				m := maker{rand.New(rand.NewPCG(3, 4)), rules}
				for range 20 {
					g := record.FromLine(m.line(t, m.setup(), 100))
					text := write(t, "pgn", record.WriteOptions{Notation: n.Name(), OpenSecret: true}, g)
					if back := readAll(t, "pgn", text, rules); len(back) != 1 || !back[0].Equal(g) {
						t.Fatalf("changed:\n%s\n%s", text, write(t, "pgn", record.WriteOptions{Notation: n.Name(), OpenSecret: true}, back...))
					}
				}
			})
		}
	}
}

// TestSecret writes games with hidden pieces as a spectator knows them, and
// side views as they are.
func TestSecret(t *testing.T) {
	rules := jieqi.Rules{}
	m := maker{rand.New(rand.NewPCG(5, 6)), rules}
	for _, format := range []string{"pgn", "json", "wxf", "text"} {
		for range 20 {
			line := m.line(t, m.setup(), 80)
			for _, s := range []game.Side{game.NoSide, game.First, game.Second} {
				g := record.FromLine(line)
				if s != game.NoSide {
					g = record.FromLine(line.View(s))
				}
				text := write(t, format, record.WriteOptions{}, g)
				back := readAll(t, format, text, rules)[0]
				want := record.FromLine(line.View(s))
				if !back.Equal(want) {
					t.Fatalf("%s for %v is\n%s\nnot\n%s", format, s, text, write(t, format, record.WriteOptions{}, want))
				}
				if !back.Setup.Secret.Empty() || strings.Contains(strings.ToLower(text), "deal") {
					t.Fatalf("the deal got out:\n%s", text)
				}
				if l, err := back.Line(); err != nil || !slices.Equal(l.Codes(), line.View(s).Codes()) {
					t.Fatalf("the line of the view is another: %v", err)
				}
			}
		}
	}
}

// TestViewDropsVariations: what would have turned up is a secret too.
func TestViewDropsVariations(t *testing.T) {
	m := maker{rand.New(rand.NewPCG(7, 8)), jieqi.Rules{}}
	g := record.FromLine(m.line(t, m.setup(), 30))
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		t.Fatal(err)
	}
	g.Root.Add(game.CompletionsOf(start, start.Legal()[0])[0].Move)
	text := write(t, "json", record.WriteOptions{}, g)
	if back := readAll(t, "json", text, nil)[0]; len(back.Root.Next) != 1 {
		t.Fatalf("the view kept a variation: %s", text)
	}
	if text = write(t, "json", record.WriteOptions{OpenSecret: true}, g); !strings.Contains(text, "variations") {
		t.Fatalf("the open record lost a variation: %s", text)
	}
}

// TestLine turns records into lines and back.
func TestLine(t *testing.T) {
	for _, rules := range all {
		m := maker{rand.New(rand.NewPCG(9, 9)), rules}
		for range 10 {
			line := m.line(t, m.setup(), 60)
			back, err := record.FromLine(line).Line()
			if err != nil || !slices.Equal(back.Codes(), line.Codes()) || back.Outcome() != line.Outcome() {
				t.Fatalf("%s: %v %v", rules.Info().Name, err, back.Codes())
			}
		}
	}
}
