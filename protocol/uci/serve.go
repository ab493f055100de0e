// Package uci implements both halves of UCI: Serve offers our engines to other programs, and Engine
// runs external programs.
//
// The package has no code for particular games. The caller provides the name of the game, the rule
// options behind each protocol option, and the form of its moves.
package uci

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/protocol"
)

// Variant describes a game for the protocol.
type Variant struct {
	Name     string // value of UCI_Variant
	Rules    game.Rules
	Switches []Switch
	Codes    protocol.Codes
	New      func() (engine.Engine, error) // creates the engine; only Serve uses this field and the fields below
	Strength Strength                      // zero if the engine cannot play at a limited strength
	// Outlook splits a score into the probabilities of a win, a draw and a loss, for UCI_ShowWDL;
	// nil if they are not known.
	Outlook func(engine.Score) engine.Outlook
	// Terms decomposes the static evaluation, for the command eval; nil if not supported.
	Terms func(position string) ([]protocol.Term, error)
}

// Switch is a protocol option of type check that sets options of the rules.
type Switch struct {
	Name    string
	Options map[string]string // options of the rules that apply while the switch is on
}

// Config configures a server.
type Config struct {
	Name, Author string
	Variants     []Variant // games that the server offers, the default first
	// Bench returns the line that answers the command bench; nil if not supported.
	Bench func() string
	// Perft counts the move sequences of exactly depth moves, for go perft; nil if not supported.
	Perft func(p game.Position, depth int) uint64
	// Memory is the memory in MiB that the engine may use; 0 means no limit.
	Memory int
}

// Names of the protocol options that the server handles itself.
const (
	optVariant = "UCI_Variant"
	optMulti   = "MultiPV"
	optPonder  = "Ponder"
	optDelay   = "Move Overhead"
	maxMulti   = 500
	maxDelay   = 5000
	noMove     = "(none)"
)

// server is one session with a GUI.
type server struct {
	config   Config
	out      *protocol.Out
	thinker  protocol.Thinker
	variant  *Variant
	engine   engine.Engine
	places   protocol.Places
	line     *game.Line // current game; nil after an invalid position
	multi    int
	delay    time.Duration // value of Move Overhead: the clock is assumed to stop this long after the engine's answer
	switches map[string]bool
	outlook  bool          // value of UCI_ShowWDL
	limited  bool          // value of UCI_LimitStrength
	elo      int           // value of UCI_Elo; 0 if not set
	weak     engine.Engine // engine limited to the rating elo; nil until it is needed
	settings []setting     // option values to set on each new engine
}

type setting struct{ name, value string }

// Serve handles commands until quit or the end of the input. It returns an error only if the
// engine cannot be created or the output fails; invalid commands are answered.
func Serve(in io.Reader, out io.Writer, c Config) error {
	s := &server{config: c, out: protocol.NewOut(out), multi: 1, delay: engine.Overhead, switches: map[string]bool{}}
	if err := s.choose(&c.Variants[0]); err != nil {
		return err
	}
	_, err := protocol.ReadCommands(in, s.out, &s.thinker, s.command)
	return cmp.Or(err, s.engine.Close(), s.out.Err())
}

// choose selects a variant and replaces the engine by one for that variant.
func (s *server) choose(v *Variant) error {
	e, err := v.New()
	if err != nil {
		return err
	}
	if s.engine != nil {
		_ = s.engine.Close() // ignore errors: the new engine is ready
	}
	s.engine, s.variant, s.weak = e, v, nil
	s.places = protocol.Places{Rules: v.Rules, Codes: v.Codes}
	for _, o := range s.settings {
		_ = s.adjust(o.name, o.value) // ignore errors: the new engine may not have this option
	}
	s.place(protocol.Place{})
	return nil
}

// command handles one line. It returns false if the session must end.
func (s *server) command(line string) bool {
	words := strings.Fields(line)
	if len(words) == 0 {
		return true
	}
	switch words[0] {
	case "uci":
		s.introduce()
	case "isready":
		s.out.Line("readyok")
	case "ucinewgame":
		s.thinker.Stop()
		if f, ok := s.player().(engine.Forgetful); ok {
			f.NewGame()
		}
		s.place(protocol.Place{})
	case "setoption":
		s.setOption(words[1:])
	case "position":
		s.position(words[1:])
	case "go":
		s.thinker.Stop()
		s.think(words[1:])
	case "stop":
		s.thinker.Stop()
	case "ponderhit":
		s.thinker.Hit()
	case "d":
		s.show()
	case "eval":
		s.eval()
	case "bench":
		s.bench()
	case "debug", "register":
	case "quit":
		return false
	default:
		s.note("unknown command: " + words[0])
	}
	return true
}

func (s *server) note(text string) { s.out.Line("info string %s", text) }

// introduce sends the engine's name and options.
func (s *server) introduce() {
	s.out.Line("id name %s", s.config.Name)
	s.out.Line("id author %s", s.config.Author)
	if a, ok := s.engine.(engine.Adjustable); ok {
		for _, o := range a.Options() {
			o, _, _ = protocol.Fit(s.config.Memory, o, "")
			s.option(o)
		}
	}
	s.option(engine.Option{Name: optDelay, Kind: "spin", Default: strconv.FormatInt(engine.Overhead.Milliseconds(), 10), Most: maxDelay})
	s.option(engine.Option{Name: optMulti, Kind: "spin", Default: "1", Least: 1, Most: maxMulti})
	s.option(engine.Option{Name: optPonder, Kind: "check", Default: "false"})
	s.strengthOptions()
	if len(s.config.Variants) > 1 {
		line := "option name " + optVariant + " type combo default " + s.config.Variants[0].Name
		for _, v := range s.config.Variants {
			line += " var " + v.Name
		}
		s.out.Line("%s", line)
	}
	var seen []string
	for _, v := range s.config.Variants {
		for _, w := range v.Switches {
			if !slices.Contains(seen, w.Name) {
				seen = append(seen, w.Name)
				s.option(engine.Option{Name: w.Name, Kind: "check", Default: "false"})
			}
		}
	}
	s.out.Line("uciok")
}

func (s *server) option(o engine.Option) {
	switch o.Kind {
	case "spin":
		s.out.Line("option name %s type spin default %s min %d max %d", o.Name, o.Default, o.Least, o.Most)
	case "button":
		s.out.Line("option name %s type button", o.Name)
	case "check":
		s.out.Line("option name %s type check default %s", o.Name, o.Default)
	default:
		def := o.Default
		if def == "" {
			def = "<empty>"
		}
		s.out.Line("option name %s type string default %s", o.Name, def)
	}
}

// setOption parses: name NAME [value VALUE], where both may have several words.
func (s *server) setOption(words []string) {
	if s.thinker.Busy() {
		s.note("options cannot be changed while the engine thinks")
		return
	}
	text := strings.TrimSpace(strings.TrimPrefix(strings.Join(words, " "), "name"))
	name, value, _ := strings.Cut(text, " value ")
	name = strings.TrimSpace(strings.TrimSuffix(name, " value"))
	if err := s.set(name, strings.TrimSpace(value)); err != nil {
		s.note(err.Error())
	}
}

func (s *server) set(name, value string) error {
	switch {
	case strings.EqualFold(name, optMulti):
		n, err := protocol.Number(value, 1, maxMulti)
		if err == nil {
			s.multi = n
		}
		return err
	case strings.EqualFold(name, optDelay):
		n, err := protocol.Number(value, 0, maxDelay)
		if err == nil {
			s.delay = time.Duration(n) * time.Millisecond
		}
		return err
	case strings.EqualFold(name, optPonder):
		return nil // Ponder announces that the GUI may ponder; the server needs no setting for it
	case strings.EqualFold(name, optVariant) && len(s.config.Variants) > 1:
		for i, v := range s.config.Variants {
			if strings.EqualFold(v.Name, value) {
				return s.choose(&s.config.Variants[i])
			}
		}
		return game.Err(game.BadOption, "there is no variant ", value)
	}
	if known, err := s.setStrength(name, value); known {
		return err
	}
	for _, v := range s.config.Variants {
		for _, w := range v.Switches {
			if strings.EqualFold(w.Name, name) {
				s.switches[w.Name] = strings.EqualFold(value, "true")
				s.place(protocol.Place{})
				return nil
			}
		}
	}
	if err := s.adjust(name, value); err != nil {
		return err
	}
	s.settings = slices.DeleteFunc(s.settings, func(o setting) bool { return o.name == name })
	s.settings = append(s.settings, setting{name, value})
	return nil
}

// adjust sets an option of the engine; names are case-insensitive.
func (s *server) adjust(name, value string) error {
	a, ok := s.engine.(engine.Adjustable)
	if ok {
		for _, o := range a.Options() {
			if strings.EqualFold(o.Name, name) {
				_, fitting, less := protocol.Fit(s.config.Memory, o, value)
				if less {
					s.note(o.Name + " is " + fitting + ": there is no memory for more")
				}
				return a.SetOption(o.Name, fitting)
			}
		}
	}
	return game.Err(game.BadOption, "there is no option ", name)
}
