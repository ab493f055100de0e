package game

// Refusal says why a move is refused. Its codes belong to the game, except the
// ones below.
type Refusal struct {
	// Code is the reason: "leg", "pinned", "occupied" …; empty if the move is
	// not refused.
	Code string
	// Kind completes the reason where a game has several sentences for it, such
	// as the letter of the piece as it moves.
	Kind string
	// Lead is the code of a sentence that comes before the reason, or empty.
	Lead string
	// Squares hold the cause: the pieces in the way, or those that would give
	// check.
	Squares []Square
}

// Codes of refusals that every game has.
const (
	RefusedOver   = "over"   // the game has ended
	RefusedRepeat = "repeat" // the history of the game forbids the move
	RefusedOthers = "others" // there is no own piece to move
	RefusedSame   = "same"   // the piece would not move
)

// Refuse makes a refusal with the squares of its cause.
func Refuse(code string, squares ...Square) Refusal { return Refusal{Code: code, Squares: squares} }

// RefusalIn says why the side to move may not move from one square to another;
// from is NoSquare for a stone. The code is empty if it may, or if the game
// gives no reasons.
func RefusalIn(l *Line, from, to Square) Refusal {
	if l.Outcome().Over() {
		return Refuse(RefusedOver)
	}
	for _, m := range BarredIn(l) {
		if m.From() == from && m.To() == to {
			return Refuse(RefusedRepeat)
		}
	}
	return RefusalOf(l.Position(), from, to)
}
