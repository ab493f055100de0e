package web_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"kydai/internal/web"
)

const (
	idleEnv   = "KYDAI_TEST_IDLE_SERVER"
	idleConns = 3000
	maxIdle   = 1.5 // maximum ratio of the memory per connection to that of a bare WebSocket server
)

// TestIdleMemory prints how much memory an idle connection uses, in this server and in a server
// that uses only the WebSocket library. Run it with:
//
//	KYDAI_TEST_RATIOS=1 go test -run TestIdleMemory -v ./internal/web
func TestIdleMemory(t *testing.T) {
	if os.Getenv("KYDAI_TEST_RATIOS") == "" {
		t.Skip("set KYDAI_TEST_RATIOS=1")
	}
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc")
	}
	bare, ours := idleMemory(t, "bare"), idleMemory(t, "ours")
	t.Logf("an idle connection takes %.2f kB, with the bare library %.2f kB: %.2f", ours, bare, ours/bare)
	if ours/bare > maxIdle {
		t.Errorf("the ratio is %.2f; want at most %.2f", ours/bare, maxIdle)
	}
}

// idleMemory starts a server in a separate process and opens connections to it. It returns the
// memory that one connection uses in the server, in kB.
func idleMemory(t *testing.T, kind string) float64 {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestIdleServer$", "-test.v")
	cmd.Env = append(os.Environ(), idleEnv+"="+kind)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = in.Close()
		_ = cmd.Wait()
	}()
	lines := bufio.NewScanner(out)
	say := func(prefix string) string {
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), prefix); ok {
				return text
			}
		}
		t.Fatalf("the server did not say %q", prefix)
		return ""
	}
	addr := say("at ")
	var conns []net.Conn
	defer func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}()
	for range idleConns {
		conns = append(conns, shakeHands(t, addr))
	}
	time.Sleep(500 * time.Millisecond)
	_, _ = fmt.Fprintln(in, "measure")
	kb, err := strconv.ParseFloat(say("takes "), 64)
	if err != nil {
		t.Fatal(err)
	}
	return kb
}

// shakeHands opens a WebSocket connection. The client side of the connection uses as little memory
// as possible.
func shakeHands(t *testing.T, addr string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = fmt.Fprintf(c, "GET /api/socket HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", addr, addr)
	answer := bufio.NewReaderSize(c, 256)
	status, err := answer.ReadString('\n')
	if err != nil || !strings.Contains(status, "101") {
		t.Fatalf("%s %v", status, err)
	}
	for line := ""; line != "\r\n"; {
		if line, err = answer.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	// Send one message and wait for the reply, so that the server has read from the connection and
	// written to it once.
	if _, err := c.Write([]byte{0x81, 0x82, 0, 0, 0, 0, '{', '}'}); err != nil {
		t.Fatal(err)
	}
	if _, err := answer.ReadByte(); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestIdleServer is the server process that TestIdleMemory starts and measures.
func TestIdleServer(t *testing.T) {
	var server *httptest.Server
	switch os.Getenv(idleEnv) {
	case "bare":
		server = httptest.NewServer(bareServer())
		defer server.Close()
	case "ours":
		server = newSite(t, func(o *web.Options) { o.Limits.Connections = 2 * idleConns }).http
	default:
		t.Skip("is started by TestIdleMemory")
	}
	before := resident(t)
	fmt.Println("at " + server.Listener.Addr().String())
	if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	fmt.Printf("takes %.3f\n", float64(resident(t)-before)/idleConns)
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
}

// bareServer returns a handler that replies to every message and does nothing else.
func bareServer() http.Handler {
	u := websocket.Upgrader{ReadBufferSize: 512, WriteBufferSize: 4096, WriteBufferPool: &sync.Pool{}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := u.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		go func() {
			for {
				kind, data, err := c.ReadMessage()
				if err != nil || c.WriteMessage(kind, data) != nil {
					_ = c.Close()
					return
				}
			}
		}()
	})
}

// resident returns the resident memory (RSS) of this process, in kB.
func resident(t *testing.T) int {
	t.Helper()
	runtime.GC()
	debug.FreeOSMemory()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				t.Fatal(err)
			}
			return kb
		}
	}
	t.Fatal("no VmRSS")
	return 0
}
