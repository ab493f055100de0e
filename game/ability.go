package game

// Optional abilities of Rules. A game implements those that apply to it. Callers use the functions
// below; type assertions for abilities occur only in this file.

// Judge ends games because of their history: repetitions, perpetual check, or the number of
// moves.
type Judge interface {
	// Judge returns the outcome of the line; the zero Outcome means that play continues. It is
	// called only if the position alone does not end the game.
	Judge(l *Line) Outcome
}

// Restrainer is implemented by rules that forbid a move because of the game's
// history although the position allows it.
type Restrainer interface {
	// Barred lists the legal moves of the line's position that may not be
	// played now. If every legal move is barred, the Judge has ended the game.
	Barred(l *Line) []Move
}

// Claimer is implemented by rules with draws that a player must claim.
type Claimer interface {
	// Claim returns the draw that the side to move may claim; the zero Outcome if there is none.
	Claim(l *Line) Outcome
}

// Dealer is implemented by rules of games that deal hidden pieces at the start.
type Dealer interface {
	// Deal deals the hidden pieces. intn(n) must return a uniform random number from 0 to n-1. The
	// deal is exactly as random as intn.
	Deal(intn func(n int) int) Secret
}

// Packed is implemented by rules of games whose deal can be verified: each pack is shuffled
// separately and placed on its own squares.
type Packed interface {
	Dealer
	// Packs lists the packs that Deal shuffles. For each pack in turn, and for i from the last
	// index down to 1, Deal swaps the pieces at i and intn(i+1). The opened Secret contains the
	// pieces of all packs in the order of their squares.
	Packs() []Pack
}

// Pack is a set of pieces, one letter each, and the squares on which Deal places them.
type Pack struct {
	Squares []Square
	Pieces  string
}

// Noted is implemented by rules of games with a notation that people read and write.
type Noted interface {
	// Notations lists the notations. The first one is the default.
	Notations() []Notation
}

// Notation is a way in which people write moves.
type Notation interface {
	Name() string
	// Write formats a move of p.
	Write(p Position, m Move) string
	// Read parses a move. It accepts the output of Write and common variants.
	Read(p Position, text string) (Move, error)
}

// Optional abilities of Position.

// Hidden is implemented by positions with hidden information. A true position contains all of it; a
// view contains only what one side knows.
type Hidden interface {
	// View returns the position as s may see it; NoSide means a spectator. Positions that differ
	// only in what s cannot see give equal views.
	View(s Side) Position
	// Seen converts a complete move of this position, which contains all revealed pieces, to the
	// move that s sees. View(s).Play(Seen(m, s)) equals Play(m).View(s).
	Seen(m Move, s Side) Move
}

// Chancy is implemented by positions with moves whose result depends on chance or on a secret,
// such as moving a face-down piece.
type Chancy interface {
	// Completions lists the possible results of a legal move with their weights. In the true
	// position a move has exactly one result. A move that reveals nothing has only itself as a
	// result.
	Completions(m Move) []Weighted
}

// Opener is implemented by positions that tell which dealt pieces a move reveals.
type Opener interface {
	// Opens lists the pieces that a move of this position reveals. The move must be complete: see
	// Completions.
	Opens(m Move) []Opened
}

// Opened is a revealed piece: the square on which it was dealt, and its letter in the deal.
type Opened struct {
	Square Square
	Piece  byte
	To     Side // the only side that sees the piece; NoSide means everyone
}

// Guesser is implemented by views that can draw, at random, a true position that is consistent with
// the view.
type Guesser interface {
	// Guess draws at random one of the true positions that are consistent with this view, with the
	// weights of Completions. The view of the result equals this view. intn(n) must return a
	// uniform random number from 0 to n-1.
	Guess(intn func(n int) int) Position
}

// Premover is implemented by positions in which a player may prepare a move during the opponent's
// turn.
type Premover interface {
	// Premoves lists the moves that could be legal for s after some reply of the opponent. If it
	// is the turn of s, they include every legal move.
	Premoves(s Side) []Move
}

// Shown is implemented by positions that can be drawn as a grid of letters.
type Shown interface {
	Grid() Grid
}

// Marker is implemented by positions that highlight squares.
type Marker interface {
	// Marks lists the highlighted squares and the reason for each highlight: a checked king, a
	// winning row, or a long row that does not win.
	Marks() []Mark
}

// Refuser is implemented by positions that say why a move is refused.
type Refuser interface {
	// Refuse says why the side to move may not move from one square to another. If the origin is
	// NoSquare, the move places a stone. The Code of the result is empty if and only if a legal
	// move has these squares. The reason given by a view reveals nothing that is hidden from its
	// side.
	Refuse(from, to Square) Refusal
}

// Grid is a board as letters. Cells[sq] is the piece's letter as in the
// position text, upper case for the first colour, or "" if empty.
type Grid struct {
	Width, Height int
	Cells         []string
}

// Mark is a set of squares to highlight, with the reason.
type Mark struct {
	Kind    string // code of the reason: "check", "row", "blocked", "overline" …
	Squares []Square
	Because []Square // squares of the cause, such as blocking stones
}

// NotationOf returns the notation with the given name, or the game's default notation if the name
// is empty; false if there is none.
func NotationOf(r Rules, name string) (Notation, bool) {
	n, ok := r.(Noted)
	if !ok {
		return nil, false
	}
	for _, not := range n.Notations() {
		if name == "" || not.Name() == name {
			return not, true
		}
	}
	return nil, false
}

// ViewOf returns the view of p for s, or p itself if p hides nothing.
func ViewOf(p Position, s Side) Position {
	if h, ok := p.(Hidden); ok {
		return h.View(s)
	}
	return p
}

// SeenBy converts a complete move of p to the move that s sees.
func SeenBy(p Position, m Move, s Side) Move {
	if h, ok := p.(Hidden); ok {
		return h.Seen(m, s)
	}
	return m
}

// CompletionsOf lists the possible results of m in p with their weights. If the game has no hidden
// parts, the only result is m itself.
func CompletionsOf(p Position, m Move) []Weighted {
	if c, ok := p.(Chancy); ok {
		return c.Completions(m)
	}
	return []Weighted{{Move: m, Weight: 1}}
}

// GridOf returns the board of p for drawing; false if p has no grid.
func GridOf(p Position) (Grid, bool) {
	if s, ok := p.(Shown); ok {
		return s.Grid(), true
	}
	return Grid{}, false
}

// MarksOf lists the highlighted squares of p; nil if the game highlights none.
func MarksOf(p Position) []Mark {
	if m, ok := p.(Marker); ok {
		return m.Marks()
	}
	return nil
}

// RefusalOf says why a move is refused in p. The Code of the result is empty if the move is legal
// or if the game gives no reasons.
func RefusalOf(p Position, from, to Square) Refusal {
	if r, ok := p.(Refuser); ok {
		return r.Refuse(from, to)
	}
	return Refusal{}
}

// PremovesOf lists the moves that side s may enter as premoves in p; nil if the game has no
// premoves.
func PremovesOf(p Position, s Side) []Move {
	if pm, ok := p.(Premover); ok {
		return pm.Premoves(s)
	}
	return nil
}

// BarredIn lists the legal moves that may not be played because of the history of l.
func BarredIn(l *Line) []Move {
	if r, ok := l.rules.(Restrainer); ok && !l.Outcome().Over() {
		return r.Barred(l)
	}
	return nil
}

// ClaimOf returns the draw that the side to move may claim in l; the zero Outcome if there is
// none.
func ClaimOf(l *Line) Outcome {
	if c, ok := l.rules.(Claimer); ok && !l.Outcome().Over() {
		return c.Claim(l)
	}
	return Outcome{}
}
