package store

import (
	"cmp"
	"context"
	"slices"

	"kydai/game"
	"kydai/internal/play"
)

// Results counts the games that each player has won, drawn and lost, by game,
// speed, side and kind of opponent.
var Results = Consumer{Name: "results", Apply: applyResults}

// resultKey is the primary key of the table results.
type resultKey struct{ player, game, speed, side, against string }

// resultCount counts games by their result for the player.
type resultCount struct{ won, drawn, lost int }

func applyResults(ctx context.Context, tx *Tx, rows []play.Ended) error {
	all := map[resultKey]resultCount{}
	for i := range rows {
		countResult(&rows[i], all)
	}
	keys := make([]resultKey, 0, len(all))
	for k := range all {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b resultKey) int {
		return cmp.Or(cmp.Compare(a.player, b.player), cmp.Compare(a.game, b.game), cmp.Compare(a.speed, b.speed),
			cmp.Compare(a.side, b.side), cmp.Compare(a.against, b.against))
	})
	for _, k := range keys {
		n := all[k]
		err := tx.Exec(ctx, `INSERT INTO results (player, game, speed, side, against, won, drawn, lost) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
			ON CONFLICT (player, game, speed, side, against) DO UPDATE
			SET won = results.won + excluded.won, drawn = results.drawn + excluded.drawn, lost = results.lost + excluded.lost`,
			k.player, k.game, k.speed, k.side, k.against, n.won, n.drawn, n.lost)
		if err != nil {
			return err
		}
	}
	return nil
}

// countResult adds a match to the counts of its players. A match without a
// result, and one of a player against themself, count for nobody.
func countResult(e *play.Ended, all map[resultKey]resultCount) {
	if e.Reason == play.Correction || resultOf(e) == resultAbort || e.Reason == string(play.Abandoned) || e.Players[0] == e.Players[1] {
		return
	}
	for i, side := range []game.Side{game.First, game.Second} {
		if e.Players[i] == "" {
			continue
		}
		k := resultKey{e.Players[i], e.Game, e.Facts.Speed, side.String(), againstOf(e, 1-i)}
		n := all[k]
		switch e.Winner {
		case side.String():
			n.won++
		case side.Other().String():
			n.lost++
		default:
			n.drawn++
		}
		all[k] = n
	}
}

// againstOf is the kind of opponent on a side. Old rows tell only players from
// engines.
func againstOf(e *play.Ended, side int) string {
	switch {
	case e.Facts.Kinds[side] != "":
		return e.Facts.Kinds[side]
	case e.Players[side] != "":
		return play.AgainstHuman
	}
	return play.AgainstMachine
}
