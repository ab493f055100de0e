//go:build linux

package chaos_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/internal/store"
	"kydai/test/servers"
)

const (
	nodePassword   = "node-password-0123456789"
	workerPassword = "worker-password-0123456789"
)

// setting configures a site.
type setting struct {
	sqlite  bool   // true: all nodes share one SQLite file; false: PostgreSQL
	small   bool   // true if the database is on a small file system
	clock   bool   // true if the test can set the clock of the database
	nodes   int    // number of nodes to start
	workers int    // number of worker processes to start
	params  string // text appended to the PostgreSQL URL, such as "&synchronous_commit=off"
	fault   string // name of the fault to inject (package faults); "" means none
	spread  string // value of --drain-spread for the nodes; "" means the default
	program string // path of the kydai program to run; "" means a build of this code
	watched bool   // true if nodes and workers serve metrics
	https   bool   // true if nodes serve https with a certificate from files; requires watched

	under  []string // command that starts the nodes, such as strace; must keep the node's process id
	pooler bool     // true if PgBouncer in transaction mode is in front of PostgreSQL
	shard  bool     // true if half of the matches are played on a second PostgreSQL server
}

// site is a test cluster of separate processes: nodes, workers, a database and three NATS servers.
// Every node connects to the database and to NATS through its own relays, which the tests can cut.
type site struct {
	t         *testing.T
	dir       string
	database  *servers.Postgres // the PostgreSQL server; nil with SQLite
	shard     *servers.Postgres // the PostgreSQL server of the shard; nil without a shard
	file      string            // folder of the SQLite file, or the small file system of PostgreSQL
	small     bool              // true if the database is on a small file system
	clock     bool              // true if the test can set the clock of the database
	params    string
	pooler    *program // the PgBouncer process; nil without PgBouncer
	pooled    string   // address of PgBouncer
	nats      []*program
	nodes     []*program
	workers   []*program
	toData    []*relay   // relays to the database, one per node; none with SQLite
	toNATS    [][]*relay // relays to the NATS servers, by node
	urls      []string
	admins    []string   // admin addresses of the nodes, if the site serves metrics
	wadmins   []string   // admin addresses of the workers, if the site serves metrics
	authority *authority // the authority that signed the certificate; nil without https
	brief     bool       // true if the clients request events without board and legal moves
	longest   int        // maximum length of a game in a measurement, in plies; 0 means 120
	begun     func()     // called when the matches of a measurement have started; may be nil
}

func newSite(t *testing.T, o setting) *site {
	t.Helper()
	kydai := o.program
	if kydai == "" {
		kydai = build(t, "kydai", "./cmd/kydai")
	}
	if o.fault != "" || o.clock && o.sqlite {
		kydai = build(t, "kydai-faults", "./cmd/kydai", "-tags", "chaos_faults", "-overlay", faulty(t))
	}
	s := &site{t: t, dir: t.TempDir(), params: o.params}
	if o.sqlite {
		s.file = filepath.Join(s.dir, "data")
		if s.small = o.small; s.small {
			smallDisk(t, s.file)
		}
		s.clock = o.clock
	} else {
		if s.small = o.small; s.small {
			s.file = postgresDisk(t)
			s.database = servers.NewPostgresIn(t, s.file, "max_wal_size=64MB", "min_wal_size=32MB")
		} else {
			s.database = servers.NewPostgres(t)
		}
		if s.clock = o.clock; s.clock {
			s.ownClock()
		}
		if o.pooler {
			s.startPooler()
		}
		if o.shard {
			s.shard = servers.NewPostgres(t)
		}
	}
	s.startNATS(build(t, "nats-server", "github.com/nats-io/nats-server/v2"))
	key := filepath.Join(s.dir, "key")
	if err := os.WriteFile(key, []byte(hex.EncodeToString([]byte("a key of thirty-two bytes length"))), 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range o.nodes {
		s.addNode(i, kydai, key, o)
	}
	for i := range o.workers {
		s.addWorker(i, kydai, o)
	}
	return s
}

// faulty writes a file for the option -overlay of go build and returns its path. With this overlay,
// the kydai command is compiled with package faults, which injects faults into the options of the
// play service.
func faulty(t *testing.T) string {
	t.Helper()
	replaced, err := filepath.Abs("../../cmd/kydai/newplay.go")
	if err == nil {
		_, err = os.Stat(replaced)
	}
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	source, overlay := filepath.Join(dir, "newplay.go"), filepath.Join(dir, "overlay.json")
	const text = `package main

import (
	"kydai/internal/play"
	"kydai/test/chaos/faults"
)

func newPlay(o play.Options) (*play.Service, error) { return play.New(faults.With(o)) }
`
	body, err := json.Marshal(map[string]any{"Replace": map[string]string{replaced: source}})
	if err == nil {
		err = errors.Join(os.WriteFile(source, []byte(text), 0o600), os.WriteFile(overlay, body, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	return overlay
}

func (s *site) add(p *program) *program {
	p.t, p.log = s.t, filepath.Join(s.dir, p.name+".log")
	s.t.Cleanup(p.kill)
	p.start()
	return p
}

// startNATS starts three servers with the configuration that docs/operations.md
// recommends.
func (s *site) startNATS(path string) {
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		s.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```conf\n")
	conf, _, ok := strings.Cut(rest, "```")
	if !ok {
		s.t.Fatal("docs/operations.md has no configuration of NATS")
	}
	var clients, routes [3]string
	for i := range clients {
		clients[i], routes[i] = servers.FreeAddress(s.t), servers.FreeAddress(s.t)
	}
	for i := range clients {
		name := fmt.Sprint("nats-", i+1)
		own := strings.NewReplacer(
			"server_name: nats-1", "server_name: "+name,
			"listen: 10.0.0.1:4222", "listen: \""+clients[i]+"\"",
			"listen: 10.0.0.1:6222", "listen: \""+routes[i]+"\"",
			"10.0.0.1:6222", routes[0], "10.0.0.2:6222", routes[1], "10.0.0.3:6222", routes[2],
			// Nodes must reach the NATS servers only through the relays. Without no_advertise, the
			// servers would announce their own addresses to the nodes.
			"cluster {", "cluster {\n  no_advertise: true",
		).Replace(conf)
		file := filepath.Join(s.dir, name+".conf")
		if err := os.WriteFile(file, []byte(own), 0o600); err != nil {
			s.t.Fatal(err)
		}
		s.nats = append(s.nats, s.add(&program{
			name: name, path: path, args: []string{"-c", file}, up: listens(clients[i]),
			env: []string{"NODE_PASSWORD=" + nodePassword, "WORKER_PASSWORD=" + workerPassword, "address=" + clients[i]},
		}))
	}
}

func (s *site) natsAddresses() (list []string) {
	for _, p := range s.nats {
		address, _ := strings.CutPrefix(p.env[len(p.env)-1], "address=")
		list = append(list, address)
	}
	return list
}

func natsURLs(addresses []string) string {
	urls := make([]string, len(addresses))
	for i, a := range addresses {
		urls[i] = "nats://" + a
	}
	return strings.Join(urls, ",")
}

func (s *site) addNode(i int, path, key string, o setting) {
	address := servers.FreeAddress(s.t)
	var relays []*relay
	var nats []string
	for _, a := range s.natsAddresses() {
		r := newRelay(s.t, a)
		relays, nats = append(relays, r), append(nats, r.address())
	}
	// Each node connects to a different NATS server first.
	nats = append(slices.Clone(nats[i%len(nats):]), nats[:i%len(nats)]...)
	s.toNATS = append(s.toNATS, relays)
	args := []string{
		"serve", "--listen", address, "--node", fmt.Sprint("node", i+1), "--nats", natsURLs(nats), "--nats-user", "node", "--nats-password", nodePassword,
		"--key-file", key, "--workers", "0", "--unlimited", "--log-level", "info", "--data", filepath.Join(s.dir, "data"),
	}
	if o.watched {
		s.admins = append(s.admins, servers.FreeAddress(s.t))
		args = append(args, "--admin", s.admins[i])
	}
	up, scheme := ready(address), "http://"
	if o.https {
		cert, secret := s.certificate(90 * 24 * time.Hour)
		args = append(args, "--tls-cert", cert, "--tls-key", secret, "--listen-http", "none")
		up, scheme = ready(s.admins[i]), "https://"
	}
	if o.spread != "" {
		args = append(args, "--drain-spread", o.spread, "--drain", "1m")
	}
	if s.database != nil {
		target := s.database.Address()
		if s.shard != nil {
			args = append(args, "--shard", "b="+s.databaseAt(s.shard.Address()))
		}
		if s.pooler != nil {
			target, args = s.pooled, append(args, "--database-pooler")
		}
		r := newRelay(s.t, target)
		s.toData = append(s.toData, r)
		args = append(args, "--database", s.databaseAt(r.address()))
	}
	if len(o.under) > 0 {
		under, err := exec.LookPath(o.under[0])
		if err != nil {
			s.t.Fatal(err)
		}
		path, args = under, slices.Concat(o.under[1:], []string{path}, args)
	}
	s.urls = append(s.urls, scheme+address)
	s.nodes = append(s.nodes, s.add(&program{
		name: fmt.Sprint("node", i+1), path: path, args: args, up: up, env: []string{"KYDAI_TEST_FAULT=" + o.fault, "KYDAI_TEST_FAULT_CLOCK=" + s.clockFile()},
	}))
}

func (s *site) databaseAt(address string) string {
	return "postgres://root@" + address + "/postgres?" + url.Values{"sslmode": {"disable"}}.Encode() + s.params
}

func (s *site) addWorker(i int, path string, o setting) {
	args := []string{"worker", "--nats", natsURLs(s.natsAddresses()), "--worker-token", workerPassword, "--concurrency", "1"}
	if o.watched {
		s.wadmins = append(s.wadmins, servers.FreeAddress(s.t))
		args = append(args, "--admin", s.wadmins[i])
	}
	s.workers = append(s.workers, s.add(&program{
		name: fmt.Sprint("worker", i+1), path: path, up: func() bool { return true },
		args: args,
	}))
}

// store opens the database as a node does, so that the test can read the stored state.
func (s *site) store() *store.Store {
	s.t.Helper()
	var db *store.Store
	var err error
	if s.database != nil {
		var o store.Options
		if s.shard != nil {
			o.Shards = []store.Shard{{Letter: "b", Address: s.databaseAt(s.shard.Address())}}
		}
		db, err = store.OpenServer(context.Background(), s.databaseAt(s.database.Address()), o)
	} else {
		var files []string
		files, _ = filepath.Glob(filepath.Join(s.file, "*.db"))
		if len(files) != 1 {
			s.t.Fatalf("the database is one of %v", files)
		}
		db, err = store.OpenSQLite(context.Background(), files[0])
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = db.Close() })
	return db
}

// logs returns the log output of each process, by the name of its log file.
func (s *site) logs() map[string][]byte {
	all := map[string][]byte{}
	files, _ := filepath.Glob(filepath.Join(s.dir, "*.log"))
	for _, f := range files {
		all[filepath.Base(f)], _ = os.ReadFile(f)
	}
	return all
}
