package opponents

import (
	"context"
	"math"

	"kydai/engine"
	"kydai/engine/character"
	"kydai/game"
	"kydai/lab/duel"
)

// Trial describes how the trait of an engine opponent's character is measured. The character plays
// both sides of random openings against its own level without a character. For comparison, this
// level also plays each opening against itself.
type Trial struct {
	Rules    game.Rules
	Entry    engine.Entry
	Set      character.Set
	Level    int
	Openings duel.Openings
	Pairs    int
	Plies    int    // a game ends after this many plies, including its opening
	Nodes    uint64 // node limit per move for levels that would search longer
	Seed     uint64
}

// Trait is the result of a measurement: how often the moves of a character have the character's
// trait.
type Trait struct {
	Name   string // name of the character
	Fact   string // name of the measured fact about moves, as in Character.Trait
	Pairs  int
	With   Mean // value of the fact per 100 moves of the character
	Plain  Mean // value of the fact per 100 moves of the same level without a character
	Lead   Mean // difference between With and Plain, over pairs of games with the same opening
	Gone   Mean // number of pieces that left the board in games with the character
	Before Mean // number of pieces that left the board in games without the character
}

// Mean is a mean with half the width of its 95 % confidence interval.
type Mean struct{ Value, Margin float64 }

// sample is a list of measured values.
type sample []float64

func (s sample) mean() Mean {
	n := float64(len(s))
	if n < 2 {
		return Mean{Margin: math.Inf(1)}
	}
	var sum, squares float64
	for _, v := range s {
		sum += v
	}
	for _, v := range s {
		squares += (v - sum/n) * (v - sum/n)
	}
	return Mean{Value: sum / n, Margin: 1.96 * math.Sqrt(squares/(n-1)/n)}
}

// Measure plays the games of a trial and returns the measured trait.
func (t Trial) Measure(ctx context.Context) (Trait, error) {
	c, ok := t.Set.At(t.Level)
	if !ok {
		return Trait{}, game.Err("no-level", "there is no character of this level")
	}
	// Leave out the character's favourite openings, because they would influence the measurement.
	plain := c
	plain.Likes = nil
	set := character.Set{Openings: t.Set.Openings}
	for range t.Level {
		set.Characters = append(set.Characters, plain)
	}
	out := Trait{Name: c.Name, Fact: c.Trait}
	var with, without, lead, gone, before sample
	for pair := range t.Pairs {
		o, err := t.Openings.Opening(pair)
		if err != nil {
			return out, err
		}
		seed := t.Seed + uint64(2*pair)
		var mine, theirs [2]played
		for side := range mine {
			if mine[side], err = t.play(ctx, o, set, side, seed+uint64(side)); err != nil {
				return out, err
			}
		}
		none, err := t.play(ctx, o, set, -1, seed)
		if err != nil {
			return out, err
		}
		theirs[0], theirs[1] = none, none
		had := (mine[0].fact[0] + mine[1].fact[1]) / 2
		usual := (none.fact[0] + none.fact[1]) / 2
		with, without, lead = append(with, had), append(without, usual), append(lead, had-usual)
		gone, before = append(gone, (mine[0].gone+mine[1].gone)/2), append(before, (theirs[0].gone+theirs[1].gone)/2)
	}
	out.Pairs, out.With, out.Plain, out.Lead = t.Pairs, with.mean(), without.mean(), lead.mean()
	out.Gone, out.Before = gone.mean(), before.mean()
	return out, nil
}

// played holds the values that were measured in one game: for each side the value of the trait's
// fact per 100 moves, and the number of pieces that left the board.
type played struct {
	fact [2]float64
	gone float64
}

// play plays one game. side is the index of the side that has the character; -1 means that no side
// has one.
func (t Trial) play(ctx context.Context, o duel.Opening, set character.Set, side int, seed uint64) (p played, err error) {
	line, err := o.Line(t.Rules)
	if err != nil {
		return p, err
	}
	start := line.Ply()
	from := count(line.Position())
	var seats [2]engine.Engine
	var open []engine.Engine
	defer func() {
		for _, e := range open {
			_ = e.Close() // ignore the error: the engine holds no file
		}
	}()
	for i := range seats {
		inner := t.Entry.New()
		if a, ok := inner.(engine.Adjustable); ok {
			if err := a.SetOption("Hash", "2"); err != nil {
				return p, err
			}
		}
		entry := t.Entry
		if i == side {
			entry = set.Weaken(entry, t.Level)
		}
		level, err := entry.AtLevel(inner, t.Level, seed*2+uint64(i))
		if err != nil {
			return p, err
		}
		open = append(open, level)
		seats[i] = level
		if i == side {
			seats[i] = character.New(inner, level, character.Options{Set: set, Level: t.Level, Scale: t.Entry.Scale, Seed: seed})
		}
	}
	lim := engine.Limits{Nodes: t.Nodes}
	for line.Ply() < t.Plies && !line.Outcome().Over() {
		turn := line.Position().Turn()
		thought, err := seats[turn.Index()].Think(ctx, line.View(turn), lim, nil)
		if err != nil {
			return p, err
		}
		if err := line.Play(thought.Best()); err != nil {
			return p, err
		}
	}
	p.fact, err = t.facts(o, line, start)
	p.gone = float64(from - count(line.Position()))
	return p, err
}

// facts returns the value of the trait's fact per 100 moves of each side.
func (t Trial) facts(o duel.Opening, line *game.Line, start int) (fact [2]float64, err error) {
	c, _ := t.Set.At(t.Level)
	again, err := o.Line(t.Rules)
	if err != nil {
		return fact, err
	}
	codes := line.Codes()
	var moves [2]float64
	for i := start; i < len(codes); i++ {
		at := again.Position()
		f, ok := character.FactsOf(at, codes[i:min(i+2, len(codes))])
		if v, known := f.Value(c.Trait); ok && known {
			fact[at.Turn().Index()] += v
			moves[at.Turn().Index()]++
		}
		if err := again.Replay(codes[i]); err != nil {
			return fact, err
		}
	}
	for i := range fact {
		if moves[i] > 0 {
			fact[i] *= 100 / moves[i]
		}
	}
	return fact, nil
}

// count counts the pieces on the board.
func count(p game.Position) (n int) {
	g, _ := game.GridOf(p)
	for _, c := range g.Cells {
		if c != "" {
			n++
		}
	}
	return n
}
