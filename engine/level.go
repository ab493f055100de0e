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

// Level says how a machine plays for people. Most moves it looks at as far as
// its limits go, and chooses among those it thinks good enough; now and then
// it only glances at the board. It never throws a piece away on purpose: a
// move may cost at most Slack of the chance to win, as far as it has looked.
type Level struct {
	Nodes  uint64
	Depth  int
	Time   time.Duration // one second for the strongest; 0 for those limited by nodes
	Lines  int           // moves to choose from
	Slack  float64       // most that a chosen move may cost, of 1
	Heat   float64       // how readily it chooses a worse one; 0 takes the best
	Sight  int           // wins and losses further away, in moves, look even to it; 0 sees all
	Glance float64       // the chance that a move gets no more than a glance, on an average day
}

// glance is how a player looks who does not really look: one move ahead, at
// what is taken and what is won or lost at once.
var glance = Level{Depth: 1, Lines: 40, Slack: 0.20, Heat: 0.07, Sight: 1}

// formSpread is by how much the odds of a glance differ from game to game, as
// a standard deviation of their logarithm: nobody plays equally well every day.
const formSpread = 0.5

// Every level brings a won game home: from this chance on it takes the best
// move of a search of so many nodes, for without that the weakest would never
// mate a bare king.
const (
	homeChance = 0.985
	homeNodes  = 6_000
)

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
	inner  Engine
	level  Level
	scale  float64
	rng    *rand.Rand
	glance float64 // the level's, in the form of the day
}

// NewHandicapped wraps an engine. Which of the good moves is played depends on
// rng alone.
func NewHandicapped(inner Engine, l Level, scale float64, rng *rand.Rand) *Handicapped {
	e := &Handicapped{inner: inner, level: l, scale: scale, rng: rng}
	e.form()
	return e
}

var _ Engine = (*Handicapped)(nil)

// form draws how attentive it will be in the next game.
func (e *Handicapped) form() {
	e.glance = e.level.Glance
	if g := e.glance; g > 0 && g < 1 {
		odds := g / (1 - g) * math.Exp(formSpread*e.rng.NormFloat64())
		e.glance = odds / (1 + odds)
	}
}

// NewGame draws a new form and tells the engine inside.
func (e *Handicapped) NewGame() {
	e.form()
	if f, ok := e.inner.(Forgetful); ok {
		f.NewGame()
	}
}

// Close closes the engine inside.
func (e *Handicapped) Close() error { return e.inner.Close() }

// Think looks as far as the level allows and chooses. Limits of the caller
// that are tighter than the level's count too.
func (e *Handicapped) Think(ctx context.Context, line *game.Line, lim Limits, report func(Info)) (Info, error) {
	look := e.level
	if e.rng.Float64() < e.glance {
		look = glance
	}
	info, err := e.inner.Think(ctx, line, look.within(lim), report)
	if err != nil || look.Heat == 0 || len(info.Lines) == 0 {
		return info, err
	}
	if best := info.Lines[0].Score; look.sees(best) && WinChance(best, e.scale) >= homeChance {
		home := Level{Nodes: max(e.level.Nodes, homeNodes), Time: e.level.Time}
		return e.inner.Think(ctx, line, home.within(lim), report)
	}
	i := look.choose(info.Lines, e.scale, e.rng)
	info.Lines[0], info.Lines[i] = info.Lines[i], info.Lines[0]
	return info, nil
}

// within are the limits of the level, or the caller's where those are tighter.
func (l Level) within(lim Limits) Limits {
	lim = lim.Within(l.Depth, l.Nodes, l.Time)
	lim.MultiPV = max(l.Lines, 1)
	return lim
}

// sees reports whether a score is not a win or loss beyond the level's sight.
func (l Level) sees(s Score) bool {
	return l.Sight == 0 || max(s.Mate, -s.Mate) <= l.Sight
}

// chance is the chance to win as the level sees it.
func (l Level) chance(s Score, scale float64) float64 {
	if !l.sees(s) {
		return 0.5
	}
	return WinChance(s, scale)
}

// choose picks a line: the likelier, the less it costs.
func (l Level) choose(lines []Variation, scale float64, rng *rand.Rand) int {
	best := 0.0
	for _, v := range lines {
		best = max(best, l.chance(v.Score, scale))
	}
	weights := make([]float64, len(lines))
	total := 0.0
	for i, v := range lines {
		loss := best - l.chance(v.Score, scale)
		if loss > l.Slack || len(v.Codes) == 0 {
			continue
		}
		weights[i] = math.Exp(-loss / l.Heat)
		total += weights[i]
	}
	at := rng.Float64() * total
	for i, w := range weights {
		if at -= w; at < 0 && w > 0 {
			return i
		}
	}
	return 0
}
