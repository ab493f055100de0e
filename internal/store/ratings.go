package store

import (
	"cmp"
	"context"
	"slices"

	"kydai/game"
	"kydai/internal/play"
	"kydai/rating"
	"kydai/rating/glicko"
)

// Ratings is the consumer that computes the ratings of players per game and speed. Each change is
// stored as a row with the values before and after, so that the ratings can be computed again and
// compared bit by bit. rating.Why and the function counts decide which matches count.
var Ratings = Consumer{Name: "ratings", Apply: applyRatings}

// ratingKey is the primary key of the table ratings.
type ratingKey struct{ player, game, speed string }

func (k ratingKey) compare(l ratingKey) int {
	return cmp.Or(cmp.Compare(k.player, l.player), cmp.Compare(k.game, l.game), cmp.Compare(k.speed, l.speed))
}

// ratingRow is a row of the table ratings.
type ratingRow struct {
	rating.Rating
	changes int // number of rows in rating_changes, including new rows
	stored  int // number of rows in rating_changes when the rating was read
}

// ratingChange is a row of the table rating_changes.
type ratingChange struct {
	ratingKey
	nth             int
	match, opponent string
	score           float64
	at              int64
	before, after   glicko.Player
}

// keysOf returns the keys of the ratings that change because of a row of the table ended: the
// ratings of both players, the rating of one player for a correction, or no rating.
func keysOf(e *play.Ended, accounts map[string]string) []ratingKey {
	if e.Reason == play.Correction {
		return []ratingKey{{e.Players[0], e.Game, e.Facts.Speed}}
	}
	if !counts(e, accounts) {
		return nil
	}
	return []ratingKey{{accounts[e.Players[0]], e.Game, e.Facts.Speed}, {accounts[e.Players[1]], e.Game, e.Facts.Speed}}
}

// counts reports whether a match counts for the ratings. When the match ended, all conditions
// except one were checked, with the result in Facts.Uncounted. counts checks the last condition:
// the players are two different accounts.
func counts(e *play.Ended, accounts map[string]string) bool {
	if !e.Rated || !e.Facts.Known || e.Facts.Uncounted != string(rating.Counts) {
		return false
	}
	a, b := accounts[e.Players[0]], accounts[e.Players[1]]
	return a != "" && b != "" && a != b
}

func applyRatings(ctx context.Context, tx *Tx, rows []play.Ended) error {
	accounts, err := tx.accountsOf(ctx, rows)
	if err != nil {
		return err
	}
	all := map[ratingKey]*ratingRow{}
	var players []string
	for i := range rows {
		for _, k := range keysOf(&rows[i], accounts) {
			if all[k] == nil {
				all[k] = &ratingRow{Rating: rating.New()}
				players = append(players, k.player)
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	known, err := tx.readRatings(ctx, players, all)
	if err != nil {
		return err
	}
	for i := range rows {
		for _, k := range keysOf(&rows[i], accounts) {
			if known[playerGame{k.player, k.game}] {
				continue
			}
			known[playerGame{k.player, k.game}] = true
			if all[k].Rating, err = tx.start(ctx, k, rows[i].Number); err != nil {
				return err
			}
		}
		for _, c := range applyRating(&rows[i], keysOf(&rows[i], accounts), all) {
			if err := tx.addChange(ctx, c); err != nil {
				return err
			}
		}
	}
	return tx.writeRatings(ctx, all)
}

// applyRating applies the row e (a match or a rating correction) to the ratings with the given
// keys. It returns the rows that record these changes.
func applyRating(e *play.Ended, keys []ratingKey, all map[ratingKey]*ratingRow) (made []ratingChange) {
	next := make([]rating.Rating, len(keys))
	scores := make([]float64, len(keys))
	switch {
	case len(keys) == 0:
		return nil
	case e.Reason == play.Correction:
		next[0], scores[0] = all[keys[0]].Moved(e.Facts.Points), e.Facts.Points
	default:
		scores[0] = scoreOf(e.Winner)
		scores[1] = 1 - scores[0]
		next[0], next[1] = rating.Play(all[keys[0]].Rating, all[keys[1]].Rating, scores[0], e.At)
	}
	for i, k := range keys {
		r := all[k]
		r.changes++
		c := ratingChange{ratingKey: k, nth: r.changes, match: e.ID, score: scores[i], at: micros(e.At), before: r.Player, after: next[i].Player}
		if len(keys) == 2 {
			c.opponent = keys[1-i].player
		}
		made = append(made, c)
		r.Rating = next[i]
	}
	return made
}

// scoreOf returns the score of the first side for a stored winner.
func scoreOf(winner string) float64 {
	for _, side := range []game.Side{game.First, game.Second} {
		if winner == side.String() {
			return rating.ScoreOf(side)
		}
	}
	return rating.Drawn
}

// accountsOf maps the players of the rated rows to their accounts. It leaves out guests without an
// account.
func (t *Tx) accountsOf(ctx context.Context, rows []play.Ended) (map[string]string, error) {
	var players []string
	for i := range rows {
		if rows[i].Rated {
			players = append(players, rows[i].Players[:]...)
		}
	}
	if len(players) == 0 {
		return map[string]string{}, nil
	}
	slices.Sort(players)
	return t.Owners(ctx, slices.Compact(players))
}

// readRatings reads the stored ratings of the players. It stores a rating in the map `all` if the
// map has its key. It returns the set of players and games for which a rating at any speed exists.
func (t *Tx) readRatings(ctx context.Context, players []string, all map[ratingKey]*ratingRow) (map[playerGame]bool, error) {
	known := map[playerGame]bool{}
	slices.Sort(players)
	rows, err := t.Query(ctx, `SELECT player, game, speed, mean, deviation, volatility, games, at, changes FROM ratings WHERE player @IN(1)`,
		t.store.dialect.list(slices.Compact(players)))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var k ratingKey
		var r ratingRow
		var at int64
		if err := rows.Scan(&k.player, &k.game, &k.speed, &r.Mean, &r.Deviation, &r.Volatility, &r.Games, &at, &r.changes); err != nil {
			return nil, err
		}
		known[playerGame{k.player, k.game}] = true
		r.At, r.stored = fromMicros(at), r.changes
		if all[k] != nil {
			*all[k] = r
		}
	}
	return known, rows.Err()
}

func (t *Tx) addChange(ctx context.Context, c ratingChange) error {
	return t.Exec(ctx, `INSERT INTO rating_changes (player, game, speed, nth, match_id, opponent, score, at,
			mean_before, deviation_before, volatility_before, mean, deviation, volatility)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
		c.player, c.game, c.speed, c.nth, c.match, c.opponent, c.score, c.at,
		c.before.Mean, c.before.Deviation, c.before.Volatility, c.after.Mean, c.after.Deviation, c.after.Volatility)
}

// writeRatings stores the ratings by compare-and-set: a write fails if the number of changes in the
// database differs from the number that was read.
func (t *Tx) writeRatings(ctx context.Context, all map[ratingKey]*ratingRow) error {
	keys := make([]ratingKey, 0, len(all))
	for k := range all {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, ratingKey.compare)
	for _, k := range keys {
		r := all[k]
		sure := int64(0)
		if until, ok := r.SureUntil(); ok {
			sure = micros(until)
		}
		err := t.ExecOne(ctx, `INSERT INTO ratings (player, game, speed, mean, deviation, volatility, games, at, changes, sure_until)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
			ON CONFLICT (player, game, speed) DO UPDATE SET mean = excluded.mean, deviation = excluded.deviation,
				volatility = excluded.volatility, games = excluded.games, at = excluded.at, changes = excluded.changes,
				sure_until = excluded.sure_until
			WHERE ratings.changes = $11`,
			k.player, k.game, k.speed, r.Mean, r.Deviation, r.Volatility, r.Games, storedTime(r.Rating), r.changes, sure, r.stored)
		if err != nil {
			return err
		}
	}
	return nil
}

// storedTime returns the time of a rating's last game in microseconds; 0 for a rating without
// games.
func storedTime(r rating.Rating) int64 {
	if r.At.IsZero() {
		return 0
	}
	return micros(r.At)
}

// CorrectRating adds points to a player's rating in a game and speed. The correction is stored as a
// row of ended with its own id. So consumers process it in order with the matches, and backups
// contain it. See play.Ends.
func (s *Store) CorrectRating(ctx context.Context, id string, c play.RatingCorrection) error {
	facts := play.Facts{Speed: c.Speed, Points: c.Points, Text: c.Text}
	for _, text := range []string{id, c.Player, c.Game, c.Speed, c.Text} {
		if !plain(text) {
			return game.Err(play.BadRow, "an id or a name is not valid UTF-8 text")
		}
	}
	_, err := s.exec(ctx, `INSERT INTO ended (id, game, first, second, result, reason, rated, at, facts)
		VALUES ($1, $2, $3, '', '', $4, FALSE, @NOW, $5)`, id, c.Game, c.Player, play.Correction, encodeFacts(facts))
	if err != nil && s.dialect.duplicate(err) {
		return play.ErrExists
	}
	if err == nil && s.tasks != nil {
		s.tasks.look()
	}
	return s.failed("correcting a rating", err)
}
