package game

import "errors"

// Reason is the code of the reason why a game ended. Codes are stable, because they are stored
// and translated. A game may define its own.
type Reason string

// Reasons shared by several games.
const (
	Checkmate       Reason = "checkmate"
	Stalemate       Reason = "stalemate"        // no legal move, not in check
	Repetition      Reason = "repetition"       // automatic, by the rules of the game
	PerpetualCheck  Reason = "perpetual-check"  // the checking side loses
	PerpetualChase  Reason = "perpetual-chase"  // the chasing side loses
	PerpetualThreat Reason = "perpetual-threat" // alternating checks, chases and mate threats; the threatening side loses
	MoveLimit       Reason = "move-limit"       // too many moves without progress, automatic
	Material        Reason = "material"         // neither side can win
	BoardFull       Reason = "board-full"
	Row             Reason = "row" // enough stones in a row
	Count           Reason = "count"
)

// Reasons caused by players or the clock, for all games.
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
	Winner Side // NoSide means a draw if Why is set
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
	// Why and Values describe to programs why a position cannot be played or proved, so that the
	// program can say the reason in the user's language: "one" with "K" means that there must be
	// exactly one piece K. Both are empty if there is only the sentence in Text.
	Why    string
	Values []string
}

// Error codes shared by several games.
const (
	BadPosition = "bad-position" // the text is not a position of this game
	BadOption   = "bad-option"   // unknown option or value
	BadMove     = "bad-move"     // the text is not a move
	IllegalMove = "illegal-move" // a move that is not legal here
	GameOver    = "game-over"
	MustVary    = "must-vary"  // legal on the board, but forbidden as a repetition
	NeedsFace   = "needs-face" // a view needs the revealed piece to complete this move
	TellsFace   = "tells-face" // a player named the piece that the move would reveal
	WouldReveal = "would-reveal"
)

// Error returns the sentence.
func (e *Error) Error() string { return e.Text }

// Err creates an Error; its sentence is the parts joined. A copy of it at each of
// its many calls would make the browser's modules larger.
//
//go:noinline
func Err(code string, parts ...string) error {
	text := ""
	for _, p := range parts {
		text += p
	}
	return &Error{Code: code, Text: text}
}

// Faults of positions are the values of Error.Why; the comment on each lists the contents of
// Error.Values. A piece is given by its letter, a side by its name.
const (
	FaultOne     = "one"     // piece: there must be exactly one
	FaultMost    = "most"    // piece, number, limit
	FaultPieces  = "pieces"  // side, number, limit
	FaultPlace   = "place"   // piece, square: it can never stand there
	FaultCheck   = "check"   // side: in check although the other side is to move
	FaultFacing  = "facing"  // the generals face each other
	FaultHidden  = "hidden"  // side: more face-down pieces than the pool allows
	FaultCastle  = "castle"  // the castling rights do not match the pieces
	FaultPassing = "passing" // the square of an en passant capture is wrong
	FaultRanks   = "ranks"   // number, wanted
	FaultRank    = "rank"    // rank, number of its squares, wanted
	FaultLetter  = "letter"  // letter that is no piece
	FaultTurn    = "turn"    // the side to move is not written as it should
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
