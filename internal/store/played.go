package store

import (
	"context"

	"kydai/game"
	"kydai/internal/play"
)

// Played is the consumer that stores one row per player and match, for the
// profiles of players.
var Played = Consumer{Name: "played", Apply: applyPlayed}

// Results of a match from the point of view of one player, as stored in the table played.
const (
	playedWon   = "w"
	playedDrawn = "d"
	playedLost  = "l"
	playedNone  = "-" // no result: the match was aborted or abandoned
)

func applyPlayed(ctx context.Context, tx *Tx, rows []play.Ended) error {
	for i := range rows {
		e := &rows[i]
		if !e.IsMatch() {
			continue
		}
		for n, side := range []game.Side{game.First, game.Second} {
			if e.Players[n] == "" || n == 1 && e.Players[1] == e.Players[0] {
				continue
			}
			err := tx.Exec(ctx, `INSERT INTO played (player, at, id, game, speed, side, against, opponent, result, rated)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
				e.Players[n], micros(e.At), e.ID, e.Game, e.Facts.Speed, side.String(), againstOf(e, 1-n), e.Players[1-n], playedBy(e, side), e.Rated)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// playedBy returns the result of a match for one side, as stored in the table played.
func playedBy(e *play.Ended, side game.Side) string {
	switch {
	case e.Winner == side.String():
		return playedWon
	case e.Winner == side.Other().String():
		return playedLost
	case resultOf(e) == resultAbort || e.Reason == string(play.Abandoned):
		return playedNone
	}
	return playedDrawn
}

// againstOf returns the kind of player on a side of a match, for example "human" or "level 4". For
// rows of earlier releases it returns only whether the side was played by a person or by an engine.
func againstOf(e *play.Ended, side int) string {
	switch {
	case e.Facts.Kinds[side] != "":
		return e.Facts.Kinds[side]
	case e.Players[side] != "":
		return play.AgainstHuman
	}
	return play.AgainstMachine
}
