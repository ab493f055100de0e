package main

import (
	"math/rand/v2"

	"kydai/engine/nnue"
	"kydai/game"
	"kydai/lab/selfplay"
	"kydai/lab/train"
)

// sampler makes training positions of games. Each thread has its own.
type sampler struct {
	set    *trainingSet
	header *selfplay.Header
	sample nnue.Sample
	// value is the hand-crafted evaluation that the positions aside from the games get; nil for none.
	value func(game.Position) (int, bool)
}

func newSampler(t *trainingSet, h *selfplay.Header) *sampler {
	s := &sampler{set: t, header: h}
	if t.flags.asides > 0 || t.flags.corrects {
		s.value = t.kind.Hand()
	}
	return s
}

// lot returns the positions of a game. Either all of them are held out or none.
func (s *sampler) lot(g *selfplay.Game) (l lot) {
	t := s.set
	l.positions.Mirror, l.positions.Corrects = t.train.Mirror, t.train.Corrects
	l.held = heldOut(s.header, g, t.flags.held)
	l.err = s.header.Steps(t.rules, g, func(step selfplay.Step) bool {
		if !t.choose.Accepts(step) || !t.kind.Sample(step.Position, &s.sample) {
			return true
		}
		result := g.Result.Chance()
		if step.Position.Turn() == game.Second {
			result = 1 - result
		}
		target := train.Target(step.Points, result, t.flags.scale, t.flags.lambda)
		if t.flags.corrects {
			s.sample.Hand, _ = s.value(step.Position)
		}
		l.positions.Add(&s.sample, target)
		if l.held {
			l.compared = append(l.compared, compared{step.Position, target})
			return true
		}
		if t.kind.Unsettled != nil && !t.flags.corrects && t.kind.Unsettled(step.Position, step.Move, &s.sample) {
			l.positions.Add(&s.sample, 1-target) // the search has rated this move by the mean of its outcomes
		}
		if t.flags.asides > 0 {
			s.addAsides(&l, g, step)
		}
		return true
	})
	return l
}

// addAsides adds positions that a search from a position of a game could reach.
func (s *sampler) addAsides(l *lot, g *selfplay.Game, step selfplay.Step) {
	t := s.set
	rng := rand.New(rand.NewPCG(s.header.Seed^uint64(step.Ply)<<32, uint64(g.Number)<<8|2)) //nolint:gosec // the numbers of games and plies are not negative, so the conversions are safe
	for range t.flags.asides {
		p, ok := selfplay.Aside(rng, step.Position)
		if !ok {
			continue
		}
		if points, quiet := s.value(p); quiet && t.kind.Sample(p, &s.sample) {
			s.sample.Hand = points
			l.positions.Add(&s.sample, train.Target(points, 0, t.flags.scale, 1))
		}
		if t.kind.Unsettled != nil && !t.flags.corrects {
			s.addUnsettled(l, rng, p)
		}
	}
}

// addUnsettled adds the position after a random move, if the move turns something up, before it is
// known what. The target is the mean of the hand-crafted evaluation over the outcomes, as the side
// that moves sees them.
func (s *sampler) addUnsettled(l *lot, rng *rand.Rand, p game.Position) {
	legal := p.Legal()
	m := legal[rng.IntN(len(legal))]
	if !s.set.kind.Unsettled(p, m, &s.sample) {
		return
	}
	view := game.ViewOf(p, p.Turn())
	sum, whole := 0.0, 0.0
	for _, w := range game.CompletionsOf(view, m) {
		points, _ := s.value(view.Play(w.Move))
		sum += float64(w.Weight) * train.Target(points, 0, s.set.flags.scale, 1)
		whole += float64(w.Weight)
	}
	l.positions.Add(&s.sample, sum/whole)
}

// heldOut draws whether the positions of a game are held out. share is the share of such games.
func heldOut(h *selfplay.Header, g *selfplay.Game, share float64) bool {
	return rand.New(rand.NewPCG(h.Seed, uint64(g.Number)<<8|1)).Float64() < share //nolint:gosec // the number of a game is not negative, so the conversion is safe
}
