package game

import "errors"

// Reason is the code of the reason why a game ended. Codes are stable, because they are stored in
// the database and translated. A game may define its own codes.
type Reason string

// Reasons shared by several games.
const (
	Checkmate       Reason = "checkmate"
	Stalemate       Reason = "stalemate"        // no legal move, not in check
	Repetition      Reason = "repetition"       // draw by repetition; the game ends without a claim by a player
	PerpetualCheck  Reason = "perpetual-check"  // the checking side loses
	PerpetualChase  Reason = "perpetual-chase"  // the chasing side loses
	PerpetualThreat Reason = "perpetual-threat" // alternating checks, chases and threats of mate; the side that makes them loses
	MoveLimit       Reason = "move-limit"       // draw: too many moves without progress; the game ends without a claim by a player
	Material        Reason = "material"         // neither side can win
	BoardFull       Reason = "board-full"
	Row             Reason = "row" // enough stones in a row
	Count           Reason = "count"
)

// Reasons caused by the players or the clock; they exist in every game.
const (
	ByResignation Reason = "resignation"
	ByAgreement   Reason = "agreement"
	ByTime        Reason = "time"
	ByClaim       Reason = "claim"
	ByAbort       Reason = "abort"
)

// Outcome is the result of a game. The zero Outcome means that it is in
// progress.
type Outcome struct {
	Why    Reason
	Winner Side // the winner; NoSide if the game is drawn or still in progress
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Why != "" }

// Win returns the outcome in which s won.
func Win(s Side, why Reason) Outcome { return Outcome{Why: why, Winner: s} }

// Draw returns a drawn outcome.
func Draw(why Reason) Outcome { return Outcome{Why: why} }

// Error is the error for invalid input: a stable code for programs and a
// sentence for people.
type Error struct {
	Code string
	Text string
	// Why and Values tell programs why a position cannot be played, or why no result can be proved
	// for it, so that they can show the reason in the user's language. For example, Why "one" and
	// Values "K" mean that there must be exactly one piece K. Both are empty if only Text gives the
	// reason.
	Why    string
	Values []string
}

// Error codes shared by several games.
const (
	BadPosition = "bad-position" // the text is not a position of this game
	BadOption   = "bad-option"   // unknown option or value
	BadMove     = "bad-move"     // the text is not a move
	IllegalMove = "illegal-move" // the move is illegal in this position
	GameOver    = "game-over"
	MustVary    = "must-vary"  // the position allows the move, but the rules on repetition forbid it
	NeedsFace   = "needs-face" // a view cannot play the move, because the code does not name the piece that it reveals
	TellsFace   = "tells-face" // the code of a player names the piece that the move would reveal, which is not allowed
	WouldReveal = "would-reveal"
)

// Error returns Text, a sentence for people.
func (e *Error) Error() string { return e.Text }

// Err creates an Error whose Text is the concatenation of the parts. It must not be inlined: a copy
// at each of its many calls would make the WebAssembly modules larger.
//
//go:noinline
func Err(code string, parts ...string) error {
	text := ""
	for _, p := range parts {
		text += p
	}
	return &Error{Code: code, Text: text}
}

// Values of Error.Why for invalid positions. The comments list the contents of Error.Values, in
// order, before the colon. In Values, a piece is given by its letter and a side by its name.
const (
	FaultOne     = "one"     // piece: there must be exactly one such piece
	FaultMost    = "most"    // piece, number, limit: too many such pieces
	FaultPieces  = "pieces"  // side, number, limit: the side has too many pieces
	FaultPlace   = "place"   // piece, square: the piece can never stand on the square
	FaultCheck   = "check"   // side: it is in check although the opponent is to move
	FaultFacing  = "facing"  // the generals face each other with no piece between them
	FaultHidden  = "hidden"  // side: its face-down pieces do not fit the pieces that are not yet revealed
	FaultCastle  = "castle"  // the castling rights do not match the pieces
	FaultPassing = "passing" // the en passant square is impossible
	FaultRanks   = "ranks"   // number of ranks in the text, number expected
	FaultRank    = "rank"    // rank, number of its squares in the text, number expected
	FaultLetter  = "letter"  // letter: no piece has this letter
	FaultTurn    = "turn"    // the text does not name the side to move correctly
)

// Fault adds the reason and its values to an error of this package.
//
//go:noinline
func Fault(err error, why string, values ...string) error {
	if e, ok := errors.AsType[*Error](err); ok {
		e.Why, e.Values = why, values
	}
	return err
}
