//go:build linux

package chaos_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"kydai/test/load"
	"kydai/test/servers"
)

// alertsEnv is the environment variable that enables TestAlerts. The value 1 runs all faults; any
// other value is the name of the only fault to run.
const alertsEnv = "KYDAI_TEST_ALERTS"

const (
	scrapeEvery = 2 * time.Second
	firesWithin = 30 * time.Second
)

// fault is a kind of fault that the test causes, such as a killed node. It has the alert that must
// fire and the alerts that are also allowed to fire.
type fault struct {
	name  string
	alert string
	also  string // alerts that may fire as a consequence of the fault, separated by spaces
	begin func(s *site) (end func())
}

// Alerts that are also allowed to fire: noDatabase for faults in which the database does not
// answer, noPeer for faults in which the other nodes lose contact with a node.
const (
	noDatabase = "KydaiCommitsStuck KydaiArchiveStuck KydaiEngineTurnsLate"
	noPeer     = "KydaiNodeLost KydaiEngineTurnsLate KydaiCommitsStuck"
)

func stop(p *program) func() {
	p.signal(syscall.SIGSTOP)
	return func() { p.signal(syscall.SIGCONT) }
}

func cut(list ...*relay) func() {
	for _, r := range list {
		r.set(true)
	}
	return func() {
		for _, r := range list {
			r.set(false)
		}
	}
}

// lock locks a database table until the returned function is called.
func lock(s *site, table string) func() {
	ctx := context.Background()
	c, err := pgx.Connect(ctx, "postgres://root@"+s.database.Address()+"/postgres?sslmode=disable")
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := c.Exec(ctx, "BEGIN; LOCK TABLE "+table+" IN SHARE MODE"); err != nil {
		s.t.Fatal(err)
	}
	return func() { _ = c.Close(ctx) }
}

func faultClasses() []fault {
	return []fault{
		{"node killed", "KydaiNodeDown", noPeer, func(s *site) func() { s.nodes[2].kill(); return s.nodes[2].start }},
		{"node stopped", "KydaiNodeDown", noPeer + " KydaiClockSet", func(s *site) func() { return stop(s.nodes[2]) }},
		{"node cut off from the database", "KydaiDatabaseAway", noDatabase, func(s *site) func() { return cut(s.toData[1]) }},
		{"node cut off from NATS", "KydaiBusAway", noPeer + " KydaiBusUnstable", func(s *site) func() { return cut(s.toNATS[1]...) }},
		{"NATS server killed", "KydaiBusUnstable", "KydaiBusAway KydaiEngineTurnsLate", func(s *site) func() { s.nats[0].kill(); return s.nats[0].start }},
		{"NATS server stopped", "KydaiBusUnstable", "KydaiBusAway KydaiNodeLost KydaiEngineTurnsLate", func(s *site) func() { return stop(s.nats[1]) }},
		{"worker killed", "KydaiWorkerDown", "KydaiEngineTurnsLate", func(s *site) func() { s.workers[0].kill(); return s.workers[0].start }},
		{"worker stopped", "KydaiWorkerDown", "KydaiEngineTurnsLate", func(s *site) func() { return stop(s.workers[0]) }},
		{"all workers stopped", "KydaiEngineTurnsLate", "KydaiWorkerDown", func(s *site) func() {
			first, second := stop(s.workers[0]), stop(s.workers[1])
			return func() { first(); second() }
		}},
		{"long lock on live matches", "KydaiCommitsStuck", "KydaiArchiveStuck KydaiEngineTurnsLate", func(s *site) func() { return lock(s, "live") }},
		{"long lock on the archive", "KydaiArchiveStuck", "", func(s *site) func() { return lock(s, "archive") }},
		{"clock of the database set", "KydaiClockSet", "KydaiCommitsStuck KydaiEngineTurnsLate KydaiClockOff", func(s *site) func() {
			s.query(`UPDATE clock_step SET by = '30 seconds'`)
			return func() { s.query(`UPDATE clock_step SET by = '0'`) }
		}},
		{"database stopped", "KydaiDatabaseAway", noDatabase, func(s *site) func() {
			s.database.Signal(syscall.SIGSTOP)
			return func() { s.database.Signal(syscall.SIGCONT) }
		}},
		{"database killed", "KydaiDatabaseAway", noDatabase, func(s *site) func() { s.database.Kill(); return s.database.Start }},
	}
}

// diskFault fills the disk of the database. It requires a site whose database file is on a small
// disk.
func diskFault() fault {
	return fault{"disk full", "KydaiNoRoom", noDatabase + " KydaiDatabaseAway KydaiConsumerFailing", func(s *site) func() {
		ctx, cancel := context.WithCancel(context.Background())
		var wg sync.WaitGroup
		wg.Go(func() { _ = fill(ctx, s.file) })
		return func() { cancel(); wg.Wait() }
	}}
}

// TestAlerts checks that every fault fires its alert within 30 s, and no other alert except those
// in fault.also. The Prometheus server of the test scrapes every 2 s. Burn-rate alerts need more
// time, so deploy/alerts_test.yml tests them instead.
func TestAlerts(t *testing.T) {
	only := os.Getenv(alertsEnv)
	if only == "" {
		t.Skip(alertsEnv + " is not set")
	}
	prometheus, err := exec.LookPath("prometheus")
	if err != nil {
		t.Skip("prometheus is not installed")
	}
	wanted := func(f fault) bool { return only == "1" || only == f.name }
	try := func(s *site, f fault) {
		if wanted(f) {
			t.Run(f.name, func(t *testing.T) { f.try(t, s, prometheus) })
		}
	}
	if slices.ContainsFunc(faultClasses(), wanted) {
		s := newSite(t, setting{nodes: 3, workers: 2, clock: true, watched: true})
		defer busy(t, s, 12, 6)()
		for _, f := range faultClasses() {
			try(s, f)
		}
	}
	if wanted(diskFault()) {
		s := newSite(t, setting{sqlite: true, small: true, nodes: 2, workers: 2, watched: true})
		defer busy(t, s, 12, 6)()
		try(s, diskFault())
	}
	if wanted(certificateFault()) {
		try(newSite(t, setting{sqlite: true, https: true, nodes: 1, watched: true}), certificateFault())
	}
}

// busy plays matches between guests and matches against engines (machines) on a site, until the
// function end is called.
func busy(t *testing.T, s *site, matches, machines int) (end func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		for ctx.Err() == nil {
			_, err := load.Run(ctx, load.Options{URLs: s.urls, Matches: matches, Machines: machines, Pace: 1, For: time.Minute, Seed: seed(), Longest: 20, Silence: time.Minute})
			if err != nil { // no player could connect
				after(ctx, time.Second)
			}
		}
	})
	return func() { cancel(); wg.Wait() }
}

// try starts a new Prometheus server, waits until it has seen a healthy site, causes the fault and
// checks which alerts fire.
func (f fault) try(t *testing.T, s *site, program string) {
	p := newPrometheus(t, s, program)
	p.settle()
	began := time.Now()
	end := f.begin(s)
	fired := time.Duration(0)
	others := map[string]time.Duration{}
	// Other alerts may fire after the expected alert, so keep watching for a few more scrapes.
	for time.Since(began) < firesWithin {
		for _, name := range p.firing() {
			switch {
			case name == f.alert:
				if fired == 0 {
					fired = time.Since(began)
				}
			case others[name] == 0:
				others[name] = time.Since(began)
			}
		}
		if fired != 0 && time.Since(began) > fired+4*scrapeEvery {
			break
		}
		time.Sleep(scrapeEvery / 4)
	}
	end()
	if fired == 0 {
		t.Errorf("%s has not fired in %v; others: %v", f.alert, firesWithin, others)
	}
	var list []string
	for name, at := range others {
		list = append(list, fmt.Sprintf("%s %.0f s", name, at.Seconds()))
		if !slices.Contains(strings.Fields(f.also), name) {
			t.Errorf("%s fires too, and is no consequence of it", name)
		}
	}
	slices.Sort(list)
	t.Logf("| %s | `%s` | %.0f s | %s |", f.name, f.alert, fired.Seconds(), strings.Join(list, ", "))
	for _, n := range s.nodes {
		eventually(t, time.Minute, n.name+" is up again", n.up)
	}
}

// observer is a running Prometheus server.
type observer struct {
	t       *testing.T
	address string
	end     func() // stops the server
}

func newPrometheus(t *testing.T, s *site, path string) *observer {
	t.Helper()
	dir := t.TempDir()
	rules, err := filepath.Abs("../../deploy/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	quoted := func(list []string) string { return `"` + strings.Join(list, `", "`) + `"` }
	config := fmt.Sprintf(`global: {scrape_interval: %v, scrape_timeout: %v, evaluation_interval: %v}
rule_files: [%q]
scrape_configs:
  - {job_name: kydai, static_configs: [{targets: [%s]}]}
  - {job_name: kydai-worker, static_configs: [{targets: [%s]}]}
`, scrapeEvery, scrapeEvery, scrapeEvery, rules, quoted(s.admins), quoted(s.wadmins))
	file := filepath.Join(dir, "prometheus.yml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	o := &observer{t: t, address: servers.FreeAddress(t)}
	p := &program{
		t: t, name: "prometheus", path: path, log: filepath.Join(s.dir, "prometheus.txt"), up: func() bool { return o.ask("/-/ready", nil) },
		args: []string{"--config.file", file, "--storage.tsdb.path", filepath.Join(dir, "data"), "--web.listen-address", o.address},
	}
	o.end = p.kill
	t.Cleanup(o.end)
	p.start()
	return o
}

func (o *observer) ask(path string, into any) bool {
	r, err := quick.Get("http://" + o.address + path)
	if err != nil {
		return false
	}
	defer func() { _ = r.Body.Close() }()
	return r.StatusCode == http.StatusOK && (into == nil || json.NewDecoder(r.Body).Decode(into) == nil)
}

// firing lists the alerts that fire, without the burn-rate alerts.
func (o *observer) firing() (names []string) {
	var answer struct {
		Data struct {
			Alerts []struct {
				Labels map[string]string
				State  string
			}
		}
	}
	o.ask("/api/v1/alerts", &answer)
	for _, a := range answer.Data.Alerts {
		if a.State == "firing" && a.Labels["objective"] == "" && !slices.Contains(names, a.Labels["alertname"]) {
			names = append(names, a.Labels["alertname"])
		}
	}
	return names
}

// settle waits until Prometheus has scraped the site a few times and no alert fires.
func (o *observer) settle() {
	o.t.Helper()
	time.Sleep(4 * scrapeEvery)
	eventually(o.t, 2*time.Minute, "no alert fires", func() bool {
		if names := o.firing(); len(names) > 0 {
			time.Sleep(scrapeEvery)
			return false
		}
		return true
	})
}
