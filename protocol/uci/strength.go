package uci

import (
	"fmt"
	"strconv"
	"strings"

	"kydai/engine"
	"kydai/protocol"
)

// Protocol options that the UCI server handles, not the engine: the engine's strength and
// additional output.
const (
	optOutlook = "UCI_ShowWDL"
	optLimit   = "UCI_LimitStrength"
	optElo     = "UCI_Elo"
)

// Strength describes how an engine can play at a rating from Least to Most.
type Strength struct {
	Least, Most int
	// At wraps the engine so that it plays at the rating elo. The server calls At once for each
	// change of the setting, not for each move.
	At func(e engine.Engine, elo int) engine.Engine
}

// strengthOptions sends the strength and output options that the current variant supports.
func (s *server) strengthOptions() {
	if s.variant.Outlook != nil {
		s.option(engine.Option{Name: optOutlook, Kind: "check", Default: "false"})
	}
	if r := s.variant.Strength; r.At != nil {
		s.option(engine.Option{Name: optLimit, Kind: "check", Default: "false"})
		s.option(engine.Option{Name: optElo, Kind: "spin", Default: strconv.Itoa(r.Most), Least: r.Least, Most: r.Most})
	}
}

// setStrength sets an option for strength or output. The result known is false if name is another
// option.
func (s *server) setStrength(name, value string) (known bool, err error) {
	on := strings.EqualFold(value, "true")
	switch {
	case strings.EqualFold(name, optOutlook) && s.variant.Outlook != nil:
		s.outlook = on
	case strings.EqualFold(name, optLimit) && s.variant.Strength.At != nil:
		s.limited, s.weak = on, nil
	case strings.EqualFold(name, optElo) && s.variant.Strength.At != nil:
		n, err := protocol.Number(value, s.variant.Strength.Least, s.variant.Strength.Most)
		if err != nil {
			return true, err
		}
		s.elo, s.weak = n, nil
	default:
		return false, nil
	}
	return true, nil
}

// player returns the engine that must answer the next search: the engine itself, or the engine
// limited to the rating in UCI_Elo.
func (s *server) player() engine.Engine {
	r := s.variant.Strength
	if !s.limited || r.At == nil {
		return s.engine
	}
	if s.weak == nil {
		elo := r.Most
		if s.elo > 0 {
			elo = min(max(s.elo, r.Least), r.Most)
		}
		s.weak = r.At(s.engine, elo)
	}
	return s.weak
}

// outlookText returns the part of an info line for UCI_ShowWDL; "" if the option is off.
func (s *server) outlookText(v engine.Score, show func(engine.Score) engine.Outlook) string {
	if !s.outlook || show == nil {
		return ""
	}
	o := show(v)
	return fmt.Sprintf(" wdl %d %d %d", o.Win, o.Draw, o.Loss)
}

// eval answers the command "eval" with the terms of the static evaluation.
func (s *server) eval() {
	switch {
	case s.line == nil:
		s.note("there is no position")
		return
	case s.variant.Terms == nil:
		s.note("there is no evaluation to show here")
		return
	}
	terms, err := s.variant.Terms(s.line.Position().String())
	if err != nil {
		s.note(err.Error())
		return
	}
	for _, line := range protocol.TermLines(terms) {
		s.out.Line(" %s", line)
	}
}
