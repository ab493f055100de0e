package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"strings"

	"kydai/internal/play"
)

// seatNames is the SQL expression for the names of a match's players as JSON.
const seatNames = `COALESCE((SELECT @ARRAYS FROM names WHERE player IN (first, second)), '[]')`

// readNames decodes the JSON of seatNames.
func readNames(text string) ([]play.Called, error) {
	var rows [][3]string
	if err := json.Unmarshal([]byte(text), &rows); err != nil {
		return nil, err
	}
	names := make([]play.Called, len(rows))
	for i, row := range rows {
		names[i] = play.Called{Player: row[0], Alias: row[1], Name: row[2]}
	}
	return names, nil
}

// Called returns the stored names of players and of their bots. See play.Names.
func (s *Store) Called(ctx context.Context, players []string) ([]play.Called, error) {
	if len(players) == 0 {
		return nil, nil
	}
	var all []play.Called
	err := s.rows(ctx, "looking for names", func(rows *sql.Rows) error {
		var c play.Called
		err := rows.Scan(&c.Player, &c.Alias, &c.Name)
		all = append(all, c)
		return err
	}, `SELECT player, alias, name FROM names WHERE player @IN(1)`, s.dialect.list(players))
	return all, err
}

// putNames stores names of guests and bots. The parameter at is an SQL expression for the time at
// which the players had these names. putNames replaces neither a later name nor the name of an
// account. It locks no row for a name that is already stored.
func (s *Store) putNames(ctx context.Context, tx *sql.Tx, names []play.Called, at string, args ...any) error {
	slices.SortFunc(names, func(a, b play.Called) int { // a fixed order, so that two nodes cannot deadlock
		return strings.Compare(a.Player+" "+a.Alias, b.Player+" "+b.Alias)
	})
	for _, c := range names {
		if !plain(c.Player) || !plain(c.Name) {
			continue // the database cannot store this name, so it is not kept
		}
		_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO names (player, alias, name, at) SELECT $1, $2, $3, `+at+`
			WHERE NOT EXISTS (SELECT 1 FROM names WHERE player = $1 AND alias = $2 AND (name = $3 OR at > `+at+`))
			ON CONFLICT (player, alias) DO UPDATE SET name = excluded.name, at = excluded.at WHERE names.at < excluded.at`),
			append([]any{c.Player, c.Alias, c.Name}, args...)...)
		if err != nil {
			return s.failed("storing a name", err)
		}
	}
	return nil
}

// accountNames adds missing rows for the names of accounts to the table names. They are missing
// after a restore of a dump of an earlier release.
func (s *Store) accountNames(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO names (player, alias, name, at)
		SELECT o.player, '', accounts.name, `+neverText+` FROM (SELECT id AS player, id AS account FROM accounts
			UNION ALL SELECT guest, account FROM belongs) AS o JOIN accounts ON accounts.id = o.account
		WHERE TRUE
		ON CONFLICT (player, alias) DO NOTHING`))
	return s.failed("restoring names", err)
}

// ownName sets the name of an account for the account itself and the guests who
// belong to it.
func (s *Store) ownName(ctx context.Context, tx *sql.Tx, id, name string) error {
	_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO names (player, alias, name, at)
		SELECT id, '', $2, `+neverText+` FROM (SELECT id FROM accounts WHERE id = $1 UNION ALL SELECT guest FROM belongs WHERE account = $1) AS own
		WHERE TRUE
		ON CONFLICT (player, alias) DO UPDATE SET name = excluded.name, at = excluded.at`), id, name)
	return err
}
