package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"kydai/game"
)

// Levels is the number of levels that players can choose from.
const Levels = 8

// Level describes how an engine plays against people. It searches most moves
// within its limits and chooses among the good moves; some moves it only
// searches one ply deep (a glance). It never blunders on purpose: as far as it
// has searched, a chosen move costs at most Slack of the winning probability.
type Level struct {
	Nodes  uint64
	Depth  int
	Time   time.Duration // one second for the strongest level; 0 for levels limited by nodes
	Lines  int           // number of best moves to choose from
	Slack  float64       // largest loss of winning probability that a chosen move may cost (0 to 1)
	Heat   float64       // temperature of the choice; 0 always plays the best move
	Sight  int           // forced wins and losses that are more moves away are treated as equal positions; 0 means no limit
	Glance float64       // mean probability of a one-ply move; a factor drawn per game varies it
}

// glance is the limit for a move that is played without thought: a search of
// one ply, which sees captures and immediate wins and losses.
var glance = Level{Depth: 1, Lines: 40, Slack: 0.20, Heat: 0.07, Sight: 1}

// formSpread is the standard deviation of the logarithm of the glance odds from
// game to game. People do not play equally well every day either.
const formSpread = 0.5

// All levels convert won games: if the winning probability is at least this
// high, the engine plays the best move of a search of this many nodes. Without
// this rule the weakest levels would never mate a bare king.
const (
	homeChance = 0.985
	homeNodes  = 6_000
)

// WinChance converts points to a winning probability. scale is the number of
// points that mean a probability of 0.75.
func WinChance(s Score, scale float64) float64 {
	switch {
	case s.Mate > 0:
		return 1
	case s.Mate < 0:
		return 0
	}
	return 1 / (1 + math.Pow(3, -float64(s.Points)/scale))
}

// Handicapped is an engine that plays at a Level.
type Handicapped struct {
	inner  Engine
	level  Level
	scale  float64
	rng    *rand.Rand
	glance float64 // probability of a glance in this game
}

// NewHandicapped wraps an engine. rng alone decides which of the good moves is
// played.
func NewHandicapped(inner Engine, l Level, scale float64, rng *rand.Rand) *Handicapped {
	e := &Handicapped{inner: inner, level: l, scale: scale, rng: rng}
	e.form()
	return e
}

var _ Engine = (*Handicapped)(nil)

// form draws the glance probability of the next game.
func (e *Handicapped) form() {
	e.glance = e.level.Glance
	if g := e.glance; g > 0 && g < 1 {
		odds := g / (1 - g) * math.Exp(formSpread*e.rng.NormFloat64())
		e.glance = odds / (1 + odds)
	}
}

// MeanGlance is the probability that a move of the level is a glance, over all
// games with their different forms.
func (l Level) MeanGlance() float64 {
	if l.Glance <= 0 || l.Glance >= 1 {
		return l.Glance
	}
	// The mean over the normal distribution of the logarithm of the odds, by the
	// midpoint rule between -5 and 5 standard deviations.
	const steps = 1000
	odds := l.Glance / (1 - l.Glance)
	var sum, weights float64
	for i := range steps {
		z := 10*(float64(i)+0.5)/steps - 5
		o, weight := odds*math.Exp(formSpread*z), math.Exp(-z*z/2)
		sum, weights = sum+weight*o/(1+o), weights+weight
	}
	return sum / weights
}

// NewGame draws a new glance probability and calls NewGame of the wrapped
// engine.
func (e *Handicapped) NewGame() {
	e.form()
	if f, ok := e.inner.(Forgetful); ok {
		f.NewGame()
	}
}

// Close closes the wrapped engine.
func (e *Handicapped) Close() error { return e.inner.Close() }

// Think searches within the limits of the level and chooses a move. The
// caller's limits apply too if they are tighter.
func (e *Handicapped) Think(ctx context.Context, line *game.Line, lim Limits, report func(Thought)) (Thought, error) {
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

// within returns the tighter of the level's and the caller's limits.
func (l Level) within(lim Limits) Limits {
	lim = lim.Within(l.Depth, l.Nodes, l.Time)
	lim.MultiPV = max(l.Lines, 1)
	return lim
}

// sees reports whether the level takes notice of a score: a forced win or loss
// more than Sight moves away is ignored.
func (l Level) sees(s Score) bool {
	return l.Sight == 0 || max(s.Mate, -s.Mate) <= l.Sight
}

// chance is the winning probability as the level sees it.
func (l Level) chance(s Score, scale float64) float64 {
	if !l.sees(s) {
		return 0.5
	}
	return WinChance(s, scale)
}

// choose picks a line at random; lines that cost less are more likely.
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
