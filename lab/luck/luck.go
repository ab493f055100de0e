// Package luck separates luck from skill in games with chance, such as those with hidden pieces.
//
// The luck of a move that reveals a piece is a difference: the winning chance after the revealed
// piece, minus the mean winning chance over all pieces that were possible in the moving side's
// view. Its expectation is zero for any evaluation. The mistake of a move is the winning chance of
// the best move minus that of the played move. Winning chances are from 0 to 1, so they can be
// summed: 0.5 is half a game.
//
// The package contains no rules of a game. The possible outcomes of a move come from game.Chancy,
// and winning chances come from a Worth.
package luck

import (
	"context"

	"kydai/game"
)

// Worth estimates the winning chance of the side to move.
type Worth interface {
	// Now returns the winning chance if the side to move plays its best move. The game must not be
	// over.
	Now(ctx context.Context, line *game.Line) (float64, error)
	// If returns the winning chance if the side to move plays m. It is averaged over the possible
	// outcomes of m.
	If(ctx context.Context, line *game.Line, m game.Move) (float64, error)
}

// Turn is the analysis of one move of a game. Winning chances are from the point of view of the
// side that moved.
type Turn struct {
	Ply  int
	Side game.Side
	Code string
	// Best and Played are the winning chances of the best move and of the played move, before the
	// move reveals a piece.
	Best, Played float64
	// Ways is the number of possible outcomes of the move. Mean is the mean winning chance over
	// these outcomes. Came is the winning chance after the actual outcome. Mean and Came are 0 if
	// there is only one outcome.
	Ways       int
	Mean, Came float64
}

// Luck returns how much better the actual outcome was than the mean outcome, as a difference of
// winning chances.
func (t Turn) Luck() float64 { return t.Came - t.Mean }

// Mistake returns the winning chance that the played move lost compared with the best move.
func (t Turn) Mistake() float64 { return max(t.Best-t.Played, 0) }

// Report is the analysis of a game. Arrays have one value per side, first side first.
type Report struct {
	Turns    []Turn
	Luck     [2]float64 // luck of each side, summed over its own moves
	Mistakes [2]float64
}

// Net returns the total luck of the first side: its own luck minus the opponent's.
func (r Report) Net() float64 { return r.Luck[0] - r.Luck[1] }

// Edge returns how much better the first side played: the opponent's mistakes minus the side's own
// mistakes.
func (r Report) Edge() float64 { return r.Mistakes[1] - r.Mistakes[0] }

// Judge analyses the game of a line. It judges each move by the information that the moving player
// had. If the line is one player's view of the game, it judges all moves by the information of this
// player.
func Judge(ctx context.Context, line *game.Line, w Worth) (Report, error) {
	var r Report
	now, err := game.NewLine(line.Rules(), line.Setup())
	if err != nil {
		return r, err
	}
	for ply, step := range line.Steps() {
		t, err := judge(ctx, now, ply, step, w)
		if err != nil {
			return r, err
		}
		i := t.Side.Index()
		r.Turns = append(r.Turns, t)
		r.Luck[i] += t.Luck()
		r.Mistakes[i] += t.Mistake()
		if err := now.Push(step.Move); err != nil {
			return r, err
		}
	}
	return r, nil
}

func judge(ctx context.Context, now *game.Line, ply int, step game.Step, w Worth) (Turn, error) {
	t := Turn{Ply: ply, Side: step.Before.Turn(), Code: step.Before.Encode(step.Move)}
	viewer := viewerOf(now, t.Side)
	view := now.View(viewer)
	came := game.SeenBy(step.Before, step.Move, viewer)
	legal, err := legalOf(view.Position(), came)
	if err != nil {
		return t, err
	}
	if t.Best, err = w.Now(ctx, view); err != nil {
		return t, err
	}
	if t.Played, err = w.If(ctx, view, legal); err != nil {
		return t, err
	}
	ways := game.CompletionsOf(view.Position(), legal)
	if t.Ways = len(ways); t.Ways > 1 {
		t.Mean, t.Came, err = spread(ctx, view, ways, came, w)
	}
	return t, err
}

// viewerOf returns the side from whose view a move is judged. This is the moving side or, if the
// line is one player's view, the owner of this view.
func viewerOf(line *game.Line, side game.Side) game.Side {
	setup := line.Setup()
	if !setup.Secret.Empty() {
		return side
	}
	for _, s := range []game.Side{game.First, game.Second} {
		if setup.Options[game.ViewOption] == s.String() {
			return s
		}
	}
	return game.NoSide
}

// legalOf returns the legal move of which m is one possible outcome. m may name the revealed
// piece; the legal move does not.
func legalOf(p game.Position, m game.Move) (game.Move, error) {
	for _, l := range p.Legal() {
		for _, w := range game.CompletionsOf(p, l) {
			if w.Move == m {
				return l, nil
			}
		}
	}
	return game.NoMove, game.Err(game.IllegalMove, "the move ", p.Encode(m), " is not legal in the view")
}

// spread returns the mean winning chance over all outcomes of a move, and the winning chance after
// the actual outcome.
func spread(ctx context.Context, view *game.Line, ways []game.Weighted, came game.Move, w Worth) (mean, at float64, err error) {
	sum, whole := 0.0, 0.0
	for _, way := range ways {
		next := view.Clone()
		if err := next.Push(way.Move); err != nil {
			return 0, 0, err
		}
		v, err := after(ctx, next, w)
		if err != nil {
			return 0, 0, err
		}
		sum += v * float64(way.Weight)
		whole += float64(way.Weight)
		if way.Move == came {
			at = v
		}
	}
	return sum / whole, at, nil
}

// after returns the winning chance of the side that has just moved.
func after(ctx context.Context, line *game.Line, w Worth) (float64, error) {
	mover := line.Position().Turn().Other()
	switch out := line.Outcome(); {
	case !out.Over():
		v, err := w.Now(ctx, line)
		return 1 - v, err
	case out.Winner == mover:
		return 1, nil
	case out.Winner == game.NoSide:
		return 0.5, nil
	}
	return 0, nil
}
