package lab

import (
	"kydai/engine"
	"kydai/game"
)

// Causes counts the blunders of an engine level by their cause.
type Causes struct {
	// Overlooked counts the blunders in which the level overlooked the punishing reply or a better
	// move. By counts the reasons why moves were overlooked; a blunder may have several.
	Overlooked int
	By         [engine.Oversights]int
	// Deep counts the blunders whose punishment is deeper than the level's search.
	Deep int
	// Senseless counts the blunders that the level chose although its own search showed their cost.
	Senseless int
}

// cause is the cause of one blunder.
type cause struct {
	why       engine.OversightSet
	senseless bool
}

func (c *Causes) add(x cause) {
	switch {
	case x.senseless:
		c.Senseless++
	case x.why == 0:
		c.Deep++
	default:
		c.Overlooked++
	}
	for o := range engine.Oversights {
		if x.why.Has(o) {
			c.By[o]++
		}
	}
}

// causeOf returns the cause of a blunder. If the level's own search showed that the move costs more
// than MostSlack, the blunder is senseless. In this case the moves that the level overlooked do not
// matter.
func (p AccuracyPlan) causeOf(at *engine.Handicapped, t engine.Thought, pos game.Position, best, played verdict) (c cause) {
	seen := 0.0
	for _, v := range t.Lines {
		seen = max(seen, engine.WinChance(v.Score, p.Entry.LevelScale))
	}
	if seen-engine.WinChance(t.Lines[0].Score, p.Entry.LevelScale) > engine.MostSlack {
		return cause{senseless: true}
	}
	if m, err := pos.Decode(best.move); err == nil {
		c.why |= at.Missed(m, game.NoMove)
	}
	m, err := pos.Decode(played.move)
	if err != nil || played.reply == "" {
		return c
	}
	ways := game.CompletionsOf(pos, m)
	if len(ways) != 1 {
		return c
	}
	if reply, err := pos.Play(ways[0].Move).Decode(played.reply); err == nil {
		c.why |= at.Missed(m, reply)
	}
	return c
}
