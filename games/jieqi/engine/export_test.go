package engine

import (
	"context"

	"kydai/engine/alphabeta"
	"kydai/game"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
	"kydai/search"
)

// settling is luck without chance nodes.
func settling() search.Luck {
	luck := Luck()
	luck.Least = search.MaxPly
	return luck
}

// Averaging is the engine without chance nodes: a piece that is turned up is
// worth the mean of what it may be, however far the search looks.
func Averaging() *alphabeta.Engine { return NewWith(Usual(), Params(), settling()) }

// Staying is the engine without chance nodes to which a piece that moves stays
// what it was: it goes on as it went face down, and is worth the mean.
func Staying() *alphabeta.Engine {
	return wrapped(settling(), func(s *State) search.State { return staying{s} })
}

// wrapped is the engine with other states in place of its own.
func wrapped(luck search.Luck, wrap func(*State) search.State) *alphabeta.Engine {
	evals := alphabeta.NewPool(func() *evaluator { return newEvaluator(Usual()) })
	return alphabeta.New(func(line *game.Line) (func() search.State, error) {
		fresh, err := start(evals, line, luck)
		if err != nil {
			return nil, err
		}
		return func() search.State { return wrap(fresh().(*State)) }, nil
	}, Params())
}

type staying struct{ *State }

func (s staying) Settle() { s.turnUp(s.open, xiangqi.None, xiangqi.Kind(s.open.Piece())) }

// Knower is the engine with the truth before its eyes.
type Knower struct {
	*alphabeta.Engine
	truth *game.Line
}

// NewKnower makes one.
func NewKnower() *Knower {
	k := &Knower{}
	k.Engine = wrapped(Luck(), func(s *State) search.State { return &knowing{s, facesOf(k.truth)} })
	return k
}

// Prepare remembers the line of the whole game, which goes on as it is played.
func (k *Knower) Prepare(_ context.Context, line *game.Line) error {
	k.truth = line
	return nil
}

// facesOf reads what lies face down in a true position.
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

// knowing is a State in which luck has no part.
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

// Eval puts what the pieces are in the place of what they may be.
func (s *knowing) Eval() int {
	v, now := s.State.Eval(), s.now()
	for side := range now.pool {
		p, sum, n := &now.pool[side], 0, 0
		for men := now.down.And(s.board.Side(side)); !men.Empty(); n++ {
			sum += int(s.eval.hidden[s.faces[men.Pop()]])
		}
		if n > 0 {
			sum -= n * int(p.sum) / int(p.n)
		}
		if side == s.board.Turn().Index() {
			v += sum
		} else {
			v -= sum
		}
	}
	return v
}
