package offline

import (
	"strconv"
	"unicode/utf8"

	"kydai/game"
)

// writer appends JSON. Empty fields are left out where the tags of the
// message say omitempty.
type writer struct{ b []byte }

func (w *writer) name(n string) {
	if last := w.b[len(w.b)-1]; last != '{' {
		w.b = append(w.b, ',')
	}
	w.text(n)
	w.b = append(w.b, ':')
}

const hexDigits = "0123456789abcdef"

func (w *writer) text(s string) {
	w.b = append(w.b, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			w.b = append(w.b, '\\', byte(c))
		case c < ' ':
			w.b = append(w.b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		default:
			w.b = utf8.AppendRune(w.b, c)
		}
	}
	w.b = append(w.b, '"')
}

func (w *writer) int(n string, v int64) {
	w.name(n)
	w.b = strconv.AppendInt(w.b, v, 10)
}

func (w *writer) string(n, v string) {
	w.name(n)
	w.text(v)
}

func (w *writer) strings(n string, list []string) {
	w.name(n)
	each(w, list, w.text)
}

func (w *writer) stringsIfAny(n string, list []string) {
	if len(list) > 0 {
		w.strings(n, list)
	}
}

func (w *writer) targets(n string, list []Target) {
	w.name(n)
	each(w, list, w.target)
}

func (w *writer) target(t Target) {
	w.object(func() {
		w.string("code", t.Code)
		w.int("from", int64(t.From))
		w.int("to", int64(t.To))
	})
}

// each writes an array.
func each[T any](w *writer, list []T, one func(T)) {
	w.b = append(w.b, '[')
	for i, v := range list {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		one(v)
	}
	w.b = append(w.b, ']')
}

func (w *writer) object(fill func()) {
	w.b = append(w.b, '{')
	fill()
	w.b = append(w.b, '}')
}

func writeReply(r Reply) []byte {
	w := &writer{}
	w.object(func() {
		if r.ID != 0 {
			w.int("id", int64(r.ID))
		}
		if r.Error != nil {
			w.name("error")
			w.object(func() {
				w.string("code", r.Error.Code)
				w.string("text", r.Error.Text)
			})
		}
		if len(r.Games) > 0 {
			w.name("games")
			each(w, r.Games, w.listed)
		}
		if r.Session != 0 {
			w.int("session", int64(r.Session))
		}
		if r.State != nil {
			w.name("state")
			w.object(func() { w.state(r.State) })
		}
		if r.Thought != nil {
			w.name("thought")
			w.object(func() { w.thought(r.Thought) })
		}
		w.stringsIfAny("texts", r.Texts)
		if r.Code != "" {
			w.string("code", r.Code)
		}
		if r.Counted != nil {
			w.name("counted")
			w.object(func() { w.counted(r.Counted) })
		}
		if r.Tree != nil {
			w.name("tree")
			w.branch(*r.Tree)
		}
		w.dealt(r.Packs, r.Shown)
	})
	return w.b
}

func (w *writer) listed(l Listed) {
	w.object(func() {
		w.string("name", l.Name)
		w.strings("sides", l.Sides[:])
		w.int("width", int64(l.Width))
		w.int("height", int64(l.Height))
		w.name("points")
		w.b = strconv.AppendBool(w.b, l.Points)
		if len(l.Options) > 0 {
			w.name("options")
			each(w, l.Options, func(o Choice) {
				w.object(func() {
					w.string("name", o.Name)
					w.string("default", o.Default)
					w.strings("values", o.Values)
				})
			})
		}
		w.int("levels", int64(l.Levels))
		w.stringsIfAny("notations", l.Notations)
		w.stringsIfAny("formats", l.Formats)
		if l.Scale != 0 {
			w.int("scale", int64(l.Scale))
		}
	})
}

func (w *writer) state(s *State) {
	w.string("position", s.Position)
	w.string("turn", s.Turn)
	w.int("ply", int64(s.Ply))
	w.int("undone", int64(s.Undone))
	w.strings("codes", s.Codes)
	w.targets("legal", s.Legal)
	w.int("width", int64(s.Width))
	w.int("height", int64(s.Height))
	w.strings("cells", s.Cells)
	if len(s.Marks) > 0 {
		w.name("marks")
		each(w, s.Marks, func(m Mark) {
			w.object(func() {
				w.string("kind", m.Kind)
				w.squares("squares", m.Squares)
				w.squares("because", m.Because)
			})
		})
	}
	if s.Why != "" {
		w.string("why", s.Why)
		w.string("winner", s.Winner)
	}
	if s.Last != nil {
		w.name("last")
		w.target(*s.Last)
	}
	if len(s.Premoves) > 0 {
		w.targets("premoves", s.Premoves)
	}
	if s.Claim != "" {
		w.string("claim", s.Claim)
	}
	w.stringsIfAny("texts", s.Texts)
	if len(s.Taken) > 0 {
		w.name("taken")
		each(w, s.Taken, func(t Taken) {
			w.object(func() {
				w.string("token", t.Token)
				if t.Face != "" {
					w.string("face", t.Face)
				}
			})
		})
	}
	if s.Ruling != nil {
		w.name("ruling")
		w.object(func() {
			w.string("text", s.Ruling.Text)
			w.yes("warning", s.Ruling.Warning)
		})
	}
	if len(s.Down) > 0 {
		w.squares("down", s.Down)
	}
}

func (w *writer) dealt(packs []Pack, shown []Shown) {
	if len(packs) > 0 {
		w.name("packs")
		each(w, packs, func(p Pack) {
			w.object(func() {
				w.squares("squares", p.Squares)
				w.string("pieces", p.Pieces)
			})
		})
	}
	if len(shown) > 0 {
		w.name("shown")
		each(w, shown, func(s Shown) {
			w.object(func() {
				w.int("ply", int64(s.Ply))
				w.int("square", int64(s.Square))
				w.string("piece", s.Piece)
				if s.To != "" {
					w.string("to", s.To)
				}
			})
		})
	}
}

func (w *writer) squares(n string, list []game.Square) {
	w.name(n)
	each(w, list, func(sq game.Square) { w.b = strconv.AppendInt(w.b, int64(sq), 10) })
}

func (w *writer) thought(t *Thought) {
	w.string("best", t.Best)
	w.int("depth", int64(t.Depth))
	w.int("nodes", int64(t.Nodes))
	w.int("ms", t.Ms)
	w.name("lines")
	each(w, t.Lines, func(l Expected) {
		w.object(func() {
			w.int("points", int64(l.Points))
			if l.Mate != 0 {
				w.int("mate", int64(l.Mate))
			}
			w.strings("codes", l.Codes)
		})
	})
}

func (w *writer) counted(c *Counted) {
	w.int("nodes", int64(c.Nodes))
	w.int("leaves", int64(c.Leaves))
	w.int("cuts", int64(c.Cuts))
	w.int("value", int64(c.Value))
	if c.Best != "" {
		w.string("best", c.Best)
	}
	w.yes("stopped", c.Stopped)
}

func (w *writer) yes(n string, v bool) {
	if v {
		w.name(n)
		w.b = append(w.b, "true"...)
	}
}

func (w *writer) branch(b Branch) {
	w.object(func() {
		if b.Move != "" {
			w.string("move", b.Move)
		}
		w.string("kind", b.Kind)
		w.int("value", int64(b.Value))
		if b.Skipped != 0 {
			w.int("skipped", int64(b.Skipped))
		}
		w.yes("best", b.Best)
		if len(b.Children) > 0 {
			w.name("children")
			each(w, b.Children, w.branch)
		}
	})
}
