//go:build linux

package chaos_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"kydai/test/servers"
)

const (
	// costGoal is the maximum ratio of two CPU times per move: of a node, and of a bare relay that
	// only forwards a frame.
	costGoal = 3.0
	// costEnv is the environment variable that enables TestCost. Its value is a folder
	// for the CPU profile of the node, or 1 for no profile.
	costEnv = "KYDAI_TEST_COST"
	// bareEnv is the environment variable that turns the test program into a bare relay;
	// its value is the address to listen at.
	bareEnv = "KYDAI_TEST_COST_RELAY"
	// costMatches is the number of matches on the node, and the number of pairs of clients that use
	// the relay.
	costMatches = 200
	// bareMoveBytes and bareFrameBytes are the sizes, in bytes, of a move and of the
	// frame that a bare relay sends to both players. They are the sizes of a chess move
	// and its frame when the goal was set.
	bareMoveBytes, bareFrameBytes = 70, 340
)

var bareMove, bareFrame = make([]byte, bareMoveBytes), make([]byte, bareFrameBytes)

// TestCost compares the CPU time that a node needs for each acknowledged move with the CPU time of
// a bare relay. The relay is a process that uses the same WebSocket library and answers each
// message with a fixed frame to two connections.
//
// The machine also runs other programs, so the test measures both alternately, with the same number
// of clients. The node's clients send as fast as they may and request events without board and
// legal moves. The relay's clients send at the rate that the node reached, because at another rate
// a process does more or less work each time it wakes up. For comparison, the test also prints the
// cost of the relay without pauses, and of the node with legal moves in its events.
func TestCost(t *testing.T) {
	folder := os.Getenv(costEnv)
	if folder == "" {
		t.Skip(costEnv + " is not set")
	}
	rounds := int(number(roundsEnv, 5))
	d := time.Duration(number(measureEnv, 8)) * time.Second
	s := newSite(t, setting{nodes: 1, watched: true})
	s.longest = 160 // the same default as in kydai load
	bare := startBare(t)
	var ours, relayed, ratios []float64
	for r := range rounds {
		profiled := func() {}
		if r == rounds/2 && folder != "1" {
			profiled = s.profile(filepath.Join(folder, "cost.pprof"), d)
		}
		s.brief = true
		ask := s.perMove(s.urls, costMatches, 0, d)
		profiled()
		same, full := bare.perMove(ask.rate, d), bare.perMove(0, d)
		s.brief = false
		long := s.perMove(s.urls, costMatches, 0, d)
		ours, relayed, ratios = append(ours, ask.micros), append(relayed, same.micros), append(ratios, ask.micros/same.micros)
		t.Logf("round %d: node %v; bare relay %.1f µs at %.0f/s: %.2f; without a pause %.1f µs at %.0f/s: %.2f; node with legal moves and boards %v: %.2f", r+1, ask,
			same.micros, same.rate, ask.micros/same.micros, full.micros, full.rate, ask.micros/full.micros, long, long.micros/same.micros)
	}
	got := median(ratios)
	t.Logf("node to bare relay, CPU time of the process a move: %.1f µs to %.1f µs, median of the ratios %.2f, goal %.1f", median(ours), median(relayed), got, costGoal)
	if got > costGoal {
		t.Errorf("a move costs %.2f of a bare relay, goal %.1f", got, costGoal)
	}
}

// profile records a CPU profile of the first node during the next measurement. It returns a
// function that waits until the profile is written.
func (s *site) profile(file string, d time.Duration) (wait func()) {
	var wg sync.WaitGroup
	s.begun = func() {
		s.begun = nil
		wg.Go(func() {
			resp, err := http.Get(fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", s.admins[0], int(d.Seconds())))
			if err != nil {
				s.t.Error(err)
				return
			}
			defer func() { _ = resp.Body.Close() }()
			data, err := io.ReadAll(resp.Body)
			if err = errors.Join(err, os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, data, 0o600)); err != nil {
				s.t.Error(err)
			}
		})
	}
	return wg.Wait
}

// bareProcess is a running bare relay.
type bareProcess struct {
	t       *testing.T
	address string
	cmd     *exec.Cmd
}

func startBare(t *testing.T) *bareProcess {
	t.Helper()
	p := &bareProcess{t: t, address: servers.FreeAddress(t)}
	p.cmd = exec.Command(os.Args[0], "-test.run=^TestBareRelay$")
	p.cmd.Env = append(os.Environ(), bareEnv+"="+p.address)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
	eventually(t, 30*time.Second, "the relay is up", listens(p.address))
	return p
}

// perMove lets pairs of clients move alternately. The parameter rate is the total number of moves
// per second; 0 means without pauses. A move is counted when its sender has received the frame for
// it. perMove returns the CPU time of the relay per counted move.
func (p *bareProcess) perMove(rate float64, d time.Duration) (cost moveCost) {
	p.t.Helper()
	var moves atomic.Int64
	var stop atomic.Bool
	var wg sync.WaitGroup
	conns := make([]*websocket.Conn, 2*costMatches)
	for i := range conns {
		dialer := websocket.Dialer{ReadBufferSize: 2 << 10, WriteBufferSize: 512}
		c, _, err := dialer.Dial(fmt.Sprintf("ws://%s/%d", p.address, i/2), nil)
		if err != nil {
			p.t.Fatal(err)
		}
		conns[i] = c
	}
	time.Sleep(500 * time.Millisecond) // wait until both clients of each pair are registered at the relay
	for i, c := range conns {
		wg.Go(func() {
			rnd := rand.New(rand.NewPCG(seed(), uint64(i))) //nolint:gosec // a test needs no secure random numbers
			move := func() bool {
				if rate > 0 {
					time.Sleep(time.Duration(float64(time.Second) * costMatches / rate * (0.5 + rnd.Float64())))
				}
				return stop.Load() || c.WriteMessage(websocket.TextMessage, bareMove) == nil
			}
			for ok := i%2 == 1 || move(); ok; {
				if _, _, err := c.ReadMessage(); err != nil { // frame for the move of the pair's first client
					return
				}
				if i%2 == 0 {
					moves.Add(1)
				} else {
					ok = move()
				}
				if _, _, err := c.ReadMessage(); err != nil || !ok { // frame for the move of the pair's second client
					return
				}
				if i%2 == 1 {
					moves.Add(1)
				} else {
					ok = move()
				}
			}
		})
	}
	time.Sleep(time.Second)
	used, done := processor(p.cmd.Process.Pid), moves.Load()
	time.Sleep(d)
	used, done = processor(p.cmd.Process.Pid)-used, moves.Load()-done
	stop.Store(true)
	time.Sleep(200 * time.Millisecond)
	for _, c := range conns {
		_ = c.Close()
	}
	wg.Wait()
	if done == 0 {
		p.t.Fatal("nothing was relayed")
	}
	return moveCost{micros: float64(used.Microseconds()) / float64(done), rate: float64(done) / d.Seconds()}
}

// TestBareRelay is the main function of the bare relay's process, which TestCost starts.
func TestBareRelay(t *testing.T) {
	address := os.Getenv(bareEnv)
	if address == "" {
		t.Skip("a process of TestCost")
	}
	// The relay uses the same buffers as internal/web: small read buffers, shared write buffers.
	upgrader := websocket.Upgrader{ReadBufferSize: 512, WriteBufferSize: 4 << 10, WriteBufferPool: &sync.Pool{}}
	type pair struct {
		sync.Mutex
		conns []*websocket.Conn
	}
	var pairs sync.Map
	var all crowdOfRelay
	serve := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/broadcast" {
			all.broadcast(r.URL.RawQuery)
			return
		}
		c, err := upgrader.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		if strings.HasPrefix(r.URL.Path, "/crowd") {
			all.add(c)
			return
		}
		of, _ := pairs.LoadOrStore(r.URL.Path, &pair{})
		p, _ := of.(*pair)
		p.Lock()
		if len(p.conns) == 2 { // connections of the previous round
			p.conns = nil
		}
		p.conns = append(p.conns, c)
		p.Unlock()
		go func() {
			for {
				if _, _, err := c.ReadMessage(); err != nil {
					return
				}
				p.Lock()
				for _, to := range p.conns {
					_ = to.SetWriteDeadline(time.Now().Add(10 * time.Second))
					_ = to.WriteMessage(websocket.TextMessage, bareFrame)
				}
				p.Unlock()
			}
		}()
	}
	server := &http.Server{Addr: address, Handler: http.HandlerFunc(serve), ReadHeaderTimeout: time.Minute}
	t.Fatal(server.ListenAndServe())
}
