// Package player creates engine players from their text on a command line, such as "kydai:level=3",
// "random" or "uci:stockfish?Threads=2&nodes=500". It also creates the protocol settings from the
// dialects of package engines.
package player

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/protocol"
)

// Spec is the parsed text of a player. It has a kind, words, and settings in their order.
//
//	KIND
//	KIND:WORD,WORD,NAME=VALUE        for built-in players
//	KIND:PATH?NAME=VALUE&NAME=VALUE  for external programs, where %XX is a byte
type Spec struct {
	Kind  string
	Words []string
	Set   []protocol.Setting
}

// programs lists the player kinds that run an external program.
var programs = []string{"uci", "ucci", "gomocup", "cecp"}

// BadSpec is the error code for an invalid spec.
const BadSpec = "bad-player"

func bad(parts ...string) error { return game.Err(BadSpec, parts...) }

func isProgram(kind string) bool {
	for _, p := range programs {
		if p == kind {
			return true
		}
	}
	return false
}

// ParseSpec parses a spec. It does not check whether the kind and the names of the settings exist.
func ParseSpec(text string) (Spec, error) {
	kind, rest, more := strings.Cut(text, ":")
	s := Spec{Kind: kind}
	for _, r := range kind {
		if (r < 'a' || r > 'z') && r != '-' {
			return Spec{}, bad("a player must begin with a kind such as random or kydai, not ", strconv.Quote(kind))
		}
	}
	switch {
	case kind == "":
		return Spec{}, bad("a player must begin with a kind such as random or kydai")
	case more && rest == "":
		return Spec{}, bad("there is nothing after ", kind, ":")
	case !more && isProgram(kind):
		return Spec{}, bad(kind, " needs a program: ", kind, ":PATH")
	case !more:
		return s, nil
	case isProgram(kind):
		return s.program(rest)
	}
	return s.own(rest)
}

// own parses the words and settings of a built-in player, separated by commas.
func (s Spec) own(text string) (Spec, error) {
	for _, part := range strings.Split(text, ",") {
		name, value, ok := strings.Cut(part, "=")
		switch {
		case name == "":
			return Spec{}, bad("a setting is empty in ", strconv.Quote(text), " (two commas in a row)")
		case !ok && len(s.Set) > 0:
			return Spec{}, bad(strconv.Quote(part), " needs a value: ", part, "=…")
		case !ok:
			s.Words = append(s.Words, part)
		case value == "":
			return Spec{}, bad(name, " needs a value: ", part, "…")
		default:
			s.Set = append(s.Set, protocol.Setting{Name: name, Value: value})
		}
	}
	return s, nil
}

// program parses the path and settings of an external program, in the form of a URL with a
// query.
func (s Spec) program(text string) (Spec, error) {
	path, query, more := strings.Cut(text, "?")
	path, err := url.PathUnescape(path)
	if err != nil || path == "" {
		return Spec{}, bad("there is no program ", strconv.Quote(text))
	}
	s.Words = []string{path}
	if !more {
		return s, nil
	}
	for _, part := range strings.Split(query, "&") {
		name, value, ok := strings.Cut(part, "=")
		name, err := url.PathUnescape(name)
		value, err2 := url.PathUnescape(value)
		if !ok || err != nil || err2 != nil || name == "" {
			return Spec{}, bad("a setting must be NAME=VALUE, not ", strconv.Quote(part))
		}
		s.Set = append(s.Set, protocol.Setting{Name: name, Value: value})
	}
	return s, nil
}

// String returns the spec in the form that ParseSpec reads.
func (s Spec) String() string {
	if len(s.Words) == 0 && len(s.Set) == 0 {
		return s.Kind
	}
	if !isProgram(s.Kind) {
		parts := append([]string(nil), s.Words...)
		for _, o := range s.Set {
			parts = append(parts, o.Name+"="+o.Value)
		}
		return s.Kind + ":" + strings.Join(parts, ",")
	}
	escape := strings.NewReplacer("%", "%25", "?", "%3F", "&", "%26", "=", "%3D")
	var parts []string
	for _, o := range s.Set {
		parts = append(parts, escape.Replace(o.Name)+"="+escape.Replace(o.Value))
	}
	text := s.Kind + ":" + escape.Replace(s.Words[0])
	if len(parts) > 0 {
		text += "?" + strings.Join(parts, "&")
	}
	return text
}

// take removes a setting from the spec and returns its value. If the setting occurs several times,
// it returns the last value.
func (s *Spec) take(name string) (value string, ok bool) {
	kept := s.Set[:0:0]
	for _, o := range s.Set {
		if o.Name == name {
			value, ok = o.Value, true
		} else {
			kept = append(kept, o)
		}
	}
	s.Set = kept
	return value, ok
}

// number takes a setting that must be a whole number of at least 1. It returns 0 if the setting is
// missing.
func (s *Spec) number(name string) (int, error) {
	text, ok := s.take(name)
	if !ok {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, bad(name, " must be a whole number of at least 1, not ", text)
	}
	return n, nil
}

// duration takes a setting such as 100ms. It returns 0 if the setting is
// missing.
func (s *Spec) duration(name string) (time.Duration, error) {
	text, ok := s.take(name)
	if !ok {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, bad(name, " must be a time such as 100ms or 1.5s, not ", text)
	}
	return d, nil
}

// limits takes the settings time, nodes and depth and returns them as search limits.
func (s *Spec) limits() (lim engine.Limits, err error) {
	if lim.MoveTime, err = s.duration("time"); err != nil {
		return lim, err
	}
	nodes, err := s.number("nodes")
	if err != nil {
		return lim, err
	}
	lim.Nodes = uint64(nodes)
	lim.Depth, err = s.number("depth")
	return lim, err
}

// clock takes the setting clock, such as 10s or 10s+100ms: the time at the start and the increment
// per move.
func (s *Spec) clock() (base, inc time.Duration, err error) {
	text, ok := s.take("clock")
	if !ok {
		return 0, 0, nil
	}
	first, second, more := strings.Cut(text, "+")
	base, err = time.ParseDuration(first)
	if more && err == nil {
		inc, err = time.ParseDuration(second)
	}
	if err != nil || base <= 0 || inc < 0 {
		return 0, 0, bad("clock must be a time such as 10s or 10s+100ms, not ", text)
	}
	return base, inc, nil
}

// nothingLeft returns an error if the spec still has words or settings after the caller has taken
// all those that it uses. The text of the error lists the settings in the parameter known.
func (s *Spec) nothingLeft(known ...string) error {
	if len(s.Words) > 0 {
		return bad(s.Kind, " does not accept ", s.Words[0])
	}
	if len(s.Set) > 0 {
		text := s.Kind + " has no setting " + s.Set[0].Name
		if len(known) > 0 {
			text += "; there are " + strings.Join(known, ", ")
		}
		return bad(text)
	}
	return nil
}
