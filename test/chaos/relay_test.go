//go:build linux

package chaos_test

import (
	"bytes"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// relay forwards connections. While it is cut, it forwards no data in either direction but keeps
// the connections open.
type relay struct {
	listener net.Listener
	target   string       // address to which connections are forwarded; mu protects it
	delay    atomic.Int64 // delay in each direction of new connections, in nanoseconds

	mu    sync.Mutex
	open  *sync.Cond // signals a change of cut
	cut   bool
	conns map[net.Conn]struct{}
}

func newRelay(t *testing.T, target string) *relay {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{listener: l, target: target, conns: map[net.Conn]struct{}{}}
	r.open = sync.NewCond(&r.mu)
	go r.accept()
	t.Cleanup(func() {
		_ = l.Close()
		r.set(false)
		r.reset()
	})
	return r
}

func (r *relay) address() string { return r.listener.Addr().String() }

func (r *relay) accept() {
	for {
		c, err := r.listener.Accept()
		if err != nil {
			return
		}
		go r.pass(c)
	}
}

func (r *relay) pass(c net.Conn) {
	defer func() { _ = c.Close() }()
	r.wait()
	r.mu.Lock()
	target := r.target
	r.mu.Unlock()
	s, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	defer func() { _ = s.Close() }()
	r.mu.Lock()
	r.conns[c], r.conns[s] = struct{}{}, struct{}{}
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.conns, c)
		delete(r.conns, s)
	}()
	done := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{c, s}, {s, c}} {
		go func() {
			r.copy(way[0], way[1])
			done <- struct{}{}
		}()
	}
	<-done
}

func (r *relay) copy(from io.Reader, to io.Writer) {
	if delay := time.Duration(r.delay.Load()); delay > 0 {
		slow := newSlow(to, delay)
		defer slow.end()
		to = slow
	}
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		r.wait()
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// wait blocks as long as the relay is cut.
func (r *relay) wait() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.cut {
		r.open.Wait()
	}
}

func (r *relay) set(cut bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cut = cut
	r.open.Broadcast()
}

// lead makes the relay forward new connections to another address, and closes the open connections.
func (r *relay) lead(target string) {
	r.mu.Lock()
	r.target = target
	r.mu.Unlock()
	r.reset()
}

// reset closes all connections.
func (r *relay) reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.conns {
		_ = c.Close()
	}
}

// slow is a writer that delays all data by the same time, but accepts new data in the meantime. It
// simulates a long network path without limiting the throughput.
type slow struct {
	to    io.Writer
	delay time.Duration
	way   chan parcel
	done  chan struct{}
}

type parcel struct {
	due  time.Time
	data []byte
}

func newSlow(to io.Writer, delay time.Duration) *slow {
	s := &slow{to: to, delay: delay, way: make(chan parcel, 4096), done: make(chan struct{})}
	go func() {
		defer close(s.done)
		for p := range s.way {
			time.Sleep(time.Until(p.due))
			_, _ = s.to.Write(p.data)
		}
	}()
	return s
}

// Write implements io.Writer.
func (s *slow) Write(data []byte) (int, error) {
	s.way <- parcel{time.Now().Add(s.delay), bytes.Clone(data)}
	return len(data), nil
}

func (s *slow) end() {
	close(s.way)
	<-s.done
}
