package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"

	"kydai/internal/play"
)

// columnEnd and rowEnd end the columns and rows in the text of playedText. No id, game or name
// contains these characters.
const (
	columnEnd = "\x1f"
	rowEnd    = "\x1e"
)

// playedText selects all games of one person as one text, the earliest game first. $1 are the ids
// of the person. The database needs only a third of the time of grouping 10,000 rows or returning
// them one by one, and streaks need the games in order. Games without a result and games between
// two ids of the same person are left out.
const playedText = `SELECT string_agg(result || '` + columnEnd + `' || game || '` + columnEnd + `' || speed || '` + columnEnd + `' || side
		|| '` + columnEnd + `' || against || '` + columnEnd + `' || opponent, '` + rowEnd + `' ORDER BY at, id)
	FROM played WHERE player @IN(1) AND result <> '-' AND NOT (opponent @IN(1))`

// StatisticsOf returns the statistics of all games of one person. See play.Ratings.
func (s *Store) StatisticsOf(ctx context.Context, players []string) (play.PlayerStatistics, error) {
	text, args := playedText, s.dialect.list(players)
	if len(players) == 1 { // with a single id the index returns the rows already in order
		text, args = strings.ReplaceAll(text, "@IN(1)", "= $1"), players[0]
	}
	var all play.PlayerStatistics
	var games sql.NullString
	err := s.reads.QueryRowContext(ctx, s.sql(text), args).Scan(&games)
	if err != nil {
		return all, s.failed("reading statistics of a player", err)
	}
	c := playedCount{results: map[string]int{}, opponents: map[string]play.OpponentResult{}, streaks: map[string]int{}}
	for row := range strings.SplitSeq(games.String, rowEnd) {
		if at := strings.LastIndex(row, columnEnd); at > 0 {
			c.add(row[:at], row[at+1:])
		}
	}
	all.Results, all.Streaks = c.list(), c.all
	all.Opponents, err = s.opponents(ctx, c.opponents)
	return all, err
}

// playedCount adds up the games of one person.
type playedCount struct {
	results   map[string]int // number of games by the text of result, game, speed, side and kind of opponent
	opponents map[string]play.OpponentResult
	streaks   map[string]int // game (or "" for all games together) to the index of its streak in all
	all       []play.Streak
}

func (c *playedCount) add(row, opponent string) {
	c.results[row]++
	if opponent == "" {
		return
	}
	result, rest, _ := strings.Cut(row, columnEnd)
	name, _, _ := strings.Cut(rest, columnEnd)
	o := c.opponents[opponent]
	o.Won, o.Drawn, o.Lost = addResult(o.Won, o.Drawn, o.Lost, result, 1)
	c.opponents[opponent] = o
	for _, name := range [...]string{"", name} {
		i, ok := c.streaks[name]
		if !ok {
			i = len(c.all)
			c.streaks[name], c.all = i, append(c.all, play.Streak{Game: name})
		}
		c.all[i].Add(result == playedWon, result == playedLost)
	}
}

// addResult adds n games with this result to the counts.
func addResult(won, drawn, lost int, result string, n int) (int, int, int) {
	switch result {
	case playedWon:
		won += n
	case playedLost:
		lost += n
	default:
		drawn += n
	}
	return won, drawn, lost
}

// list returns the numbers of games won, drawn and lost, one Result for each combination of game,
// speed, side and kind of opponent. The list is sorted by these four values.
func (c *playedCount) list() []play.Result {
	by := map[play.Result]play.Result{}
	for row, n := range c.results {
		f := strings.Split(row, columnEnd)
		if len(f) != 5 {
			continue
		}
		k := play.Result{Game: f[1], Speed: f[2], Side: f[3], Against: f[4]}
		r := by[k]
		r.Game, r.Speed, r.Side, r.Against = k.Game, k.Speed, k.Side, k.Against
		r.Won, r.Drawn, r.Lost = addResult(r.Won, r.Drawn, r.Lost, f[0], n)
		by[k] = r
	}
	all := make([]play.Result, 0, len(by))
	for _, r := range by {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b play.Result) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Speed, b.Speed), cmp.Compare(a.Side, b.Side), cmp.Compare(a.Against, b.Against))
	})
	return all
}

// mostMapped is the maximum number of opponents whose accounts are looked up. Opponents with the
// most games come first.
const mostMapped = 500

// opponents returns the opponents with the most games, at most play.MostOpponents. It adds up the
// games of an account and of its guests, so that each person is listed once.
func (s *Store) opponents(ctx context.Context, by map[string]play.OpponentResult) ([]play.OpponentResult, error) {
	all := mostGames(by, mostMapped)
	if len(all) == 0 {
		return nil, nil
	}
	ids := make([]string, len(all))
	for i := range all {
		ids[i] = all[i].Player
	}
	owners, err := s.Owners(ctx, ids)
	if err != nil {
		return nil, err
	}
	people := map[string]play.OpponentResult{}
	for _, o := range all {
		id := cmp.Or(owners[o.Player], o.Player)
		p := people[id]
		people[id] = play.OpponentResult{Won: p.Won + o.Won, Drawn: p.Drawn + o.Drawn, Lost: p.Lost + o.Lost}
	}
	return mostGames(people, play.MostOpponents), nil
}

// mostGames returns up to n opponents, sorted by the number of games, most games first.
func mostGames(by map[string]play.OpponentResult, n int) []play.OpponentResult {
	all := make([]play.OpponentResult, 0, len(by))
	for id, o := range by {
		o.Player = id
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b play.OpponentResult) int {
		return cmp.Or(cmp.Compare(b.Won+b.Drawn+b.Lost, a.Won+a.Drawn+a.Lost), cmp.Compare(a.Player, b.Player))
	})
	return all[:min(len(all), n)]
}
