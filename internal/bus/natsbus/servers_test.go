package natsbus

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"kydai/test/servers"
)

// serverEnv is an environment variable with a NATS configuration. If it is set,
// this test program runs as a NATS server, so that tests can kill and freeze a
// whole process.
const serverEnv = "KYDAI_TEST_BUS_SERVER"

func TestMain(m *testing.M) {
	if conf := os.Getenv(serverEnv); conf != "" {
		beServer(conf)
	}
	os.Exit(m.Run())
}

func beServer(conf string) {
	opts, err := server.ProcessConfigFile(conf)
	if err == nil {
		var s *server.Server
		if s, err = server.NewServer(opts); err == nil {
			s.Start()
			_, _ = io.Copy(io.Discard, os.Stdin) // returns when the test program exits and closes the pipe
			os.Exit(0)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// process is a NATS server that runs as a separate process.
type process struct {
	t    *testing.T
	addr string
	conf string
	cmd  *exec.Cmd
	in   io.Closer
}

func startProcess(t *testing.T, addr, conf string) *process {
	t.Helper()
	file := filepath.Join(t.TempDir(), "nats-server.conf")
	if err := os.WriteFile(file, []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, addr: addr, conf: file}
	p.start()
	t.Cleanup(p.kill)
	return p
}

func (p *process) start() {
	p.t.Helper()
	p.cmd = exec.Command(os.Args[0])
	p.cmd.Env = append(os.Environ(), serverEnv+"="+p.conf, "NODE_PASSWORD="+nodeToken, "WORKER_PASSWORD="+workerToken)
	p.cmd.Stderr = os.Stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	p.in = in
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	eventually(p.t, 15*time.Second, "the server at "+p.addr+" listens", func() bool {
		c, err := net.Dial("tcp", p.addr)
		if err != nil {
			return false
		}
		_ = c.Close()
		return true
	})
}

// kill ends the process at once, if it is running.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
	_ = p.in.Close()
}

func (p *process) signal(s syscall.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// freeze stops the process with SIGSTOP and returns when it has stopped.
func (p *process) freeze() {
	p.t.Helper()
	p.signal(syscall.SIGSTOP)
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(p.cmd.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
		p.t.Fatalf("it does not stand still: %v, %v", status, err)
	}
}

func (p *process) url() string { return "nats://" + p.addr }

// single starts one server without users.
func single(t *testing.T) *process {
	t.Helper()
	addr := servers.FreeAddress(t)
	return startProcess(t, addr, "listen: \""+addr+"\"\nping_interval: \"1s\"\n")
}

// cluster starts three servers with the configuration of docs/operations.md.
func cluster(t *testing.T) []*process {
	t.Helper()
	conf := documented(t)
	var clients, routes [3]string
	for i := range clients {
		clients[i], routes[i] = servers.FreeAddress(t), servers.FreeAddress(t)
	}
	var all []*process
	for i := range clients {
		own := strings.NewReplacer(
			"server_name: nats-1", fmt.Sprintf("server_name: nats-%d", i+1),
			"listen: 10.0.0.1:4222", "listen: \""+clients[i]+"\"",
			"listen: 10.0.0.1:6222", "listen: \""+routes[i]+"\"",
			"10.0.0.1:6222", routes[0], "10.0.0.2:6222", routes[1], "10.0.0.3:6222", routes[2],
		).Replace(conf)
		all = append(all, startProcess(t, clients[i], own))
	}
	return all
}

// documented returns the NATS configuration that docs/operations.md recommends.
func documented(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```conf\n")
	conf, _, ok := strings.Cut(rest, "```")
	if !ok || !strings.Contains(conf, "10.0.0.1:4222") {
		t.Fatal("docs/operations.md has no configuration of NATS")
	}
	return conf
}

const (
	nodeToken   = "node-token-0123456789"
	workerToken = "worker-token-0123456789"
)

// connect connects to servers as a node and waits until the connection is up.
func connect(t *testing.T, urls ...string) *Bus {
	t.Helper()
	b := connectLater(t, urls...)
	eventually(t, 5*time.Second, "connected", b.Connected)
	return b
}

func connectLater(t *testing.T, urls ...string) *Bus {
	t.Helper()
	b, err := Connect(Options{URLs: urls, Name: t.Name(), User: NodeUser, Password: nodeToken})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// eventually waits until the function ok returns true. On an idle machine this must happen in the
// given time; a busy machine may take ten times as long. eventually returns the time waited.
func eventually(t *testing.T, within time.Duration, what string, ok func() bool) time.Duration {
	t.Helper()
	start := time.Now()
	for !ok() {
		if time.Since(start) > 10*within {
			t.Fatalf("not within ten times %v: %s", within, what)
		}
		time.Sleep(time.Millisecond)
	}
	return time.Since(start)
}
