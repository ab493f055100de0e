package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"kydai/game"
	"kydai/internal/play"
)

// AddPlan stores a plan: the moves with which a player of a correspondence game answers expected
// moves of the opponent. See play.StoredPlans. AddPlan locks the match first, so that the match is
// not archived and no other plan is added at the same time.
func (s *Store) AddPlan(ctx context.Context, p play.Plan, most int) error {
	moves := strings.Join(p.Moves, " ")
	if !plain(p.ID) || !plain(p.Match) || !plain(p.Player) || !plain(moves) || !slices.Equal(strings.Fields(moves), p.Moves) {
		return game.Err(play.BadRow, "an id or a move of a plan cannot be stored")
	}
	const doing = "storing a plan"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		ids, err := queryIDs(ctx, tx, s.sql(`SELECT id FROM live WHERE id = $1 AND NOT finished @LOCK`), p.Match)
		if err != nil {
			return s.failed(doing, err)
		}
		var n int
		if err := tx.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM plans WHERE match_id = $1 AND player = $2`), p.Match, p.Player).Scan(&n); err != nil {
			return s.failed(doing, err)
		}
		if len(ids) == 0 || n >= most {
			return play.ErrConflict
		}
		_, err = tx.ExecContext(ctx, s.sql(`INSERT INTO plans (match_id, player, id, ply, turn, moves, at) VALUES ($1, $2, $3, $4, $5, $6, @NOW)`),
			p.Match, p.Player, p.ID, p.Ply, p.Turn, moves)
		return s.failed(doing, err)
	})
}

// Plans lists the plans of both players of a match, oldest first. See play.StoredPlans.
func (s *Store) Plans(ctx context.Context, match string) ([]play.Plan, error) {
	var all []play.Plan
	if !plain(match) {
		return nil, nil
	}
	err := s.rows(ctx, "reading plans", func(rows *sql.Rows) error {
		p := play.Plan{Match: match}
		var moves string
		var at int64
		err := rows.Scan(&p.ID, &p.Player, &p.Ply, &p.Turn, &moves, &at)
		p.Moves, p.At = strings.Fields(moves), fromMicros(at)
		all = append(all, p)
		return err
	}, `SELECT id, player, ply, turn, moves, at FROM plans WHERE match_id = $1 ORDER BY at, id`, match)
	return all, err
}

// DropPlans deletes plans of a player and returns their number. See play.StoredPlans.
func (s *Store) DropPlans(ctx context.Context, match, player string, ids []string) (int, error) {
	if !plain(match) || !plain(player) || slices.ContainsFunc(ids, func(id string) bool { return !plain(id) }) {
		return 0, nil
	}
	res, err := s.exec(ctx, `DELETE FROM plans WHERE id @IN(1) AND match_id = $2 AND player = $3`, s.dialect.list(ids), match, player)
	if err != nil {
		return 0, s.failed("deleting plans", err)
	}
	n, err := res.RowsAffected()
	return int(n), s.failed("deleting plans", err)
}
