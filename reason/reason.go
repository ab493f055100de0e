// Package reason explains why a move is good or bad: it names the motif of the move as data (a
// code, pieces and squares). Texts of each game turn this data into sentences. The motifs of a game
// are in games/<game>/words.
//
// A reason is given only if a line that an engine searched confirms it: every motif is checked
// against that line and its score before it is returned.
package reason

import (
	"kydai/engine"
	"kydai/game"
)

// Line is a line of play that an engine searched. Its score is from the point of view of the
// side that plays the first move.
type Line struct {
	Moves []game.Move
	engine.Score
}

// Case is a line from a position. The first move of the line is the move to explain.
type Case struct {
	Rules  game.Rules
	Setup  game.Setup    // options of the game
	Before game.Position // position before the move, as the player of the move sees it
	Last   game.Move     // the move that led to the position Before; NoMove if it is not known
	Line
}

// Question asks about a move. It holds the played move with the best play after it, and the
// best line from the same position.
type Question struct {
	Rules    game.Rules
	Setup    game.Setup
	Position game.Position // as the player of the move sees it
	Last     game.Move     // the move that led to Position; NoMove if it is not known
	Played   Line
	Better   Line // the best line; without moves if the played move is the best
}

// Piece is a piece with its square. Letter is the letter in position texts, in lower case, or
// "" for a square without its piece.
type Piece struct {
	Square game.Square `json:"square"`
	Letter string      `json:"letter,omitempty"`
	Second bool        `json:"second,omitempty"` // the piece belongs to the second side, for games that name files from each side's own view
}

// Odds is the probability, in percent, that a hidden piece is of the kind Letter.
type Odds struct {
	Letter  string `json:"letter"`
	Percent int    `json:"percent"`
	Second  bool   `json:"second,omitempty"` // the hidden piece belongs to the second side
}

// Motif describes what a move does. The code determines which of the other fields are set.
type Motif struct {
	Code   string  `json:"code"`
	Kind   string  `json:"kind,omitempty"`   // part of the code that chooses between several sentences
	By     []Piece `json:"by,omitempty"`     // pieces that act
	Of     []Piece `json:"of,omitempty"`     // pieces that are acted upon, such as an attacked piece
	With   []Piece `json:"with,omitempty"`   // other pieces involved: a screen, a guard, or the piece behind the attacked one
	To     []Piece `json:"to,omitempty"`     // squares that the motif concerns
	Number int     `json:"number,omitempty"` // number of moves to mate
	Odds   []Odds  `json:"odds,omitempty"`
	// Weight determines for which roles the motif may be mentioned.
	Weight Weight `json:"-"`
}

// Weight is the significance of a motif. It determines for which roles the motif may be mentioned.
type Weight uint8

// Weights, most significant first.
const (
	Strong Weight = iota // may be mentioned in every role
	Modest               // mentioned in every role except Allows, because such a reply is not worth preventing
	Slight               // mentioned only in the role Does
	Faint                // mentioned only in the role Does, and only if the move has no other motif
)

// The roles. The role of a reason says which move has the motif.
const (
	Does   = "does"   // the played move has the motif
	Allows = "allows" // the reply that the played move allows has the motif
	Misses = "misses" // the better move, which was not played, has the motif
)

// Reason is a motif together with the move to which it belongs.
type Reason struct {
	Role string `json:"role"`
	Move string `json:"move"` // code of the move
	Motif
}

// Words finds the motifs of one game.
type Words interface {
	// Motifs lists the motifs of the first move of a case, most significant first. Verify must
	// accept all of them.
	Motifs(c *Case) []Motif
	// Verify returns an error that says why the line or the rules refute a motif; nil if they
	// confirm the motif.
	Verify(c *Case, m *Motif) error
}

// Comparer is implemented by Words that have motifs which only a comparison with the better move
// can show.
type Comparer interface {
	Compare(q *Question) []Motif
}

// Refuted is the error code for a motif that Verify refutes.
const Refuted = "refuted"

// Refute creates an error for Verify to return.
func Refute(why ...string) error { return game.Err(Refuted, why...) }

// perRole is the maximum number of motifs reported for a good move.
const perRole = 2

// mistake is the minimum loss, in points of the evaluation, that makes a move a mistake.
const mistake = 90

// Explain answers a question. For a good move it returns motifs with the role Does; for a
// mistake, motifs of the reply that the move allows and of the better move that it misses.
func Explain(w Words, q *Question) []Reason {
	var list []Reason
	if !q.Mistake() {
		if list = q.reasons(w, Does, Slight, perRole, list); len(list) == 0 {
			list = q.reasons(w, Does, Faint, 1, list)
		}
		return list
	}
	if c, ok := w.(Comparer); ok {
		for _, m := range c.Compare(q) {
			list = append(list, Reason{Role: Does, Move: q.Position.Encode(q.Played.Moves[0]), Motif: m})
		}
	}
	list = q.reasons(w, Allows, Strong, 1, list)
	return q.reasons(w, Misses, Modest, 1, list)
}

// reasons appends to list the motifs of a role, at most as many as the parameter most says. It
// omits motifs of less significance than weight, and does not repeat the code of the motif before.
func (q *Question) reasons(w Words, role string, weight Weight, most int, list []Reason) []Reason {
	c := q.Case(role)
	if c == nil {
		return list
	}
	last := ""
	for _, m := range w.Motifs(c) {
		if m.Weight <= weight && most > 0 && m.Code != last {
			last = m.Code
			list = append(list, Reason{Role: role, Move: c.Before.Encode(c.Moves[0]), Motif: m})
			most--
		}
	}
	return list
}

// Mistake reports whether the better line is so much better that the played move is a mistake.
func (q *Question) Mistake() bool {
	if len(q.Played.Moves) == 0 || len(q.Better.Moves) == 0 || q.Better.Moves[0] == q.Played.Moves[0] {
		return false
	}
	if q.Better.Mate != 0 || q.Played.Mate != 0 {
		won, lost := q.Better.Mate > 0 && q.Played.Mate <= 0, q.Better.Mate >= 0 && q.Played.Mate < 0
		return won || lost
	}
	return q.Better.Points-q.Played.Points >= mistake
}

// Case returns the line in which motifs with a role are searched; nil if there is no such line. For
// the role Allows the result is nil if the position after the move depends on chance, or if the
// better move has the same reply.
func (q *Question) Case(role string) *Case {
	c := &Case{Rules: q.Rules, Setup: q.Setup, Before: q.Position, Last: q.Last, Line: q.Played}
	switch played, better := q.Played.Moves, q.Better.Moves; role {
	case Allows:
		if len(played) < 2 || len(game.CompletionsOf(q.Position, played[0])) != 1 ||
			len(better) > 1 && played[1].From() == better[1].From() && played[1].To() == better[1].To() {
			return nil
		}
		c.Before, c.Last = q.Position.Play(played[0]), played[0]
		c.Line = Line{Moves: played[1:], Score: engine.Score{Points: -q.Played.Points, Mate: -q.Played.Mate}}
	case Misses:
		c.Line = q.Better
	}
	if len(c.Moves) == 0 {
		return nil
	}
	return c
}
