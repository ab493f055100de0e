package play

import (
	"context"
	"math/rand/v2"
	"time"

	"kydai/engine/character"
	"kydai/game/clock"
	"kydai/match"
)

// holdBack delays an engine's answer by the rest of the time that a person would take for this
// turn. The worker does not wait: it has already responded. holdBack returns false if the turn ends
// during the delay.
func (s *machines) holdBack(ctx context.Context, snap *Snapshot, j match.Job, v match.View, code string) bool {
	if !s.paced(j.Seat, snap.machines()) {
		return true
	}
	seed := rand.New(rand.NewPCG(s.random.seedOf(snap.ID), uint64(j.Turn)))
	since := snap.Began()
	if since.IsZero() {
		return true
	}
	rest := character.Pace(paceTurn(v, code), seed.Float64()) - s.time.Now().Sub(since)
	if rest <= 0 {
		return true
	}
	timer := time.NewTimer(rest)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// paced reports whether the answers of a seat are delayed: only those of levels that play against
// people.
func (s *machines) paced(seat match.Seat, machines bool) bool {
	return s.options.Paced && seat.Kind == match.Level && !machines
}

// paceTurn describes an engine's turn and its answer for character.Pace.
func paceTurn(v match.View, code string) character.Turn {
	i := v.Turn.Index()
	t := character.Turn{
		Ply: v.Line.Ply(), Choices: len(v.Line.Legal()),
		Timed: v.Clock.Control.Kind != clock.Unlimited, Left: v.Clock.Left[i], Inc: v.Clock.Control.Increment,
	}
	if m, err := v.Line.Position().Decode(code); err == nil && t.Ply > 0 {
		t.Obvious = v.Line.Move(t.Ply-1).To() == m.To()
	}
	return t
}
