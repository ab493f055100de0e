package luck

import (
	"context"

	"kydai/engine"
	"kydai/game"
)

// Thinker implements the interface Worth: it gets winning chances from short engine searches.
type Thinker struct {
	inner engine.Engine
	scale float64
	depth int
}

// NewThinker creates a Thinker that searches to a depth of depth plies. scale is the score in
// points that means a winning chance of 0.75. If the engine can, it clears its hash table before
// each search, so that the result does not depend on earlier searches.
func NewThinker(e engine.Engine, scale float64, depth int) (*Thinker, error) {
	if depth < 1 {
		return nil, game.Err("bad-argument", "the search depth must be at least 1")
	}
	if a, ok := e.(engine.Adjustable); ok {
		for _, o := range a.Options() {
			if o.Name == "Hash" { // a small hash table takes little time to clear
				if err := a.SetOption(o.Name, "1"); err != nil {
					return nil, err
				}
			}
		}
	}
	return &Thinker{inner: e, scale: scale, depth: depth}, nil
}

// Now returns the winning chance of the side to move after a search of all its moves.
func (t *Thinker) Now(ctx context.Context, line *game.Line) (float64, error) {
	return t.think(ctx, line)
}

// If returns the winning chance of the side to move after a search of the move m only.
func (t *Thinker) If(ctx context.Context, line *game.Line, m game.Move) (float64, error) {
	return t.think(ctx, line, line.Position().Encode(m))
}

func (t *Thinker) think(ctx context.Context, line *game.Line, only ...string) (float64, error) {
	if f, ok := t.inner.(engine.Forgetful); ok {
		f.NewGame()
	}
	info, err := t.inner.Think(ctx, line, engine.Limits{Depth: t.depth, Only: only}, nil)
	if err != nil {
		return 0, err
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return engine.WinChance(info.Lines[0].Score, t.scale), nil
}
