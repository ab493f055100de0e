package game

// Position is one state of a game. It never changes and is safe for
// concurrent use.
type Position interface {
	// Turn is the side to act, also in a position where the game is over.
	Turn() Side
	// Legal lists what the side to act may do, in a fixed order; empty if and
	// only if the position itself is the end of the game. The caller owns
	// the slice. A Judge may end the game earlier: see Line.Legal.
	Legal() []Move
	// Play returns the position after a move that came from Legal, Decode,
	// Completions or Read of this position. It cannot fail. On a view, a
	// move with several completions must be completed first.
	Play(m Move) Position
	// Outcome is zero while the game is under way.
	Outcome() Outcome
	// Key is equal for positions that count as the same for repetition, and
	// almost surely different for others.
	Key() uint64
	// String is the position as text, FEN or the like, that Rules.New reads
	// back. It holds no secret.
	String() string
	// Encode writes a move of this position as a short code ("e2e4").
	Encode(m Move) string
	// Decode reads the code of a legal move.
	Decode(code string) (Move, error)
}

// Rules make positions. A Rules value has no state.
type Rules interface {
	Info() Info
	New(s Setup) (Position, error)
}

// Setup says how a game starts. The zero Setup is the usual start.
type Setup struct {
	Start   string            // a position as text; empty means the usual one
	Options map[string]string // rule presets, as Info.Options lists them
	Secret  Secret            // what is dealt face down, for a game that deals
}

// Info describes a game as data.
type Info struct {
	Name          string    // the one name used in paths, records and lists
	Sides         [2]string // codes of the sides' names, first side first
	Width, Height int       // of the usual board
	Points        bool      // pieces stand on the crossings, not in the cells
	RankZero      bool      // ranks are counted from 0
	Options       []Option
	Tags          map[string]string // tags its records carry, such as Game
	Formats       []string          // record formats it is written in, the usual one first
	Example       bool              // kept to show how a game is added
}

// ViewOption is the option by which a hidden game starts as somebody's view:
// its values are the texts of the sides. Without it and without a secret the
// game starts as a spectator sees it.
const ViewOption = "view"

// Option is one rule preset a Setup may choose.
type Option struct {
	Name    string
	Default string
	Values  []string // every allowed value; empty means any text the game accepts
}

// Lookup returns the value that a setup gives an option, or its default.
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

// CheckOptions reports the first option of s that the game does not have or
// whose value it does not allow.
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

// Secret is what lies face down. It has no text and no JSON form: who needs
// the bytes must say Open, and that word can be searched for.
type Secret struct{ dealt string }

// NewSecret keeps a copy of b.
func NewSecret(b []byte) Secret { return Secret{dealt: string(b)} }

// Open returns the bytes. Nothing that Open returned may leave a match
// before its end.
func (s Secret) Open() []byte { return []byte(s.dealt) }

// Empty reports whether nothing was dealt.
func (s Secret) Empty() bool { return s.dealt == "" }

// String hides the secret from printing.
func (s Secret) String() string { return "secret" }

// GoString hides the secret from printing with %#v.
func (s Secret) GoString() string { return "secret" }

// MarshalText refuses, and with it every encoder that asks.
func (s Secret) MarshalText() ([]byte, error) {
	return nil, Err("secret", "a secret has no text form")
}
