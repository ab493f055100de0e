package match

import (
	"unicode"
	"unicode/utf8"

	"kydai/game"
)

// Levels is how many levels a machine can be set to.
const Levels = 8

// SeatKind says what sort of player holds a seat.
type SeatKind uint8

// The kinds of players. Humans and bots send their moves themselves; for the
// others somebody must be found who thinks: see Match.Job.
const (
	Human     SeatKind = iota + 1
	Bot                // a program of somebody's, playing by the same door as people
	Level              // our engine at a level
	Algorithm          // a named algorithm of ours with its parameters
	Engine             // an external engine that a worker runs
)

var seatNames = [...]string{Human: "human", Bot: "bot", Level: "level", Algorithm: "algorithm", Engine: "engine"}

// String is the kind's name, "" for no kind.
func (k SeatKind) String() string {
	if int(k) < len(seatNames) {
		return seatNames[k]
	}
	return ""
}

// MarshalText writes the name.
func (k SeatKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the name.
func (k *SeatKind) UnmarshalText(text []byte) error {
	for i, name := range seatNames {
		if name != "" && name == string(text) {
			*k = SeatKind(i)
			return nil
		}
	}
	return badTerms("there is no kind of player called ", string(text))
}

// Seat is one of the two players.
type Seat struct {
	Kind   SeatKind `json:"kind"`
	Player string   `json:"player,omitempty"` // Human, Bot: who it is
	Name   string   `json:"name,omitempty"`   // as it is shown
	Level  int      `json:"level,omitempty"`  // Level: 1 to Levels
	Spec   string   `json:"spec,omitempty"`   // Algorithm, Engine: as on the command line, "mcts:sims=1000"
}

// Machine reports whether somebody must be asked to think for this seat.
func (s Seat) Machine() bool { return s.Kind == Level || s.Kind == Algorithm || s.Kind == Engine }

const (
	maxName = 64
	maxSpec = 256
)

func (s Seat) check() error {
	person := s.Kind == Human || s.Kind == Bot
	written := s.Kind == Algorithm || s.Kind == Engine
	switch {
	case s.Kind.String() == "":
		return badTerms("a seat has no kind of player")
	case person != (s.Player != ""):
		return badTerms("people and bots have a player, machines have none")
	case (s.Kind == Level) != (s.Level != 0) || s.Level < 0 || s.Level > Levels:
		return badTerms("a level is 1 to 8, and only for the kind level")
	case written != (s.Spec != ""):
		return badTerms("algorithms and engines have a spec, others none")
	case s.Player != "" && !isID(s.Player):
		return badTerms("a player's id is letters, digits, - and _")
	case !plain(s.Name, maxName) || !plain(s.Spec, maxSpec):
		return badTerms("a name or spec is too long or cannot be printed")
	}
	return nil
}

// plain reports whether text is short and can be printed.
func plain(text string, most int) bool {
	if len(text) > most || !utf8.ValidString(text) {
		return false
	}
	for _, r := range text {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

func badTerms(parts ...string) error { return game.Err(BadTerms, parts...) }
