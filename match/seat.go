package match

import (
	"time"
	"unicode"
	"unicode/utf8"

	"kydai/game"
)

// Levels is the number of engine levels.
const Levels = 9

// LevelsSince returns when the strength of the levels last changed. In matches that ended before
// that time, the level numbers mean other strengths; docs/api.md lists the changes.
func LevelsSince() time.Time { return time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC) }

// SeatKind is the kind of player in a seat.
type SeatKind uint8

// The kinds of players. Humans and bots send their own moves. For the other kinds the server must
// request the moves from an engine: see Match.Job.
const (
	Human     SeatKind = iota + 1
	Bot                // a user's program that plays through the API
	Level              // the server's own engine at one of its levels
	Algorithm          // one of the server's own algorithms, with parameters
	Engine             // an external engine that a worker process runs
)

var seatNames = [...]string{Human: "human", Bot: "bot", Level: "level", Algorithm: "algorithm", Engine: "engine"}

// String returns the name of the kind; "" for the zero kind.
func (k SeatKind) String() string {
	if int(k) < len(seatNames) {
		return seatNames[k]
	}
	return ""
}

// MarshalText returns the name of the kind.
func (k SeatKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText parses the name of a kind.
func (k *SeatKind) UnmarshalText(text []byte) error {
	for i, name := range seatNames {
		if name != "" && name == string(text) {
			*k = SeatKind(i)
			return nil
		}
	}
	return badTerms("unknown kind of player: ", string(text))
}

// Seat describes the player of one of the two sides.
type Seat struct {
	Kind   SeatKind `json:"kind"`
	Player string   `json:"player,omitempty"` // for Human and Bot: the player's id
	// Name is the display name. A store of terms may keep the names of people in another place.
	Name    string `json:"name,omitempty"`
	Deleted bool   `json:"-"`               // the player's account was deleted, together with the name
	Level   int    `json:"level,omitempty"` // for kind Level: from 1 to Levels
	Spec    string `json:"spec,omitempty"`  // for Algorithm and Engine: the spec as on the command line, such as "classic:mcts,sims=1000"
	// Opening is, for the kind Level, the name of the opening that the engine should play. The
	// engine ignores the name of an opening that belongs to the other side.
	Opening string `json:"opening,omitempty"`
}

// Machine reports whether the server runs an engine for this seat: a level, an algorithm or an
// external engine.
func (s Seat) Machine() bool { return s.Kind == Level || s.Kind == Algorithm || s.Kind == Engine }

// Machines reports whether engines play for both seats.
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
		return badTerms("the kind level needs a level from 1 to 9, other kinds have none")
	case s.Opening != "" && s.Kind != Level:
		return badTerms("only the kind level can be asked for an opening")
	case written != (s.Spec != ""):
		return badTerms("algorithms and engines must have a spec, other kinds must not")
	case s.Player != "" && !isID(s.Player):
		return badTerms("a player id may contain only letters, digits, - and _")
	case !plain(s.Name, maxName) || !plain(s.Spec, maxSpec) || !plain(s.Opening, maxName):
		return badTerms("a name, spec or opening is too long or cannot be printed")
	}
	return nil
}

// plain reports whether a text is printable and has no more bytes than the given maximum.
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
