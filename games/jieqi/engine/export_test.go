package engine

import (
	"context"

	"kydai/engine/alphabeta"
	"kydai/game"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
	"kydai/search"
)

// settling returns parameters with which the search expands no chance nodes: it always calls
// Settle, which gives a turned-up piece the mean value of the possible pieces.
func settling() search.ChanceParams {
	chance := ChanceParams()
	chance.Least = search.MaxPly
	return chance
}

// Averaging creates an engine without chance nodes, for comparison: a piece that is turned up has
// the mean value of the possible pieces, at every depth.
func Averaging() *alphabeta.Engine { return NewWith(DefaultWeights(), Params(), settling()) }

// Staying creates an engine without chance nodes, for comparison. In its search, a moved piece
// stays face down: it moves like the piece of its home point and has the mean value.
func Staying() *alphabeta.Engine {
	return wrapped(settling(), func(s *State) search.State { return staying{s} })
}

// wrapped creates an engine in which wrap replaces every search state.
func wrapped(chance search.ChanceParams, wrap func(*State) search.State) *alphabeta.Engine {
	evals := alphabeta.NewPool(func() evaluator { return newHandcrafted(DefaultWeights()) })
	return alphabeta.New(func(line *game.Line) (func() search.State, error) {
		fresh, err := start(evals, line, chance)
		if err != nil {
			return nil, err
		}
		return func() search.State { return wrap(fresh().(*State)) }, nil
	}, Params())
}

type staying struct{ *State }

func (s staying) Settle() { s.turnUp(s.open, xiangqi.None, xiangqi.Kind(s.open.Piece())) }

// Knower is an engine that knows the hidden pieces. It is only for comparison.
type Knower struct {
	*alphabeta.Engine
	truth *game.Line
}

// NewKnower creates a Knower. Before a search, the caller must pass the true line of the game to
// Prepare.
func NewKnower() *Knower {
	k := &Knower{}
	k.Engine = wrapped(ChanceParams(), func(s *State) search.State { return &knowing{s, facesOf(k.truth)} })
	return k
}

// Prepare stores a reference to the true line of the game, so that later moves are included.
func (k *Knower) Prepare(_ context.Context, line *game.Line) error {
	k.truth = line
	return nil
}

// facesOf returns the kinds of the face-down pieces of a true position.
func facesOf(line *game.Line) (faces [xiangqi.Points]xiangqi.Kind) {
	p := line.Position().(*jieqi.Position)
	for sq := range faces {
		if _, down := p.At(game.Square(sq)); down {
			turned := p.Completions(game.NewMove(game.Square(sq), game.Square(sq), 0, 0, 0) | game.MoveFlag)
			faces[sq] = xiangqi.Kind(turned[0].Move.Arg())
		}
	}
	return faces
}

// knowing is a State that knows the kinds of the face-down pieces, so each of its chance nodes has
// only one outcome.
type knowing struct {
	*State
	faces [xiangqi.Points]xiangqi.Kind
}

func (s *knowing) Chances(buf []game.Weighted) []game.Weighted {
	m := s.open
	face := game.NewMove(m.From(), m.To(), m.Piece(), m.Taken(), int(s.faces[m.From()])) | game.MoveFlag
	return append(buf, game.Weighted{Move: face, Weight: 1})
}

func (s *knowing) Settle() {
	k := s.faces[s.open.From()]
	s.turnUp(s.open, k, faceUp[k])
}

// Eval corrects the value that State computes with the mean value of the face-down pieces: it adds
// the difference to their true value.
func (s *knowing) Eval() int {
	v, now := s.State.Eval(), s.now()
	for side := range now.pool {
		p, sum, n := &now.pool[side], 0, 0
		for men := now.down.And(s.board.Side(side)); !men.Empty(); n++ {
			sum += int(s.hidden[s.faces[men.Pop()]])
		}
		if n > 0 {
			sum -= n * int(p.sum) / int(p.total)
		}
		if side == s.board.Turn().Index() {
			v += sum
		} else {
			v -= sum
		}
	}
	return v
}
