package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// A sequence number assigned inside a transaction says nothing about when the transaction becomes
// visible: a reader may pass number 8 while the transaction with number 7 is still open, and then
// never sees 7. So the rows of the table ended are numbered after they have become visible, by one
// node at a time. If a number is visible, all smaller numbers are visible too.
//
// The order is guaranteed per player: of two matches of one player, the match that ended earlier
// has the smaller number. In SQLite writers are serialised, so rows become visible in that order.
// On PostgreSQL a row can be visible while the transaction of an earlier end is still open. That
// transaction locked the live match of the same player before it read the clock, so its transaction
// id is in xmax of that live row. A row with such an open transaction waits, and so do later ends
// of its two players. Ends of other players do not wait.
//
// A match can have a twin: a match at another table with the same deal (schema step 38). The end of
// a match waits until its twin has ended too, and so do later ends of its players: ratings, lists,
// webhooks and results of events must not reveal anything about a table before both matches are
// over.

const (
	numberTask   = "numbers" // name of the lease
	numberAtOnce = 500
)

// numbering is a node's memory of the rows that wait for a number.
type numbering struct {
	mu sync.Mutex
	// seen holds, for each row, the newest transaction that was open on a live
	// match of its players when the node first saw the row. A transaction that
	// locks such a match later also ends later than the row, so the row does
	// not wait for it.
	seen map[string]int64
}

// unnumbered is a visible row of ended without a number.
type unnumbered struct {
	id      string
	players [2]string
	// oldest and newest are the ids of the oldest and the newest transaction that is open and has
	// locked a match in progress of one of the players. They are 0 if there is no such transaction.
	oldest, newest int64
	sealed         bool // the twin of the match has not ended
}

// Number assigns numbers to the ended matches without a number and returns how many it has
// numbered. Every open store calls it in the background.
func (s *Store) Number(ctx context.Context) (all int, err error) {
	s.numbering.mu.Lock()
	defer s.numbering.mu.Unlock()
	err = s.inBatches(ctx, func() (more bool, err error) {
		n, more, err := s.numberSome(ctx)
		all += n
		return more, err
	})
	return all, err
}

// numberSome creates missing rows of ended, or numbers one batch, and reports
// whether there may be more to do.
func (s *Store) numberSome(ctx context.Context) (n int, more bool, err error) {
	const doing = "numbering ended matches"
	if done, more, err := s.fill(ctx); err != nil || !done {
		return 0, more, err
	}
	var waiting bool
	err = s.reads.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM ended WHERE number IS NULL)`).Scan(&waiting)
	if err != nil || !waiting {
		return 0, false, s.failed(doing, err)
	}
	limit := numberAtOnce + len(s.numbering.seen)
	var ids []string
	made, err := s.inTask(ctx, numberTask, doing, func(tx *sql.Tx) error {
		rows, err := s.unnumbered(ctx, tx, limit)
		if err != nil {
			return s.failed(doing, err)
		}
		more = len(rows) == limit
		ids = s.numbering.ripe(rows)
		return s.failed(doing, s.giveNumbers(ctx, tx, ids))
	})
	if !made {
		return 0, false, err
	}
	return len(ids), more, nil
}

// unnumbered lists the rows without a number, earliest end first. One statement
// reads the rows and the open transactions, because both must come from the
// same snapshot.
func (s *Store) unnumbered(ctx context.Context, tx *sql.Tx, limit int) ([]unnumbered, error) {
	text := unnumberedInFile
	if s.dialect.name == "postgres" {
		text = unnumberedOnServer
	}
	rows, err := tx.QueryContext(ctx, s.sql(text), limit)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var all []unnumbered
	for rows.Next() {
		var r unnumbered
		if err := rows.Scan(&r.id, &r.players[0], &r.players[1], &r.oldest, &r.newest, &r.sealed); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, rows.Err()
}

// ripe returns the ids of the rows that need not wait and can be numbered now, in the order in
// which they must be numbered.
func (n *numbering) ripe(rows []unnumbered) (ids []string) {
	seen := map[string]int64{}
	waits := map[string]bool{} // players who have a waiting row
	for _, r := range rows {
		until, known := n.seen[r.id]
		if !known {
			until = r.newest
		}
		if r.sealed || r.oldest != 0 && r.oldest <= until || waits[r.players[0]] || waits[r.players[1]] {
			seen[r.id] = until
			for _, p := range r.players {
				waits[p] = p != ""
			}
			continue
		}
		ids = append(ids, r.id)
	}
	n.seen = seen
	return ids
}

var errNumbers = errors.New("an ended match was numbered by another node")

// giveNumbers assigns the next numbers to the rows with the given ids. The lock on the lease
// prevents other nodes from assigning numbers at the same time.
func (s *Store) giveNumbers(ctx context.Context, tx *sql.Tx, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	var last int64
	if err := tx.QueryRowContext(ctx, lastNumber).Scan(&last); err != nil {
		return err
	}
	res, err := tx.ExecContext(ctx, s.sql(`UPDATE ended SET number = $2 + listed.place FROM @LISTED(1) WHERE ended.id = listed.id AND number IS NULL`),
		s.dialect.list(ids), last)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n != int64(len(ids)) {
		return errors.Join(errNumbers, err)
	}
	return nil
}

const lastNumber = `SELECT COALESCE(MAX(number), 0) FROM ended`

var unnumberedInFile = `SELECT id, first, second, 0, 0, ` + sealed("ended.id") + ` FROM ended WHERE number IS NULL ORDER BY at, id LIMIT $1`

// unnumberedOnServer finds the open transactions through xmax of the rows of
// live that they have locked or changed. xmax holds the lower 32 bits of a
// transaction id; the upper bits are taken from the id of the current
// transaction. A transaction is open if the snapshot lists it, or if its id is
// too new for the snapshot.
var unnumberedOnServer = `WITH snapshot AS @ONCE (
	SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS listed, pg_current_xact_id()::text::bigint AS own
), opened AS @ONCE (
	SELECT x::text::bigint AS xid FROM pg_snapshot_xip(pg_current_snapshot()) AS x
), rows AS @ONCE (
	SELECT id, first, second, at FROM ended WHERE number IS NULL ORDER BY at, id LIMIT $1
), players AS @ONCE (
	SELECT first AS player FROM rows WHERE first <> '' UNION SELECT second FROM rows WHERE second <> ''
), locks AS @ONCE (
	SELECT player, own + (short - own % 4294967296 + 6442450944) % 4294967296 - 2147483648 AS xid FROM (
		SELECT player, live.xmax::text::bigint AS short FROM players JOIN live ON live.first = player WHERE NOT live.finished
		UNION ALL
		SELECT player, live.xmax::text::bigint FROM players JOIN live ON live.second = player WHERE NOT live.finished
	) AS l CROSS JOIN snapshot WHERE short <> 0
), busy AS @ONCE (
	SELECT player, MIN(xid) AS oldest, MAX(xid) AS newest FROM locks CROSS JOIN snapshot
	WHERE xid >= listed OR xid IN (SELECT xid FROM opened) GROUP BY player
)
SELECT id, first, second,
	COALESCE((SELECT MIN(oldest) FROM busy WHERE player IN (first, second)), 0),
	COALESCE((SELECT MAX(newest) FROM busy WHERE player IN (first, second)), 0),
	` + sealed("rows.id") + `
FROM rows ORDER BY at, id`
