package game

// Refusal says why a move is refused. Each game defines its own codes, besides the shared
// codes below.
type Refusal struct {
	// Code is the code of the reason: "leg", "pinned", "occupied" …; empty if the move is not
	// refused.
	Code string
	// Kind selects one of several sentences for the same Code, for example by the letter of the
	// moving piece.
	Kind string
	// Lead is the code of a sentence that is shown before the reason; empty for none.
	Lead string
	// Squares are the squares of the pieces that cause the refusal: the pieces in the way, or the
	// pieces that would give check.
	Squares []Square
}

// Codes of refusals that every game has.
const (
	RefusedOver   = "over"   // the game has ended
	RefusedRepeat = "repeat" // the history of the game forbids the move
	RefusedOthers = "others" // the origin square has no piece of the side to move
	RefusedSame   = "same"   // origin and target are the same square
)

// Refuse creates a refusal with a code and the squares of the pieces that cause it.
func Refuse(code string, squares ...Square) Refusal { return Refusal{Code: code, Squares: squares} }

// RefusalIn says why the side to move may not move from one square to another. If the origin is
// NoSquare, the move places a stone. The Code of the result is empty if the move is allowed or if
// the game gives no reasons. Unlike RefusalOf, RefusalIn also considers the history of the line.
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
