//go:build unix

package servers

import (
	"cmp"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Postgres is a PostgreSQL server for one test. Any local process can connect to it as root without
// a password.
type Postgres struct {
	t        *testing.T
	dir      string
	address  string
	as       *syscall.SysProcAttr
	programs string // folder of the PostgreSQL programs; "" means the newest version on the system
	settings string // additional command line options of the server
}

// NewPostgres creates an empty server and starts it. It stops when the test
// ends.
func NewPostgres(t *testing.T) *Postgres {
	t.Helper()
	return NewPostgresOf(t, "")
}

// NewPostgresOf is like NewPostgres, with the PostgreSQL programs in a folder and with
// settings such as "max_prepared_transactions=10".
func NewPostgresOf(t *testing.T, programs string, settings ...string) *Postgres {
	t.Helper()
	return newPostgres(t, "", programs, settings)
}

// NewPostgresIn is like NewPostgres. The server's data is in a folder inside parent, which the user
// postgres must be able to enter.
func NewPostgresIn(t *testing.T, parent string, settings ...string) *Postgres {
	t.Helper()
	return newPostgres(t, parent, "", settings)
}

// newPostgres creates a server with its data inside parent and starts it. An empty parent means the
// system's folder for temporary files.
func newPostgres(t *testing.T, parent, programs string, settings []string) *Postgres {
	t.Helper()
	// t.TempDir cannot be used here, because the user postgres has no access to that folder.
	dir, err := os.MkdirTemp(parent, "kydai-pg") //nolint:usetesting // the comment above gives the reason
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	p := &Postgres{t: t, dir: dir, address: FreeAddress(t), programs: programs}
	for _, setting := range settings {
		p.settings += " -c " + setting
	}
	if os.Geteuid() == 0 { // PostgreSQL refuses to run as root
		p.as = owner(t, dir)
	}
	p.run("initdb", "-D", dir+"/data", "-A", "trust", "-U", "root")
	t.Cleanup(p.Kill)
	p.Start()
	return p
}

// owner makes the user postgres the owner of a folder. It returns the attributes with
// which to run a process as that user.
func owner(t *testing.T, dir string) *syscall.SysProcAttr {
	t.Helper()
	u, err := user.Lookup("postgres")
	if err != nil {
		t.Fatalf("a server cannot run as root, and there is no user postgres: %v", err)
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	if err := os.Chown(dir, uid, gid); err != nil {
		t.Fatal(err)
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}} //nolint:gosec // ids are small
}

func (p *Postgres) run(name string, args ...string) {
	p.t.Helper()
	at := cmp.Or(p.programs, "/usr/lib/postgresql/*/bin")
	if all, _ := filepath.Glob(at + "/" + name); len(all) > 0 {
		name = all[len(all)-1]
	}
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.SysProcAttr = p.dir, p.as
	// PGHOST: there is no Unix socket; HOME: the other user cannot read this user's home folder
	cmd.Env = append(os.Environ(), "PGHOST=127.0.0.1", "HOME="+p.dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		log, _ := os.ReadFile(p.dir + "/log")
		p.t.Fatalf("%s: %v\n%s\n%s", name, err, out, log[max(0, len(log)-2000):])
	}
}

// Start starts the server, for the first time or after Kill, and returns when the server responds.
// Data that is committed without waiting for the disk is written only seconds later, so that Kill
// loses it and tests can detect such commits.
func (p *Postgres) Start() {
	p.t.Helper()
	_, port, _ := net.SplitHostPort(p.address)
	p.run("pg_ctl", "-D", p.dir+"/data", "-w", "-l", p.dir+"/log",
		"-o", "-p "+port+" -k '' -c listen_addresses=127.0.0.1 -c max_connections=200 -c wal_writer_delay=5s"+p.settings, "start")
}

// Standby starts a second server that replicates p by streaming replication.
func (p *Postgres) Standby() *Postgres {
	p.t.Helper()
	dir, err := os.MkdirTemp("", "kydai-pg")
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = os.RemoveAll(dir) })
	s := &Postgres{t: p.t, dir: dir, address: FreeAddress(p.t), programs: p.programs, settings: p.settings}
	if p.as != nil {
		s.as = owner(p.t, dir)
	}
	host, port, _ := net.SplitHostPort(p.address)
	s.run("pg_basebackup", "-D", dir+"/data", "-h", host, "-p", port, "-U", "root", "-R", "-X", "stream", "-c", "fast")
	p.t.Cleanup(s.Kill)
	s.Start()
	return s
}

// Folder returns a folder that the user who runs the server owns. Its subfolder "data"
// contains the server's data.
func (p *Postgres) Folder() string { return p.dir }

// Run runs a program in Folder, as the user who runs the server. If the program fails,
// the test fails.
func (p *Postgres) Run(name string, args ...string) {
	p.t.Helper()
	p.run(name, args...)
}

// Address returns the host and port of the server.
func (p *Postgres) Address() string { return p.address }

// Processes returns the ids of the server process and its children.
func (p *Postgres) Processes() []int {
	text, err := os.ReadFile(p.dir + "/data/postmaster.pid")
	if err != nil {
		return nil
	}
	line, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(line)
	if err != nil {
		return nil
	}
	all := []int{pid}
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for _, f := range strings.Fields(string(children)) {
		if child, err := strconv.Atoi(f); err == nil {
			all = append(all, child)
		}
	}
	return all
}

// Signal sends a signal to the server and all its processes.
func (p *Postgres) Signal(s syscall.Signal) {
	for _, pid := range p.Processes() {
		_ = syscall.Kill(pid, s)
	}
}

// Kill kills the server and its processes, and returns when they have exited.
func (p *Postgres) Kill() {
	all := p.Processes()
	p.Signal(syscall.SIGKILL)
	for _, pid := range all {
		for until := time.Now().Add(2 * time.Second); syscall.Kill(pid, 0) == nil && time.Now().Before(until); {
			time.Sleep(5 * time.Millisecond)
		}
	}
	_ = os.Remove(p.dir + "/data/postmaster.pid")
}

// Log returns the log of the server.
func (p *Postgres) Log() ([]byte, error) { return os.ReadFile(p.dir + "/log") }
