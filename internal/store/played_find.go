package store

import (
	"context"
	"database/sql"
	"strconv"
	"strings"

	"kydai/internal/play"
)

// playedLetters maps the results of a filter to the values in the table played.
var playedLetters = map[string]string{play.Won: playedWon, play.Drawn: playedDrawn, play.Lost: playedLost}

// Find lists the finished matches of one person that match a filter. See
// play.Matches. A match is listed only after the consumer Played has processed
// it.
func (s *Store) Find(ctx context.Context, players []string, f play.Filter, after play.Cursor, n int) ([]play.Summary, error) {
	from := never
	if !after.Ended.IsZero() {
		from = micros(after.Ended)
	}
	args := []any{s.dialect.list(players), from, n, after.ID}
	of := `player @IN(1)`
	if len(players) == 1 { // with a single id the index returns the rows already in order
		of, args[0] = `player = $1`, players[0]
	}
	var where strings.Builder
	add := func(condition string, value any) {
		args = append(args, value)
		where.WriteString(" AND " + strings.ReplaceAll(condition, "?", "$"+strconv.Itoa(len(args))))
	}
	for column, value := range map[string]string{"game": f.Game, "against": f.Against, "side": f.Side, "result": playedLetters[f.Result]} {
		if value != "" {
			add(column+" = ?", value)
		}
	}
	if f.Speed != "" {
		add("speed = ?", strings.TrimPrefix(f.Speed, play.NoSpeed))
	}
	if f.Rated != "" {
		add("rated = ?", f.Rated == "true")
	}
	if f.Opponent != "" {
		add("(opponent = ? OR opponent IN (SELECT guest FROM belongs WHERE account = ?))", f.Opponent)
	}
	const columns = `m.id, m.game, m.first, m.second, m.terms, m.ply, TRUE, m.result, m.created, p.at`
	text := `WITH p AS @ONCE (SELECT DISTINCT id, at FROM played WHERE ` + of + ` AND at <= $2 AND (at < $2 OR $4 <> '' AND id > $4)` +
		where.String() + ` ORDER BY at DESC, id LIMIT $3)
		SELECT * FROM (SELECT ` + columns + ` FROM p JOIN archive AS m ON m.id = p.id AND m.ended = p.at
			UNION ALL SELECT ` + columns + ` FROM p JOIN live AS m ON m.id = p.id WHERE m.finished) AS found ORDER BY at DESC, id`
	return s.listed(ctx, func(db *sql.DB) ([]play.Summary, error) { return s.summaries(ctx, db, text, args...) })
}
