package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// A match moves to a shard in four steps. Each is a transaction of one database and can be repeated
// without effect:
//
//  1. The shard gets the row and the events, marked as moving. It is not used yet.
//  2. The home database marks the match as held by the shard, if the match has not changed since
//     step 1. Before this step the home database has the current state, afterwards the shard.
//  3. The shard drops its mark. Now the match can be played there.
//  4. The home database never checks the match again.
//
// If a process dies after step 2, the match is due at home soon, so that another node does the rest.

// moveCheck is how long after step 2 of a move the match is due at home, if the move was not
// completed before.
const moveCheck = 2 * time.Second

// accepts reports whether matches may move to the shard now.
func (sh *shard) accepts() bool {
	return !sh.Closed && sh.opened.Load() != nil && time.Now().UnixMilli() >= sh.rest.Load()
}

// move moves a match with seq events to the shard. It returns false if the match stays at home, and
// ErrUnavailable if that is not known.
func (sh *shard) move(ctx context.Context, id string, seq int) (moved bool, err error) {
	home := sh.of.home
	s, err := sh.store()
	if err != nil {
		return false, nil //nolint:nilerr // a match can stay at home while the shard is away
	}
	m, ok, err := home.moving(ctx, id, seq)
	if err != nil || !ok {
		return false, err
	}
	if err := s.take(ctx, m); err != nil {
		sh.rest.Store(time.Now().Add(shardRest).UnixMilli())
		home.opts.Log.WarnContext(ctx, "a match stays at home, because its shard does not take it", "shard", sh.Letter, "match", id, "err", err)
		return false, ctx.Err()
	}
	if err := sh.of.at("taken"); err != nil {
		return false, err
	}
	var check int64
	err = home.inTx(ctx, "moving a match", func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, home.sql(`WITH old AS @ONCE (
				SELECT id, check_at FROM live WHERE id = $1 AND seq = $2 AND held = '' AND NOT finished @LOCK)
			UPDATE live SET held = $3, check_at = @NOW + $4 FROM old WHERE live.id = old.id RETURNING old.check_at`),
			id, seq, sh.Letter, moveCheck.Microseconds()).Scan(&check)
	})
	switch {
	case errors.Is(err, sql.ErrNoRows): // another node was faster, or has added an event
		st, err := home.standing(ctx, id)
		if err != nil || st.held != sh.Letter {
			return false, err
		}
		return true, sh.arrived(ctx, id, st.settled)
	case err != nil:
		return false, home.failed("moving a match", err)
	}
	if err := sh.of.at("held"); err != nil {
		return false, err
	}
	return true, sh.finishMove(ctx, s, id, check)
}

// arrived completes the move of a match that the shard holds, unless the parameter settled says
// that the move is complete.
func (sh *shard) arrived(ctx context.Context, id string, settled bool) error {
	if settled {
		sh.known.add(id)
		return nil
	}
	s, err := sh.store()
	if err != nil {
		return err
	}
	now, err := s.Now(ctx)
	if err != nil {
		return err
	}
	return sh.finishMove(ctx, s, id, micros(now)) // the match is due at once, and the check sets the right time
}

// finishMove does steps 3 and 4 of a move. The parameter check is the time of the next check.
func (sh *shard) finishMove(ctx context.Context, s *Store, id string, check int64) error {
	const doing = "taking a match"
	res, err := s.exec(ctx, `UPDATE live SET held = '', check_at = $2 WHERE id = $1 AND held = 'moving'`, id, check)
	if err != nil {
		return s.failed(doing, err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		st, err := s.standing(ctx, id)
		if err == nil && !st.found {
			err = errShardLost
		}
		if err != nil {
			return err
		}
		if st.held != heldHere {
			return nil // the match has returned home already
		}
	}
	sh.known.add(id)
	if err := sh.of.at("active"); err != nil {
		return err
	}
	_, err = sh.of.home.exec(ctx, `UPDATE live SET check_at = `+neverText+` WHERE id = $1 AND held = $2`, id, sh.Letter)
	if err != nil {
		sh.of.home.opts.Log.WarnContext(ctx, "the home database checks a match once more that has moved to a shard", "match", id, "err", err)
	}
	return nil
}

// moving is a match on its way to a shard, as both databases store it.
type moving struct {
	id, game      string
	players       [2]string
	created       int64
	terms, secret []byte
	seq, ply      int
	events        movingEvents
}

// movingEvents are the events of matches, column by column.
type movingEvents struct {
	of           []string
	seq          []int32
	began, nonce []int64
	body         [][]byte
}

func (e *movingEvents) read(rows *sql.Rows) error {
	var id string
	var seq int32
	var began, nonce int64
	var body []byte
	if err := rows.Scan(&id, &seq, &began, &nonce, &body); err != nil {
		return err
	}
	e.of, e.seq, e.began, e.nonce, e.body = append(e.of, id), append(e.seq, seq), append(e.began, began), append(e.nonce, nonce), append(e.body, body)
	return nil
}

// addEvents stores events that were written by another database, with their times and nonces. It
// leaves out those that are stored already.
const addEvents = `INSERT INTO events (id, seq, began, nonce, body)
	SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::bytea[]) ON CONFLICT (id, seq) DO NOTHING`

func (e *movingEvents) write(ctx context.Context, tx *sql.Tx) error {
	if len(e.of) == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, addEvents, e.of, e.seq, e.began, e.nonce, e.body)
	return err
}

// moving reads a match that this database holds and that has seq events. It returns false if there
// is no such match.
func (s *Store) moving(ctx context.Context, id string, seq int) (m moving, ok bool, err error) {
	const doing = "reading a match that moves"
	m = moving{id: id, seq: seq}
	err = s.db.QueryRowContext(ctx, `SELECT game, first, second, created, terms, secret, ply FROM live
		WHERE id = $1 AND seq = $2 AND held = '' AND NOT finished`, id, seq).
		Scan(&m.game, &m.players[0], &m.players[1], &m.created, &m.terms, &m.secret, &m.ply)
	if errors.Is(err, sql.ErrNoRows) {
		return m, false, nil
	}
	if err == nil {
		err = s.rowsOf(ctx, s.db, doing, m.events.read, `SELECT id, seq, began, nonce, body FROM events WHERE id = $1 AND seq < $2 ORDER BY seq`, id, seq)
	}
	return m, err == nil && len(m.events.of) == seq, s.failed(doing, err)
}

// take stores a match that moves to this shard, marked as moving. A later state of the match
// replaces an earlier one; a match that has arrived or has returned stays as it is.
func (s *Store) take(ctx context.Context, m moving) error {
	return s.inTx(ctx, "taking a match", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO live (id, game, first, second, created, terms, secret, check_at, seq, ply, finished, result, held)
			VALUES ($1, $2, $3, $4, $5, $6, $7, `+neverText+`, $8, $9, FALSE, '', 'moving')
			ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, ply = excluded.ply WHERE live.held = 'moving' AND live.seq < excluded.seq`,
			m.id, m.game, m.players[0], m.players[1], m.created, blob(m.terms), blob(m.secret), m.seq, m.ply)
		if err == nil {
			err = m.events.write(ctx, tx)
		}
		return s.failed("taking a match", err)
	})
}
