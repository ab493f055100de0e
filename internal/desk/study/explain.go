package study

import (
	"context"
	"strings"

	"kydai/engine"
	"kydai/game"
	"kydai/internal/desk"
	"kydai/reason"
)

// Limits of the operation "explain": the default and the largest number of positions to search for
// each of the two lines of moves (the explained move and the best move).
const (
	fewNodes    = 30_000
	patientMost = 5_000_000
)

// explainer implements the operation "explain". It creates its engine at the first request.
type explainer struct {
	words  reason.Words
	make   func() engine.Engine
	engine engine.Engine
}

// explain says why a move is good or bad: the move of the request, or the best move if
// the request has none. It uses only the knowledge of the side to move.
func (e *explainer) explain(line *game.Line, q desk.Request, _ func(engine.Thought)) (desk.Reply, error) {
	if line.Outcome().Over() {
		return desk.Reply{}, game.Err(game.GameOver, "the game is over in this position")
	}
	if e.words == nil || e.make == nil {
		return desk.Reply{}, game.Fault(game.Err("no-words", "moves of ", line.Rules().Info().Name, " cannot be explained"), "game")
	}
	nodes := q.Limits.Nodes
	switch {
	case nodes == 0:
		nodes = fewNodes
	case nodes > patientMost:
		return desk.Reply{}, game.Err("bad-request", "the number of positions is too large")
	}
	notation, ok := game.NotationOf(line.Rules(), q.Notation)
	if q.Notation != "" && !ok {
		return desk.Reply{}, game.Err("bad-request", "there is no notation ", q.Notation)
	}
	line = line.View(line.Position().Turn())
	if e.engine == nil {
		e.engine = e.make()
	}
	code := q.Code
	if code != "" {
		m, err := line.Position().Decode(code)
		if err != nil {
			return desk.Reply{}, err
		}
		code = line.Position().Encode(m)
	}
	asked, err := reason.Ask(context.Background(), e.engine, line, code, engine.Limits{Nodes: nodes})
	if err != nil {
		return desk.Reply{}, err
	}
	out := &desk.Explained{Mistake: asked.Mistake(), Code: asked.Position.Encode(asked.Played.Moves[0])}
	if len(asked.Better.Moves) > 0 {
		out.Better = asked.Position.Encode(asked.Better.Moves[0])
	}
	for _, r := range reason.Explain(e.words, asked) {
		out.Reasons = append(out.Reasons, reasonOf(asked, &r, notation))
	}
	return desk.Reply{Explained: out}, nil
}

// reasonOf converts a reason to a message, with its move in the given notation.
func reasonOf(q *reason.Question, r *reason.Reason, notation game.Notation) desk.Reason {
	out := desk.Reason{
		Role: r.Role, Move: r.Move, Code: r.Code, Kind: r.Kind, Number: r.Number,
		By: piecesOf(r.By), Of: piecesOf(r.Of), With: piecesOf(r.With), To: piecesOf(r.To),
	}
	for _, o := range r.Odds {
		out.Odds = append(out.Odds, desk.Odds{Letter: cased(o.Letter, o.Second), Percent: o.Percent})
	}
	if c := q.Case(r.Role); notation != nil && c != nil {
		out.Text = notation.Write(c.Before, c.Moves[0])
	}
	return out
}

func piecesOf(list []reason.Piece) []desk.Piece {
	var out []desk.Piece
	for _, p := range list {
		out = append(out, desk.Piece{Square: p.Square, Letter: cased(p.Letter, p.Second)})
	}
	return out
}

// cased returns a letter as in position texts: in upper case for pieces of the first side.
func cased(letter string, second bool) string {
	if second {
		return letter
	}
	return strings.ToUpper(letter)
}
