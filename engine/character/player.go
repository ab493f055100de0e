package character

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"kydai/engine"
	"kydai/game"
)

// lines is the number of variations that a search computes for a taste to choose from.
const lines = 10

// Player is an engine that plays at a level with a character.
type Player struct {
	plain   engine.Engine // the engine at full strength, for searches that must overlook nothing
	level   engine.Engine // the same engine, weakened to a level; it wraps plain, so closing it also closes plain
	options Options
	rng     *rand.Rand
	seed    uint64
}

// Options configure a Player: the characters and openings of the game, and the level.
type Options struct {
	Set   Set
	Book  Book
	Level int
	Scale float64 // number of points that corresponds to a winning chance of 0.75
	// Opening is the name of the opening that the user has chosen; if it is empty, the character
	// chooses.
	Opening string
	Seed    uint64
}

var (
	_ engine.Engine    = (*Player)(nil)
	_ engine.Forgetful = (*Player)(nil)
)

// New creates a player that gives an engine level a character. The parameter level must be an
// engine that wraps plain, so that closing it also closes plain.
func New(plain, level engine.Engine, o Options) *Player {
	return &Player{plain: plain, level: level, options: o, rng: rand.New(rand.NewPCG(o.Seed, 59)), seed: o.Seed}
}

// NewGame clears the engine's memory and makes the character choose an opening again.
func (p *Player) NewGame() {
	p.seed = p.rng.Uint64()
	if f, ok := p.level.(engine.Forgetful); ok {
		f.NewGame()
	}
}

// Close closes both engines.
func (p *Player) Close() error { return p.level.Close() }

// Think plays a move of the opening if there is one. Otherwise the engine level chooses a move. If
// another move is about as good, the character's taste may replace the level's move by it.
func (p *Player) Think(ctx context.Context, line *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	c, ok := p.options.Set.At(p.options.Level)
	if !ok || len(lim.Only) > 0 {
		return p.level.Think(ctx, line, lim, report)
	}
	if code, ok := p.opening(ctx, line, lim, c); ok {
		return engine.Thought{Lines: []engine.Variation{{Codes: []string{code}}}}, nil
	}
	t, err := p.level.Think(ctx, line, lim, report)
	if err != nil || c.Taste == (Taste{}) || len(line.Legal()) < 2 {
		return t, err
	}
	seen, err := p.look(ctx, line, lim, c)
	if err != nil {
		return t, nil //nolint:nilerr // without a second search, play the move that the level has chosen
	}
	code := c.Taste.Choose(candidates(line.Position(), seen.Lines, p.options.Scale), t.Best(), cmp.Or(c.Slack, Slack))
	if code == t.Best() {
		return t, nil
	}
	at := slices.IndexFunc(seen.Lines, func(v engine.Variation) bool { return len(v.Codes) > 0 && v.Codes[0] == code })
	t.Nodes += seen.Nodes
	t.Lines = []engine.Variation{seen.Lines[at]}
	return t, nil
}

// look searches at full strength for the best moves, from which the taste can choose.
func (p *Player) look(ctx context.Context, line *game.Line, lim engine.Limits, c Character) (engine.Thought, error) {
	lim = lim.Within(0, c.Nodes, 0)
	lim.MultiPV = lines
	return p.search(ctx, line, lim)
}

// search searches at full strength. Below the highest level it uses the evaluation with which the
// levels are calibrated.
func (p *Player) search(ctx context.Context, line *game.Line, lim engine.Limits) (engine.Thought, error) {
	if plain, ok := p.plain.(engine.Calibrated); ok && p.options.Level < engine.Levels {
		plain.Calibrate(true)
		defer plain.Calibrate(false)
	}
	return p.plain.Think(ctx, line, lim, nil)
}

// opening returns the next move of the opening: a move of the book if it has one, otherwise the
// next step of the plan. It returns false if the side no longer follows an opening.
func (p *Player) opening(ctx context.Context, line *game.Line, lim engine.Limits, c Character) (string, bool) {
	setup := line.Setup()
	if setup.Start != "" || line.Ply() >= PlanPlies {
		return "", false
	}
	side, slack := line.Position().Turn(), Slack
	o, ok := p.options.Set.Opening(p.options.Opening)
	if ok {
		slack = Asked
	} else if o, ok = p.options.Set.Pick(c, side, p.seed); !ok {
		return "", false
	}
	if o.Side != side.String() {
		return "", false
	}
	if known := p.options.Opening != "" || line.Ply() < Depth(p.options.Level); known && usual(line) {
		next := p.options.Book.Next(o.Name, line.Codes())
		if code := Draw(next, p.options.Level, engine.Levels, p.rng.Float64()); code != "" && goes(line, code) {
			return code, true
		}
	}
	return p.planned(ctx, line, lim, c, o, slack)
}

// planned returns the best move among the alternatives of the plan's next step. It returns false if
// none of them is legal, or if the move loses more than slack of the winning chance.
func (p *Player) planned(ctx context.Context, line *game.Line, lim engine.Limits, c Character, o Opening, slack float64) (string, bool) {
	var wanted []string
	for _, code := range o.Wanted(ownMoves(line.Codes())) {
		if goes(line, code) {
			wanted = append(wanted, code)
		}
	}
	if len(wanted) == 0 {
		return "", false
	}
	best, err := p.look(ctx, line, lim, c)
	if err != nil || len(best.Lines) == 0 {
		return "", false
	}
	lim = lim.Within(0, c.Nodes, 0)
	lim.Only, lim.MultiPV = wanted, 1
	mine, err := p.search(ctx, line, lim)
	if err != nil || len(mine.Lines) == 0 {
		return "", false
	}
	loss := engine.WinChance(best.Lines[0].Score, p.options.Scale) - engine.WinChance(mine.Lines[0].Score, p.options.Scale)
	return mine.Best(), loss <= slack
}

// usual reports whether the game is played with the default rules: every option has its default
// value.
func usual(line *game.Line) bool {
	set := line.Setup().Options
	for _, o := range line.Rules().Info().Options {
		if v, ok := set[o.Name]; ok && v != o.Default {
			return false
		}
	}
	return true
}

// goes reports whether a code is a legal move of the line.
func goes(line *game.Line, code string) bool {
	m, err := line.Position().Decode(code)
	return err == nil && slices.ContainsFunc(line.Legal(), func(l game.Move) bool { return l.From() == m.From() && l.To() == m.To() })
}
