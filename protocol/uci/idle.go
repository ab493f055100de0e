package uci

import (
	"context"
	"slices"

	"kydai/engine"
	"kydai/game"
	"kydai/protocol"
)

// idle answers a search in a position without legal moves. If the parameter held is true, idle
// sends the answer only after the command stop, as after go infinite.
func (s *server) idle(held bool) {
	if !held {
		s.out.Line("bestmove %s", noMove)
		return
	}
	nothing := func(context.Context) {}
	s.inBackground(nothing, true, func() { s.out.Line("bestmove %s", noMove) })
}

// count answers the command go perft. For each legal move it sends the number of move sequences
// that begin with the move, and then the sum, in the form that other programs print. If stop
// arrives before the end, count sends no answer.
func (s *server) count(depth int) {
	switch {
	case s.config.Perft == nil:
		s.note("there is no perft here")
		return
	case s.line == nil:
		s.note("there is no position")
		return
	}
	p, codes := s.line.Position(), s.variant.Codes
	counts, total, ended := map[string]uint64{}, uint64(0), false
	count := func(ctx context.Context) {
		for _, m := range p.Legal() {
			if ctx.Err() != nil {
				return
			}
			n := uint64(1)
			if depth > 1 {
				n = 0
				for _, way := range game.CompletionsOf(p, m) {
					n += s.config.Perft(p.Play(way.Move), depth-1)
				}
			}
			counts[p.Encode(m)] += n
			total += n
		}
		ended = true
	}
	s.inBackground(count, false, func() {
		if !ended {
			return
		}
		list := make([]string, 0, len(counts))
		for code := range counts {
			list = append(list, code)
		}
		slices.Sort(list)
		for _, code := range list {
			s.out.Line("%s: %d", codes.To(code), counts[code])
		}
		s.out.Line("")
		s.out.Line("Nodes searched: %d", total)
	})
}

// inBackground runs the function work in the place of a search, so that the command stop can end
// it.
func (s *server) inBackground(work func(context.Context), held bool, after func()) {
	line := s.line
	if line == nil {
		line, _ = s.places.Line(protocol.Place{}, s.options()) // cannot fail: the default start position is valid
	}
	s.thinker.Start(protocol.Thought{
		Engine: chore(work), Line: line, Hold: held,
		Answer: func(engine.Thought, error) { after() },
	})
}

// chore is an engine that runs a function instead of searching.
type chore func(context.Context)

// Think runs the function and returns no result.
func (c chore) Think(ctx context.Context, _ *game.Line, _ engine.Limits, _ func(engine.Thought)) (engine.Thought, error) {
	c(ctx)
	return engine.Thought{}, nil
}

// Close does nothing, because a chore holds no resources.
func (c chore) Close() error { return nil }
