package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

// OpenPostgres opens a database by its address, postgres://…
func OpenPostgres(ctx context.Context, address string) (*Store, error) {
	cfg, err := pgxpool.ParseConfig(address)
	if err != nil {
		// The error of ParseConfig would show the address; its password is
		// masked there, but the rest is nobody's business either.
		return nil, errors.New("store: the address of the database cannot be read")
	}
	// Whatever the server's default is, what we acknowledge is on disk.
	if cfg.ConnConfig.RuntimeParams["synchronous_commit"] == "" {
		cfg.ConnConfig.RuntimeParams["synchronous_commit"] = "on"
	}
	db := stdlib.OpenDB(*cfg.ConnConfig.Copy())
	db.SetMaxOpenConns(16)
	db.SetMaxIdleConns(8)
	s := &Store{
		dialect: dialect{
			name: "postgres", words: postgresWords, list: postgresList, writers: 2,
			duplicate: func(err error) bool { return pgCode(err) == "23505" },
			refused: func(err error) bool {
				// Data exceptions, constraints, syntax and names.
				class := pgCode(err)
				return len(class) == 5 && (class[:2] == "22" || class[:2] == "23" || class[:2] == "42")
			},
			away: pgAway,
		},
		db: db, reads: db,
		closers: []func() error{db.Close},
	}
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(s.failed("reaching the database", err), s.Close())
	}

	// The committer's plan is kept for as long as its connection. Made while
	// the tables were empty it would scan them for ever after.
	for _, off := range []string{"enable_seqscan", "enable_hashjoin", "enable_mergejoin"} {
		cfg.ConnConfig.RuntimeParams[off] = "off"
	}
	cfg.MaxConns, cfg.MinConns = int32(s.dialect.writers), 0 //nolint:gosec // 2
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, errors.Join(s.failed("reaching the database", err), s.Close())
	}
	s.applier = &postgresApplier{store: s, pool: pool}
	s.closers = append(s.closers, func() error { pool.Close(); return nil })
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func pgCode(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// pgAway reports whether the server cannot be reached, is shutting down or
// starting up, has no connection, memory or disk left, or may only read.
func pgAway(err error) bool {
	if code := pgCode(err); len(code) == 5 {
		return code[:2] == "08" || code[:2] == "53" || code[:3] == "57P" || code[:2] == "58" || code == "25006"
	}
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// postgresApplier applies a batch by one statement and one round trip. A batch
// in which matches end takes five statements, still in one round trip and in
// one transaction.
type postgresApplier struct {
	store *Store
	pool  *pgxpool.Pool
}

// columns is a batch turned on its side.
type columns struct {
	id, result         []string
	seq, added, ply    []int32
	check, nonce       []int64
	rearm, over        []bool
	eventOf            []string
	eventAt            []int32
	eventBody          [][]byte
	late               []string // changes of matches that are over
	lateSeq, lateAdded []int32
	lateText           []string
}

func columnsOf(batch []*submission) *columns {
	// Rows are locked in this order, so that two nodes cannot wait for each
	// other.
	slices.SortFunc(batch, func(a, b *submission) int { return cmp.Compare(a.change.ID, b.change.ID) })
	k := &columns{}
	for _, sub := range batch {
		c := sub.change
		k.id, k.result = append(k.id, c.ID), append(k.result, c.Result)
		k.seq, k.added, k.ply = append(k.seq, int32(c.Seq)), append(k.added, int32(len(c.Events))), append(k.ply, int32(c.Ply)) //nolint:gosec // checked by Commit
		k.check, k.nonce = append(k.check, checkMicros(c.CheckAt)), append(k.nonce, sub.nonce)
		k.rearm, k.over = append(k.rearm, c.Rearm), append(k.over, c.Over)
		for i, body := range c.Events {
			k.eventOf, k.eventAt, k.eventBody = append(k.eventOf, c.ID), append(k.eventAt, int32(i)), append(k.eventBody, blob(body)) //nolint:gosec // checked by Commit
		}
		if c.Over {
			k.late, k.lateSeq = append(k.late, c.ID), append(k.lateSeq, int32(c.Seq))                                      //nolint:gosec // checked by Commit
			k.lateAdded, k.lateText = append(k.lateAdded, int32(len(c.Events))), append(k.lateText, packStamped(c.Events)) //nolint:gosec // checked by Commit
		}
	}
	return k
}

func (a *postgresApplier) apply(ctx context.Context, batch []*submission) (map[string]time.Time, error) {
	k := columnsOf(batch)
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
	b := &pgx.Batch{}
	b.Queue(a.store.sql(casMany), k.id, k.seq, k.added, k.ply, k.check, k.rearm, k.over, k.result, k.nonce,
		k.eventOf, k.eventAt, k.eventBody).Query(accepted)
	if len(k.late) > 0 {
		b.Queue(a.store.sql(appendMany), k.late, k.lateSeq, k.lateAdded, k.lateText).Query(accepted)
		for _, text := range archiveSteps {
			b.Queue(a.store.sql(text), k.late)
		}
	}
	return began, a.pool.SendBatch(ctx, b).Close()
}

// casMany is casOne and addEvent for a whole batch. The rows are locked first,
// one after the other in the order given; the update then sees the newest
// version of each.
const casMany = `WITH c AS (
	SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::bool[], $7::bool[], $8::text[], $9::bigint[])
		AS c (id, seq, added, ply, check_at, rearm, finished, result, nonce)
), locked AS @ONCE (
	SELECT c.* FROM c CROSS JOIN LATERAL (
		SELECT FROM live WHERE live.id = c.id AND live.seq = c.seq FOR NO KEY UPDATE
	) AS l
), changed AS (
	UPDATE live SET seq = c.seq + c.added, ply = c.ply, finished = c.finished, result = c.result,
		check_at = CASE WHEN c.rearm OR c.check_at < live.check_at THEN c.check_at ELSE live.check_at END
	FROM locked AS c WHERE live.id = c.id AND live.seq = c.seq
	RETURNING live.id, c.seq, c.nonce, @NOW AS began
), added AS (
	INSERT INTO events (id, seq, began, nonce, body)
	SELECT changed.id, changed.seq + e.at, changed.began, changed.nonce, e.body
	FROM unnest($10::text[], $11::int[], $12::bytea[]) AS e (id, at, body) JOIN changed ON changed.id = e.id
)
SELECT id, began FROM changed`

// appendMany is appendOne for a whole batch.
const appendMany = `WITH c AS (
	SELECT *, @NOW AS began FROM unnest($1::text[], $2::int[], $3::int[], $4::text[]) AS c (id, seq, added, packed)
)
UPDATE archive SET seq = c.seq + c.added, events = events || replace(c.packed, '` + stamp + `', c.began::text)
FROM c WHERE archive.id = c.id AND archive.seq = c.seq RETURNING archive.id, c.began`
