package consumertest

import (
	"context"
	"strings"
	"testing"

	"kydai/internal/play"
	"kydai/internal/store"
)

func TestStatistics(t *testing.T) {
	t.Parallel()
	Run(t, Subject{
		New:   func() store.Consumer { return store.Statistics },
		State: `SELECT day, game, result, games FROM statistics ORDER BY day, game, result`,
	})
}

// recorder is a consumer under test that counts how often it gets each row.
var recorder = Subject{
	New: func() store.Consumer {
		return store.Consumer{Name: "recorder", Apply: func(ctx context.Context, tx *store.Tx, rows []play.Ended) error {
			for _, e := range rows {
				if err := tx.Exec(ctx, `INSERT INTO taken (id, times) VALUES ($1, 1) ON CONFLICT (id) DO UPDATE SET times = taken.times + 1`, e.ID); err != nil {
					return err
				}
			}
			return nil
		}}
	},
	Setup: `CREATE TABLE taken (id TEXT PRIMARY KEY, times BIGINT NOT NULL)`,
	State: `SELECT id, times FROM taken ORDER BY id`,
}

func TestRecorder(t *testing.T) { Run(t, recorder) }

// caught runs a scenario with a deliberate fault and checks that the fault is found: the list of
// problems must contain the text in the parameter sign.
func caught(t *testing.T, w *world, scenario func(*world, []play.Ended) error, sign string) {
	t.Helper()
	all := matches()
	wanted := reference(t, w.kind, w.subject, all)
	if err := scenario(w, all); err != nil {
		t.Fatal(err)
	}
	found := strings.Join(w.problems(all, wanted), "\n")
	if !strings.Contains(found, sign) {
		t.Errorf("this fault is not found; found is: %q", found)
	}
}

// TestPlainCursorIsCaught checks that the scenarios detect a wrong design: a
// consumer that reads by a number which is assigned inside the transaction that
// ends a match. Such a consumer misses the row of a transaction that commits
// late.
func TestPlainCursorIsCaught(t *testing.T) {
	t.Parallel()
	w := newWorld(t, postgres, recorder)
	for _, text := range []string{
		`CREATE TABLE drawn (n BIGSERIAL PRIMARY KEY, id TEXT NOT NULL)`,
		`CREATE FUNCTION draw() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO drawn (id) VALUES (NEW.id); RETURN NEW; END'`,
		`CREATE TRIGGER draw AFTER INSERT ON ended FOR EACH ROW EXECUTE FUNCTION draw()`,
		`CREATE TABLE cursor_at (n BIGINT NOT NULL)`,
		`INSERT INTO cursor_at VALUES (0)`,
	} {
		if _, err := w.raw.ExecContext(t.Context(), text); err != nil {
			t.Fatal(text, err)
		}
	}
	w.pass = func() error {
		_, err := w.raw.ExecContext(t.Context(), `WITH fresh AS (SELECT n, id FROM drawn WHERE n > (SELECT n FROM cursor_at)),
			gone AS (UPDATE cursor_at SET n = GREATEST(n, (SELECT MAX(n) FROM fresh)))
			INSERT INTO taken SELECT id, 1 FROM fresh`)
		return err
	}
	all := matches()
	if err := lateCommit(w, all); err != nil {
		t.Fatal(err)
	}
	var lost string
	err := w.raw.QueryRowContext(t.Context(), `SELECT string_agg(id, ' ') FROM ended WHERE id NOT IN (SELECT id FROM taken)`).Scan(&lost)
	if err != nil || lost != all[20].ID {
		t.Fatalf("the cursor has lost %q, want %s: %v", lost, all[20].ID, err)
	}
	found := strings.Join(w.problems(all, reference(t, postgres, recorder, all)), "\n")
	if !strings.Contains(found, "the consumer has written") {
		t.Errorf("the row that it lost is not missed; found is: %q", found)
	}
}

// TestNumberingWithoutWaitingIsCaught checks that the scenarios detect a wrong
// design: rows are numbered as soon as they are visible, without waiting for open
// transactions. This breaks the order of a player's matches.
func TestNumberingWithoutWaitingIsCaught(t *testing.T) {
	t.Parallel()
	w := newWorld(t, postgres, recorder)
	c := recorder.New()
	w.pass = func() error {
		_, err := w.raw.ExecContext(t.Context(), `UPDATE ended SET number = c.number FROM (
			SELECT id, (SELECT COALESCE(MAX(number), 0) FROM ended) + ROW_NUMBER() OVER (ORDER BY at, id) AS number FROM ended WHERE number IS NULL
		) AS c WHERE c.id = ended.id`)
		if err == nil {
			_, err = w.store.Consume(t.Context(), c)
		}
		return err
	}
	caught(t, w, lateCommit, "is numbered before m20 and ended after it")
}

// TestMemoryIsCaught checks that the scenarios detect a wrong design: a consumer
// that keeps state in memory. Such a consumer counts a row twice if its
// transaction was lost.
func TestMemoryIsCaught(t *testing.T) {
	t.Parallel()
	forgetful := Subject{
		New: func() store.Consumer {
			n := 0
			return store.Consumer{Name: "forgetful", Apply: func(ctx context.Context, tx *store.Tx, rows []play.Ended) error {
				n += len(rows)
				return tx.Exec(ctx, `INSERT INTO total (id, n) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET n = excluded.n`, n)
			}}
		},
		Setup: `CREATE TABLE total (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)`,
		State: `SELECT n FROM total`,
	}
	for _, kind := range []string{sqlite, postgres} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			caught(t, newWorld(t, kind, forgetful), brokenConnections, "the consumer has written")
		})
	}
}
