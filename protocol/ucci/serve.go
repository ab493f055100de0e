// Package ucci implements both halves of UCCI 3.0: Serve offers our engine to other programs, and
// Engine runs external programs. The package has no code for particular games: the caller provides
// the rules.
package ucci

import (
	"cmp"
	"io"
	"slices"
	"strings"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/protocol"
)

// Config configures a server.
type Config struct {
	Name, Version, Author string
	Rules                 game.Rules
	New                   func() (engine.Engine, error)
	// Minor is the value of a minor piece in the engine's points. Scores are scaled so that this
	// value becomes 100, as the protocol requires. If Minor is 0, points are not scaled.
	Minor int
	// Memory is the memory in MiB that the engine may use; 0 means no limit.
	Memory int
	// Terms decomposes the static evaluation, for the command eval; nil if not supported.
	Terms func(position string) ([]protocol.Term, error)
}

// mateValue minus the distance to a mate in plies is the score with which the mate is written.
const mateValue = 10000

const (
	optMillis = "usemillisec"
	noMove    = "nobestmove"
)

// server is one session with a front end.
type server struct {
	config  Config
	out     *protocol.Out
	thinker protocol.Thinker
	engine  engine.Engine
	places  protocol.Places
	line    *game.Line // nil after an invalid position
	banned  []string
	unit    time.Duration // unit of the times in go commands
}

// Serve handles commands until quit or the end of the input. It returns an error only if the
// engine cannot be created or the output fails; invalid commands are answered or ignored.
func Serve(in io.Reader, out io.Writer, c Config) error {
	e, err := c.New()
	if err != nil {
		return err
	}
	s := &server{config: c, out: protocol.NewOut(out), engine: e, places: protocol.Places{Rules: c.Rules}, unit: time.Millisecond}
	s.place(protocol.Place{})
	quit, err := protocol.ReadCommands(in, s.out, &s.thinker, s.command)
	if quit {
		s.out.Line("bye")
	}
	return cmp.Or(err, s.engine.Close(), s.out.Err())
}

// command handles one line. It returns false if the session must end.
func (s *server) command(line string) bool {
	words := strings.Fields(line)
	if len(words) == 0 {
		return true
	}
	switch words[0] {
	case "ucci":
		s.introduce()
	case "isready":
		s.out.Line("readyok")
	case "setoption":
		s.setOption(words[1:])
	case "position":
		at, err := protocol.ReadPlace(words[1:])
		if err != nil {
			s.note(err.Error())
			break
		}
		s.place(at)
	case "banmoves":
		s.banned = words[1:]
	case "go":
		s.thinker.Stop()
		s.think(words[1:])
	case "ponderhit":
		s.thinker.Hit()
	case "stop":
		s.thinker.Stop()
	case "eval":
		s.eval()
	case "probe":
		s.out.Line("pophash") // reports no content, because the server does not show its hash table
	case "quit":
		return false
	default:
		s.note("unknown command: " + words[0])
	}
	return true
}

func (s *server) note(text string) { s.out.Line("info message %s", text) }

func (s *server) introduce() {
	s.out.Line("id name %s", s.config.Name)
	s.out.Line("id version %s", s.config.Version)
	s.out.Line("id author %s", s.config.Author)
	s.out.Line("option %s type check default true", optMillis)
	s.out.Line("option batch type check default false")
	s.out.Line("option newgame type button")
	if a, ok := s.engine.(engine.Adjustable); ok {
		for _, o := range a.Options() {
			o, _, _ = protocol.Fit(s.config.Memory, o, "")
			name := optionName(o.Name)
			switch o.Kind {
			case "spin":
				s.out.Line("option %s type spin min %d max %d default %s", name, o.Least, o.Most, o.Default)
			case "button":
				s.out.Line("option %s type button", name)
			default:
				s.out.Line("option %s type %s default %s", name, o.Kind, o.Default)
			}
		}
	}
	s.out.Line("ucciok")
}

// optionName converts an option name to the protocol's form: one word in lower case. The
// option for the hash table has a special name.
func optionName(name string) string {
	word := strings.ToLower(strings.ReplaceAll(name, " ", ""))
	if word == "hash" {
		return "hashsize"
	}
	return word
}

// setOption parses: name [value].
func (s *server) setOption(words []string) {
	switch {
	case len(words) == 0:
		s.note("setoption needs a name")
		return
	case s.thinker.Busy():
		s.note("options cannot be changed while the engine thinks")
		return
	}
	name, value := strings.ToLower(words[0]), strings.Join(words[1:], " ")
	switch name {
	case optMillis:
		s.unit = time.Second
		if value == "true" {
			s.unit = time.Millisecond
		}
		return
	case "batch":
		return
	case "newgame":
		if f, ok := s.engine.(engine.Forgetful); ok {
			f.NewGame()
		}
		return
	}
	if a, ok := s.engine.(engine.Adjustable); ok {
		for _, o := range a.Options() {
			if optionName(o.Name) == name {
				_, fitting, less := protocol.Fit(s.config.Memory, o, value)
				if less {
					s.note(name + " is " + fitting + ": there is no memory for more")
				}
				if err := a.SetOption(o.Name, fitting); err != nil {
					s.note(err.Error())
				}
				return
			}
		}
	}
	s.note("there is no option " + words[0])
}

// place sets the position and clears the list of banned moves. After an invalid position, the
// server has no position.
func (s *server) place(at protocol.Place) {
	line, err := s.places.Line(at, nil)
	if err != nil {
		s.note(err.Error())
		line = nil
	}
	s.line, s.banned = line, nil
}

// think starts a search with the words after "go".
func (s *server) think(words []string) {
	asked, err := readGo(words, s.unit)
	if err != nil {
		s.note(err.Error())
	}
	if s.line == nil || s.line.Outcome().Over() {
		s.out.Line(noMove)
		return
	}
	lim := asked.limits(s.line.Position().Turn())
	if len(s.banned) > 0 {
		lim.Only = protocol.Only(s.line, func(code string) bool { return !slices.Contains(s.banned, code) })
		if len(lim.Only) == 0 && len(s.line.Legal()) > 0 && slices.Contains(s.banned, s.line.Position().Encode(s.line.Legal()[0])) {
			s.out.Line(noMove) // the front end has banned every legal move
			return
		}
	}
	unlimited := lim.Depth == 0 && lim.Nodes == 0 && lim.Allot(s.line.Position().Turn().Index()) == engine.Budget{}
	s.thinker.Start(protocol.Thought{
		Engine: s.engine, Line: s.line.Clone(), Limits: lim,
		Hold: asked.infinite || unlimited, Ponder: asked.ponder,
		Report: s.report,
		Answer: func(i engine.Thought, err error) { s.answer(i, err, asked.draw) },
	})
}

// answer sends the move. If the parameter offered is true, the opponent has offered a draw; the
// server accepts the offer unless the engine's score is above zero.
func (s *server) answer(i engine.Thought, err error, offered bool) {
	best := i.Best()
	if err != nil || best == "" {
		if err != nil {
			s.note(err.Error())
		}
		s.out.Line(noMove)
		return
	}
	line := "bestmove " + best
	if p := i.Ponder(); p != "" {
		line += " ponder " + p
	}
	if offered && i.Depth > 0 && !i.Lines[0].Score.Better(engine.Score{}) {
		line += " draw"
	}
	s.out.Line("%s", line)
}

func (s *server) report(i engine.Thought) {
	if len(i.Lines) == 0 {
		return
	}
	s.out.Line("info time %d nodes %d", i.Elapsed.Milliseconds(), i.Nodes)
	s.out.Line("info depth %d score %d pv %s", i.Depth, s.points(i.Lines[0].Score), strings.Join(i.Lines[0].Codes, " "))
}

// eval answers the command eval, which is our own extension, with the terms of the static
// evaluation.
func (s *server) eval() {
	if s.line == nil || s.config.Terms == nil {
		s.note("there is no evaluation to show")
		return
	}
	terms, err := s.config.Terms(s.line.Position().String())
	if err != nil {
		s.note(err.Error())
		return
	}
	for _, line := range protocol.TermLines(terms) {
		s.note(line)
	}
}

func (s *server) points(score engine.Score) int {
	switch {
	case score.Mate > 0:
		return mateValue - 2*score.Mate + 1
	case score.Mate < 0:
		return -mateValue - 2*score.Mate
	case s.config.Minor > 0:
		return score.Points * 100 / s.config.Minor
	}
	return score.Points
}

// fromPoints converts a score of the protocol to a score of the engine. It is the inverse of the
// method points of server.
func fromPoints(n, minor int) engine.Score {
	const nearMate = mateValue - 1000
	switch {
	case n > nearMate:
		return engine.Score{Mate: max((mateValue-n+1)/2, 1)}
	case n < -nearMate:
		return engine.Score{Mate: min(-(mateValue+n+1)/2, -1)}
	case minor > 0:
		return engine.Score{Points: n * minor / 100}
	}
	return engine.Score{Points: n}
}
