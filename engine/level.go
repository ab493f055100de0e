package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"kydai/game"
)

// Levels is the number of levels that players can choose from. The last level is the engine at full
// strength. The other levels search a limited number of nodes, so that they are equally strong on
// every machine.
const Levels = 9

// Level describes how an engine plays against people: it searches few nodes and then chooses one of
// the good moves at random. As far as the search sees, the chosen move costs at most Slack of the
// winning probability. The search overlooks some moves and replies (see Oversight), and it cannot
// see deeper than its node limit allows.
type Level struct {
	Nodes uint64        // node limit; 0 for the highest level, which has none
	Time  time.Duration // time per move of the highest level if the caller sets no limit
	Lines int           // number of best moves from which the level chooses
	Slack float64       // largest loss of winning probability (0 to 1) that the level accepts for a chosen move
	Heat  float64       // temperature of the choice; 0 always plays the best move
	Often *Misses       // how often a level with Ease 1 overlooks a move, in percent, for each Oversight
	Ease  float64       // factor for the odds of overlooking a move; 0 overlooks nothing
	Weak  Weakness      // one Oversight that occurs more often than the level's others; set by Entry.With
}

// MostSlack is the largest loss of winning probability that any level accepts. A move that loses
// more is a blunder, and a level plays it only because it has overlooked something.
const MostSlack = 0.20

// All levels finish won games correctly: if the winning probability is at least homeChance, the
// engine plays the best move of a search of homeNodes nodes. Without this rule the weakest levels
// would never mate a bare king.
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
	inner Engine
	level Level
	eyes  Eyes
	scale float64
	rng   *rand.Rand
	seed  uint64 // seed that decides which moves are overlooked
	blind *blindness
}

// NewHandicapped wraps the engine inner so that it plays at the level l. From the entry e it uses
// Eyes and LevelScale. All random decisions depend only on rng: which moves are overlooked, and
// which of the good moves is played.
func NewHandicapped(inner Engine, l Level, e Entry, rng *rand.Rand) *Handicapped {
	return &Handicapped{inner: inner, level: l, eyes: e.Eyes, scale: e.LevelScale, rng: rng, seed: rng.Uint64()}
}

var _ Engine = (*Handicapped)(nil)

// NewGame calls NewGame of the wrapped engine if the engine has this method.
func (e *Handicapped) NewGame() {
	if f, ok := e.inner.(Forgetful); ok {
		f.NewGame()
	}
}

// Close closes the wrapped engine.
func (e *Handicapped) Close() error { return e.inner.Close() }

// Think searches within the limits of the level and chooses a move. The
// caller's limits apply too if they are tighter.
func (e *Handicapped) Think(ctx context.Context, line *game.Line, lim Limits, report func(Thought)) (Thought, error) {
	if c, ok := e.inner.(Calibrated); ok && e.level.Nodes > 0 {
		c.Calibrate(true)
		defer c.Calibrate(false)
	}
	inner, _ := e.inner.(Blinkered)
	e.blind = nil
	if inner != nil && e.level.Ease > 0 {
		if e.blind = newBlindness(e, line); e.blind != nil {
			inner.Overlook(e.blind.hides)
		}
	}
	info, err := e.inner.Think(ctx, line, e.level.within(lim), report)
	if e.blind != nil {
		inner.Overlook(nil)
	}
	if err != nil || e.level.Heat == 0 || len(info.Lines) == 0 {
		return info, err
	}
	if WinChance(info.Lines[0].Score, e.scale) >= homeChance {
		home := Level{Nodes: max(e.level.Nodes, homeNodes)}
		return e.inner.Think(ctx, line, home.within(lim), report)
	}
	i := e.level.choose(info.Lines, e.scale, e.rng)
	info.Lines[0], info.Lines[i] = info.Lines[i], info.Lines[0]
	return info, nil
}

// Missed returns the reasons why the last search overlooked a move. If the parameter reply is
// NoMove, this move is the parameter first; otherwise it is the reply to that first move. The
// result is 0 if the search saw the move.
func (e *Handicapped) Missed(first, reply game.Move) OversightSet {
	if e.blind == nil {
		return 0
	}
	return e.blind.missed(first, reply)
}

// Reasons returns the reasons for which a level could overlook a move in the position of the line.
// The set is empty if every level sees the move.
func (e Entry) Reasons(line *game.Line, m game.Move) OversightSet {
	s, ok := look(&e.Eyes, line)
	if !ok {
		return 0
	}
	g := glimpse{scene: s, last: game.NoMove, move: m}
	if n := line.Ply(); n > 0 {
		g.last = line.Move(n - 1)
	}
	return g.oversights()
}

// within returns the caller's limits, lowered to those of the level. If the result has no limit of
// nodes, depth or time, it sets the level's own time per move. It also requests as many variations
// as the level chooses from.
func (l Level) within(lim Limits) Limits {
	lim = lim.Within(0, l.Nodes, 0)
	if lim.Nodes == 0 && lim.Depth == 0 && lim.MoveTime == 0 && lim.Left == [2]time.Duration{} {
		lim.MoveTime = l.Time
	}
	lim.MultiPV = max(l.Lines, 1)
	return lim
}

// choose picks one of the lines at random and returns its index. Lines that lose more than l.Slack
// of the winning probability against the best line are excluded. Of the others, a line is the more
// likely, the less it loses.
func (l Level) choose(lines []Variation, scale float64, rng *rand.Rand) int {
	best := 0.0
	for _, v := range lines {
		best = max(best, WinChance(v.Score, scale))
	}
	weights := make([]float64, len(lines))
	total := 0.0
	for i, v := range lines {
		loss := best - WinChance(v.Score, scale)
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
