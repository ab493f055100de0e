package reason

import (
	"context"

	"kydai/engine"
	"kydai/game"
)

// Ask returns the question about a move that Explain answers. For this it searches the best line of
// the position and the line after the move. The parameter line is the game as the side to move sees
// it. If code is "", the question is about the best move.
func Ask(ctx context.Context, e engine.Engine, line *game.Line, code string, lim engine.Limits) (*Question, error) {
	p := line.Position()
	q := &Question{Rules: line.Rules(), Setup: line.Setup(), Position: p}
	if n := line.Ply(); n > 0 {
		q.Last = line.Move(n - 1)
	}
	lim.Only, lim.MultiPV = nil, 1
	best, err := search(ctx, e, line, lim)
	if err != nil {
		return nil, err
	}
	if code == "" || code == p.Encode(best.Moves[0]) {
		q.Played = best
		return q, nil
	}
	lim.Only = []string{code}
	if q.Played, err = search(ctx, e, line, lim); err != nil {
		return nil, err
	}
	if best.Better(q.Played.Score) {
		q.Better = best
	}
	return q, nil
}

func search(ctx context.Context, e engine.Engine, line *game.Line, lim engine.Limits) (Line, error) {
	t, err := e.Think(ctx, line, lim, nil)
	if err != nil {
		return Line{}, err
	}
	if len(t.Lines) == 0 || len(t.Lines[0].Codes) == 0 {
		return Line{}, game.Err(game.GameOver, "there is no move to explain")
	}
	l, err := LineOf(line.Position(), t.Lines[0])
	if err != nil {
		return l, err
	}
	return extend(ctx, e, line, l, lim), nil
}

// enough is the number of moves that motifs examine in a line. A line from a search may have fewer
// moves, because it ends where the score came from the hash table.
const enough = 6

// extend lengthens the line l if it has fewer moves than enough: it searches again from the end of
// the line. It does not change the score of l.
func extend(ctx context.Context, e engine.Engine, line *game.Line, l Line, lim engine.Limits) Line {
	lim = engine.Limits{Depth: lim.Depth, Nodes: lim.Nodes / 4, MoveTime: lim.MoveTime / 4}
	next := line.Clone()
	done := 0
	for len(l.Moves) < enough {
		for ; done < len(l.Moves); done++ {
			p := next.Position()
			if len(game.CompletionsOf(p, l.Moves[done])) != 1 || next.Push(l.Moves[done]) != nil {
				return l
			}
		}
		if next.Outcome().Over() || ctx.Err() != nil {
			return l
		}
		more := follow(ctx, e, next, lim)
		if len(more) == 0 {
			return l
		}
		l.Moves = append(l.Moves, more...)
	}
	return l
}

// follow returns the moves of the best variation of a search; nil if there is none.
func follow(ctx context.Context, e engine.Engine, line *game.Line, lim engine.Limits) []game.Move {
	t, err := e.Think(ctx, line, lim, nil)
	if err != nil || len(t.Lines) == 0 {
		return nil
	}
	p := line.Position()
	more, err := LineOf(p, t.Lines[0])
	if err != nil || len(more.Moves) == 0 || len(game.CompletionsOf(p, more.Moves[0])) != 1 {
		return nil
	}
	return more.Moves
}

// LineOf decodes a variation of a position. The line ends before a move that depends on chance,
// because the moves after it are not known. Only the first move may depend on chance.
func LineOf(p game.Position, v engine.Variation) (Line, error) {
	l := Line{Score: v.Score}
	for i, code := range v.Codes {
		m, err := p.Decode(code)
		if err != nil {
			if i == 0 {
				return l, err
			}
			break
		}
		chance := len(game.CompletionsOf(p, m)) != 1
		if chance && i > 0 {
			break
		}
		l.Moves = append(l.Moves, m)
		if chance || p.Outcome().Over() {
			break
		}
		p = p.Play(m)
	}
	return l, nil
}
