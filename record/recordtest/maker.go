package recordtest

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"kydai/game"
	"kydai/record"
)

// Rand returns a source of random numbers with a seed.
func Rand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// Maker makes random games.
type Maker struct {
	*rand.Rand
	Rules game.Rules
}

// Setup returns a setup with random options, and with a deal if the game has hidden pieces.
func (m Maker) Setup() game.Setup {
	s := game.Setup{Options: map[string]string{}}
	for _, o := range m.Rules.Info().Options {
		if len(o.Values) > 0 && o.Name != game.ViewOption && m.IntN(2) == 0 {
			s.Options[o.Name] = o.Values[m.IntN(len(o.Values))]
		}
	}
	if strings.HasSuffix(s.Options["variant"], "960") {
		s.Options["position"] = strconv.Itoa(m.IntN(960))
	}
	if d, ok := m.Rules.(game.Dealer); ok {
		s.Secret = d.Deal(m.IntN)
	}
	return s
}

// Line plays up to plies random moves from s.
func (m Maker) Line(t *testing.T, s game.Setup, plies int) *game.Line {
	t.Helper()
	l, err := game.NewLine(m.Rules, s)
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
	"[%clk 0:01:02]", "[%csl Gd4] [%cal Ge2e4,Rd8h4] drawn", "Tướng đi đâu?", "{ an open brace", "a } closed one", "(1. e4", "; and %", `"quoted" \ back`, "$3 1-0 *",
}

func (m Maker) comments() []string {
	var list []string
	for m.IntN(4) == 0 {
		list = append(list, remarks[m.IntN(len(remarks))])
	}
	return list
}

// Annotate adds variations, comments and glyphs at random places in the tree below n. The parameter
// p is the position after n, and depth is the number of variations around n.
func (m Maker) Annotate(t *testing.T, n *record.Node, p game.Position, depth int) {
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
				m.Annotate(t, side, p.Play(side.Move), depth+1)
			}
		}
		p = p.Play(main.Move)
		n = main
	}
}

func (m Maker) tags(g *record.Game) {
	in := m.Rules.Info()
	side := strings.ToUpper(in.Sides[0][:1]) + in.Sides[0][1:]
	g.Tags = append(g.Tags, record.Tag{Name: "Annotator", Value: `Nguyễn "An"`}, record.Tag{Name: side, Value: `back\slash`})
	g.SetTag("Event", "Giải cờ "+strconv.Itoa(m.IntN(100)))
	g.SetTag("Date", "2026.01.02")
	g.SetTag(side+"Elo", "2100")
}

// Results lists all results.
var Results = []record.Result{record.FirstWins, record.SecondWins, record.Drawn, record.Unknown}

// oneText lists the formats that store one comment per move. They do not distinguish comments
// before a move from comments after it.
var oneText = map[string]bool{"dhtmlxq": true, "sgf": true, "box": true}

// Game returns a random game that format f can hold.
func (m Maker) Game(t *testing.T, f record.Format) *record.Game {
	t.Helper()
	setup := m.Setup()
	if f.Name == "psq" {
		setup.Options = map[string]string{"size": setup.Options["size"]}
		if setup.Options["size"] == "" {
			setup.Options = nil
		}
	}
	if f.Name == "box" {
		setup.Options = nil
	}
	line := m.Line(t, setup, m.IntN(120))
	if m.IntN(3) == 0 && f.Name != "psq" && setup.Secret.Empty() && !line.Position().Outcome().Over() {
		setup.Start = line.Position().String()
		line = m.Line(t, setup, m.IntN(60))
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
	g.Result = Results[m.IntN(len(Results))]
	if f.Tree {
		g.Root.After = m.comments()
		m.Annotate(t, &g.Root, line.Start(), 0)
	}
	if oneText[f.Name] {
		Each(&g.Root, func(n *record.Node) { n.Before, n.After = nil, append(n.Before, n.After...) })
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
