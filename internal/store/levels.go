package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"kydai/internal/play"
	"kydai/match"
	"kydai/rating"
)

// The strength of the engine's levels is estimated once a night from the rows of ended matches. The
// estimate uses only casual games of rated players against a level, each with the player's rating
// before that game. Games from before the last change of the levels do not count. The estimate
// changes no rating. One row of settings holds the estimates for all games and the time of the
// estimate.

const (
	levelsTask    = "levels"
	levelsSetting = "levels" // name of the setting; its value is a levelsRow as JSON
	// levelFact is the SQL LIKE pattern for the facts of a game against a level.
	levelFact = `%"level":%`
	// levelsHour is the hour, in UTC, at which a night begins. It is three in the morning in
	// Vietnam.
	levelsHour = 20
	// levelsRows is the number of latest ended matches that are read. The limit keeps the task fast
	// as a site grows.
	levelsRows = 200_000
	// levelsEvery is the interval at which a node checks whether a new night has
	// begun.
	levelsEvery = time.Minute
	// levelsPlayers is the number of players whose ratings are read with one query.
	levelsPlayers = 500
)

// levelsRow is the value of the setting levelsSetting.
type levelsRow struct {
	At     int64                `json:"at"`
	Levels []play.LevelStrength `json:"levels"`
}

// lastNight returns the latest time, not after the given time, at which a night began.
func lastNight(now time.Time) time.Time {
	at := now.UTC().Truncate(24 * time.Hour).Add(levelsHour * time.Hour)
	if at.After(now) {
		at = at.Add(-24 * time.Hour)
	}
	return at
}

// EstimateLevels estimates the strength of the levels if a new night has begun
// since the last estimate. It reports whether it made an estimate. Every open
// store calls it in the background.
func (s *Store) EstimateLevels(ctx context.Context, now time.Time) (bool, error) {
	const doing = "estimating levels"
	old, row, err := s.levelsRow(ctx)
	if err != nil || old != "" && !fromMicros(row.At).Before(lastNight(now)) {
		return false, err
	}
	if free, err := s.leased(ctx, levelsTask); err != nil || !free {
		return false, err
	}
	// No row is locked during the estimate. If two nodes estimate at the same time, only the first
	// node can store its result: the compare-and-set of the second node fails.
	levels, err := s.estimateLevels(ctx)
	if err != nil {
		return false, err
	}
	text, err := json.Marshal(levelsRow{At: micros(now), Levels: levels})
	if err != nil {
		return false, s.failed(doing, err)
	}
	return s.inTask(ctx, levelsTask, doing, func(tx *sql.Tx) error {
		return s.failed(doing, s.moveSetting(ctx, tx, levelsSetting, old, string(text)))
	})
}

// levelsRow reads the setting levelsSetting. text is "" if the setting does not exist.
func (s *Store) levelsRow(ctx context.Context) (text string, row levelsRow, err error) {
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT value FROM settings WHERE name = $1`), levelsSetting).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return "", row, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &row)
	}
	return text, row, s.failed("reading levels", err)
}

// Levels lists the estimated strength of a game's engine levels. See play.Ratings.
func (s *Store) Levels(ctx context.Context, gameName string) ([]play.LevelStrength, error) {
	_, row, err := s.levelsRow(ctx)
	return slices.DeleteFunc(row.Levels, func(l play.LevelStrength) bool { return l.Game != gameName }), err
}

// levelKey identifies an engine level of a game.
type levelKey struct {
	game  string
	level int
}

// levelGame is a casual game of a player against an engine level.
type levelGame struct {
	levelKey
	player, speed string
	score         float64
	at            time.Time
}

func (s *Store) estimateLevels(ctx context.Context) ([]play.LevelStrength, error) {
	games, err := s.levelGames(ctx)
	if err != nil {
		return nil, err
	}
	histories, err := s.histories(ctx, games)
	if err != nil {
		return nil, err
	}
	casual := map[levelKey][]rating.Casual{}
	for _, g := range games {
		if r, ok := histories.before(&g); ok {
			casual[g.levelKey] = append(casual[g.levelKey], rating.Casual{Player: g.player, Rating: r, Score: g.score})
		}
	}
	levels := []play.LevelStrength{}
	for k, list := range casual {
		if e := rating.Level(list); e.Games > 0 {
			levels = append(levels, play.LevelStrength{Game: k.game, Level: k.level, Mean: e.Mean, Error: e.Error, Games: e.Games})
		}
	}
	slices.SortFunc(levels, func(a, b play.LevelStrength) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Level, b.Level))
	})
	return levels, nil
}

// levelGames lists the casual games of accounts against levels among the latest
// levelsRows rows, in the order of their numbers.
func (s *Store) levelGames(ctx context.Context) ([]levelGame, error) {
	var all []levelGame
	players := map[string]bool{}
	err := s.rows(ctx, "reading games against levels", func(rows *sql.Rows) error {
		var e play.Ended
		var at int64
		var facts string
		if err := rows.Scan(&e.Game, &e.Players[0], &e.Players[1], &e.Winner, &at, &facts); err != nil {
			return err
		}
		if err := decodeFacts(facts, &e.Facts); err != nil || e.Facts.Level == 0 {
			return err
		}
		g := levelGame{levelKey{e.Game, e.Facts.Level}, e.Players[0], e.Facts.Speed, scoreOf(e.Winner), fromMicros(at)}
		if strings.HasPrefix(e.Facts.Kinds[0], "level ") {
			g.player, g.score = e.Players[1], 1-g.score
		}
		players[g.player] = true
		all = append(all, g)
		return nil
	}, `SELECT game, first, second, result, at, facts FROM ended
		WHERE number > (`+lastNumber+`) - $1 AND NOT rated AND facts LIKE $2 AND at >= $3 ORDER BY number`, levelsRows, levelFact, micros(match.LevelsSince()))
	if err != nil {
		return nil, err
	}
	owners := map[string]string{}
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(players)), levelsPlayers) {
		some, err := s.Owners(ctx, ids)
		if err != nil {
			return nil, err
		}
		maps.Copy(owners, some)
	}
	for i := range all {
		all[i].player = owners[all[i].player]
	}
	return slices.DeleteFunc(all, func(g levelGame) bool { return g.player == "" }), nil
}

// ratingHistories holds the successive values of each rating, earliest first.
type ratingHistories map[ratingKey][]rating.Rating

// histories reads the rating histories of all players in games.
func (s *Store) histories(ctx context.Context, games []levelGame) (ratingHistories, error) {
	players := map[string]bool{}
	for _, g := range games {
		players[g.player] = true
	}
	all := ratingHistories{}
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(players)), levelsPlayers) {
		err := s.rows(ctx, "reading ratings before games", func(rows *sql.Rows) error {
			var k ratingKey
			var r rating.Rating
			var at int64
			err := rows.Scan(&k.player, &k.game, &k.speed, &at, &r.Mean, &r.Deviation, &r.Volatility)
			r.At = fromMicros(at)
			all[k] = append(all[k], r)
			return err
		}, `SELECT player, game, speed, at, mean, deviation, volatility FROM rating_changes
			WHERE player @IN(1) ORDER BY player, game, speed, nth`, s.dialect.list(ids))
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// before returns the player's rating before the game g, at the speed of g. If g had no clock, it
// returns the rating with the smallest deviation among all speeds. The result ok is false if the
// player had no rating.
func (h ratingHistories) before(g *levelGame) (best rating.Rating, ok bool) {
	for _, speed := range rating.Speeds() {
		if g.speed != "" && g.speed != speed.String() {
			continue
		}
		list := h[ratingKey{g.player, g.game, speed.String()}]
		i := slices.IndexFunc(list, func(r rating.Rating) bool { return r.At.After(g.at) })
		if i < 0 {
			i = len(list)
		}
		if i == 0 {
			continue
		}
		if r := list[i-1].On(g.at); !ok || r.Deviation < best.Deviation {
			best, ok = r, true
		}
	}
	return best, ok
}
