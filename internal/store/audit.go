package store

import (
	"context"
	"database/sql"
	"encoding/json"

	"kydai/internal/people"
)

// addAudit adds rows to the audit log in the same transaction as the changes that they record.
func (s *Store) addAudit(ctx context.Context, tx *sql.Tx, log []people.Entry) error {
	const doing = "writing the audit log"
	for i := range log {
		e := &log[i]
		details := []byte("{}")
		if len(e.Details) > 0 {
			var err error
			if details, err = json.Marshal(e.Details); err != nil {
				return s.failed(doing, err)
			}
		}
		if _, err := tx.ExecContext(ctx, s.sql(`INSERT INTO audit (at, id, who, role, action, subject, details) VALUES ($1, $2, $3, $4, $5, $6, $7)`),
			micros(e.At), e.ID, e.Who, string(e.Role), e.Action, e.Subject, string(details)); err != nil {
			return s.failed(doing, err)
		}
	}
	return nil
}

// AddEntry adds a row to the audit log without any other change. See people.Store.
func (s *Store) AddEntry(ctx context.Context, log people.Entry) error {
	return s.inTx(ctx, "writing the audit log", func(tx *sql.Tx) error { return s.addAudit(ctx, tx, []people.Entry{log}) })
}

// Audit lists rows of the audit log, newest first. See people.Store. If the parameter about is not
// "", the query reads at most n rows with this actor and at most n rows with this subject, each
// through an index.
func (s *Store) Audit(ctx context.Context, about string, after people.After, n int) ([]people.Entry, error) {
	const (
		columns = `SELECT at, id, who, role, action, subject, details FROM audit WHERE `
		page    = `(at < $1 OR at = $1 AND id < $2) ORDER BY at DESC, id DESC LIMIT $3`
	)
	args := []any{never, after.ID, n}
	if !after.At.IsZero() {
		args[0] = micros(after.At)
	}
	text := columns + page
	if about != "" {
		text = `SELECT * FROM (` + columns + `who = $4 AND ` + page + `) AS a UNION SELECT * FROM (` + columns + `subject = $4 AND ` + page + `) AS b
			ORDER BY at DESC, id DESC LIMIT $3`
		args = append(args, about)
	}
	var all []people.Entry
	err := s.rows(ctx, "reading the audit log", func(rows *sql.Rows) error {
		var e people.Entry
		var at int64
		var details string
		if err := rows.Scan(&at, &e.ID, &e.Who, &e.Role, &e.Action, &e.Subject, &details); err != nil {
			return err
		}
		e.At = fromMicros(at)
		err := json.Unmarshal([]byte(details), &e.Details)
		all = append(all, e)
		return err
	}, text, args...)
	return all, err
}
