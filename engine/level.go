package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"kydai/game"
)

// Levels is how many levels people can choose from.
const Levels = 8

// Level says how a machine plays for people: it looks at so much, and then
// chooses among the moves it thinks good enough. It never throws a piece away
// on purpose: a move may cost at most Slack of the chance to win, as far as
// the level can see.
type Level struct {
	Nodes uint64
	Depth int
	Time  time.Duration // one second for the strongest; 0 for those limited by nodes
	Lines int           // moves to choose from
	Slack float64       // most that a chosen move may cost, of 1
	Heat  float64       // how readily it chooses a worse one; 0 takes the best
}

// WinChance turns points into the chance to win, with the points that make
// three to one as scale.
func WinChance(s Score, scale float64) float64 {
	switch {
	case s.Mate > 0:
		return 1
	case s.Mate < 0:
		return 0
	}
	return 1 / (1 + math.Pow(3, -float64(s.Points)/scale))
}

// Handicapped plays an engine at a level.
type Handicapped struct {
	inner Engine
	level Level
	scale float64
	rng   *rand.Rand
}

// NewHandicapped wraps an engine. Which of the good moves is played depends on
// rng alone.
func NewHandicapped(inner Engine, l Level, scale float64, rng *rand.Rand) *Handicapped {
	return &Handicapped{inner: inner, level: l, scale: scale, rng: rng}
}

var _ Engine = (*Handicapped)(nil)

// NewGame tells the engine inside.
func (e *Handicapped) NewGame() {
	if f, ok := e.inner.(Forgetful); ok {
		f.NewGame()
	}
}

// Close closes the engine inside.
func (e *Handicapped) Close() error { return e.inner.Close() }

// Think looks as far as the level allows and chooses. Limits of the caller
// that are tighter than the level's count too.
func (e *Handicapped) Think(ctx context.Context, line *game.Line, lim Limits, report func(Info)) (Info, error) {
	lim.Nodes = tighter(lim.Nodes, e.level.Nodes)
	lim.Depth = tighter(lim.Depth, e.level.Depth)
	if e.level.Time > 0 {
		lim.MoveTime = tighter(lim.MoveTime, e.level.Time)
	}
	lim.MultiPV = max(e.level.Lines, 1)
	info, err := e.inner.Think(ctx, line, lim, report)
	if err != nil || e.level.Heat == 0 || len(info.Lines) < 2 {
		return info, err
	}
	i := e.choose(info.Lines)
	info.Lines[0], info.Lines[i] = info.Lines[i], info.Lines[0]
	return info, nil
}

// tighter is the smaller of two limits of which zero is none.
func tighter[T int | uint64 | time.Duration](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// choose picks a line: the likelier, the less it costs.
func (e *Handicapped) choose(lines []Variation) int {
	best := WinChance(lines[0].Score, e.scale)
	weights := make([]float64, len(lines))
	total := 0.0
	for i, l := range lines {
		loss := best - WinChance(l.Score, e.scale)
		if loss > e.level.Slack || len(l.Codes) == 0 {
			continue
		}
		weights[i] = math.Exp(-loss / e.level.Heat)
		total += weights[i]
	}
	at := e.rng.Float64() * total
	for i, w := range weights {
		if at -= w; at < 0 && w > 0 {
			return i
		}
	}
	return 0
}
