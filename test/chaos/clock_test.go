//go:build linux

package chaos_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// clockSet is the name of an incident: the server's clock is changed.
const clockSet = "clock of the server set"

// clockPath is a connection parameter that makes PostgreSQL use the test's function clock_timestamp
// instead of the built-in one.
const clockPath = "&search_path=public%2Cpg_catalog"

// ownClock gives the database a clock that the test can change, without changing the clock of the
// machine. All nodes take the time from the database. The SQL function of this clock is declared
// STABLE; otherwise a query would read the table of the clock for every row.
func (s *site) ownClock() {
	s.t.Helper()
	s.params += clockPath
	s.query(`CREATE TABLE clock_step (by interval NOT NULL)`)
	s.query(`INSERT INTO clock_step VALUES ('0')`)
	s.query(`CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql STABLE
		AS 'BEGIN RETURN pg_catalog.clock_timestamp() + (SELECT by FROM public.clock_step); END'`)
}

func (s *site) query(text string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	// Retry, because the test may just have killed the database.
	for {
		err := func() error {
			c, err := pgx.Connect(ctx, "postgres://root@"+s.database.Address()+"/postgres?sslmode=disable")
			if err != nil {
				return err
			}
			defer func() { _ = c.Close(ctx) }()
			_, err = c.Exec(ctx, text)
			return err
		}()
		switch {
		case err == nil:
			return
		case ctx.Err() != nil:
			s.t.Errorf("%s: %v", text, err)
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// clocks returns the actions that change the clock. They run in parallel with the other actions, so
// that the clock also changes during other incidents.
func (p *plan) clocks() []action {
	if !p.site.clock {
		return nil
	}
	return []action{{clockSet, 1, p.setClock}}
}

// setClock sets the clock to the correct time, or to a time that is wrong by up to two hours.
func (p *plan) setClock(rnd *rand.Rand) {
	by := one(rnd, []time.Duration{0, time.Second, -time.Second, 30 * time.Second, -30 * time.Second, 2 * time.Hour, -2 * time.Hour})
	if p.site.database == nil {
		if err := os.WriteFile(p.site.clockFile(), []byte(by.String()), 0o600); err != nil {
			p.site.t.Error(err)
		}
	} else {
		p.site.query(fmt.Sprintf(`UPDATE clock_step SET by = '%d seconds'`, int(by.Seconds())))
	}
	time.Sleep(time.Duration(rnd.Int64N(int64(6 * time.Second))))
}

// clockFile returns the path of the file with the clock offset. Programs that share a SQLite file
// read the offset from this file.
func (s *site) clockFile() string { return filepath.Join(s.dir, "clock") }

// TestChaosClock changes the clock of the database by up to two hours while nodes, workers, NATS
// and the database are killed, and checks that all guarantees hold.
func TestChaosClock(t *testing.T) {
	d := duration(t)
	for name, o := range map[string]setting{
		"postgres": {clock: true, nodes: 3, workers: 2},
		"sqlite":   {clock: true, sqlite: true, nodes: 2, workers: 2},
	} {
		t.Run(name, func(t *testing.T) {
			c := wage(t, newSite(t, o), usual(d), anything(d))
			c.mustHold(t)
			steps := 0
			for _, i := range c.plan.incidents {
				if i.kind == clockSet {
					steps++
				}
			}
			if least := int(d / (15 * time.Second)); steps < least {
				t.Errorf("the clock was set %d times, want %d", steps, least)
			}
		})
	}
}
