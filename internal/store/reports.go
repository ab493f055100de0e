package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/ties"
)

// AddReport stores a player's report about another player and returns it with its number. See
// ties.Reports.
func (s *Store) AddReport(ctx context.Context, r ties.Report, most int, within time.Duration) (ties.Report, bool, error) {
	for range lineTries {
		stored, full, err := s.addReport(ctx, r, most, within)
		if err == nil || !s.dialect.duplicate(err) {
			return stored, full, s.failed("storing a report", err)
		}
	}
	return ties.Report{}, false, play.ErrBusy
}

func (s *Store) addReport(ctx context.Context, r ties.Report, most int, within time.Duration) (ties.Report, bool, error) {
	err := s.db.QueryRowContext(ctx, s.sql(`INSERT INTO reports (number, reporter, reported, match_id, reason, body, at, state, moderator, note, settled)
		SELECT (SELECT COALESCE(MAX(number), 0) FROM reports) + 1, CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS TEXT),
			CAST($6 AS BIGINT), CAST($7 AS TEXT), '', '', 0
		WHERE (SELECT COUNT(*) FROM reports WHERE reporter = $1 AND at > $8) < $9 RETURNING number`),
		r.Reporter, r.Reported, r.Match, string(r.Reason), r.Text, micros(r.At), string(r.State), micros(r.At.Add(-within)), most).Scan(&r.Number)
	if errors.Is(err, sql.ErrNoRows) {
		return ties.Report{}, true, nil
	}
	return r, false, err
}

// Reports lists reports about players, latest first. See ties.Reports.
func (s *Store) Reports(ctx context.Context, q ties.Query) ([]ties.Report, error) {
	var all []ties.Report
	before := int64(q.Before)
	if before == 0 {
		before = never
	}
	err := s.rows(ctx, "listing reports", func(rows *sql.Rows) error {
		var r ties.Report
		var at, settled int64
		err := rows.Scan(&r.Number, &r.Reporter, &r.Reported, &r.Match, &r.Reason, &r.Text, &at, &r.State,
			&r.Moderator, &r.Note, &settled, &r.ReporterName, &r.ReportedName)
		r.At, r.Settled = fromMicros(at), fromMicros(settled)
		all = append(all, r)
		return err
	}, `SELECT r.number, r.reporter, r.reported, r.match_id, r.reason, r.body, r.at, r.state, r.moderator, r.note, r.settled,
			COALESCE(a.name, ''), COALESCE(b.name, '')
		FROM reports AS r LEFT JOIN names AS a ON a.player = r.reporter AND a.alias = '' LEFT JOIN names AS b ON b.player = r.reported AND b.alias = ''
		WHERE r.number < $1 AND ($2 = '' OR r.state = $2) AND ($4 = '' OR r.reporter = $4)
			AND ($3 = '' OR r.reported = $3 OR r.reported IN (SELECT guest FROM belongs WHERE account = $3))
		ORDER BY r.number DESC LIMIT $5`, before, string(q.State), q.Reported, q.Reporter, q.Limit)
	return all, err
}

// SettleReport stores a moderator's decision together with a row of the audit
// log. See ties.Reports.
func (s *Store) SettleReport(ctx context.Context, r ties.Report) error {
	const doing = "settling a report"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, s.sql(`UPDATE reports SET state = $2, moderator = $3, note = $4, settled = $5 WHERE number = $1 AND state <> $2`),
			r.Number, string(r.State), r.Moderator, r.Note, micros(r.Settled))
		if err != nil {
			return s.failed(doing, err)
		}
		changed, err := res.RowsAffected()
		if err != nil {
			return s.failed(doing, err)
		}
		e := people.Entry{
			ID: rand.Text(), At: r.Settled, Who: r.Moderator, Action: people.ClosedReport, Details: map[string]string{"report": strconv.Itoa(r.Number)},
		}
		if r.State == ties.Open {
			e.Action = people.OpenedReport
		}
		err = tx.QueryRowContext(ctx, s.sql(`SELECT reported, COALESCE((SELECT role FROM accounts WHERE id = $2), '') FROM reports WHERE number = $1`),
			r.Number, r.Moderator).Scan(&e.Subject, &e.Role)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return ties.ErrNoReport
		case err != nil:
			return s.failed(doing, err)
		case changed == 0:
			return ties.ErrChanged
		}
		return s.addAudit(ctx, tx, []people.Entry{e})
	})
}
