// Package luck tells luck from skill in a game in which something turns up.
//
// Where luck completes a move, the value of what came is held against the mean
// over all that could have come, as the mover saw it: the difference is luck,
// and its mean over many deals is nothing, whatever the values are. Where a
// move was not the best, the difference is a mistake. Values are chances to
// win, between 0 and 1, so that both can be added up: a sum of 0.5 is half a
// game.
//
// The package knows no game. What a move can turn up comes from game.Chancy,
// values from a Worth.
package luck

import (
	"context"

	"kydai/game"
)

// Worth is the chance to win of the side to act in a line.
type Worth interface {
	// Now is the chance if the side plays well. The line is not over.
	Now(ctx context.Context, line *game.Line) (float64, error)
	// If is the chance if the side plays this move, whatever it turns up.
	If(ctx context.Context, line *game.Line, m game.Move) (float64, error)
}

// Turn is one move of a game. Chances are the mover's.
type Turn struct {
	Ply  int
	Side game.Side
	Code string
	// Best and Played are the chances of the best move and of the one that was
	// played, before luck had its say.
	Best, Played float64
	// Ways is in how many ways luck could complete the move. Mean is the mean
	// of the chances after it over all of these, Came what it was in the end.
	// With one way there was no luck and both are 0.
	Ways       int
	Mean, Came float64
}

// Luck is how much better the move turned out than it was to be expected.
func (t Turn) Luck() float64 { return t.Came - t.Mean }

// Mistake is how much the move gave away.
func (t Turn) Mistake() float64 { return max(t.Best-t.Played, 0) }

// Report is what a game was made of. Sums are by side, first side first.
type Report struct {
	Turns    []Turn
	Luck     [2]float64 // of a side's own moves
	Mistakes [2]float64
}

// Net is what luck gave the first side in all: its own less the other's.
func (r Report) Net() float64 { return r.Luck[0] - r.Luck[1] }

// Edge is by how much the first side played better: the other's mistakes less
// its own.
func (r Report) Edge() float64 { return r.Mistakes[1] - r.Mistakes[0] }

// Judge goes through a line. Each move is judged by what its player knew; in
// a line that is a view, by what the owner of the view knows.
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

// viewerOf is who may judge a move of side: the side itself, or the owner of
// the view that the line is.
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

// legalOf is a complete move before luck completed it.
func legalOf(p game.Position, m game.Move) (game.Move, error) {
	for _, l := range p.Legal() {
		for _, w := range game.CompletionsOf(p, l) {
			if w.Move == m {
				return l, nil
			}
		}
	}
	return game.NoMove, game.Err(game.IllegalMove, "the move ", p.Encode(m), " is not one of the view")
}

// spread is the mean over all ways and what came.
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

// after is the chance of the side that has just moved.
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
