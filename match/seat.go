package match

import (
	"unicode"
	"unicode/utf8"

	"kydai/game"
)

// Levels is the number of engine levels.
const Levels = 8

// SeatKind is the kind of player in a seat.
type SeatKind uint8

// The kinds of players. Humans and bots send their own moves; for the others an
// engine must be asked: see Match.Job.
const (
	Human     SeatKind = iota + 1
	Bot                // a user's program that plays through the API
	Level              // our engine at a level
	Algorithm          // one of our algorithms with parameters
	Engine             // an external engine run by a worker
)

var seatNames = [...]string{Human: "human", Bot: "bot", Level: "level", Algorithm: "algorithm", Engine: "engine"}

// String is the name of the kind, "" for no kind.
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
	return badTerms("unknown kind of player: ", string(text))
}

// Seat is one of the two players.
type Seat struct {
	Kind   SeatKind `json:"kind"`
	Player string   `json:"player,omitempty"` // Human, Bot: player id
	// Name is the display name. Whoever stores terms may keep the names of people
	// elsewhere.
	Name    string `json:"name,omitempty"`
	Deleted bool   `json:"-"`               // the player's account was deleted, and the name with it
	Level   int    `json:"level,omitempty"` // Level: 1 to Levels
	Spec    string `json:"spec,omitempty"`  // Algorithm, Engine: as on the command line, "classic:mcts,sims=1000"
}

// Machine reports whether an engine plays for this seat.
func (s Seat) Machine() bool { return s.Kind == Level || s.Kind == Algorithm || s.Kind == Engine }

// Machines reports whether engines play for all seats.
func (m *Match) Machines() bool { return m.terms.Seats[0].Machine() && m.terms.Seats[1].Machine() }

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
		return badTerms("people and bots must have a player id, engines must not")
	case (s.Kind == Level) != (s.Level != 0) || s.Level < 0 || s.Level > Levels:
		return badTerms("the kind level needs a level from 1 to 8, other kinds have none")
	case written != (s.Spec != ""):
		return badTerms("algorithms and engines must have a spec, other kinds must not")
	case s.Player != "" && !isID(s.Player):
		return badTerms("a player id may contain only letters, digits, - and _")
	case !plain(s.Name, maxName) || !plain(s.Spec, maxSpec):
		return badTerms("a name or spec is too long or cannot be printed")
	}
	return nil
}

// plain reports whether text is short and printable.
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
