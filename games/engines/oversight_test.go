package engines_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
)

// TestOverlook checks Overlook: an engine does not play a move that it must overlook, answers with
// a legal move even if it must overlook every move, and sees all moves again after Overlook(nil).
func TestOverlook(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	for _, entry := range engines.All() {
		view := somewhere(t, entry.Game, rng)
		e := entry.New()
		blind, ok := e.(engine.Blinkered)
		if !ok {
			t.Errorf("%s cannot overlook", entry.Game)
			continue
		}
		think := func() engine.Thought {
			e.(engine.Forgetful).NewGame() //nolint:forcetypeassert // all engines implement Forgetful
			th, err := e.Think(t.Context(), view, engine.Limits{Depth: 3, MultiPV: 2}, nil)
			if err != nil {
				t.Fatalf("%s: %v", entry.Game, err)
			}
			return th
		}
		open := think()
		best, err := view.Position().Decode(open.Best())
		if err != nil {
			t.Fatal(err)
		}
		blind.Overlook(func(first, reply game.Move) bool { return first == best && reply == game.NoMove })
		if got := think(); got.Best() == open.Best() {
			t.Errorf("%s plays %s, which it does not see", entry.Game, got.Best())
		}
		asked := 0
		blind.Overlook(func(_, reply game.Move) bool {
			if reply == game.NoMove {
				return false
			}
			asked++
			return true
		})
		if got := think(); asked == 0 || len(got.Lines[0].Codes) > 1 {
			t.Errorf("%s, without seeing any reply, expects %v", entry.Game, got.Lines[0].Codes)
		}
		blind.Overlook(func(game.Move, game.Move) bool { return true })
		if _, err := view.Position().Decode(think().Best()); err != nil {
			t.Errorf("%s, without seeing anything: %v", entry.Game, err)
		}
		blind.Overlook(nil)
		if got := think(); got.Nodes != open.Nodes || got.Best() != open.Best() {
			t.Errorf("%s sees all again and answers otherwise: %d nodes instead of %d", entry.Game, got.Nodes, open.Nodes)
		}
	}
}

// levelFits holds the scale that was fitted to the evaluation of the levels, by game, where the full
// strength has another evaluation.
var levelFits = map[string]float64{"chess": 181, "xiangqi": 538}

// TestSlack checks that, at every level, the worst move that the level may choose costs at most a
// fifth of the winning chance. The chances are computed with the fitted scale.
func TestSlack(t *testing.T) {
	for _, e := range engines.All() {
		scale, other := levelFits[e.Game]
		if !other {
			scale = e.Scale
		}
		for i, l := range e.Levels {
			worst := 0.0
			for lead := -3000; lead < 3000; lead += 10 {
				best := engine.Score{Points: lead}
				// p is the winning chance of the worst move that the level accepts; least is the
				// score with that chance.
				p := engine.WinChance(best, e.LevelScale) - l.Slack
				if p <= 0 || l.Slack == 0 {
					continue
				}
				least := engine.Score{Points: int(-e.LevelScale * math.Log(1/p-1) / math.Log(3))}
				worst = max(worst, engine.WinChance(best, scale)-engine.WinChance(least, scale))
			}
			if worst > engine.MostSlack {
				t.Errorf("%s: level %d gives away %.3f", e.Game, i+1, worst)
			}
		}
	}
}
