package store

import (
	"context"
	"encoding/json"

	"kydai/internal/play"
	"kydai/rating"
	"kydai/rating/glicko"
)

// playerGame identifies a player and a game; the player has one rating per speed in the game.
type playerGame struct{ player, game string }

// start returns the initial rating of a player in a game: the strength of the engine level that the
// player beat last on this server, before the ended match with the parameter number. It returns the
// default rating if the player has beaten no level, or if the strength of the level is unknown.
// Games played on the player's own device do not count, because the device could report anything.
func (t *Tx) start(ctx context.Context, k ratingKey, number int64) (rating.Rating, error) {
	level, err := t.lastBeaten(ctx, k, number)
	if err != nil || level == 0 {
		return rating.New(), err
	}
	var row levelsRow
	err = t.each(ctx, func(text string) error { return json.Unmarshal([]byte(text), &row) }, `SELECT value FROM settings WHERE name = $1`, levelsSetting)
	if err != nil {
		return rating.Rating{}, err
	}
	for _, l := range row.Levels {
		if l.Game == k.game && l.Level == level && l.Known() {
			return rating.From(glicko.Estimate{Mean: l.Mean, Error: l.Error, Games: l.Games}), nil
		}
	}
	return rating.New(), nil
}

// lastBeaten returns the engine level that an account, or a guest who belongs to the account, beat
// last in this game. Only matches whose number is less than the parameter number count. The result
// is 0 if there is no such level.
func (t *Tx) lastBeaten(ctx context.Context, k ratingKey, number int64) (int, error) {
	ids := []string{k.player}
	err := t.each(ctx, func(guest string) error {
		ids = append(ids, guest)
		return nil
	}, `SELECT guest FROM belongs WHERE account = $1`, k.player)
	if err != nil {
		return 0, err
	}
	var facts play.Facts
	err = t.each(ctx, func(text string) error { return decodeFacts(text, &facts) },
		`SELECT facts FROM (
			SELECT ended.facts, ended.number FROM archive JOIN ended ON ended.id = archive.id
			WHERE substr(archive.first, 1, 7) @IN(5) AND archive.first @IN(1) AND archive.game = $2 AND ended.number < $3 AND ended.result = 'first' AND ended.facts LIKE $4
			UNION ALL
			SELECT ended.facts, ended.number FROM archive JOIN ended ON ended.id = archive.id
			WHERE substr(archive.second, 1, 7) @IN(5) AND archive.second @IN(1) AND archive.game = $2 AND ended.number < $3 AND ended.result = 'second' AND ended.facts LIKE $4
		) AS won ORDER BY number DESC LIMIT 1`, t.store.dialect.list(ids), k.game, number, levelFact, t.store.dialect.list(shortened(ids)))
	return facts.Level, err
}

// each runs a query and calls the function do with the first column of each row.
func (t *Tx) each(ctx context.Context, do func(text string) error, query string, args ...any) error {
	rows, err := t.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return err
		}
		if err := do(text); err != nil {
			return err
		}
	}
	return rows.Err()
}
