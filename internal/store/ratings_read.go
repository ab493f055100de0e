package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"kydai/game"
	"kydai/internal/play"
)

const ratingColumns = `player, game, speed, mean, deviation, volatility, games, at`

func (s *Store) ratings(ctx context.Context, doing, text string, args ...any) ([]play.PlayerRating, error) {
	var all []play.PlayerRating
	err := s.rows(ctx, doing, func(rows *sql.Rows) error {
		var r play.PlayerRating
		var at int64
		err := rows.Scan(&r.Player, &r.Game, &r.Speed, &r.Mean, &r.Deviation, &r.Volatility, &r.Games, &at)
		r.At = fromMicros(at)
		all = append(all, r)
		return err
	}, text, args...)
	return all, err
}

// RatingsOf lists the ratings of a player, by game and speed. See play.Ratings.
func (s *Store) RatingsOf(ctx context.Context, player string) ([]play.PlayerRating, error) {
	return s.ratings(ctx, "reading ratings", `SELECT `+ratingColumns+` FROM ratings WHERE player = $1 ORDER BY game, speed`, player)
}

// Leaders lists the best players. See play.Ratings. The index ratings_best has the rows in this
// order. Players who have become provisional since their last game are skipped.
func (s *Store) Leaders(ctx context.Context, gameName, speed string, after play.Place, n int) ([]play.PlayerRating, error) {
	const (
		from  = `SELECT ` + ratingColumns + ` FROM ratings WHERE game = $1 AND speed = $2 AND sure_until > 0 AND sure_until > @NOW`
		order = ` ORDER BY mean DESC, player LIMIT $3`
	)
	if after.First() {
		return s.ratings(ctx, "reading a leaderboard", from+order, gameName, speed, n)
	}
	return s.ratings(ctx, "reading a leaderboard", from+` AND mean <= $4 AND (mean < $4 OR player > $5)`+order,
		gameName, speed, n, after.Mean, after.Player)
}

// RatingHistory lists the latest n changes of a rating, earliest first. See play.Ratings.
func (s *Store) RatingHistory(ctx context.Context, player, gameName, speed string, n int) ([]play.RatingPoint, error) {
	var all []play.RatingPoint
	err := s.rows(ctx, "reading the history of a rating", func(rows *sql.Rows) error {
		var p play.RatingPoint
		var at int64
		err := rows.Scan(&p.Match, &p.Opponent, &p.Score, &at, &p.Before, &p.Mean, &p.Deviation)
		p.At = fromMicros(at)
		if p.Opponent == "" || strings.HasPrefix(p.Match, play.WoodenID) {
			p.Match = ""
		}
		all = append(all, p)
		return err
	}, `SELECT match_id, opponent, score, at, mean_before, mean, deviation FROM rating_changes
		WHERE player = $1 AND game = $2 AND speed = $3 ORDER BY nth DESC LIMIT $4`, player, gameName, speed, n)
	slices.Reverse(all)
	return all, err
}

// MatchRatings lists the rating changes that a match caused. See play.Ratings.
func (s *Store) MatchRatings(ctx context.Context, id string) ([]play.SideRating, bool, error) {
	const doing = "reading what a match has changed"
	var e play.Ended
	var facts string
	var counted bool
	err := s.reads.QueryRowContext(ctx, s.sql(`SELECT game, first, second, facts,
			COALESCE(number, 0) > 0 AND number <= COALESCE((SELECT done FROM consumers WHERE name = $2), 0)
		FROM ended WHERE id = $1`), id, Ratings.Name).Scan(&e.Game, &e.Players[0], &e.Players[1], &facts, &counted)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil || !counted {
		return nil, false, s.failed(doing, err)
	}
	if err := decodeFacts(facts, &e.Facts); err != nil {
		return nil, false, s.failed(doing, err)
	}
	owners, err := s.Owners(ctx, e.Players[:])
	if err != nil {
		return nil, false, err
	}
	var all []play.SideRating
	for i, side := range []game.Side{game.First, game.Second} {
		err := s.rows(ctx, doing, func(rows *sql.Rows) error {
			c := play.SideRating{Side: side.String(), RatingPoint: play.RatingPoint{Match: id}}
			err := rows.Scan(&c.Before, &c.Mean, &c.Deviation)
			all = append(all, c)
			return err
		}, `SELECT mean_before, mean, deviation FROM rating_changes WHERE player = $1 AND game = $2 AND speed = $3 AND match_id = $4`,
			owners[e.Players[i]], e.Game, e.Facts.Speed, id)
		if err != nil {
			return nil, false, err
		}
	}
	return all, true, nil
}
