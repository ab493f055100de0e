//go:build linux

package chaos_test

import (
	"os"
	"sync"
	"testing"
	"time"

	"kydai/test/load"
	"kydai/test/servers"
)

// standbyEnv is the environment variable that enables TestStandby. With the value async, the
// standby is asynchronous and loses moves, so the test must fail.
const standbyEnv = "KYDAI_TEST_STANDBY"

// TestStandby kills the synchronous standby while matches are played. A second later, it deletes
// PostgreSQL with its data, and promotes the standby. The standby must have every acknowledged
// move, and play must continue without a restart of the nodes.
func TestStandby(t *testing.T) {
	mode := os.Getenv(standbyEnv)
	if mode == "" {
		t.Skip(standbyEnv + " is not set")
	}
	s := newSite(t, setting{nodes: 2})
	standby := s.database.Standby()
	if mode != "async" {
		s.psql("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
		eventually(t, 30*time.Second, "the standby is synchronous", func() bool {
			return s.asks("SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
		})
	}
	o := load.Options{URLs: s.urls, Matches: 40, Pace: 4, For: 30 * time.Second, Games: []string{"chess"}, Seed: seed(), Silence: time.Minute, History: true}
	var failing sync.WaitGroup
	var lost, promoted time.Time
	o.Begun = func() {
		failing.Go(func() {
			time.Sleep(10 * time.Second)
			standby.Kill()
			time.Sleep(time.Second) // a move acknowledged during this second would exist on the primary only and be lost
			lost = time.Now()
			s.fail(standby)
			promoted = time.Now()
		})
	}
	began := time.Now()
	report, err := load.Run(t.Context(), o)
	failing.Wait()
	if err != nil {
		t.Fatal(err)
	}
	before, after, first := 0, 0, time.Time{}
	for _, op := range report.History {
		if at := began.Add(op.Return); op.Kind == "move" && op.Outcome == load.Done {
			if at.Before(lost) {
				before++
				continue
			}
			after++
			if first.IsZero() || at.Before(first) {
				first = at
			}
		}
	}
	t.Logf("%d moves acknowledged before PostgreSQL was lost, %d after it; promoted after %v, the first move %v after the loss",
		before, after, promoted.Sub(lost).Round(10*time.Millisecond), first.Sub(lost).Round(10*time.Millisecond))
	if !report.OK() {
		report.Write(t.Output())
		t.Error("a promise is broken")
	}
	if before < 100 || after < 100 {
		t.Errorf("%d and %d moves before and after the loss prove little", before, after)
	}
}

// fail deletes the database with its data, promotes the standby and connects the nodes to it.
func (s *site) fail(standby *servers.Postgres) {
	data := s.database.Folder() + "/data"
	s.database.Kill()
	if err := os.RemoveAll(data); err != nil {
		s.t.Error(err)
	}
	s.database = standby
	standby.Start()
	standby.Run("pg_ctl", "-D", standby.Folder()+"/data", "-w", "promote")
	for _, r := range s.toData {
		r.lead(standby.Address())
	}
}
