//go:build linux

// Package chaos_test runs the platform as separate processes and plays matches on it while it
// kills, stops and disconnects components. All guarantees must hold. If a guarantee is violated on
// purpose, the test must detect the violation.
//
//	KYDAI_TEST_CHAOS=15m go test -timeout 1h -run TestChaos -v ./test/chaos
package chaos_test

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

// program is a server process that the tests can kill and restart.
type program struct {
	t    *testing.T
	name string
	path string
	args []string
	env  []string
	log  string // name of the log file
	up   func() bool

	mu  sync.Mutex
	cmd *exec.Cmd
}

// start starts the process and waits until it is ready.
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
	// Have Linux kill the child processes if the test process dies.
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cmd = cmd
}

// signal sends a signal to the process.
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

// wait waits until the process exits.
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

// ready returns a function that reports whether the node at an address is ready for
// requests.
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

// build builds a program once for all tests of a run.
func build(t *testing.T, name, pkg string, flags ...string) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if built.dir == "" {
		var err error
		if built.dir, err = os.MkdirTemp("", "kydai-chaos"); err != nil { //nolint:usetesting // all tests of the run share this folder, so no single test may delete it
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
	if want, n := int64(number(movesEnv, 0)), acknowledged.Load(); n < want {
		fmt.Printf("%d moves acknowledged in all campaigns, want %d\n", n, want)
		code = max(code, 1)
	} else if n > 0 {
		fmt.Printf("%d moves acknowledged in all campaigns\n", n)
	}
	if built.dir != "" {
		_ = os.RemoveAll(built.dir)
	}
	os.Exit(code)
}
