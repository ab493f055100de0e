package game

// Abilities of Rules. A game implements those that make sense for it; callers
// find them by the functions below and by type assertion, here only.

// Judge ends games for what happened on the way: repetitions, perpetual
// check, move counts.
type Judge interface {
	// Judge rules on the line as it stands; zero means play on. It is asked
	// only where the position itself is not the end.
	Judge(l *Line) Outcome
}

// Restrainer rules forbid for a while what the position would allow, because
// of what happened on the way.
type Restrainer interface {
	// Barred lists legal moves of the line's position that may not be played
	// now. Where every legal move is barred the Judge has ended the game.
	Barred(l *Line) []Move
}

// Claimer knows draws that are not automatic.
type Claimer interface {
	// Claim returns the draw that a player may claim in the line as it
	// stands; zero if there is none.
	Claim(l *Line) Outcome
}

// Dealer deals what is hidden at the start.
type Dealer interface {
	// Deal draws from intn, which returns uniform numbers below n. The
	// result is as random as intn is, no less.
	Deal(intn func(n int) int) Secret
}

// Packed deals can be checked by anybody: each pack is shuffled on its own and
// laid out on its squares.
type Packed interface {
	Dealer
	// Packs lists what Deal shuffles. Of each pack in turn, from the last
	// place i down to 1, it swaps the pieces at i and at intn(i+1); the
	// opened Secret is the pieces of all packs in the order of their squares.
	Packs() []Pack
}

// Pack is pieces, a letter each, and the squares they are laid on.
type Pack struct {
	Squares []Square
	Pieces  string
}

// Noted games write moves as people do.
type Noted interface {
	// Notations lists them, the usual one first.
	Notations() []Notation
}

// Notation is one way in which people write moves.
type Notation interface {
	Name() string
	// Write writes a move of p.
	Write(p Position, m Move) string
	// Read accepts what Write wrote and the usual sloppiness of people.
	Read(p Position, text string) (Move, error)
}

// Abilities of Position.

// Hidden positions hold what not everybody may know.
type Hidden interface {
	// View is the position as s may know it; NoSide is a spectator. Who has
	// seen the same is shown the same.
	View(s Side) Position
	// Seen is a complete move of this position as s sees it played.
	// View(s).Play(Seen(m, s)) is Play(m).View(s).
	Seen(m Move, s Side) Move
}

// Chancy positions have moves that luck or a secret completes.
type Chancy interface {
	// Completions lists the ways in which a legal move can turn out, with
	// weights. The true position knows exactly one; a move that needs no
	// completing is its own only completion.
	Completions(m Move) []Weighted
}

// Opener positions tell which dealt pieces a move shows.
type Opener interface {
	// Opens lists them for a complete move of this position.
	Opens(m Move) []Opened
}

// Opened is a dealt piece that was shown: by the square it was dealt to and
// its letter in the deal.
type Opened struct {
	Square Square
	Piece  byte
	To     Side // who alone sees it; NoSide: everybody
}

// Guesser positions are views that can imagine the truth.
type Guesser interface {
	// Guess returns a true position drawn, with the weights of Completions,
	// from all that the owner of the view must think possible. Its view is
	// this view.
	Guess(intn func(n int) int) Position
}

// Premover lists moves that may be prepared while the other side thinks.
type Premover interface {
	// Premoves lists what s could be allowed to play after some reply. Every
	// move that is legal for s now is among them if s is to act.
	Premoves(s Side) []Move
}

// Shown positions can be drawn by somebody who does not know the game.
type Shown interface {
	Grid() Grid
}

// Marker positions point out what people want to see at once.
type Marker interface {
	// Marks lists what the position shows: a checked king, a winning row, a
	// row that did not count and why.
	Marks() []Mark
}

// Grid is a board as letters. Cells[sq] is the piece's letter as in the
// game's position text, upper case for the first colour, or "" if empty.
type Grid struct {
	Width, Height int
	Cells         []string
}

// Mark is a remark on some squares.
type Mark struct {
	Kind    string // a code: "check", "row", "blocked", "overline" …
	Squares []Square
	Because []Square // what causes it, such as the stones that block
}

// NotationOf returns the notation of that name, or the game's usual one for
// an empty name.
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

// ViewOf is what s may know of p: p itself where nothing is hidden.
func ViewOf(p Position, s Side) Position {
	if h, ok := p.(Hidden); ok {
		return h.View(s)
	}
	return p
}

// SeenBy is a complete move of p as s sees it.
func SeenBy(p Position, m Move, s Side) Move {
	if h, ok := p.(Hidden); ok {
		return h.Seen(m, s)
	}
	return m
}

// CompletionsOf lists how m can turn out in p.
func CompletionsOf(p Position, m Move) []Weighted {
	if c, ok := p.(Chancy); ok {
		return c.Completions(m)
	}
	return []Weighted{{Move: m, Weight: 1}}
}

// GridOf returns the board of p for drawing.
func GridOf(p Position) (Grid, bool) {
	if s, ok := p.(Shown); ok {
		return s.Grid(), true
	}
	return Grid{}, false
}

// MarksOf lists the marks of p.
func MarksOf(p Position) []Mark {
	if m, ok := p.(Marker); ok {
		return m.Marks()
	}
	return nil
}

// PremovesOf lists the premoves of s in p.
func PremovesOf(p Position, s Side) []Move {
	if pm, ok := p.(Premover); ok {
		return pm.Premoves(s)
	}
	return nil
}

// BarredIn lists the legal moves that the history of l forbids.
func BarredIn(l *Line) []Move {
	if r, ok := l.rules.(Restrainer); ok && !l.Outcome().Over() {
		return r.Barred(l)
	}
	return nil
}

// ClaimOf returns the draw that may be claimed in l.
func ClaimOf(l *Line) Outcome {
	if c, ok := l.rules.(Claimer); ok && !l.Outcome().Over() {
		return c.Claim(l)
	}
	return Outcome{}
}
