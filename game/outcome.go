package game

// Reason says in one code why a game ended. Codes are stable: they are stored
// and translated. A game may add its own.
type Reason string

// Reasons that several games share.
const (
	Checkmate       Reason = "checkmate"
	Stalemate       Reason = "stalemate"        // no legal move, not in check
	Repetition      Reason = "repetition"       // automatic, as the game's rules say
	PerpetualCheck  Reason = "perpetual-check"  // the checking side loses
	PerpetualChase  Reason = "perpetual-chase"  // the chasing side loses
	PerpetualThreat Reason = "perpetual-threat" // checks, chases and threats of mate in turn; their side loses
	MoveLimit       Reason = "move-limit"       // too many moves without progress, automatic
	Material        Reason = "material"         // neither side can win any more
	BoardFull       Reason = "board-full"
	Row             Reason = "row" // enough stones in a row
	Count           Reason = "count"
)

// Reasons that come from the players and the clock, whatever the game.
const (
	ByResignation Reason = "resignation"
	ByAgreement   Reason = "agreement"
	ByTime        Reason = "time"
	ByClaim       Reason = "claim"
	ByAbort       Reason = "abort"
)

// Outcome is how a game ended. The zero Outcome means it is under way.
type Outcome struct {
	Why    Reason
	Winner Side // NoSide: a draw, if Why is set
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Why != "" }

// Win is the outcome in which s won.
func Win(s Side, why Reason) Outcome { return Outcome{Why: why, Winner: s} }

// Draw is the outcome in which nobody won.
func Draw(why Reason) Outcome { return Outcome{Why: why} }

// Error is what the package and the games return for input that is wrong: a
// stable code for programs and a sentence for people.
type Error struct {
	Code string
	Text string
}

// Codes of errors that several games share.
const (
	BadPosition = "bad-position" // the text is no position of this game
	BadOption   = "bad-option"   // no such option, or no such value
	BadMove     = "bad-move"     // the text is no move at all
	IllegalMove = "illegal-move" // a move, but not a legal one here
	GameOver    = "game-over"
	MustVary    = "must-vary"  // legal on the board, but repeated too long
	NeedsFace   = "needs-face" // a view cannot complete this move by itself
	TellsFace   = "tells-face" // a player named what the move would turn up
	WouldReveal = "would-reveal"
)

// Error returns the sentence.
func (e *Error) Error() string { return e.Text }

// Err makes an Error whose sentence is the parts joined.
func Err(code string, parts ...string) error {
	text := ""
	for _, p := range parts {
		text += p
	}
	return &Error{Code: code, Text: text}
}
