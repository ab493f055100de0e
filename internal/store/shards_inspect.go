package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"kydai/game"
)

// ShardFault is what an inspection finds wrong with the shards of a site.
type ShardFault struct {
	Letter string
	Err    error
}

// InspectShards compares the shards of a site with its home database, without changing anything. It
// returns an error if the home database cannot be read. A shard without an entry is in order.
func InspectShards(ctx context.Context, home string, list []Shard) (faults []ShardFault, err error) {
	db, err := inspected(home)
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }()
	site, schema, err := shardIdentity(ctx, db, siteSetting)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, o := range list {
		known[o.Letter] = true
		if err := o.inspect(ctx, site, schema); err != nil {
			faults = append(faults, ShardFault{o.Letter, err})
		}
	}
	rows, err := db.QueryContext(ctx, `SELECT held, COUNT(*) FROM live WHERE held <> '' GROUP BY held ORDER BY held`)
	if err != nil {
		return faults, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var letter string
		var n int
		if err := rows.Scan(&letter, &n); err != nil {
			return faults, err
		}
		if !known[letter] {
			faults = append(faults, ShardFault{letter, game.Err("bad-shard", fmt.Sprintf("%d matches are on this shard, which is not in the settings", n))})
		}
	}
	return faults, rows.Err()
}

func (s Shard) inspect(ctx context.Context, site string, schema int) error {
	ctx, cancel := context.WithTimeout(ctx, shardWithin)
	defer cancel()
	db, err := inspected(s.Address)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	var tables bool
	if err := db.QueryRowContext(ctx, `SELECT to_regclass('settings') IS NOT NULL`).Scan(&tables); err != nil || !tables {
		return err // an empty database becomes the shard when a server starts
	}
	had, steps, err := shardIdentity(ctx, db, shardSetting)
	if err != nil {
		return err
	}
	own, _, err := shardIdentity(ctx, db, siteSetting)
	switch {
	case err != nil:
		return err
	case own != "" && had == "":
		return errShardHome
	case had != "" && had != site+" "+s.Letter:
		return errShardOther
	case steps != schema:
		return game.Err("bad-shard", fmt.Sprintf("the shard has schema step %d, the home database %d", steps, schema))
	}
	return nil
}

// shardIdentity reads a setting of a database and its last schema step.
func shardIdentity(ctx context.Context, db *sql.DB, name string) (value string, schema int, err error) {
	err = db.QueryRowContext(ctx, `SELECT COALESCE((SELECT value FROM settings WHERE name = $1), ''), COALESCE((SELECT MAX(number) FROM schema_steps), 0)`, name).Scan(&value, &schema)
	return value, schema, err
}

// inspected opens a database for an inspection.
func inspected(address string) (*sql.DB, error) {
	cfg, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, errors.New("store: the database URL is not valid") // the error of ParseConfig contains the URL
	}
	cfg.DefaultQueryExecMode, cfg.ConnectTimeout = pgx.QueryExecModeExec, 5*time.Second
	return stdlib.OpenDB(*cfg), nil
}
