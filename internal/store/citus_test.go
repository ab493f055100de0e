package store

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kydai/test/servers"
)

// citusServers starts a Citus coordinator and two workers. In the result `all`, the coordinator is
// first and the workers follow.
func citusServers(t *testing.T) (all []*servers.Postgres, pool *pgxpool.Pool) {
	t.Helper()
	settings := append([]string{"shared_preload_libraries=citus", "max_prepared_transactions=100", "citus.enable_statistics_collection=off", "citus.node_conninfo=sslmode=disable"}, steadyPlans...)
	for range 3 {
		all = append(all, servers.NewPostgresOf(t, os.Getenv("KYDAI_TEST_CITUS"), settings...))
	}
	var setup []string
	for i, s := range all {
		host, port, _ := strings.Cut(s.Address(), ":")
		db, err := pgx.Connect(t.Context(), "postgres://root@"+s.Address()+"/postgres?sslmode=disable")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(t.Context(), `CREATE EXTENSION citus`); err != nil {
			t.Fatal(err)
		}
		_ = db.Close(t.Context())
		call := "citus_add_node"
		if i == 0 {
			call = "citus_set_coordinator_host"
		}
		setup = append(setup, fmt.Sprintf(`SELECT %s('%s', %s)`, call, host, port))
	}
	cfg, err := pgxpool.ParseConfig("postgres://root@" + all[0].Address() + "/postgres?sslmode=disable&synchronous_commit=on&lock_timeout=2s")
	if err != nil {
		t.Fatal(err)
	}
	cfg.MaxConns = 8
	if pool, err = pgxpool.NewWithConfig(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	for _, text := range setup {
		if _, err := pool.Exec(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	return all, pool
}

// citusTables creates the tables of matches in progress. On Citus, every key of a distributed table
// must contain the distribution column.
const citusTables = `CREATE TABLE live (%[1]s id TEXT NOT NULL, game TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
	created BIGINT NOT NULL, terms BYTEA NOT NULL, secret BYTEA NOT NULL, check_at BIGINT NOT NULL, seq INTEGER NOT NULL, ply INTEGER NOT NULL,
	finished BOOLEAN NOT NULL, result TEXT NOT NULL, PRIMARY KEY (%[2]s id)) WITH (fillfactor = 80);
CREATE INDEX live_check_at ON live (check_at);
CREATE INDEX live_first ON live (first);
CREATE INDEX live_second ON live (second);
CREATE TABLE events (%[1]s id TEXT NOT NULL, seq INTEGER NOT NULL, began BIGINT NOT NULL, nonce BIGINT NOT NULL, body BYTEA NOT NULL,
	PRIMARY KEY (%[2]s id, seq));
SET citus.shard_count = %[3]d;
SELECT create_distributed_table('live', '%[4]s');
SELECT create_distributed_table('events', '%[4]s', colocate_with => 'live')`

func citusWay(t *testing.T, name, column string, shards int) (*way, *pgxpool.Pool) {
	t.Helper()
	all, pool := citusServers(t)
	extra, key := "", ""
	if column != "id" {
		extra, key = column+" TEXT NOT NULL,", column+","
	}
	for _, text := range strings.Split(fmt.Sprintf(citusTables, extra, key, shards, column), ";\n") {
		if _, err := pool.Exec(t.Context(), text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	w := &way{name: name, servers: all, victim: all[2]}
	names, values, of := "", "", func(id string) string { return id }
	if column != "id" {
		names, values = column+",", "substr($1, 9, 1),"
		of = func(id string) string { return string(letterOf(id)) }
	}
	w.create = func(t *testing.T, id string) {
		r := row(id)
		_, err := pool.Exec(t.Context(), `INSERT INTO live (`+names+` id, game, first, second, created, terms, secret, check_at, seq, ply, finished, result)
			VALUES (`+values+` $1, $2, $3, $4, 0, $5, $6, `+neverText+`, 0, 0, FALSE, '')`, id, r.Game, r.Players[0], r.Players[1], r.Terms, r.Secret.Open())
		if err != nil {
			t.Error(err)
		}
	}
	_, port, _ := strings.Cut(w.victim.Address(), ":")
	w.onVictim = func(t *testing.T, id string) (yes bool) {
		err := pool.QueryRow(t.Context(), `SELECT nodeport = $2::int FROM citus_shards WHERE shardid = get_shard_id_for_distribution_column('live', $1::text)`, of(id), port).Scan(&yes)
		if err != nil {
			t.Error(err)
		}
		return yes
	}
	w.seqs = func(ctx context.Context, ids []string) (map[string]int, error) {
		found := map[string]int{}
		for _, id := range ids {
			var seq int
			if err := pool.QueryRow(ctx, `SELECT seq FROM live WHERE id = $1 AND `+column+` = $2`, id, of(id)).Scan(&seq); err != nil {
				return nil, err
			}
			found[id] = seq
		}
		return found, nil
	}
	return w, pool
}

// citusOne is the SQL statement casMany (the compare-and-set of a batch of moves), reduced to a
// single move. The current time is a parameter, because Citus does not allow clock_timestamp() in
// RETURNING.
const citusOne = `WITH changed AS (
	UPDATE live SET seq = $2 + $3, ply = $4, check_at = CASE WHEN $6 OR $5 < check_at THEN $5 ELSE check_at END
	WHERE id = $1 AND seq = $2 AND NOT finished RETURNING id
), added AS (
	INSERT INTO events (id, seq, began, nonce, body) SELECT $1, $2, $9, $7, $8 FROM changed
)
SELECT id, $9::bigint FROM changed`

// citusByMatch is a way to store moves on Citus. It distributes the tables by
// match id, sends one statement for each move, and puts all moves of a batch into
// one transaction.
func citusByMatch(t *testing.T, name string) *way {
	w, pool := citusWay(t, name, "id", 32)
	w.apply = func(ctx context.Context, batch []*submission) (n int, err error) {
		moves, _, _ := splitBatch(batch)
		b := &pgx.Batch{}
		for i, id := range moves.id {
			b.Queue(citusOne, id, moves.seq[i], moves.added[i], moves.ply[i], moves.check[i], moves.rearm[i], moves.nonce[i], moves.eventBody[i], micros(time.Now())).
				Query(count2(&n))
		}
		err = pool.SendBatch(ctx, b).Close()
		return n, err
	}
	return w
}

// citusMove creates citusOne as a stored function, which Citus runs on the worker that has the
// match.
const citusMove = `CREATE FUNCTION move_one(match_id text, at int, n int, p int, due bigint, arm bool, mark bigint, e bytea, now bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
	UPDATE live SET seq = at + n, ply = p, check_at = CASE WHEN arm OR due < check_at THEN due ELSE check_at END WHERE id = match_id AND seq = at AND NOT finished;
	IF NOT FOUND THEN RETURN NULL; END IF;
	INSERT INTO events (id, seq, began, nonce, body) VALUES (match_id, at, now, mark, e);
	RETURN now;
END $$`

// citusFunction is a way to store moves on Citus. It distributes the tables by match id, calls the
// stored function of citusMove for each move, and puts all moves of a batch into one transaction.
func citusFunction(t *testing.T, name string) *way {
	w, pool := citusWay(t, name, "id", 32)
	for _, text := range []string{citusMove, `SELECT create_distributed_function('move_one(text, int, int, int, bigint, bool, bigint, bytea, bigint)', 'match_id', 'live', true)`} {
		if _, err := pool.Exec(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	w.apply = func(ctx context.Context, batch []*submission) (n int, err error) {
		moves, _, _ := splitBatch(batch)
		b := &pgx.Batch{}
		b.Queue(`BEGIN`) // without BEGIN the worker would commit each call separately
		for i, id := range moves.id {
			b.Queue(`SELECT move_one($1, $2, $3, $4, $5, $6, $7, $8, $9)`, id, moves.seq[i], moves.added[i], moves.ply[i], moves.check[i], moves.rearm[i], moves.nonce[i], moves.eventBody[i],
				micros(time.Now())).QueryRow(func(row pgx.Row) error {
				var at *int64
				if err := row.Scan(&at); err != nil {
					return err
				}
				if at != nil {
					n++
				}
				return nil
			})
		}
		b.Queue(`COMMIT`)
		err = pool.SendBatch(ctx, b).Close()
		return n, err
	}
	return w
}

// count2 returns a function that reads rows with two columns (an id and a time) and adds the number
// of rows to n.
func count2(n *int) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		var id string
		var us int64
		_, err := pgx.ForEachRow(rows, []any{&id, &us}, func() error { *n++; return nil })
		return err
	}
}

// citusWhole returns the SQL statement casMany (the compare-and-set of a batch of moves) without
// its row lock, because Citus refuses the lock across shards. The current time is a parameter of
// the statement. With its arguments, a caller of citusWhole can add a lock and limit the statement
// to one shard.
func citusWhole(locked, column, value, narrow string) string {
	from := "c"
	if locked != "" {
		from = "locked"
	}
	return `WITH c AS (
	SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::bool[], $7::bigint[])
		AS c (id, seq, added, ply, check_at, rearm, nonce)
)` + locked + `, changed AS (
	UPDATE live SET seq = c.seq + c.added, ply = c.ply,
		check_at = CASE WHEN c.rearm OR c.check_at < live.check_at THEN c.check_at ELSE live.check_at END
	FROM ` + from + ` AS c WHERE live.id = c.id AND live.seq = c.seq AND NOT live.finished` + narrow + `
	RETURNING live.id, c.seq, c.nonce, $11::bigint AS began
), added AS (
	INSERT INTO events (` + column + `id, seq, began, nonce, body)
	SELECT ` + value + `changed.id, changed.seq + e.at, changed.began, changed.nonce, e.body
	FROM unnest($8::text[], $9::int[], $10::bytea[]) AS e (id, at, body) JOIN changed ON changed.id = e.id
)
SELECT id, began FROM changed`
}

// citusStatement is a way to store moves on Citus. It distributes the tables by match id and sends
// one statement for all moves of a batch to all shards.
func citusStatement(t *testing.T, name string) *way {
	w, pool := citusWay(t, name, "id", 2)
	text := citusWhole("", "", "", "")
	w.apply = func(ctx context.Context, batch []*submission) (n int, err error) {
		m, _, _ := splitBatch(batch)
		rows, err := pool.Query(ctx, text, m.id, m.seq, m.added, m.ply, m.check, m.rearm, m.nonce, m.eventOf, m.eventAt, m.eventBody, micros(time.Now()))
		if err != nil {
			return 0, err
		}
		err = count2(&n)(rows)
		return n, err
	}
	return w
}

// citusByLetter is a way to store moves on Citus. It distributes the tables by the shard letter in
// the match id. It sends one statement for all moves of a letter to the shard of that letter, with
// the row lock of casMany.
func citusByLetter(t *testing.T, name string) *way {
	w, pool := citusWay(t, name, "shard", 2)
	text := postgresWords.Replace(citusWhole(`, locked AS @ONCE (
	SELECT c.* FROM c CROSS JOIN LATERAL (
		SELECT FROM live WHERE live.shard = $12 AND live.id = c.id AND live.seq = c.seq AND NOT live.finished FOR NO KEY UPDATE
	) AS l
)`, "shard, ", "$12, ", " AND live.shard = $12"))
	w.apply = func(ctx context.Context, batch []*submission) (int, error) {
		parts := map[byte][]*submission{}
		for _, sub := range batch {
			parts[letterOf(sub.change.ID)] = append(parts[letterOf(sub.change.ID)], sub)
		}
		type result struct {
			n   int
			err error
		}
		results := make(chan result, len(parts))
		for letter, part := range parts {
			go func() {
				m, _, _ := splitBatch(part)
				rows, err := pool.Query(ctx, text, m.id, m.seq, m.added, m.ply, m.check, m.rearm, m.nonce, m.eventOf, m.eventAt, m.eventBody, micros(time.Now()), string(letter))
				n := 0
				if err == nil {
					err = count2(&n)(rows)
				}
				results <- result{n, err}
			}()
		}
		sum := 0
		var err error
		for range parts {
			r := <-results
			sum += r.n
			if r.err != nil {
				err = r.err
			}
		}
		return sum, err
	}
	return w
}
