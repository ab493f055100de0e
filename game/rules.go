package game

// Position is one state of a game. It is immutable and safe for concurrent use.
type Position interface {
	// Turn returns the side to move, even if the game is over.
	Turn() Side
	// Legal lists the legal moves, always in the same order. It is empty if and only if the
	// position itself ends the game, for example by checkmate. Even if it is not empty, a Judge may
	// end the game because of earlier moves: see Line.Legal. The caller may change the slice.
	Legal() []Move
	// Play returns the position after the move m, which must come from Legal, Decode, Completions
	// or Read of this position. It cannot fail. In a view, a move that reveals a hidden piece has
	// several possible results. The caller must pass one of them (see Completions).
	Play(m Move) Position
	// Outcome returns the outcome of the position; the zero Outcome while the game is in
	// progress.
	Outcome() Outcome
	// Key returns a hash of the position. Two positions have the same key if the repetition rules
	// treat them as equal. Otherwise their keys are almost certainly different.
	Key() uint64
	// String formats the position as text (FEN or similar) that Rules.New parses. The text
	// contains no hidden information.
	String() string
	// Encode formats a move of this position as a short code ("e2e4").
	Encode(m Move) string
	// Decode parses the code of a legal move. It returns an error if no legal move has this code.
	Decode(code string) (Move, error)
}

// Rules creates the positions of a game. A Rules value has no state.
type Rules interface {
	Info() Info
	New(s Setup) (Position, error)
}

// Setup says how a game starts. The zero Setup is the default start.
type Setup struct {
	Start   string            // position as text; empty means the default
	Options map[string]string // rule options, as listed in Info.Options
	Secret  Secret            // hidden pieces, in a game that deals pieces
}

// Info describes a game.
type Info struct {
	Name          string    // name used in paths, records and lists
	Sides         [2]string // names of the sides in codes and records, first side first
	Width, Height int       // size of the default board, in squares
	Points        bool      // pieces stand on the intersections, not in the cells
	RankZero      bool      // ranks are numbered from 0
	Options       []Option
	Tags          map[string]string // tags that every record of this game has, such as Game
	Formats       []string          // names of the record formats, default first
	Moves         int               // median number of moves of a side in a game; needed to tell fast from slow time controls
	Example       bool              // an example for developers, not offered to players
}

// ViewOption is the option with which a game with hidden pieces starts as one side sees it. Its
// values are the texts of Side. Without this option and without a Secret, the game starts in a
// spectator's view.
const ViewOption = "view"

// Option is a rule option that a Setup may set.
type Option struct {
	Name    string
	Default string
	Values  []string // allowed values; if empty, any text that the game accepts
}

// Lookup returns the value of an option in a setup, or its default.
func (in Info) Lookup(s Setup, name string) string {
	if v, ok := s.Options[name]; ok {
		return v
	}
	for _, o := range in.Options {
		if o.Name == name {
			return o.Default
		}
	}
	return ""
}

// CheckOptions returns an error for the first option of s that the game does not have, or whose
// value is not allowed.
func (in Info) CheckOptions(s Setup) error {
	for name, value := range s.Options {
		opt, ok := in.option(name)
		if !ok {
			return Err(BadOption, in.Name, " has no option ", name)
		}
		if len(opt.Values) > 0 && !contains(opt.Values, value) {
			return Err(BadOption, "option ", name, " cannot be ", value)
		}
	}
	return nil
}

func (in Info) option(name string) (Option, bool) {
	for _, o := range in.Options {
		if o.Name == name {
			return o, true
		}
	}
	return Option{}, false
}

func contains[T comparable](list []T, x T) bool {
	for _, v := range list {
		if v == x {
			return true
		}
	}
	return false
}

// Secret holds the hidden pieces. It has no text and no JSON form. Code that needs the bytes must
// call Open, a name that is easy to search for.
type Secret struct{ dealt string }

// NewSecret creates a secret with a copy of b.
func NewSecret(b []byte) Secret { return Secret{dealt: string(b)} }

// Open returns a copy of the bytes. They must not be sent out of a match before the game ends.
func (s Secret) Open() []byte { return []byte(s.dealt) }

// Empty reports whether nothing was dealt.
func (s Secret) Empty() bool { return s.dealt == "" }

// String returns a fixed word instead of the content, so that printing does not reveal it.
func (s Secret) String() string { return "secret" }

// GoString returns a fixed word instead of the content, so that printing with %#v does not reveal
// it.
func (s Secret) GoString() string { return "secret" }

// MarshalText returns an error, so that no encoder can write the secret.
func (s Secret) MarshalText() ([]byte, error) {
	return nil, Err("secret", "a secret must not be written as text")
}
