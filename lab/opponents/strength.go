package opponents

import (
	"context"
	"strconv"

	"kydai/engine"
	"kydai/engine/character"
	"kydai/lab"
	"kydai/lab/duel"
	"kydai/lab/player"
)

// Match plays a match between a level with its character and the same level without a character. The
// character has its preferences, its openings and its weakness. Each opening is played twice, with
// the colours swapped. If ctx ends, Match returns the tally of the finished games.
func (t Trial) Match(ctx context.Context, book character.Book) (duel.Tally, error) {
	return duel.Run(ctx, duel.Plan{
		Rules: t.Rules, Players: [2]player.Player{t.player(book, true), t.player(book, false)}, Pairs: t.Pairs,
		Concurrency: 1, Seed: t.Seed, Openings: t.Openings, Conditions: lab.Hopeless(t.Entry.Scale),
	})
}

// player returns the engine level of the trial as a player, with or without its character.
func (t Trial) player(book character.Book, with bool) player.Player {
	name := "level " + strconv.Itoa(t.Level)
	if with {
		name += " with character"
	}
	return player.Player{Name: name, New: func(seed uint64) (engine.Engine, error) {
		inner := t.Entry.New()
		if a, ok := inner.(engine.Adjustable); ok {
			if err := a.SetOption("Hash", "2"); err != nil {
				return nil, err
			}
		}
		if !with {
			return t.Entry.AtLevel(inner, t.Level, seed)
		}
		level, err := t.Set.Weaken(t.Entry, t.Level).AtLevel(inner, t.Level, seed)
		if err != nil {
			return nil, err
		}
		o := character.Options{Set: t.Set, Book: book, Level: t.Level, Scale: t.Entry.Scale, Seed: seed}
		return character.New(inner, level, o), nil
	}}
}
