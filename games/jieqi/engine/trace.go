package engine

import (
	"strconv"

	"kydai/game"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
)

// trace holds the coefficient of each weight in the evaluation of a position, from red's point of
// view.
type trace [weightCount]float64

// traceOf returns the coefficients of the weights in the evaluation of a view. They do not depend
// on the weights, and do not include the effect of the move limit.
func traceOf(p *jieqi.Position) *trace {
	t := &trace{}
	var zero Weights
	s := newState(p, 1, nil, newHandcrafted(&zero), ChanceParams())
	now := s.now()
	for side := range 2 {
		sign := float64(1 - 2*side)
		n := 0
		for men := s.board.Side(side); !men.Empty(); {
			sq := men.Pop()
			if now.down.Has(sq) {
				t[homes+homeIndex[side][sq]] += sign
				n++
				continue
			}
			kind := int(s.board.At(game.Square(sq)).Kind())
			t[material+kind] += sign
			t[squares+kind*half+halfIndex[side][sq]] += sign
		}
		pool := &now.pool[side]
		for k := xiangqi.Adviser; k <= xiangqi.Soldier && pool.total > 0; k++ {
			t[hidden+int(k)] += sign * float64(n) * float64(pool.of[k]) / float64(pool.total)
		}
	}
	x := scratch{board: s.board, weights: &zero, now: now, trace: t}
	x.terms()
	return t
}

// Model presents the evaluation to the tuner as a linear function of the
// weights.
type Model struct{ weights Weights }

// NewModel creates a model with a copy of the weights.
func NewModel(w *Weights) *Model { return &Model{weights: *w} }

// Vector returns all weights in one slice.
func (m *Model) Vector() []float64 {
	v := make([]float64, weightCount)
	for i, w := range m.weights {
		v[i] = float64(w)
	}
	return v
}

// Trace calls the function visit with the coefficient of each weight in the evaluation of a
// position, from the first side's point of view. The parameter part of visit is always 0.
func (m *Model) Trace(position string, visit func(part, weight int, coefficient float64)) error {
	p, err := jieqi.Rules{}.New(game.Setup{Start: position})
	for _, side := range []game.Side{game.First, game.Second} {
		if err != nil { // the text may be a view that names the pieces its owner captured face down
			p, err = jieqi.Rules{}.New(game.Setup{Start: position, Options: map[string]string{game.ViewOption: side.String()}})
		}
	}
	if err != nil {
		return err
	}
	pos, ok := p.(*jieqi.Position)
	if !ok {
		return game.Err(game.BadPosition, "not a position of this game")
	}
	for i, n := range traceOf(pos) {
		if n != 0 {
			visit(0, i, n)
		}
	}
	return nil
}

// Quiet reports whether a position is suitable for tuning: no side is in check, and the given best
// move is not a capture.
func (m *Model) Quiet(p game.Position, best game.Move) bool {
	pos, ok := p.(*jieqi.Position)
	return ok && !pos.InCheck() && best.Taken() == 0
}

// Name returns the name of the section that contains a weight of Vector.
func (m *Model) Name(weight int) (name string) {
	for _, s := range sections() {
		if s.first <= weight {
			name = s.name
		}
	}
	return name
}

// section is a named part of Weights.
type section struct {
	name  string
	first int
	width int // number of values per row in the source text
}

// sections lists the sections in order. Each section ends where the next one begins.
func sections() []section {
	return []section{
		{"tempo", tempo, 1}, {"material", material, kinds}, {"hidden", hidden, 8}, {"homes", homes, 8},
		{"squares", squares, 5}, {"rookMobility", rookMobility, 9}, {"cannonMobility", cannonMobility, 9},
		{"horseMobility", horseMobility, 9}, {"cannonFile", cannonFile, 6}, {"rookFile", rookFile, 6},
		{"kingFlight", kingFlight, 5}, {"kingDanger", kingDanger, 8}, {"hanging", hanging, kinds},
		{"harried", harried, kinds}, {"guarded", guarded, kinds},
	}
}

// Source returns the source of a Go file with the given weights, which are in the order of Vector.
func (m *Model) Source(weights []float64) string {
	out := []byte("package engine\n\n// DefaultWeights returns the default weights, tuned on self-play positions.\n" +
		"func DefaultWeights() *Weights {\n\tw := usual\n\treturn &w\n}\n\nvar usual = Weights{\n")
	all := sections()
	for i, s := range all {
		end := weightCount
		if i+1 < len(all) {
			end = all[i+1].first
		}
		out = append(out, "\t// "+s.name+"\n\t"+s.name+": "...)
		for at := s.first; at < end; at++ {
			if n := at - s.first; n > 0 && n%s.width == 0 {
				out = append(out, '\t')
			} else if n > 0 {
				out = append(out, ' ')
			}
			out = append(out, strconv.Itoa(round(weights[at]))+","...)
			if (at-s.first)%s.width == s.width-1 || at == end-1 {
				out = append(out, '\n')
			}
		}
	}
	return string(append(out, "}\n"...))
}

func round(x float64) int {
	if x < 0 {
		return -int(0.5 - x)
	}
	return int(x + 0.5)
}
