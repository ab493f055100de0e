package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/internal/ties"
)

var _ ties.Store = (*Store)(nil)

// Person returns the person to whom a player id belongs. See ties.Store.
func (s *Store) Person(ctx context.Context, player string) (ties.Person, error) {
	p := ties.Person{ID: player}
	if !plain(player) || player == "" {
		return p, nil
	}
	const doing = "looking for a player"
	owners, err := s.Owners(ctx, []string{player})
	if err != nil {
		return p, err
	}
	if owner := owners[player]; owner != "" {
		p.ID, p.Account = owner, true
		err = s.reads.QueryRowContext(ctx, s.sql(`SELECT deleted = 0 FROM accounts WHERE id = $1`), owner).Scan(&p.Known)
		return p, s.failed(doing, err)
	}
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT EXISTS (SELECT 1 FROM names WHERE player = $1)`), player).Scan(&p.Known)
	return p, s.failed(doing, err)
}

// addTie inserts a row into the table follows or blocks. The result full means that the player has
// reached the given limit of rows and the new row was not stored.
func (s *Store) addTie(ctx context.Context, tx *sql.Tx, table, player, other string, most int, now time.Time) (full bool, err error) {
	res, err := tx.ExecContext(ctx, s.sql(`INSERT INTO `+table+` (player, other, since) SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT)
		WHERE (SELECT COUNT(*) FROM `+table+` WHERE player = $1) < $4
		ON CONFLICT (player, other) DO NOTHING`), player, other, micros(now), most)
	if err != nil {
		return false, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 1 {
		return false, err
	}
	var have bool
	err = tx.QueryRowContext(ctx, s.sql(`SELECT EXISTS (SELECT 1 FROM `+table+` WHERE player = $1 AND other = $2)`), player, other).Scan(&have)
	return !have && err == nil, err
}

// Follow records that a player follows another player. See ties.Store.
func (s *Store) Follow(ctx context.Context, player, other string, most int, now time.Time) (full bool, err error) {
	const doing = "following a player"
	err = s.inTx(ctx, doing, func(tx *sql.Tx) (err error) {
		full, err = s.addTie(ctx, tx, "follows", player, other, most, now)
		return s.failed(doing, err)
	})
	return full, err
}

// Unfollow deletes the record that a player follows another player. See ties.Store.
func (s *Store) Unfollow(ctx context.Context, player, other string) error {
	_, err := s.exec(ctx, `DELETE FROM follows WHERE player = $1 AND other = $2`, player, other)
	return s.failed("following a player no more", err)
}

// Following lists the players whom a player follows. See ties.Store.
func (s *Store) Following(ctx context.Context, player string) ([]ties.Tie, error) {
	return s.tiesOf(ctx, `SELECT follows.other, COALESCE(names.name, ''), follows.since FROM follows
		LEFT JOIN names ON names.player = follows.other AND names.alias = ''
		WHERE follows.player = $1 ORDER BY LOWER(names.name), follows.other`, player)
}

// Block records that a player blocks another player. See ties.Store.
func (s *Store) Block(ctx context.Context, player, other string, most int, now time.Time) (full bool, err error) {
	const doing = "blocking a player"
	err = s.inTx(ctx, doing, func(tx *sql.Tx) (err error) {
		if full, err = s.addTie(ctx, tx, "blocks", player, other, most, now); err != nil || full {
			return s.failed(doing, err)
		}
		_, err = tx.ExecContext(ctx, s.sql(`DELETE FROM follows WHERE player = $1 AND other = $2 OR player = $2 AND other = $1`), player, other)
		return s.failed(doing, err)
	})
	return full, err
}

// Unblock deletes the block of a player against another player. See ties.Store.
func (s *Store) Unblock(ctx context.Context, player, other string) error {
	_, err := s.exec(ctx, `DELETE FROM blocks WHERE (player = $1 OR player IN (SELECT guest FROM belongs WHERE account = $1))
		AND (other = $2 OR other IN (SELECT guest FROM belongs WHERE account = $2))`, player, other)
	return s.failed("ending a block", err)
}

// Blocks lists the players whom a player blocks, latest first. See ties.Store.
func (s *Store) Blocks(ctx context.Context, player string) ([]ties.Tie, error) {
	return s.tiesOf(ctx, `SELECT b.other, COALESCE(names.name, ''), b.since FROM (
			SELECT COALESCE(belongs.account, blocks.other) AS other, MAX(blocks.since) AS since FROM blocks
			LEFT JOIN belongs ON belongs.guest = blocks.other
			WHERE blocks.player = $1 OR blocks.player IN (SELECT guest FROM belongs WHERE account = $1)
			GROUP BY 1) AS b
		LEFT JOIN names ON names.player = b.other AND names.alias = '' ORDER BY b.since DESC, b.other`, player)
}

func (s *Store) tiesOf(ctx context.Context, text, player string) ([]ties.Tie, error) {
	var all []ties.Tie
	err := s.rows(ctx, "listing players", func(rows *sql.Rows) error {
		var t ties.Tie
		var since int64
		err := rows.Scan(&t.Player, &t.Name, &since)
		t.Since = fromMicros(since)
		all = append(all, t)
		return err
	}, text, player)
	return all, err
}

// blockedSQL selects the pairs of the given ids in which the first id has blocked
// the second. A block applies to all ids of a person: the account and the guests
// who belong to it.
const blockedSQL = `WITH who AS @ONCE (SELECT listed.id AS asked, COALESCE(belongs.account, listed.id) AS person
		FROM @LISTED(1) LEFT JOIN belongs ON belongs.guest = listed.id),
	ids AS @ONCE (SELECT asked, person AS id FROM who UNION ALL SELECT who.asked, belongs.guest FROM who JOIN belongs ON belongs.account = who.person)
	SELECT DISTINCT a.asked, b.asked FROM ids AS a JOIN blocks ON blocks.player = a.id JOIN ids AS b ON b.id = blocks.other`

// Blocked lists the pairs of the given players in which the first player has blocked the second.
// See ties.Store.
func (s *Store) Blocked(ctx context.Context, players []string) ([][2]string, error) {
	all, err := s.blockedBy(ctx, s.reads, players)
	return all, s.failed("looking for blocks", err)
}

func (s *Store) blockedBy(ctx context.Context, db interface {
	QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
}, players []string) (all [][2]string, err error) {
	for _, id := range players {
		if !plain(id) {
			return nil, nil
		}
	}
	rows, err := db.QueryContext(ctx, s.sql(blockedSQL), s.dialect.list(players))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var pair [2]string
		if err := rows.Scan(&pair[0], &pair[1]); err != nil {
			return nil, err
		}
		all = append(all, pair)
	}
	return all, errors.Join(rows.Err(), rows.Close())
}
