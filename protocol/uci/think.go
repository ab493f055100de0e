package uci

import (
	"slices"
	"strings"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/protocol"
)

// options returns the rule options of the switches that are turned on.
func (s *server) options() map[string]string {
	var options map[string]string
	for _, w := range s.variant.Switches {
		if s.switches[w.Name] {
			for name, value := range w.Options {
				if options == nil {
					options = map[string]string{}
				}
				options[name] = value
			}
		}
	}
	return options
}

func (s *server) position(words []string) {
	at, err := protocol.ReadPlace(words)
	if err != nil {
		s.note(err.Error())
		return
	}
	s.place(at)
}

// place sets the position. After an invalid position, the server has no position, so the command go
// gives no move for an older position.
func (s *server) place(at protocol.Place) {
	line, err := s.places.Line(at, s.options())
	if err != nil {
		s.note(err.Error())
		line = nil
	}
	s.line = line
}

// think starts a search with the words after "go".
func (s *server) think(words []string) {
	asked, err := readGo(words)
	if err != nil {
		s.note(err.Error())
	}
	if asked.perft > 0 {
		s.count(asked.perft)
		return
	}
	if s.line == nil || s.line.Outcome().Over() {
		s.idle(asked.infinite || asked.ponder)
		return
	}
	lim := asked.limits.Later(s.delay - engine.Overhead)
	lim.MultiPV = s.multi
	if len(asked.only) > 0 {
		wanted := s.variant.Codes.AllFrom(asked.only)
		lim.Only = protocol.Only(s.line, func(code string) bool { return slices.Contains(wanted, code) })
	}
	unlimited := lim.Depth == 0 && lim.Nodes == 0 && lim.Mate == 0 && lim.Allot(s.line.Position().Turn().Index()) == engine.Budget{}
	if unlimited && err != nil && !asked.infinite && !asked.ponder {
		s.idle(false) // the limit is invalid, and a search without any limit would never end
		return
	}
	codes, show := s.variant.Codes, s.variant.Outlook
	s.thinker.Start(protocol.Thought{
		Engine: s.player(), Line: s.line.Clone(), Limits: lim,
		Hold: asked.infinite || unlimited, Ponder: asked.ponder,
		Report: func(i engine.Thought) { s.report(i, codes, show) },
		Answer: func(i engine.Thought, err error) { s.answer(i, err, codes) },
	})
}

func (s *server) answer(i engine.Thought, err error, codes protocol.Codes) {
	best := i.Best()
	if err != nil || best == "" {
		if err != nil {
			s.note(err.Error())
		}
		s.out.Line("bestmove %s", noMove)
		return
	}
	line := "bestmove " + codes.To(best)
	if p := i.Ponder(); p != "" {
		line += " ponder " + codes.To(p)
	}
	s.out.Line("%s", line)
}

func (s *server) report(i engine.Thought, codes protocol.Codes, show func(engine.Score) engine.Outlook) {
	for n, v := range i.Lines {
		unit, value := "cp", v.Score.Points
		if v.Score.Mate != 0 {
			unit, value = "mate", v.Score.Mate
		}
		s.out.Line("info depth %d seldepth %d multipv %d score %s %d%s nodes %d nps %d hashfull %d time %d pv %s",
			i.Depth, i.Deepest, n+1, unit, value, s.outlookText(v.Score, show), i.Nodes, protocol.Speed(i), i.Full, i.Elapsed.Milliseconds(),
			strings.Join(codes.AllTo(v.Codes), " "))
	}
}

// show answers the command "d" with a printed board for people to read.
func (s *server) show() {
	if s.line == nil {
		s.note("there is no position")
		return
	}
	p := s.line.Position()
	var out strings.Builder
	if g, ok := game.GridOf(p); ok {
		for rank := g.Height - 1; rank >= 0; rank-- {
			for file := range g.Width {
				cell := g.Cells[rank*g.Width+file]
				if cell == "" {
					cell = "."
				}
				out.WriteString(" " + cell)
			}
			out.WriteString("\n")
		}
	}
	out.WriteString("Fen: " + p.String() + "\n")
	s.out.Text(out.String())
}

func (s *server) bench() {
	if s.config.Bench == nil {
		s.note("there is no bench here")
		return
	}
	s.thinker.Stop()
	s.out.Line("%s", s.config.Bench())
}

// goCommand holds the arguments of "go".
type goCommand struct {
	limits           engine.Limits
	only             []string
	infinite, ponder bool
	perft            int
}

// goWords are the keywords of "go".
var goWords = []string{"searchmoves", "ponder", "wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "infinite", "perft"}

const (
	maxCount = 1 << 40
	maxPerft = 100
)

// readGo parses the words after "go". If some words are invalid, it returns an error together with
// the valid part.
func readGo(words []string) (a goCommand, err error) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch word {
		case "infinite":
			a.infinite = true
			continue
		case "ponder":
			a.ponder = true
			continue
		case "searchmoves":
			for i+1 < len(words) && !slices.Contains(goWords, words[i+1]) {
				i++
				a.only = append(a.only, words[i])
			}
			continue
		}
		if !slices.Contains(goWords, word) {
			err = game.Err(game.BadOption, "unknown word after go: ", word)
			continue
		}
		if i+1 == len(words) {
			err = game.Err(game.BadOption, word, " needs a number")
			break
		}
		i++
		if bad := a.number(word, words[i]); bad != nil {
			err = bad
		}
	}
	return a, err
}

func (a *goCommand) number(word, text string) error {
	lim := &a.limits
	n, err := protocol.Number(text, 0, maxCount)
	if err != nil {
		return err
	}
	switch word {
	case "depth":
		lim.Depth = max(n, 1)
	case "nodes":
		lim.Nodes = uint64(max(n, 1))
	case "mate":
		lim.Mate = max(n, 1)
	case "perft":
		a.perft = min(max(n, 1), maxPerft)
	case "movestogo":
		lim.MovesToGo = n
	default:
		d, err := protocol.Millis(text)
		switch word {
		case "movetime":
			lim.MoveTime = d
		case "wtime":
			lim.Left[0] = d
		case "btime":
			lim.Left[1] = d
		case "winc":
			lim.Inc[0] = time.Duration(n) * time.Millisecond
		case "binc":
			lim.Inc[1] = time.Duration(n) * time.Millisecond
		}
		return err
	}
	return nil
}
