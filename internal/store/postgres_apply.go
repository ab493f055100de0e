package store

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// postgresApplier applies a batch with one statement and one round trip. Moves write the tables
// live and events. Ends of matches also write the table ended. Events after the end of an archived
// match write the archive. The committer does not mix these three kinds of changes, and each kind
// has its own connections, so a lock on one table blocks only the changes that need that table.
type postgresApplier struct {
	store             *Store
	moves, ends, late *pgxpool.Pool
}

// columns holds a batch column by column, as SQL arrays.
type columns struct {
	id              []string
	seq, added, ply []int32
	check, nonce    []int64
	rearm           []bool
	eventOf         []string
	eventAt         []int32
	eventBody       [][]byte
	// set only for moves of correspondence games: the match, the player to move, and the opponent
	turnOf, turnPlayer, turnOther []string
	turnNonce                     []int64
	// set only for changes that end a match or come after its end
	result, winner, reason []string
	rated                  []bool
	facts                  []string
	// set only for archived matches: the new events as text
	text []string
}

// splitBatch splits a batch into moves, ends of matches, and changes of
// archived matches. A result is nil if the batch has no such change.
func splitBatch(batch []*submission) (moves, ends, late *columns) {
	// Rows are locked in the order of their ids, so that two nodes cannot deadlock.
	slices.SortFunc(batch, func(a, b *submission) int { return cmp.Compare(a.change.ID, b.change.ID) })
	into := func(k **columns) *columns {
		if *k == nil {
			*k = &columns{}
		}
		return *k
	}
	for _, sub := range batch {
		switch {
		case sub.late:
			into(&late).add(sub)
			late.text = append(late.text, packStamped(sub.change.Events))
		case sub.change.Over:
			into(&ends).add(sub)
			c := sub.change
			ends.result, ends.winner = append(ends.result, c.Result), append(ends.winner, c.Winner)
			ends.reason, ends.rated = append(ends.reason, c.Reason), append(ends.rated, c.Rated)
			ends.facts = append(ends.facts, encodeFacts(c.Facts))
		default:
			into(&moves).add(sub)
		}
	}
	return moves, ends, late
}

func (k *columns) add(sub *submission) {
	c := sub.change
	k.id = append(k.id, c.ID)
	k.seq, k.added, k.ply = append(k.seq, int32(c.Seq)), append(k.added, int32(len(c.Events))), append(k.ply, int32(c.Ply)) //nolint:gosec // Commit has checked the ranges
	k.check, k.nonce, k.rearm = append(k.check, checkMicros(c.CheckAt)), append(k.nonce, sub.nonce), append(k.rearm, c.Rearm)
	if c.Turn != nil {
		k.turnOf, k.turnNonce = append(k.turnOf, c.ID), append(k.turnNonce, sub.nonce)
		k.turnPlayer, k.turnOther = append(k.turnPlayer, c.Turn.Player), append(k.turnOther, c.Turn.Other)
	}
	for i, body := range c.Events {
		k.eventOf, k.eventAt, k.eventBody = append(k.eventOf, c.ID), append(k.eventAt, int32(i)), append(k.eventBody, blob(body)) //nolint:gosec // Commit has checked the range
	}
}

func (a *postgresApplier) apply(ctx context.Context, batch []*submission) (map[string]time.Time, error) {
	moves, ends, late := splitBatch(batch)
	began := make(map[string]time.Time, len(batch))
	accepted := func(rows pgx.Rows) error {
		var id string
		var us int64
		_, err := pgx.ForEachRow(rows, []any{&id, &us}, func() error {
			began[id] = fromMicros(us)
			return nil
		})
		return err
	}
	pool, b := a.moves, &pgx.Batch{}
	if a.store.opts.Pooler {
		b.Queue(batchSettings())
	}
	if moves != nil {
		b.Queue(a.store.sql(casMany), moves.id, moves.seq, moves.added, moves.ply, moves.check, moves.rearm, moves.nonce,
			moves.eventOf, moves.eventAt, moves.eventBody).Query(accepted)
		if len(moves.turnOf) > 0 {
			b.Queue(a.store.sql(turnMany), moves.turnOf, moves.turnPlayer, moves.turnOther, moves.turnNonce)
		}
	}
	if ends != nil {
		pool = a.ends
		text := endMany
		if a.store.opts.shard {
			text = endOnShard
		}
		b.Queue(a.store.sql(text), ends.id, ends.seq, ends.added, ends.ply, ends.nonce, ends.result, ends.winner, ends.reason, ends.rated, ends.facts,
			ends.eventOf, ends.eventAt, ends.eventBody).Query(accepted)
	}
	if late != nil {
		pool = a.late
		if there, err := a.archived(ctx, late.id); err != nil || !there {
			return began, err
		}
		b.Queue(a.store.sql(appendMany), late.id, late.seq, late.added, late.text, since(late.id...)).Query(accepted)
	}
	return began, pool.SendBatch(ctx, b).Close()
}

// archived reports whether any of the matches is in the archive. It uses SELECT, because an UPDATE
// locks the table even if it finds no row.
func (a *postgresApplier) archived(ctx context.Context, ids []string) (there bool, err error) {
	err = a.late.QueryRow(ctx, a.store.sql(`SELECT EXISTS (SELECT FROM archive WHERE id @IN(1) AND ended >= $2)`), ids, since(ids...)).Scan(&there)
	return there, err
}

// casMany does for a batch of moves what casOne and addEvent do for a single move: it updates each
// match by compare-and-set and inserts its events. It locks the rows first, in the given order, so
// that the update sees the newest version of each row.
const casMany = `WITH c AS (
	SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::bool[], $7::bigint[])
		AS c (id, seq, added, ply, check_at, rearm, nonce)
), locked AS @ONCE (
	SELECT c.* FROM c CROSS JOIN LATERAL (
		SELECT FROM live WHERE live.id = c.id AND live.seq = c.seq AND NOT live.finished AND live.held = '' FOR NO KEY UPDATE
	) AS l
), changed AS (
	UPDATE live SET seq = c.seq + c.added, ply = c.ply,
		check_at = CASE WHEN c.rearm OR c.check_at < live.check_at THEN c.check_at ELSE live.check_at END
	FROM locked AS c WHERE live.id = c.id AND live.seq = c.seq AND NOT live.finished AND live.held = ''
	RETURNING live.id, c.seq, c.nonce, @NOW AS began
), added AS (
	INSERT INTO events (id, seq, began, nonce, body)
	SELECT changed.id, changed.seq + e.at, changed.began, changed.nonce, e.body
	FROM unnest($8::text[], $9::int[], $10::bytea[]) AS e (id, at, body) JOIN changed ON changed.id = e.id
)
SELECT id, began FROM changed`

// turnMany writes the turn notices of a batch of moves in the same transaction. It does so only for
// changes that were applied: their events have the nonce of the submission. Only a transaction that
// has locked a match writes its turn notices.
const turnMany = `WITH t AS @ONCE (
	SELECT t.*, e.began FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS t (id, player, other, nonce)
	CROSS JOIN LATERAL (SELECT MAX(began) AS began FROM events WHERE events.id = t.id AND events.nonce = t.nonce) AS e
	WHERE e.began IS NOT NULL
), gone AS (
	DELETE FROM notices USING t WHERE notices.player = t.other AND notices.kind IN ('turn', 'soon') AND notices.subject = t.id
)
INSERT INTO notices (player, kind, subject, game, other, result, at, seen)
SELECT t.player, 'turn', t.id, live.game, t.other, '', t.began, FALSE FROM t JOIN live ON live.id = t.id WHERE t.player <> ''
ON CONFLICT (player, kind, subject) DO UPDATE SET at = excluded.at, seen = FALSE`

// endMany does the same as casMany, but for matches that end. It also handles events after the end
// of matches that are not archived yet and already have a row in ended.
const endMany = `WITH c AS (
	SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::bool[], $10::text[])
		AS c (id, seq, added, ply, nonce, result, winner, reason, rated, facts)
), locked AS @ONCE (
	SELECT c.* FROM c CROSS JOIN LATERAL (
		SELECT FROM live WHERE live.id = c.id AND live.seq = c.seq AND live.held = '' FOR NO KEY UPDATE
	) AS l
), changed AS (
	UPDATE live SET seq = c.seq + c.added, ply = c.ply, finished = TRUE, check_at = ` + neverText + `,
		result = CASE WHEN live.finished THEN live.result ELSE c.result END
	FROM locked AS c WHERE live.id = c.id AND live.seq = c.seq AND live.held = ''
	RETURNING live.id, live.game, live.first, live.second, c.winner, c.reason, c.rated, c.facts, c.seq, c.nonce, @NOW AS began
), added AS (
	INSERT INTO events (id, seq, began, nonce, body)
	SELECT changed.id, changed.seq + e.at, changed.began, changed.nonce, e.body
	FROM unnest($11::text[], $12::int[], $13::bytea[]) AS e (id, at, body) JOIN changed ON changed.id = e.id
), noted AS (
	INSERT INTO ended (id, game, first, second, result, reason, rated, at, facts)
	SELECT id, game, first, second, winner, reason, rated, began, facts FROM changed
	ON CONFLICT (id) DO NOTHING
)
SELECT id, began FROM changed`

// endOnShard is endMany for a shard. A match that is over takes no more events there: it has to
// return home first.
var endOnShard = strings.ReplaceAll(endMany, "live.held = ''", "live.held = '' AND NOT live.finished")

// appendMany adds events to archived matches. It does the same as appendOne, but for a batch of
// changes.
const appendMany = `WITH c AS (
	SELECT *, @NOW AS began FROM unnest($1::text[], $2::int[], $3::int[], $4::text[]) AS c (id, seq, added, packed)
)
UPDATE archive SET seq = c.seq + c.added, events = events || replace(c.packed, '` + stamp + `', c.began::text)
FROM c WHERE archive.id = c.id AND archive.seq = c.seq AND archive.ended >= $5 RETURNING archive.id, c.began`
