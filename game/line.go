package game

import "iter"

// Line is a game as it was played: the start position, the moves, and the moves that were taken
// back. It stores only the start position and the current one, so that a server can hold many
// lines. It is not safe for concurrent use.
type Line struct {
	rules  Rules
	setup  Setup
	start  Position
	now    Position
	moves  []Move   // moves played, with their revealed pieces
	keys   []uint64 // keys[i] is the key of the position after i moves
	tails  [2]Tail  // tails of the lists moves and keys, which let copies of the line share one array (see Tail)
	undone []Move   // moves that Redo can play; the move undone last is the last element
	ruled  bool     // true if the field out is up to date
	out    Outcome
}

// Step is one move of a line with the position before it.
type Step struct {
	Before Position
	Move   Move
}

// NewLine starts a game with the given rules and setup. It returns an error if the setup is
// invalid.
func NewLine(r Rules, s Setup) (*Line, error) {
	start, err := r.New(s)
	if err != nil {
		return nil, err
	}
	return lineFrom(r, s, start), nil
}

func lineFrom(r Rules, s Setup, start Position) *Line {
	return &Line{rules: r, setup: s, start: start, now: start, keys: []uint64{start.Key()}}
}

// Rules returns the rules of the line.
func (l *Line) Rules() Rules { return l.rules }

// Setup returns the setup of the line.
func (l *Line) Setup() Setup { return l.setup }

// Start returns the position before the first move.
func (l *Line) Start() Position { return l.start }

// Position returns the position after the last move.
func (l *Line) Position() Position { return l.now }

// Ply returns the number of moves played.
func (l *Line) Ply() int { return len(l.moves) }

// Move returns the i-th move, counted from 0, with the piece that it revealed.
func (l *Line) Move(i int) Move { return l.moves[i] }

// Key returns the key of the position after i moves.
func (l *Line) Key(i int) uint64 { return l.keys[i] }

// Legal lists the legal moves of the side to move; nil once the line is over.
func (l *Line) Legal() []Move {
	if l.Outcome().Over() {
		return nil
	}
	legal := l.now.Legal()
	barred := BarredIn(l)
	if len(barred) == 0 {
		return legal
	}
	free := legal[:0]
	for _, m := range legal {
		if !bars(barred, m) {
			free = append(free, m)
		}
	}
	return free
}

// bars reports whether the list barred contains the move m. Moves are equal if their squares are
// equal, even if they reveal different pieces.
func bars(barred []Move, m Move) bool {
	for _, b := range barred {
		if b.From() == m.From() && b.To() == m.To() {
			return true
		}
	}
	return false
}

// Outcome returns the outcome of the position or, if the position does not end the game, the
// outcome that the Judge of the rules returns.
func (l *Line) Outcome() Outcome {
	if !l.ruled {
		l.out = l.now.Outcome()
		if j, ok := l.rules.(Judge); ok && !l.out.Over() {
			l.out = j.Judge(l)
		}
		l.ruled = true
	}
	return l.out
}

// Play plays a move whose code a player sends. The code must not name the piece that the move will
// reveal. The code is parsed in the player's own view, so the answer to an invalid code reveals
// nothing that is hidden from the player.
func (l *Line) Play(code string) error {
	if l.Outcome().Over() {
		return errOver()
	}
	view := ViewOf(l.now, l.now.Turn())
	m, err := view.Decode(code)
	if err != nil {
		return err
	}
	if _, chancy := view.(Chancy); chancy {
		if !contains(view.Legal(), m) {
			return Err(TellsFace, "the move ", code, " must not name the piece that it reveals")
		}
		if m, err = l.now.Decode(view.Encode(m)); err != nil {
			return err
		}
	}
	return l.Push(m)
}

// Replay plays a move whose code comes from a record. The code may name the piece that the move
// revealed. If the line is a view, the code must name it.
func (l *Line) Replay(code string) error {
	if l.Outcome().Over() {
		return errOver()
	}
	m, err := l.now.Decode(code)
	if err != nil {
		return err
	}
	return l.Push(m)
}

func errOver() error { return Err(GameOver, "the game is over") }

// Push plays a move that the current position has returned from Legal, Decode, Completions or Read.
// It returns an error if the game is over, or if the line is a view and the move does not contain
// the piece that it reveals.
func (l *Line) Push(m Move) error {
	if l.Outcome().Over() {
		return errOver()
	}
	if bars(BarredIn(l), m) {
		return Err(MustVary, "the move ", l.now.Encode(m), " would break the rule against repetition; play another move")
	}
	done := CompletionsOf(l.now, m)
	if len(done) != 1 {
		return Err(NeedsFace, "the move ", l.now.Encode(m), " must name the piece that it revealed")
	}
	l.push(done[0].Move)
	l.undone = l.undone[:0]
	return nil
}

func (l *Line) push(m Move) {
	l.now = l.now.Play(m)
	l.moves = Append(l.moves, &l.tails[0], m)
	l.keys = Append(l.keys, &l.tails[1], l.now.Key())
	l.ruled = false
}

// Undo takes back up to n moves and returns how many it took back.
func (l *Line) Undo(n int) int {
	n = min(max(n, 0), len(l.moves))
	if n == 0 {
		return 0
	}
	keep := len(l.moves) - n
	for i := len(l.moves) - 1; i >= keep; i-- {
		l.undone = append(l.undone, l.moves[i])
	}
	l.now = l.At(keep)
	l.moves = l.moves[:keep]
	l.keys = l.keys[:keep+1]
	l.ruled = false
	return n
}

// Redo replays up to n undone moves and returns how many it replayed. A new move clears the undone
// moves.
func (l *Line) Redo(n int) int {
	n = min(max(n, 0), len(l.undone))
	for range n {
		last := len(l.undone) - 1
		m := l.undone[last]
		l.undone = l.undone[:last]
		l.push(m)
	}
	return n
}

// Undone returns the number of moves that Redo can play.
func (l *Line) Undone() int { return len(l.undone) }

// MayUndo returns an error if one of the last n moves revealed a hidden piece, on the board or by
// capturing it. Taking such a move back would hide the piece, but the player would still know it.
func (l *Line) MayUndo(n int) error {
	if _, hidden := l.start.(Hidden); !hidden {
		return nil
	}
	first := len(l.moves) - n
	for i, s := range l.Steps() {
		if i >= first && !contains(s.Before.Legal(), s.Move) {
			return Err(WouldReveal, "a hidden piece was revealed since then, so the moves cannot be taken back")
		}
	}
	return nil
}

// At returns the position after the first ply moves. It replays the moves from the start.
func (l *Line) At(ply int) Position {
	if ply == len(l.moves) {
		return l.now
	}
	p := l.start
	for _, m := range l.moves[:ply] {
		p = p.Play(m)
	}
	return p
}

// Steps iterates over the line from the start, with the ply of each move.
func (l *Line) Steps() iter.Seq2[int, Step] {
	return func(yield func(int, Step) bool) {
		p := l.start
		for i, m := range l.moves {
			if !yield(i, Step{Before: p, Move: m}) {
				return
			}
			p = p.Play(m)
		}
	}
}

// Codes lists the moves, with their revealed pieces, as codes that Replay accepts.
func (l *Line) Codes() []string {
	codes := make([]string, 0, len(l.moves))
	for _, s := range l.Steps() {
		codes = append(codes, s.Before.Encode(s.Move))
	}
	return codes
}

// Occurrences counts how often the current position has occurred in the game, including its current
// occurrence.
func (l *Line) Occurrences() int {
	n, last := 0, l.keys[len(l.keys)-1]
	for _, k := range l.keys {
		if k == last {
			n++
		}
	}
	return n
}

// Clone returns a copy; a later move in the copy does not change the original, and the other way
// round. Both share the arrays of moves and keys, because elements in these arrays are never changed.
func (l *Line) Clone() *Line {
	c := *l
	c.undone = append([]Move(nil), l.undone...)
	return &c
}

// View returns the line as s may see it, without the secret and without undone moves. Everything
// that is sent out of a match must come from a view. The view's Setup and Codes reproduce the same
// view. If the line is itself a view of one side, other sides get the spectator's view, because the
// line does not contain their knowledge.
func (l *Line) View(s Side) *Line {
	hidden, ok := l.start.(Hidden)
	if !ok {
		c := l.Clone()
		c.undone = nil
		return c
	}
	if l.setup.Secret.Empty() && l.setup.Options[ViewOption] != s.String() {
		s = NoSide
	}
	setup := Setup{Start: l.setup.Start, Options: map[string]string{}}
	for name, value := range l.setup.Options {
		setup.Options[name] = value
	}
	setup.Options[ViewOption] = s.String()
	v := lineFrom(l.rules, setup, hidden.View(s))
	for _, st := range l.Steps() {
		v.push(SeenBy(st.Before, st.Move, s))
	}
	return v
}

// ViewAfter returns the same line as View(s), but computes it faster, by adding the last move to an
// older view. The parameter last is the view of s without that move. The parameter before is the
// true position before that move.
func (l *Line) ViewAfter(last *Line, before Position, s Side) *Line {
	v := last.Clone()
	v.push(SeenBy(before, l.moves[len(l.moves)-1], s))
	return v
}
