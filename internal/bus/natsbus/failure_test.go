package natsbus

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"kydai/internal/bus"
	"kydai/test/timing"
)

// noticed is the time limit for a client to detect a dead server and connect to another server.
const noticed = 3 * time.Second

// TestServerDies checks that no call blocks and no message is kept while the only server is down.
// When the server is back, every subscriber must be told of the gap: that it may have missed
// messages.
func TestServerDies(t *testing.T) {
	server := single(t)
	b := connect(t, server.url())
	subject := unique()
	var c collector
	subscribe(t, b, subject, c.handler())
	var back atomic.Int32
	b.OnReconnect(func() { back.Add(1) })
	cancel := b.OnReconnect(func() { t.Error("a cancelled listener is called") })
	cancel()

	job := unique()
	jobs := make(chan context.Context, 1)
	serve(t, b, job, 1, func(ctx context.Context, _ string, _ []byte) ([]byte, error) {
		jobs <- ctx
		<-ctx.Done()
		return nil, nil
	})
	asked := make(chan error, 1)
	go func() {
		_, err := b.Request(within(t, 20*time.Second), job, nil)
		asked <- err
	}()
	ctx := <-jobs
	server.kill()
	eventually(t, noticed, "the loss is noticed", func() bool { return !b.Connected() })
	if err := <-asked; !errors.Is(err, bus.ErrLost) {
		t.Errorf("a request under way: %v", err)
	}
	<-ctx.Done()
	if !errors.Is(context.Cause(ctx), bus.ErrLost) {
		t.Errorf("a job under way ends because of %v", context.Cause(ctx))
	}

	start := time.Now()
	const lost = 10000
	for range lost {
		if err := b.Publish(subject, []byte("lost")); !errors.Is(err, bus.ErrOffline) {
			t.Fatalf("Publish while offline: %v", err)
		}
	}
	t.Logf("offline: %v for each Publish", time.Since(start)/lost)
	if _, err := b.Request(within(t, 20*time.Second), job, nil); !errors.Is(err, bus.ErrOffline) {
		t.Errorf("Request while offline: %v", err)
	}
	var late collector // for a subscription that is created while the bus is offline
	lateSubject := unique()
	subscribe(t, b, lateSubject, late.handler())
	if s := b.Stats(); s.Dropped < lost {
		t.Errorf("%d messages are counted as dropped", s.Dropped)
	}

	server.start()
	eventually(t, 2*noticed, "both are told of the gap", func() bool {
		_, one := c.counts()
		_, two := late.counts()
		return one == 1 && two == 1 && back.Load() >= 1 // each of the two subscriptions was told of exactly one gap (lost messages)
	})
	if c.told()[0].Why != bus.Reconnected {
		t.Errorf("gap %v", c.told()[0].Why)
	}
	publish(t, b, subject, "1")
	publish(t, b, lateSubject, "1")
	eventually(t, noticed, "messages come again", func() bool {
		one, _ := c.counts()
		two, _ := late.counts()
		return one == 1 && two == 1
	})
	if c.messages()[0] != "1" {
		t.Errorf("after the loss came %q: nothing of before may come late", c.messages()[0])
	}
	if s := b.Stats(); s.Reconnects != 1 || s.Down <= 0 {
		t.Errorf("stats %+v", s)
	}
}

// TestServerComesLater checks that a node may start before its NATS server.
func TestServerComesLater(t *testing.T) {
	server := single(t)
	server.kill()
	b := connectLater(t, server.url())
	var c collector
	subject := unique()
	subscribe(t, b, subject, c.handler())
	if b.Connected() {
		t.Fatal("connected to nothing")
	}
	server.start()
	eventually(t, 2*noticed, "the subscription stands", func() bool { _, gaps := c.counts(); return gaps == 1 })
	publish(t, b, subject, "1")
	eventually(t, noticed, "a message", func() bool { n, _ := c.counts(); return n == 1 })
}

// TestServerFreezes checks that a server which neither reads nor closes its
// connections does not delay publishers, that messages to it may be lost, and
// that the freeze is detected.
func TestServerFreezes(t *testing.T) {
	timing.Trials(t, 3, tryServerFreezes)
}

func tryServerFreezes(t *testing.T, slow func(string, ...any)) {
	t.Helper()
	server := single(t)
	b := connect(t, server.url())
	subject := unique()
	var c collector
	subscribe(t, b, subject, c.handler())
	data := make([]byte, 16<<10) // large enough that the loop fills every buffer between publisher and server
	server.signal(syscall.SIGSTOP)
	defer server.signal(syscall.SIGCONT)

	start := time.Now()
	var slowest time.Duration
	var full bool
	// The loop checks only the first connection (b.up). b.Connected is also false when only the
	// second connection is down, but then no gap is reported to the subscription on the first
	// connection.
	for b.up.Load() {
		before := time.Now()
		err := b.Publish(subject, data)
		took := time.Since(before)
		slowest = max(slowest, took)
		full = full || errors.Is(err, bus.ErrFull)
		if time.Since(start) > 10*noticed {
			t.Fatalf("a frozen server is not noticed in %v", 10*noticed)
		}
		time.Sleep(100 * time.Microsecond)
	}
	if took := time.Since(start); took > noticed {
		slow("a frozen server was noticed after %v", took)
	}
	t.Logf("frozen server noticed after %v; slowest Publish %v; outbox full: %v", time.Since(start), slowest, full)
	// A Publish that waited for the socket would take up to writeTimeout, or until the connection
	// is closed.
	if slowest > writeTimeout/4 {
		slow("Publish took %v", slowest)
	}
	server.signal(syscall.SIGCONT)
	eventually(t, 2*noticed, "the gap is told", func() bool { _, gaps := c.counts(); return gaps >= 1 })
}

// TestSubscribeToFrozenServer checks that Subscribe does not wait until a frozen server is
// detected, and that the subscriber is told of a gap (lost messages) when the server resumes.
func TestSubscribeToFrozenServer(t *testing.T) {
	timing.Trials(t, 3, func(t *testing.T, slow func(string, ...any)) {
		t.Helper()
		server := single(t)
		b := connect(t, server.url())
		var c collector
		server.freeze()
		defer server.signal(syscall.SIGCONT)
		before := time.Now()
		subject := unique()
		subscribe(t, b, subject, c.handler())
		took := time.Since(before)
		t.Logf("Subscribe took %v", took)
		if took > pingInterval*pingsOut {
			slow("Subscribe took %v, which is as long as it takes to notice", took)
		}
		server.signal(syscall.SIGCONT)
		eventually(t, 2*noticed, "the gap is told", func() bool { _, gaps := c.counts(); return gaps >= 1 })
		publish(t, b, subject, "1")
		eventually(t, noticed, "a message", func() bool { n, _ := c.counts(); return n == 1 })
	})
}

// TestClusterLosesServer connects two of three clients to the first server of a cluster, then kills
// or freezes that server. It checks that requests and messages work again within 3 s, that the
// clients of the lost server are told of a gap (lost messages), and that the client of another
// server is told of none.
func TestClusterLosesServer(t *testing.T) {
	for name, fell := range map[string]func(*process){
		"killed": (*process).kill,
		"frozen": func(p *process) { p.signal(syscall.SIGSTOP) },
	} {
		t.Run(name, func(t *testing.T) {
			timing.Trials(t, 3, func(t *testing.T, slow func(string, ...any)) {
				t.Helper()
				loseServer(t, fell, slow)
			})
		})
	}
}

func loseServer(t *testing.T, fell func(*process), slow func(string, ...any)) {
	t.Helper()
	servers := cluster(t)
	var urls []string
	for _, s := range servers {
		urls = append(urls, s.url())
	}
	// from and near are connected to the first server, far to another one. Each
	// client knows the addresses of all servers.
	from, near, far := connectTo(t, urls, 0), connectTo(t, urls, 0), connectTo(t, urls, 1)
	subject, job := unique(), unique()
	var atNear, atFar collector
	subscribe(t, near, subject, atNear.handler())
	subscribe(t, far, subject, atFar.handler())
	known(t, from, subject, &atNear)
	known(t, from, subject, &atFar)
	serve(t, near, job, 4, echo)
	serve(t, far, job, 4, echo)
	ask(t, from, job, "")

	var wg sync.WaitGroup
	stop := make(chan struct{})
	var latest, longest atomic.Int64 // time of the latest response, and longest interval between two responses, in nanoseconds
	latest.Store(time.Now().UnixNano())
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			_ = from.Publish(subject, fmt.Append(nil, i))
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			_, err := from.Request(ctx, job, nil)
			cancel()
			if err != nil {
				time.Sleep(5 * time.Millisecond)
				continue
			}
			now := time.Now().UnixNano()
			longest.Store(max(longest.Load(), now-latest.Swap(now)))
		}
	})
	time.Sleep(200 * time.Millisecond)
	longest.Store(0)
	dead := time.Now()
	fell(servers[0])
	eventually(t, noticed, "both have another server", func() bool {
		return from.Stats().Reconnects >= 1 && near.Stats().Reconnects >= 1
	})
	eventually(t, noticed, "who was on it is told", func() bool {
		_, gaps := atNear.counts()
		return gaps >= 1
	})
	told := time.Since(dead)
	n, _ := atNear.counts()
	m, _ := atFar.counts()
	eventually(t, noticed, "messages go on", func() bool {
		now, _ := atNear.counts()
		other, _ := atFar.counts()
		return now > n && other > m
	})
	eventually(t, noticed, "requests go on", func() bool {
		return latest.Load() > dead.Add(told).UnixNano()
	})
	if took := time.Since(dead); took > noticed {
		slow("all goes on after %v", took)
	}
	close(stop)
	wg.Wait()
	if _, gaps := atFar.counts(); gaps != 0 {
		t.Errorf("who was on another server is told of %v", atFar.told())
	}
	pause := time.Duration(longest.Load())
	t.Logf("told of the gap after %v; longest time without an answer %v", told, pause)
	if pause > noticed {
		slow("no request was answered for %v", pause)
	}
}

// connectTo returns a connection to server i that knows the addresses of all
// servers. The client chooses a server at random, so connectTo reconnects until
// the choice is i.
func connectTo(t *testing.T, urls []string, i int) *Bus {
	t.Helper()
	for range 1000 { // each new connection chooses a server at random
		b := connect(t, urls...)
		if b.Server() == urls[i] {
			return b
		}
		b.Close()
	}
	t.Fatalf("the server at %s takes nobody", urls[i])
	return nil
}
