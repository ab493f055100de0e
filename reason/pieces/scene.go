package pieces

import (
	"kydai/game"
	"kydai/reason"
)

// Kit contains what a game provides for finding motifs: its board, the values of its pieces and its
// own detectors.
type Kit struct {
	// Board converts a position to the form that the detectors of this package use.
	Board func(p game.Position) Board
	// Minor is the smallest value of a piece that is worth mentioning: more than the value of
	// the smallest piece.
	Minor int
	// Own and Late are the game's own detectors. Those in Own run after the detectors of mates and
	// before all others; those in Late run after the detectors of captures.
	Own, Late []Detector
	// Passed returns the text of a position with the other side to move.
	Passed func(text string) string
}

// Detector finds the motifs of one code and verifies them.
type Detector struct {
	Code   string
	Weight reason.Weight
	Find   func(s *Scene) []reason.Motif
	Verify func(s *Scene, m *reason.Motif) error
	// Implies lists the codes of motifs that add nothing if this motif is present.
	Implies []string
}

// Scene is a reason.Case with its positions and boards. If the first move depends on chance, only
// the position before it is known.
type Scene struct {
	*reason.Case
	Kit   *Kit
	Us    game.Side
	At    []game.Position // positions of the line: At[0] is before the first move, At[n] is after the n-th move
	Board []Board
	Move  game.Move // first move of the line
	gain  int
}

// reliable is the number of moves of a line that are examined. The moves near the end of a line
// were searched less deeply. A line that mates is examined to its end.
const reliable = 8

// SceneOf plays the line of a case and returns its scene.
func (k *Kit) SceneOf(c *reason.Case) *Scene {
	s := &Scene{Case: c, Kit: k, Us: c.Before.Turn(), Move: c.Moves[0]}
	p := c.Before
	s.At, s.Board = []game.Position{p}, []Board{k.Board(p)}
	for i, m := range c.Moves {
		if i == reliable && c.Mate == 0 || len(game.CompletionsOf(p, m)) != 1 {
			break
		}
		p = p.Play(m)
		s.At, s.Board = append(s.At, p), append(s.Board, k.Board(p))
	}
	s.gain = s.settled()
	return s
}

// Known reports whether the position after the first move is known. It is not known if the move
// depends on chance.
func (s *Scene) Known() bool { return len(s.At) > 1 }

// Start is the board before the first move.
func (s *Scene) Start() Board { return s.Board[0] }

// After is the board after the first move, which must be known.
func (s *Scene) After() Board { return s.Board[1] }

// Plays returns the n-th move of the line, counted from 0. ok is false if the position after that
// move is not known.
func (s *Scene) Plays(n int) (game.Move, bool) {
	if n+1 >= len(s.At) {
		return game.NoMove, false
	}
	return s.Moves[n], true
}

// settled returns the material that our side gains by the line. It subtracts the material that the
// other side can still capture at the end, or adds our recapture of its last move.
func (s *Scene) settled() int {
	last := len(s.At) - 1
	b, p := s.Board[last], s.At[last]
	sum := Balance(b, s.Us) - Balance(s.Board[0], s.Us)
	if p.Outcome().Over() {
		return sum
	}
	best := 0
	for _, m := range p.Legal() {
		if b.At(m.To()).Side == p.Turn().Other() && (p.Turn() != s.Us || last > 0 && m.To() == s.Moves[last-1].To()) {
			best = max(best, Exchange(b, m.To(), p.Turn(), m.From()))
		}
	}
	if p.Turn() == s.Us {
		return sum + best
	}
	return sum - best
}

// Gains reports whether the line wins at least the given material, and the engine's score does not
// contradict that.
func (s *Scene) Gains(least int) bool {
	if s.gain < least {
		return false
	}
	if s.Mate != 0 {
		return s.Mate > 0
	}
	want := Balance(s.Board[0], s.Us) + s.gain
	if want > 0 {
		return s.Points >= want/4-50
	}
	return s.Points >= want*8/5-200
}

// Sound reports whether the line loses no significant material. A small loss is allowed,
// because a line may end while a small piece is attacked.
func (s *Scene) Sound() bool { return s.Gains(-s.Kit.Minor * 2 / 5) }

// Name returns the pieces on some squares in the form in which a Motif holds them.
func Name(b Board, list ...game.Square) []reason.Piece {
	named := make([]reason.Piece, len(list))
	for i, sq := range list {
		at := b.At(sq)
		named[i] = reason.Piece{Square: sq, Letter: at.Letter, Second: at.Side == game.Second}
	}
	return named
}

// Places returns squares without the pieces on them, in the form in which a Motif holds them.
func Places(list ...game.Square) []reason.Piece {
	named := make([]reason.Piece, len(list))
	for i, sq := range list {
		named[i] = reason.Piece{Square: sq}
	}
	return named
}

// Pass returns a position with the other side to move; false if the game does not allow the
// resulting position.
func (s *Scene) Pass(p game.Position) (game.Position, bool) {
	setup := game.Setup{Start: s.Kit.Passed(p.String()), Options: s.Setup.Options}
	next, err := s.Rules.New(setup)
	return next, err == nil
}

// MateIn1 returns a move that mates immediately; false if there is no such move.
func MateIn1(p game.Position) (game.Move, bool) {
	for _, m := range p.Legal() {
		if len(game.CompletionsOf(p, m)) != 1 {
			continue
		}
		if out := p.Play(m).Outcome(); out.Over() && out.Winner == p.Turn() {
			return m, true
		}
	}
	return game.NoMove, false
}

// mayCapture reports whether the side to move has a legal capture on a square.
func mayCapture(p game.Position, sq game.Square) bool {
	for _, m := range p.Legal() {
		if m.To() == sq {
			return true
		}
	}
	return false
}
