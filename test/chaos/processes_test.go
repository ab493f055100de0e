//go:build linux

// Package chaos_test runs the platform as separate processes, plays on it, and
// kills, stops and cuts off its parts meanwhile. What was promised must hold
// all the same; and where a promise is broken on purpose, that must be found.
//
//	KYDAI_CHAOS=15m go test -timeout 1h -run TestChaos -v ./test/chaos
package chaos_test

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// program is a process that can be killed and started again.
type program struct {
	t    *testing.T
	name string
	path string
	args []string
	env  []string
	log  string // file
	up   func() bool

	mu  sync.Mutex
	cmd *exec.Cmd
}

// start starts the process and waits until it is up.
func (p *program) start() {
	p.t.Helper()
	p.launch()
	eventually(p.t, 30*time.Second, p.name+" is up; see "+p.log, p.up)
}

func (p *program) launch() {
	p.t.Helper()
	log, err := os.OpenFile(p.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	cmd := exec.Command(p.path, p.args...)
	cmd.Env = append(os.Environ(), p.env...)
	cmd.Stdout, cmd.Stderr = log, log
	// If the test dies, so do they.
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cmd = cmd
}

// signal sends a signal; kill does it with -9 and waits for the end.
func (p *program) signal(s syscall.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd != nil {
		_ = p.cmd.Process.Signal(s)
	}
}

func (p *program) kill() {
	p.signal(syscall.SIGKILL)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd != nil {
		_ = p.cmd.Wait()
		p.cmd = nil
	}
}

// wait waits for the process to end by itself.
func (p *program) wait() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	err := p.cmd.Wait()
	p.cmd = nil
	return err
}

func eventually(t *testing.T, within time.Duration, what string, ok func() bool) {
	t.Helper()
	for start := time.Now(); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Since(start) > within {
			t.Fatalf("not within %v: %s", within, what)
		}
	}
}

func listens(address string) func() bool {
	return func() bool {
		c, err := net.DialTimeout("tcp", address, time.Second)
		if err != nil {
			return false
		}
		_ = c.Close()
		return true
	}
}

var quick = &http.Client{Timeout: 2 * time.Second}

// ready asks a node whether it takes visitors.
func ready(address string) func() bool {
	return func() bool {
		resp, err := quick.Get("http://" + address + "/readyz")
		if err != nil {
			return false
		}
		_ = resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// build builds a program once for all tests of a run.
func build(t *testing.T, name, pkg string, flags ...string) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if built.dir == "" {
		var err error
		if built.dir, err = os.MkdirTemp("", "kydai-chaos"); err != nil { //nolint:usetesting // for all tests
			t.Fatal(err)
		}
	}
	path := filepath.Join(built.dir, name)
	if _, err := os.Stat(path); err == nil {
		return path
	}
	cmd := exec.Command("go", append(append([]string{"build", "-o", path}, flags...), pkg)...)
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", name, err, out)
	}
	return path
}

var built struct {
	sync.Mutex
	dir string
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" {
		_ = os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// postgres is a PostgreSQL server of our own.
type postgres struct {
	t    *testing.T
	dir  string
	port int
	as   *syscall.SysProcAttr
}

func newPostgres(t *testing.T) *postgres {
	t.Helper()
	// Not t.TempDir: the server's user could not get into it.
	dir, err := os.MkdirTemp("", "kydai-pg") //nolint:usetesting // see above
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	_, port, _ := net.SplitHostPort(freeAddress(t))
	n, _ := strconv.Atoi(port)
	p := &postgres{t: t, dir: dir, port: n}
	if os.Geteuid() == 0 { // the server refuses to run as root
		u, err := user.Lookup("postgres")
		if err != nil {
			t.Skip("there is no user postgres to run a server as")
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		if err := os.Chown(dir, uid, gid); err != nil {
			t.Fatal(err)
		}
		p.as = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}} //nolint:gosec // ids are small
	}
	p.run("initdb", "-D", dir+"/data", "-A", "trust", "-U", "root")
	t.Cleanup(p.kill)
	p.start()
	return p
}

func (p *postgres) run(name string, args ...string) {
	p.t.Helper()
	if all, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name); len(all) > 0 {
		name = all[len(all)-1]
	}
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.SysProcAttr = p.dir, p.as
	if out, err := cmd.CombinedOutput(); err != nil {
		log, _ := os.ReadFile(p.dir + "/log")
		p.t.Fatalf("%s: %v\n%s\n%s", name, err, out, log[max(0, len(log)-2000):])
	}
}

func (p *postgres) start() {
	p.t.Helper()
	p.run("pg_ctl", "-D", p.dir+"/data", "-w", "-l", p.dir+"/log",
		"-o", fmt.Sprintf("-p %d -k '' -c listen_addresses=127.0.0.1 -c max_connections=200 -c wal_writer_delay=200ms", p.port), "start")
}

func (p *postgres) address() string { return fmt.Sprintf("127.0.0.1:%d", p.port) }

// processes are the server and all its children.
func (p *postgres) processes() []int {
	text, err := os.ReadFile(p.dir + "/data/postmaster.pid")
	if err != nil {
		return nil
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	pid, err := strconv.Atoi(string(line))
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

func (p *postgres) signal(s syscall.Signal) {
	for _, pid := range p.processes() {
		_ = syscall.Kill(pid, s)
	}
}

// kill ends the server and all its processes at once.
func (p *postgres) kill() {
	all := p.processes()
	p.signal(syscall.SIGKILL)
	for _, pid := range all {
		for until := time.Now().Add(2 * time.Second); syscall.Kill(pid, 0) == nil && time.Now().Before(until); {
			time.Sleep(5 * time.Millisecond)
		}
	}
	_ = os.Remove(p.dir + "/data/postmaster.pid")
}
