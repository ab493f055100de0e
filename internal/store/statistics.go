package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

// Statistics is the consumer that counts the matches of each game by day and result. It is a simple
// example for other consumers: it increments counters, which is safe only because each row is
// applied exactly once.
var Statistics = Consumer{Name: "statistics", Apply: applyStatistics}

// dayLength is a day in microseconds, the unit of stored times.
const dayLength = int64(24 * time.Hour / time.Microsecond)

// tallyKey is the primary key of the table statistics.
type tallyKey struct {
	day          int64
	game, result string
}

func applyStatistics(ctx context.Context, tx *Tx, rows []play.Ended) error {
	games := map[tallyKey]int{}
	for i := range rows {
		e := &rows[i]
		if !e.IsMatch() {
			continue
		}
		games[tallyKey{micros(e.At) / dayLength, e.Game, resultOf(e)}]++
	}
	keys := make([]tallyKey, 0, len(games))
	for k := range games {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b tallyKey) int {
		return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.game, b.game), cmp.Compare(a.result, b.result))
	})
	for _, k := range keys {
		err := tx.Exec(ctx, `INSERT INTO statistics (day, game, result, games) VALUES ($1, $2, $3, $4)
			ON CONFLICT (day, game, result) DO UPDATE SET games = statistics.games + excluded.games`, k.day, k.game, k.result, games[k])
		if err != nil {
			return err
		}
	}
	return nil
}

// Results of a match as stored in the table statistics.
const (
	resultDraw  = "draw"
	resultAbort = "abort"
)

func resultOf(e *play.Ended) string {
	switch {
	case e.Winner == game.First.String() || e.Winner == game.Second.String():
		return e.Winner
	case e.Reason == string(game.ByAbort):
		return resultAbort
	}
	return resultDraw
}

// Statistics lists the counts from the given day on. See play.Ends.
func (s *Store) Statistics(ctx context.Context, since time.Time) ([]play.Tally, error) {
	var all []play.Tally
	err := s.rows(ctx, "reading statistics", func(rows *sql.Rows) error {
		var k tallyKey
		var n int
		if err := rows.Scan(&k.day, &k.game, &k.result, &n); err != nil {
			return err
		}
		day := fromMicros(k.day * dayLength)
		if last := len(all) - 1; last < 0 || all[last].Game != k.game || !all[last].Day.Equal(day) {
			all = append(all, play.Tally{Day: day, Game: k.game})
		}
		t := &all[len(all)-1]
		switch k.result {
		case game.First.String():
			t.First = n
		case game.Second.String():
			t.Second = n
		case resultAbort:
			t.Aborted = n
		default:
			t.Drawn = n
		}
		return nil
	}, `SELECT day, game, result, games FROM statistics WHERE day >= $1 ORDER BY day, game, result`, micros(since)/dayLength)
	return all, err
}
