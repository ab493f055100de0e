package store

import (
	"context"
	"database/sql"
	"fmt"

	"kydai/game"
)

// A transaction pooler such as PgBouncer lends a connection to a client for one transaction only.
// Session settings are lost, start-up parameters are refused or dropped, and a prepared statement
// may be missing in the next transaction. So with a pooler all settings are made in each
// transaction, and statements are sent as text.

var (
	errPooler  = game.Err("pooler", "a connection pooler refuses the start-up parameters: use --database-pooler")
	errDurable = game.Err("not-durable", "the database could lose acknowledged moves: fsync and synchronous_commit must be on")
)

// settings returns the SQL that sets the timeouts and synchronous_commit for
// one transaction. Without a pooler these parameters are set on the connection.
func settings(t timeouts) string {
	return `SELECT set_config('synchronous_commit', 'on', TRUE), set_config('lock_timeout', '` + t.lock +
		`', TRUE), set_config('statement_timeout', '` + t.statement + `', TRUE)`
}

// batchSettings returns the SQL that sets the parameters of a transaction for a batch of changes.
func batchSettings() string {
	text := settings(moveTimes)
	for _, off := range planning {
		text += `, set_config('` + off + `', 'off', TRUE)`
	}
	return text
}

// checkDurable returns an error if the database could lose acknowledged data,
// or if a pooler dropped the parameters of the connection. If the database URL
// itself turns synchronous_commit off, checkDurable only logs a warning.
func (s *Store) checkDurable(ctx context.Context, asked bool) error {
	show := map[string]string{"fsync": "", "synchronous_commit": "", "lock_timeout": ""}
	err := s.inTx(ctx, "asking for settings", func(tx *sql.Tx) error {
		for name := range show {
			var value string
			if err := tx.QueryRowContext(ctx, `SELECT current_setting($1)`, name).Scan(&value); err != nil {
				return s.failed("asking for settings", err)
			}
			show[name] = value
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case show["lock_timeout"] != usualTimes.lock:
		return fmt.Errorf("store: %w", errPooler)
	case show["synchronous_commit"] == "off" && asked && !s.opts.Pooler:
		s.opts.Log.WarnContext(ctx, "the database URL sets synchronous_commit to off: acknowledged moves can be lost")
	case show["synchronous_commit"] == "off" || show["fsync"] != "on":
		return fmt.Errorf("store: %w", errDurable)
	}
	return nil
}
