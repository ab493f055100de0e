//go:build linux

package chaos_test

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"kydai/internal/wire"
)

const (
	watchersEnv = "KYDAI_TEST_WATCHERS" // number of sockets in TestWatchers
	// broadcastGoal is the minimum ratio of two CPU times per delivered frame: of a bare broadcast,
	// and of a node. othersGoal is the maximum factor by which the watchers of one match may raise
	// the 99th percentile of the latency in other matches.
	broadcastGoal = 0.7
	othersGoal    = 2.0
)

// crowd is a large number of sockets that read and count messages.
type crowd struct {
	t      *testing.T
	conns  []*websocket.Conn
	frames atomic.Int64
	bytes  atomic.Int64
}

// gather opens n sockets. Each socket first sends the message hello, unless hello is nil.
func gather(t *testing.T, url string, n int, hello []byte) *crowd {
	t.Helper()
	c := &crowd{t: t, conns: make([]*websocket.Conn, n)}
	var wg sync.WaitGroup
	slots := make(chan struct{}, 64)
	for i := range c.conns {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			dialer := websocket.Dialer{ReadBufferSize: 1 << 10, WriteBufferSize: 512, HandshakeTimeout: time.Minute}
			conn, resp, err := dialer.Dial("ws"+strings.TrimPrefix(url, "http")+"/api/socket", http.Header{"Origin": {url}})
			if err != nil {
				t.Error(err)
				return
			}
			_ = resp.Body.Close()
			if hello != nil {
				if err := conn.WriteMessage(websocket.TextMessage, hello); err != nil {
					t.Error(err)
				}
			}
			c.conns[i] = conn
		})
	}
	wg.Wait()
	if t.Failed() {
		t.FailNow()
	}
	for _, conn := range c.conns {
		go func() {
			for {
				_, r, err := conn.NextReader()
				if err != nil {
					return
				}
				n, _ := io.Copy(io.Discard, r)
				c.frames.Add(1)
				c.bytes.Add(n)
			}
		}()
	}
	t.Cleanup(c.leave)
	return c
}

func (c *crowd) leave() {
	for _, conn := range c.conns {
		_ = conn.Close()
	}
}

// quiet waits until no message has arrived for a second.
func (c *crowd) quiet() {
	for before := int64(-1); before != c.frames.Load(); {
		before = c.frames.Load()
		time.Sleep(time.Second)
	}
}

// TestWatchers lets many sockets watch one match. It compares the CPU time of the node per
// delivered frame with the CPU time of a bare broadcast: a process that uses the same WebSocket
// library and sends as many bytes to as many sockets, without a match. The test also measures how
// much the watched match slows down other matches.
func TestWatchers(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv(watchersEnv))
	if err != nil {
		t.Skip(watchersEnv + " is not set")
	}
	room(t, n+1000)
	d := time.Duration(number(measureEnv, 15)) * time.Second
	s := newSite(t, setting{nodes: 1, watched: true})
	bare := startBare(t)
	plain := func(size int) shown {
		crowd := gather(t, "http://"+bare.address+"/crowd", n, nil)
		defer crowd.leave()
		return bare.show(crowd, size, d)
	}
	// Open only one group of sockets at a time, because a process may not open so many files. The
	// broadcast is measured before and after the node, and the mean counts.
	theirs := []shown{plain(bareFrameBytes)}
	m := s.match()
	watchers := gather(t, s.urls[0], n, wire.Encode(wire.Watch{T: wire.AskWatch, ID: m.id}))
	watchers.quiet()
	pid := s.nodes[0].cmd.Process.Pid
	profiled := func() {}
	if folder := os.Getenv(costEnv); folder != "" {
		profiled = s.profile(filepath.Join(folder, "watchers.pprof"), d)
		s.begun()
	}
	resting := processor(pid)
	time.Sleep(d)
	resting = processor(pid) - resting // CPU time for pings and presence of the sockets, in a period without moves
	ours := []shown{m.show(watchers, pid, d)}
	profiled()
	was := s.others(d)
	var is time.Duration
	var wg sync.WaitGroup
	wg.Go(func() { is = s.others(d) })
	m.show(watchers, pid, d+5*time.Second)
	wg.Wait()
	ours = append(ours, m.show(watchers, pid, d))
	watchers.leave()
	theirs = append(theirs, plain(ours[1].size))
	var cost [2]float64
	for i := range 2 {
		cost[0], cost[1] = cost[0]+theirs[i].micros/2, cost[1]+ours[i].micros/2
		t.Logf("round %d: node %.2f µs for each of %d frames of %d bytes; bare broadcast %.2f µs for each of %d of %d bytes", i+1,
			ours[i].micros, ours[i].frames, ours[i].size, theirs[i].micros, theirs[i].frames, theirs[i].size)
	}
	ratio := cost[0] / cost[1]
	rests := float64(resting.Microseconds()) / float64(ours[0].frames)
	t.Logf("CPU time of a bare broadcast to that of the node: %.2f, goal %.1f; %.2f without the %.2f µs of pings and presence, which the broadcast has not; p99 of other matches %v without moves, %v with a move a second before %d watchers: %.2f, goal %.1f",
		ratio, broadcastGoal, cost[0]/(cost[1]-rests), rests, was, is, n, is.Seconds()/was.Seconds(), othersGoal)
	if ratio < broadcastGoal {
		t.Errorf("a frame costs more than a bare broadcast: %.2f, goal %.1f", ratio, broadcastGoal)
	}
	if is.Seconds() > othersGoal*was.Seconds() {
		t.Errorf("p99 of other matches %v, %v without watchers", is, was)
	}
}

// others plays other matches from a separate process. It returns the 99th percentile of the time
// from sending a move until the other player received it.
func (s *site) others(d time.Duration) time.Duration {
	s.t.Helper()
	out, err := exec.Command(s.nodes[0].path, "load", "--url", s.urls[0], "--matches", "50", "--pace", "1", "--for", d.String(), "--game", "chess").CombinedOutput()
	row := otherRow.FindSubmatch(out)
	if err != nil || row == nil {
		s.t.Errorf("kydai load: %v\n%s", err, out)
		return 0
	}
	ms, _ := strconv.ParseFloat(string(row[1]), 64)
	return time.Duration(ms * float64(time.Millisecond))
}

// otherRow matches the row in the report of kydai load that contains the delay of moves at the
// other player; the last value is the 99th percentile.
var otherRow = regexp.MustCompile(`(?m)^move to the other +[0-9.]+ +[0-9.]+ +([0-9.]+)`)

// shown is the cost of showing moves to a crowd.
type shown struct {
	moves, frames, size int
	micros              float64
}

// show plays a move every second for the duration d. It returns the CPU time of the process pid per
// frame that the sockets received.
func (m *oneMatch) show(c *crowd, pid int, d time.Duration) shown {
	return c.measure(pid, d, m.move)
}

func (c *crowd) measure(pid int, d time.Duration, send func()) shown {
	c.t.Helper()
	used, frames, size := processor(pid), c.frames.Load(), c.bytes.Load()
	moves := 0
	for began := time.Now(); time.Since(began) < d; moves++ {
		next := time.Now().Add(time.Second)
		want := c.frames.Load() + int64(len(c.conns))
		send()
		eventually(c.t, time.Minute, "all watchers see the move", func() bool { return c.frames.Load() >= want })
		time.Sleep(time.Until(next))
	}
	used, frames, size = processor(pid)-used, c.frames.Load()-frames, c.bytes.Load()-size
	return shown{moves, int(frames), int(size / frames), float64(used.Microseconds()) / float64(frames)}
}

// show broadcasts frames of the given size to the crowd. It returns the CPU cost of the relay per
// received frame.
func (p *bareProcess) show(c *crowd, size int, d time.Duration) shown {
	p.t.Helper()
	return c.measure(p.cmd.Process.Pid, d, func() {
		resp, err := http.Get("http://" + p.address + "/broadcast?" + strconv.Itoa(size))
		if err != nil {
			p.t.Fatal(err)
		}
		_ = resp.Body.Close()
	})
}
