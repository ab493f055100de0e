package natsbus

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kydai/internal/bus"
)

// TestSuite runs the same tests of the bus guarantees against every kind of server.
func TestSuite(t *testing.T) {
	t.Run("embedded", func(t *testing.T) {
		o := ServerOptions{Name: "suite"}
		first, err := Embedded(o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(first.Close)
		opts, _ := o.server()
		opts.Users[0].Password = passwordOf(first)
		suite(t, func(t *testing.T) *Bus {
			b, err := inside(first.server, opts, o)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(b.Close)
			return b
		})
	})
	t.Run("single", func(t *testing.T) {
		at := os.Getenv("KYDAI_TEST_NATS")
		if at == "" {
			at = "nats://127.0.0.1:4222"
		}
		u, err := url.Parse(at)
		if err != nil {
			t.Fatal(err)
		}
		c, err := net.DialTimeout("tcp", u.Host, time.Second)
		if err != nil {
			t.Skipf("no NATS server at %s; KYDAI_TEST_NATS names another", u.Host)
		}
		_ = c.Close()
		suite(t, func(t *testing.T) *Bus { return connect(t, at) })
	})
	t.Run("cluster", func(t *testing.T) {
		servers := cluster(t)
		var next atomic.Int32
		suite(t, func(t *testing.T) *Bus {
			return connect(t, servers[int(next.Add(1))%len(servers)].url())
		})
	})
}

func passwordOf(b *Bus) string { return b.conn.Opts.Password }

func suite(t *testing.T, open func(t *testing.T) *Bus) {
	for name, test := range map[string]func(*testing.T, func(t *testing.T) *Bus){
		"Deliver": testDeliver, "Patterns": testPatterns, "Slow": testSlow, "Cancel": testCancel,
		"Request": testRequest, "Group": testGroup, "Busy": testBusy, "Errors": testErrors,
		"Deadline": testDeadline, "Sizes": testSizes, "Drain": testDrain, "Leave": testLeave, "Close": testClose,
	} {
		t.Run(name, func(t *testing.T) { test(t, open) })
	}
}

// unique returns a subject that no other test uses.
func unique(tokens ...string) string {
	s, err := bus.Subject(append([]string{"t", rand.Text()}, tokens...)...)
	if err != nil {
		panic(err)
	}
	return s
}

// collector stores the messages and gaps of a subscription.
type collector struct {
	mu   sync.Mutex
	got  []string
	gaps []bus.Gap
}

func (c *collector) handler() bus.Handler {
	return bus.Handler{
		Message: func(_ string, data []byte) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.got = append(c.got, string(data))
		},
		Gap: func(g bus.Gap) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.gaps = append(c.gaps, g)
		},
	}
}

func (c *collector) counts() (messages, gaps int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.got), len(c.gaps)
}

func (c *collector) messages() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.got)
}

func (c *collector) told() []bus.Gap {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.gaps)
}

func (c *collector) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.got = nil
}

func subscribe(t *testing.T, b *Bus, pattern string, h bus.Handler) bus.Subscription {
	t.Helper()
	s, err := b.Subscribe(pattern, h)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func serve(t *testing.T, b *Bus, pattern string, n int, do bus.Server) bus.Subscription {
	t.Helper()
	s, err := b.Serve(pattern, WorkerGroup, n, do)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func publish(t *testing.T, b *Bus, subject, data string) {
	t.Helper()
	if err := b.Publish(subject, []byte(data)); err != nil {
		t.Fatal(err)
	}
}

func within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// known waits until messages that b publishes to subject reach the collector of another connection:
// the servers of a cluster need a moment to pass on a new subscription.
func known(t *testing.T, b *Bus, subject string, c *collector) {
	t.Helper()
	eventually(t, 5*time.Second, "the subscription is known", func() bool {
		publish(t, b, subject, "known?")
		time.Sleep(2 * time.Millisecond)
		n, _ := c.counts()
		return n > 0
	})
	time.Sleep(20 * time.Millisecond)
	c.forget()
}

func testDeliver(t *testing.T, open func(*testing.T) *Bus) {
	const n = 2000
	from, subject := open(t), unique("all")
	var to [4]collector
	for i := range to {
		b := open(t)
		h := to[i].handler()
		h.Queue = n
		subscribe(t, b, subject, h)
		known(t, from, subject, &to[i])
	}
	for i := range to {
		to[i].forget()
	}
	data := make([]byte, 8)
	for i := range n {
		binary.BigEndian.PutUint64(data, uint64(i))
		if err := from.Publish(subject, data); err != nil { // the loop reuses data, so Publish must copy it
			t.Fatal(err)
		}
	}
	for i := range to {
		eventually(t, 5*time.Second, "all messages arrive", func() bool { got, _ := to[i].counts(); return got >= n })
		for k, got := range to[i].messages() {
			if v := binary.BigEndian.Uint64([]byte(got)); v != uint64(k) {
				t.Fatalf("subscriber %d: message %d came as the %dth", i, v, k)
			}
		}
		if got, gaps := to[i].counts(); got != n || gaps != 0 {
			t.Errorf("subscriber %d: %d messages, gaps %v", i, got, to[i].told())
		}
	}
}

func testPatterns(t *testing.T, open func(*testing.T) *Bus) {
	b, base := open(t), unique()
	var one, all collector
	subscribe(t, b, base+".*.all", one.handler())
	subscribe(t, b, base+".>", all.handler())
	for _, s := range []string{".x.all", ".y.all", ".x.first", ".x.y.all", ".all"} {
		publish(t, b, base+s, s)
	}
	eventually(t, 5*time.Second, "five messages", func() bool { n, _ := all.counts(); return n == 5 })
	const want = ".x.all .y.all"
	eventually(t, 5*time.Second, "*.all matches "+want, func() bool { return strings.Join(one.messages(), " ") == want })
}

// testSlow checks that a handler that hangs loses messages and is told how many it has lost, and
// that it does not delay other handlers.
func testSlow(t *testing.T, open func(*testing.T) *Bus) {
	const queue, sent = 10, 105
	b, subject := open(t), unique("all")
	entered, release := make(chan struct{}, sent), make(chan struct{})
	var slow, fast collector
	h := slow.handler()
	take := h.Message
	h.Queue, h.Message = queue, func(s string, data []byte) {
		entered <- struct{}{}
		<-release
		take(s, data)
	}
	subscribe(t, b, subject, h)
	subscribe(t, b, subject, fast.handler())

	publish(t, b, subject, "0")
	<-entered
	for i := 1; i < sent; i++ {
		publish(t, b, subject, fmt.Sprint(i))
	}
	eventually(t, 5*time.Second, "the other subscription gets all", func() bool { n, _ := fast.counts(); return n == sent })
	before := b.Stats().Missed
	if before == 0 {
		t.Error("nothing was counted as missed")
	}
	close(release)
	// The handler was busy with message 0. Messages 1 to 10 filled the queue, and message 11 made
	// it overflow, so all 11 were lost. The same happened to each further group of 11 messages. The
	// messages after the last whole group are delivered.
	const rest = (sent - 1) % (queue + 1)
	eventually(t, 5*time.Second, "the slow one catches up", func() bool { n, _ := slow.counts(); return n == 1+rest })
	gaps := slow.told()
	if len(gaps) != 1 || gaps[0] != (bus.Gap{Why: bus.Slow, Missed: sent - 1 - rest}) || before != sent-1-rest {
		t.Errorf("gaps %v, %d counted; %d were lost", gaps, before, sent-1-rest)
	}
	publish(t, b, subject, "last")
	eventually(t, 5*time.Second, "it goes on", func() bool { n, _ := slow.counts(); return n == 2+rest })
	if got := slow.messages()[1+rest]; got != "last" || len(fast.told()) != 0 {
		t.Errorf("last message %q; the fast one was told of %v", got, fast.told())
	}
}

func testCancel(t *testing.T, open func(*testing.T) *Bus) {
	b, subject := open(t), unique()
	var c, other collector
	s := subscribe(t, b, subject, c.handler())
	subscribe(t, b, subject, other.handler())
	publish(t, b, subject, "1")
	eventually(t, 5*time.Second, "a message", func() bool { n, _ := c.counts(); return n == 1 })
	s.Cancel()
	s.Cancel()
	publish(t, b, subject, "2")
	eventually(t, 5*time.Second, "the other goes on", func() bool { n, _ := other.counts(); return n == 2 })
	if n, gaps := c.counts(); n != 1 || gaps != 0 {
		t.Errorf("a cancelled subscription got %d messages and %d gaps", n, gaps)
	}
}

func echo(_ context.Context, subject string, data []byte) ([]byte, error) {
	return []byte(subject + "=" + string(data)), nil
}

// ask repeats a request until a worker serves it: the servers of a cluster need
// a moment to learn of a new worker.
func ask(t *testing.T, b *Bus, subject, data string) string {
	t.Helper()
	var answer []byte
	eventually(t, 5*time.Second, "somebody answers", func() bool {
		var err error
		answer, err = b.Request(within(t, 5*time.Second), subject, []byte(data))
		if err != nil && !errors.Is(err, bus.ErrNobody) {
			t.Fatal(err)
		}
		return err == nil
	})
	return string(answer)
}

func testRequest(t *testing.T, open func(*testing.T) *Bus) {
	asker, base := open(t), unique()
	serve(t, open(t), base+".*", 8, echo)
	ask(t, asker, base+".x", "")
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			subject := fmt.Sprintf("%s.%d", base, i%7)
			want := fmt.Sprintf("%s=%d", subject, i)
			got, err := asker.Request(within(t, 10*time.Second), subject, []byte(fmt.Sprint(i)))
			if err != nil || string(got) != want {
				t.Errorf("Request(%d) = %q, %v", i, got, err)
			}
		})
	}
	wg.Wait()
	asker.inbox.mu.Lock()
	defer asker.inbox.mu.Unlock()
	if n := len(asker.inbox.waiting); n != 0 {
		t.Errorf("%d answers are still expected", n)
	}
}

// testGroup checks that each request goes to one member of the group, and that
// no member runs more requests at once than its limit.
func testGroup(t *testing.T, open func(*testing.T) *Bus) {
	const requests, room = 120, 3
	asker, subject := open(t), unique()
	var done, running [2]atomic.Int32
	for i := range done {
		serve(t, open(t), subject, room, func(context.Context, string, []byte) ([]byte, error) {
			if n := running[i].Add(1); n > room {
				t.Errorf("%d requests at a time", n)
			}
			defer running[i].Add(-1)
			time.Sleep(5 * time.Millisecond)
			done[i].Add(1)
			return nil, nil
		})
	}
	ask(t, asker, subject, "")
	eventually(t, 5*time.Second, "both serve", func() bool {
		ask(t, asker, subject, "")
		return done[0].Load() > 0 && done[1].Load() > 0
	})
	before := done[0].Load() + done[1].Load()
	var wg sync.WaitGroup
	for range requests {
		wg.Go(func() {
			if _, err := asker.Request(within(t, 10*time.Second), subject, nil); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := done[0].Load() + done[1].Load() - before; n != requests {
		t.Errorf("%d requests were served %d times", requests, n)
	}
}

// testBusy checks that a busy worker refuses requests and that an idle worker gets them.
func testBusy(t *testing.T, open func(*testing.T) *Bus) {
	asker, subject := open(t), unique()
	started, release := make(chan struct{}, 1), make(chan struct{})
	first := serve(t, open(t), subject, 1, func(context.Context, string, []byte) ([]byte, error) {
		started <- struct{}{}
		<-release
		return []byte("slow"), nil
	})
	answered := make(chan string, 1)
	go func() { answered <- ask(t, asker, subject, "") }()
	<-started
	_, err := asker.Request(within(t, 300*time.Millisecond), subject, nil)
	if !errors.Is(err, bus.ErrBusy) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("with nobody idle: %v", err)
	}
	serve(t, open(t), subject, 1, func(context.Context, string, []byte) ([]byte, error) { return []byte("idle"), nil })
	for range 20 {
		if got := ask(t, asker, subject, ""); got != "idle" {
			t.Errorf("answered by %q", got)
		}
	}
	close(release)
	if got := <-answered; got != "slow" {
		t.Errorf("the first request was answered by %q", got)
	}
	first.Cancel()
}

func testErrors(t *testing.T, open func(*testing.T) *Bus) {
	b, subject := open(t), unique()
	if _, err := b.Request(within(t, 10*time.Second), subject, nil); !errors.Is(err, bus.ErrNobody) {
		t.Errorf("nobody serves: %v", err)
	}
	serve(t, b, subject, 1, func(context.Context, string, []byte) ([]byte, error) {
		return []byte("data"), errors.New("no such level\x00\r")
	})
	data, err := b.Request(within(t, 10*time.Second), subject, nil)
	if !errors.Is(err, bus.ErrFailed) || err.Error() != "no such level" || data != nil {
		t.Errorf("a server that fails: %q, %v", data, err)
	}
	if _, err := b.Request(context.Background(), subject, nil); !errors.Is(err, bus.ErrBadCall) {
		t.Errorf("no deadline: %v", err)
	}
	for _, bad := range []string{"", "t.*", "t.>", ">", "t.a b", "t..a", "_INBOX.a", "$SYS.a", "t.a\r\nPUB b 0\r\n"} {
		if err := b.Publish(bad, nil); !errors.Is(err, bus.ErrBadSubject) {
			t.Errorf("Publish(%q): %v", bad, err)
		}
		if _, err := b.Request(within(t, time.Second), bad, nil); !errors.Is(err, bus.ErrBadSubject) {
			t.Errorf("Request(%q): %v", bad, err)
		}
	}
	var c collector
	if _, err := b.Subscribe(">", c.handler()); !errors.Is(err, bus.ErrBadSubject) {
		t.Errorf("Subscribe to everything: %v", err)
	}
	if _, err := b.Subscribe(subject, bus.Handler{Message: c.handler().Message}); !errors.Is(err, bus.ErrBadCall) {
		t.Errorf("Subscribe without Gap: %v", err)
	}
	if _, err := b.Serve(subject, "a b", 1, echo); !errors.Is(err, bus.ErrBadSubject) {
		t.Errorf("Serve in no group: %v", err)
	}
	if _, err := b.Serve(subject, WorkerGroup, 0, echo); !errors.Is(err, bus.ErrBadCall) {
		t.Errorf("Serve nothing: %v", err)
	}
}

// testDeadline checks that a request returns at its deadline at the latest, and that the context of
// the server's handler ends at the same time.
func testDeadline(t *testing.T, open func(*testing.T) *Bus) {
	const patience = 150 * time.Millisecond
	b, subject := open(t), unique()
	ended := make(chan time.Duration, 1)
	serve(t, b, subject, 1, func(ctx context.Context, _ string, _ []byte) ([]byte, error) {
		start := time.Now()
		<-ctx.Done()
		ended <- time.Since(start)
		return nil, ctx.Err()
	})
	_, err := b.Request(within(t, patience), subject, nil)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after the deadline: %v", err)
	}
	select {
	case d := <-ended:
		if d < patience/2 {
			t.Errorf("the server was stopped after %v", d)
		}
	case <-time.After(5 * time.Second):
		t.Error("the server works on for nobody")
	}
}

func testSizes(t *testing.T, open func(*testing.T) *Bus) {
	b, subject := open(t), unique()
	larger := make([]byte, bus.MaxData+1)
	large := larger[:bus.MaxData]
	serve(t, b, subject, 1, func(_ context.Context, _ string, data []byte) ([]byte, error) {
		if len(data) == 1 {
			return larger, nil
		}
		return data, nil
	})
	if got, err := b.Request(within(t, 10*time.Second), subject, large); err != nil || len(got) != len(large) {
		t.Errorf("the largest request: %d bytes, %v", len(got), err)
	}
	if _, err := b.Request(within(t, 10*time.Second), subject, larger); !errors.Is(err, bus.ErrTooLarge) {
		t.Errorf("a request too large: %v", err)
	}
	if err := b.Publish(subject, larger); !errors.Is(err, bus.ErrTooLarge) {
		t.Errorf("a message too large: %v", err)
	}
	if _, err := b.Request(within(t, 10*time.Second), subject, []byte{1}); !errors.Is(err, bus.ErrFailed) {
		t.Errorf("an answer too large: %v", err)
	}
	// Check that the total size in bytes of the waiting messages is limited, and not only their
	// number.
	entered, release := make(chan struct{}, 1), make(chan struct{})
	gap, topic := make(chan bus.Gap, 1), unique()
	subscribe(t, b, topic, bus.Handler{
		Message: func(string, []byte) {
			select {
			case entered <- struct{}{}:
			default:
			}
			<-release
		},
		Gap: func(g bus.Gap) { gap <- g },
	})
	const fit = bus.MaxQueueBytes / bus.MaxData
	publish(t, b, topic, "")
	<-entered
	for range fit + 1 {
		eventually(t, 5*time.Second, "the message is sent", func() bool { return b.Publish(topic, large) == nil })
	}
	eventually(t, 5*time.Second, "the loss is counted", func() bool { return b.Stats().Missed == fit+1 })
	close(release)
	if g := <-gap; g != (bus.Gap{Why: bus.Slow, Missed: fit + 1}) {
		t.Errorf("gap %+v", g)
	}
}

// testDrain checks that Drain finishes accepted requests and sends published messages.
func testDrain(t *testing.T, open func(*testing.T) *Bus) {
	const n = 500
	leaving, staying := open(t), open(t)
	job, in, out := unique(), unique("in"), unique("out")
	var got, heard collector
	h := heard.handler()
	h.Queue = 2 * n
	subscribe(t, staying, out, h)
	known(t, leaving, out, &heard)
	h = got.handler()
	take := h.Message
	h.Message = func(s string, d []byte) {
		if string(d) == "1" {
			time.Sleep(50 * time.Millisecond) // the handler is slow for this message, so the messages after it wait in the queue
		}
		take(s, d)
	}
	subscribe(t, leaving, in, h)
	started := make(chan struct{}, 2)
	serve(t, leaving, job, 1, func(context.Context, string, []byte) ([]byte, error) {
		started <- struct{}{}
		time.Sleep(50 * time.Millisecond)
		return []byte("done"), nil
	})
	ask(t, staying, job, "")
	<-started
	known(t, staying, in, &got)

	answer := make(chan string, 1)
	go func() { answer <- ask(t, staying, job, "") }()
	<-started
	for i := range n {
		publish(t, leaving, in, fmt.Sprint(i))
		publish(t, leaving, out, fmt.Sprint(i))
	}
	// After this wait the server has all messages, including those on the subject in. It sends
	// these to the leaving client before it responds to the flush in Drain, so the handler must get
	// all of them.
	eventually(t, 5*time.Second, "all is sent", func() bool { k, _ := heard.counts(); return k == n })
	for i := range n {
		publish(t, leaving, out, fmt.Sprint(i))
	}
	if err := leaving.Drain(within(t, 10*time.Second)); err != nil {
		t.Fatal(err)
	}
	if a := <-answer; a != "done" {
		t.Errorf("the job under way was answered with %q", a)
	}
	if k, gaps := got.counts(); k != n || gaps != 0 {
		t.Errorf("%d of %d messages were handled before the end, %d gaps", k, n, gaps)
	}
	eventually(t, 5*time.Second, "all that was published arrives", func() bool { k, _ := heard.counts(); return k == 2*n })
	if err := leaving.Publish(out, nil); !errors.Is(err, bus.ErrClosed) {
		t.Errorf("Publish after Drain: %v", err)
	}

	// Check that Drain returns when ctx ends, even if a handler never returns.
	stuck, never := open(t), make(chan struct{})
	defer close(never)
	serve(t, stuck, job, 1, func(context.Context, string, []byte) ([]byte, error) {
		started <- struct{}{}
		<-never
		return nil, nil
	})
	go func() { _, _ = stuck.Request(within(t, 5*time.Second), job, nil) }()
	<-started
	if err := stuck.Drain(within(t, 100*time.Millisecond)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Drain that takes too long: %v", err)
	}
}

// testLeave checks that no request is lost while members of a group join and leave.
func testLeave(t *testing.T, open func(*testing.T) *Bus) {
	asker, comes, subject := open(t), open(t), unique()
	serve(t, open(t), subject, 8, echo)
	ask(t, asker, subject, "")
	var wg sync.WaitGroup
	var stop atomic.Bool
	var done atomic.Int32
	for range 8 {
		wg.Go(func() {
			for !stop.Load() {
				if _, err := asker.Request(within(t, 2*time.Second), subject, nil); err != nil {
					t.Errorf("after %d requests: %v", done.Load(), err)
					return
				}
				done.Add(1)
			}
		})
	}
	var came atomic.Int32
	for range 25 {
		s := serve(t, comes, subject, 8, func(context.Context, string, []byte) ([]byte, error) { came.Add(1); return nil, nil })
		time.Sleep(4 * time.Millisecond)
		s.Cancel()
	}
	stop.Store(true)
	wg.Wait()
	if came.Load() == 0 {
		t.Error("who came and went was never asked")
	}
	t.Logf("%d of %d requests went to members that left", came.Load(), done.Load())
}

func testClose(t *testing.T, open func(*testing.T) *Bus) {
	b, subject := open(t), unique()
	started := make(chan context.Context, 1)
	serve(t, b, subject, 1, func(ctx context.Context, _ string, _ []byte) ([]byte, error) {
		started <- ctx
		<-ctx.Done()
		return nil, nil
	})
	failed := make(chan error, 1)
	go func() {
		_, err := b.Request(within(t, 10*time.Second), subject, nil)
		failed <- err
	}()
	ctx := <-started
	b.Close()
	b.Close()
	if err := <-failed; !errors.Is(err, bus.ErrClosed) && !errors.Is(err, bus.ErrLost) {
		t.Errorf("a request under way: %v", err)
	}
	<-ctx.Done()
	var c collector
	if _, err := b.Subscribe(subject, c.handler()); !errors.Is(err, bus.ErrClosed) {
		t.Errorf("Subscribe: %v", err)
	}
	if _, err := b.Request(within(t, time.Second), subject, nil); !errors.Is(err, bus.ErrClosed) {
		t.Errorf("Request: %v", err)
	}
	if err := b.Publish(subject, nil); !errors.Is(err, bus.ErrClosed) {
		t.Errorf("Publish: %v", err)
	}
	if err := b.Drain(within(t, time.Second)); !errors.Is(err, bus.ErrClosed) {
		t.Errorf("Drain: %v", err)
	}
	if b.Connected() {
		t.Error("connected")
	}
}
