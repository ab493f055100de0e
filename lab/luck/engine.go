package luck

import (
	"context"

	"kydai/engine"
	"kydai/game"
)

// Thinker is the Worth that an engine gives by a short search.
type Thinker struct {
	inner engine.Engine
	scale float64
	depth int
}

// NewThinker asks an engine that looks some plies ahead. Scale is the
// advantage in points that wins three games of four. What the engine learns in
// one search must not change the next: it is made to forget where it can.
func NewThinker(e engine.Engine, scale float64, depth int) (*Thinker, error) {
	if depth < 1 {
		return nil, game.Err("bad-argument", "an engine has to look at least one ply ahead")
	}
	if a, ok := e.(engine.Adjustable); ok {
		for _, o := range a.Options() {
			if o.Name == "Hash" { // a small table is quickly forgotten
				if err := a.SetOption(o.Name, "1"); err != nil {
					return nil, err
				}
			}
		}
	}
	return &Thinker{inner: e, scale: scale, depth: depth}, nil
}

// Now is the chance after a search of all moves.
func (t *Thinker) Now(ctx context.Context, line *game.Line) (float64, error) {
	return t.think(ctx, line)
}

// If is the chance after a search of one move.
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
