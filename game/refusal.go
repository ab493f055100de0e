package game

// Refusal says why a move is refused. Each game defines its own codes, besides the shared
// codes below.
type Refusal struct {
	// Code is the reason: "leg", "pinned", "occupied" …; empty if the move is
	// not refused.
	Code string
	// Kind selects one of several sentences for the same Code, for example by the letter of the
	// moving piece.
	Kind string
	// Lead is the code of a sentence that is shown before the reason, or empty.
	Lead string
	// Squares are the cause: the pieces in the way, or the pieces that would give check.
	Squares []Square
}

// Codes of refusals that every game has.
const (
	RefusedOver   = "over"   // the game has ended
	RefusedRepeat = "repeat" // the history of the game forbids the move
	RefusedOthers = "others" // there is no own piece to move
	RefusedSame   = "same"   // the piece would not move
)

// Refuse creates a refusal with the squares that cause it.
func Refuse(code string, squares ...Square) Refusal { return Refusal{Code: code, Squares: squares} }

// RefusalIn says why the side to move may not move from one square to another; from is
// NoSquare for placing a stone. Code is empty if the move is allowed or if the game gives no
// reasons. Unlike RefusalOf, it also considers the history of the line.
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
