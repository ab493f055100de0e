package game

// Optional abilities of Rules. A game implements the interfaces that apply to it. Callers do not
// use type assertions: they call the functions below, such as NotationOf.

// Judge ends games because of their history: repetitions, perpetual check, or the number of
// moves.
type Judge interface {
	// Judge returns the outcome of the line; the zero Outcome means that play continues. It is
	// called only if the position alone does not end the game.
	Judge(l *Line) Outcome
}

// Restrainer is implemented by rules that can forbid a move because of earlier moves, for example a
// repetition, although the position allows the move.
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
	// Deal deals the hidden pieces at random. The caller passes the source of randomness: intn(n)
	// must return a uniformly distributed number from 0 to n-1.
	Deal(intn func(n int) int) Secret
}

// Packed is implemented by rules of games whose deal can be verified. The pieces of such a game
// form packs; each pack is shuffled separately and placed on its own squares.
type Packed interface {
	Dealer
	// Packs lists the packs in the order in which Deal shuffles them. Deal must use this algorithm:
	// for each pack, and for i from the last index down to 1, it swaps the pieces at the indexes i
	// and intn(i+1). Secret.Open then returns the pieces of all packs in the order of their
	// squares.
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

// Hidden is implemented by positions with hidden information. A true position contains all
// information. A view of it contains only what one side, or a spectator, knows.
type Hidden interface {
	// View returns the position as side s may see it; NoSide means a spectator. If two true
	// positions differ only in what s cannot see, their views for s are equal.
	View(s Side) Position
	// Seen converts a complete move of the true position, which contains the pieces that it
	// reveals, to the move as side s sees it. For the side s, View(s).Play(Seen(m, s)) must equal
	// Play(m).View(s).
	Seen(m Move, s Side) Move
}

// Chancy is implemented by positions with moves whose result depends on chance or on a secret,
// such as moving a face-down piece.
type Chancy interface {
	// Completions lists the possible results of a legal move with their weights, for example one
	// result for each piece that a face-down piece may be. A true position knows the hidden pieces,
	// so there a move has exactly one result. The only result of a move that reveals nothing is the
	// move itself.
	Completions(m Move) []Weighted
}

// Opener is implemented by positions that tell which dealt pieces a move reveals.
type Opener interface {
	// Opens lists the pieces that a move of this position reveals. The move must be one of the
	// Completions, so that it contains these pieces.
	Opens(m Move) []Opened
}

// Opened is a revealed piece: the square on which it was dealt, and its letter in the deal.
type Opened struct {
	Square Square
	Piece  byte
	To     Side // the only side that sees the piece; NoSide means everyone
}

// Guesser is implemented by views. A view does not know the hidden pieces, but Guess can fill them
// in at random.
type Guesser interface {
	// Guess returns a true position that this view allows: it places the hidden pieces at random,
	// with the probabilities that the weights of Completions give. The View of the result equals
	// this view. The function intn(n) must return a uniformly distributed number from 0 to n-1.
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
	// Refuse says why the side to move may not move between two squares. If the origin is NoSquare,
	// the move places a stone. If a legal move has these squares, the Code of the result is empty;
	// otherwise it is not empty. If the position is a view, the reason reveals nothing that is
	// hidden from the side of the view.
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

// NotationOf returns the game's notation with the given name, or its default notation for the name
// "". The bool is false if the game has no such notation.
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

// SeenBy converts a complete move m of the position p to the move as side s sees it: see
// Hidden.Seen.
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

// BarredIn lists the moves that the current position of the line l allows but the game's history
// forbids.
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
