package playthrough

import (
	"fmt"
	"strings"

	"kydai/game"
)

// script is the text of a playthrough. Each indented line has a name and a value.
type script struct{ strings.Builder }

func (s *script) printf(format string, args ...any) { _, _ = fmt.Fprintf(s, format, args...) }

// say writes one value. Empty values are omitted.
func (s *script) say(name string, value any) {
	if text := fmt.Sprint(value); text != "" && text != "[]" {
		s.printf("  %-12s %s\n", name, text)
	}
}

// info writes the Info of the rules.
func (s *script) info(r game.Rules) {
	in := r.Info()
	s.printf("%s: %s against %s on %d by %d\n", in.Name, in.Sides[0], in.Sides[1], in.Width, in.Height)
	s.say("points", in.Points)
	s.say("rank zero", in.RankZero)
	for _, o := range in.Options {
		s.say("option", fmt.Sprintf("%s=%s of %v", o.Name, o.Default, o.Values))
	}
	s.say("formats", in.Formats)
	s.say("tags", in.Tags)
	s.WriteString("\n")
}

// position writes all values of a position.
func (s *script) position(p game.Position) {
	s.say("text", p)
	s.say("turn", p.Turn())
	s.say("key", fmt.Sprintf("%016x", p.Key()))
	s.say("outcome", outcome(p.Outcome()))
	s.say("legal", codes(p, p.Legal()))
	for _, side := range []game.Side{game.First, game.Second} {
		s.say("premoves "+side.String()[:1], codes(p, game.PremovesOf(p, side)))
	}
	for _, m := range game.MarksOf(p) {
		s.say("mark", fmt.Sprintf("%s %v because of %v", m.Kind, m.Squares, m.Because))
	}
	if g, ok := game.GridOf(p); ok {
		for y := g.Height - 1; y >= 0; y-- {
			s.say("", row(g, y))
		}
	}
}

func row(g game.Grid, y int) string {
	cells := make([]string, g.Width)
	for x := range cells {
		if cells[x] = g.Cells[y*g.Width+x]; cells[x] == "" {
			cells[x] = "."
		}
	}
	return strings.Join(cells, " ")
}

// line writes the values that depend on the history of the game.
func (s *script) line(l *game.Line) {
	s.say("line", outcome(l.Outcome()))
	s.say("occurrences", l.Occurrences())
	s.say("barred", codes(l.Position(), game.BarredIn(l)))
	s.say("claim", outcome(game.ClaimOf(l)))
	for _, lang := range []string{"vi", "en"} {
		if ruling, ok := game.RulingOn(l, lang); ok {
			s.say("ruling "+lang, fmt.Sprintf("%s, %s: %s", ruling.Law, outcome(ruling.Outcome)+outcome(ruling.Warning), ruling.Text))
			for _, r := range ruling.Remarks {
				s.say("", fmt.Sprintf("%v %s", r.Kinds, r.Text))
			}
		}
	}
}

// move writes a move in every notation and in each view.
func (s *script) move(r game.Rules, p game.Position, m game.Move) {
	s.say("code", p.Encode(m))
	s.say("squares", fmt.Sprintf("%d to %d, piece %d, taken %d, arg %d", m.From(), m.To(), m.Piece(), m.Taken(), m.Arg()))
	if n, ok := r.(game.Noted); ok {
		for _, notation := range n.Notations() {
			s.say(notation.Name(), notation.Write(p, m))
		}
	}
	if _, hidden := p.(game.Hidden); hidden {
		for _, side := range viewers {
			view := game.ViewOf(p, side)
			s.say("seen by "+side.String()[:1], view.Encode(game.SeenBy(p, m, side)))
		}
	}
	if o, ok := p.(game.Opener); ok {
		for _, opened := range o.Opens(m) {
			s.say("opens", fmt.Sprintf("%c dealt to %d, seen by %s", opened.Piece, opened.Square, opened.To))
		}
	}
}

// viewers are the two sides and a spectator.
var viewers = []game.Side{game.First, game.Second, game.NoSide}

// views writes a position with hidden pieces as each viewer sees it, with the number of possible
// outcomes of each move.
func (s *script) views(p game.Position) {
	if _, hidden := p.(game.Hidden); !hidden {
		return
	}
	for _, side := range viewers {
		view := game.ViewOf(p, side)
		s.say("view of "+side.String()[:1], view)
		s.say("", fmt.Sprintf("key %016x, legal %s", view.Key(), codes(view, view.Legal())))
		ways := make([]string, 0, len(view.Legal()))
		for _, m := range view.Legal() {
			if n := len(game.CompletionsOf(view, m)); n > 1 {
				ways = append(ways, fmt.Sprintf("%s:%d", view.Encode(m), n))
			}
		}
		s.say("", strings.Join(ways, " "))
	}
}

func codes(p game.Position, moves []game.Move) string {
	text := make([]string, len(moves))
	for i, m := range moves {
		text[i] = p.Encode(m)
	}
	return strings.Join(text, " ")
}

func outcome(o game.Outcome) string {
	if !o.Over() {
		return ""
	}
	return fmt.Sprintf("%s, won by %s", o.Why, o.Winner)
}
