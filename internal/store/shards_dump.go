package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"strings"
)

// dump writes the matches in progress of all databases, after the rest of the home database was
// read from the snapshot tx. The snapshot of a shard is taken later than that of the home database,
// so the shard has every match that the home database says it has, also if the match is over by
// then.
func (r *shards) dump(ctx context.Context, tx *sql.Tx, enc *json.Encoder, n *int) error {
	const doing = "dumping matches in progress"
	left := "''"
	for _, sh := range r.all {
		s, err := sh.store()
		if err != nil {
			return err
		}
		away, err := queryIDs(ctx, tx, `SELECT id FROM live WHERE held = $1 ORDER BY id`, sh.Letter)
		if err != nil {
			return r.home.failed(doing, err)
		}
		there, err := s.dumpShard(ctx, away, enc, n)
		if err != nil {
			return s.failed(doing, err)
		}
		// The home database still has the current state of a match that has not arrived.
		for _, id := range away {
			if _, found := slices.BinarySearch(there, id); !found {
				left += ", '" + strings.ReplaceAll(id, "'", "''") + "'"
			}
		}
	}
	for _, d := range dumped {
		of := "live WHERE held = '' OR id IN (" + left + ")"
		switch d.table {
		case "live":
		case "events":
			of = "events WHERE id IN (SELECT id FROM " + of + ")"
		default:
			continue
		}
		if err := r.home.dumpTable(ctx, tx, enc, d.table, of, d.columns, d.kinds, n); err != nil {
			return r.home.failed(doing, err)
		}
	}
	return nil
}

// dumpShard writes those of the given matches that have arrived on this shard and returns their
// ids, sorted. Matches that have returned home since the snapshot of the home database are written
// as ended.
func (s *Store) dumpShard(ctx context.Context, ids []string, enc *json.Encoder, n *int) (there []string, err error) {
	tx, err := s.reads.BeginTx(ctx, &sql.TxOptions{Isolation: s.snapshot(), ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }()
	if err := s.unhurried(ctx, tx); err != nil {
		return nil, err
	}
	for part := range slices.Chunk(ids, 1000) {
		found, err := queryIDs(ctx, tx, s.sql(`SELECT id FROM live WHERE id @IN(1) AND held <> 'moving'`), part)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			continue
		}
		there = append(there, found...)
		list := "('" + strings.Join(found, "', '") + "')"
		for _, d := range dumped {
			of := d.table + " WHERE id IN " + list
			switch d.table {
			case "live":
				of = strings.ReplaceAll(`(SELECT id, game, first, second, created, terms, secret, check_at, seq, ply, finished OR held = 'gone' AS finished, result
					FROM live WHERE id IN @) AS live`, "@", list)
			case "events", "ended":
			default:
				continue
			}
			if err := s.dumpTable(ctx, tx, enc, d.table, of, d.columns, d.kinds, n); err != nil {
				return nil, err
			}
		}
	}
	slices.Sort(there)
	return there, nil
}
