package natsbus

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"kydai/internal/bus"
)

// TestRatios compares this package with plain nats.go in one run: medians of
// three alternating measurements. It is slow and needs an otherwise idle
// machine, so it runs only with KYDAI_TEST_RATIOS=1: KYDAI_TEST_RATIOS=1 go
// test -run TestRatios -v ./internal/bus/natsbus
func TestRatios(t *testing.T) {
	if os.Getenv("KYDAI_TEST_RATIOS") == "" {
		t.Skip("KYDAI_TEST_RATIOS=1 runs it")
	}
	server := single(t)
	var ratios, ours, bare, asked, bareAsked []float64
	for range 3 {
		b := fanoutBare(t, server.url())
		o := fanout(t, server.url())
		ours, bare, ratios = append(ours, o), append(bare, b), append(ratios, o/b)
		bareAsked = append(bareAsked, askBare(t, server.url()))
		asked = append(asked, askBus(t, connect(t, server.url()), connect(t, server.url())))
	}
	inside, err := Embedded(ServerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer inside.Close()
	t.Logf("to %d connections: %.0f messages/s, bare %.0f, ratio %.2f (goal 0.5)",
		listeners, median(ours), median(bare), median(ratios))
	t.Logf("request and answer: %.1f µs, bare %.1f; inside one process %.1f µs",
		median(asked), median(bareAsked), askBus(t, inside, inside))
	if r := median(ratios); r < 0.5 {
		t.Errorf("ratio %.2f is under 0.5", r)
	}
}

const (
	listeners = 4
	messages  = 200_000
	window    = 2000 // maximum number of messages in flight, the same for this package and plain nats.go
	frame     = 160  // bytes per message, the size of a match event
	requests  = 5000
)

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}

// paced publishes messages so that the slowest listener is never more than window messages behind.
// It returns the number of messages per second that reached all listeners.
func paced(t *testing.T, counts *[listeners]atomic.Int64, publish func([]byte) error) float64 {
	t.Helper()
	slowest := func() int64 {
		least := counts[0].Load()
		for i := range counts {
			least = min(least, counts[i].Load())
		}
		return least
	}
	data := make([]byte, frame)
	start := time.Now()
	for i := range int64(messages) {
		for i-slowest() >= window {
			time.Sleep(20 * time.Microsecond)
			if time.Since(start) > time.Minute {
				t.Fatalf("only %d of %d arrived", slowest(), i)
			}
		}
		if err := publish(data); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, time.Minute, "all arrive", func() bool { return slowest() >= messages })
	return messages / time.Since(start).Seconds()
}

func fanout(t *testing.T, url string) float64 {
	t.Helper()
	var counts [listeners]atomic.Int64
	subject := unique("all")
	var ends []func()
	defer func() {
		for _, end := range ends {
			end()
		}
	}()
	for i := range counts {
		b := connect(t, url)
		ends = append(ends, b.Close)
		subscribe(t, b, subject, bus.Handler{
			Queue:   2 * window,
			Message: func(string, []byte) { counts[i].Add(1) },
			Gap:     func(g bus.Gap) { t.Errorf("gap %+v", g) },
		})
	}
	from := connect(t, url)
	defer from.Close()
	return paced(t, &counts, func(data []byte) error { return from.Publish(subject, data) })
}

func fanoutBare(t *testing.T, url string) float64 {
	t.Helper()
	var counts [listeners]atomic.Int64
	subject := unique("all")
	var ends []func()
	defer func() {
		for _, end := range ends {
			end()
		}
	}()
	for i := range counts {
		c := bareConn(t, url)
		ends = append(ends, c.Close)
		if _, err := c.Subscribe(subject, func(*nats.Msg) { counts[i].Add(1) }); err != nil {
			t.Fatal(err)
		}
		if err := c.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	from := bareConn(t, url)
	defer from.Close()
	return paced(t, &counts, func(data []byte) error { return from.Publish(subject, data) })
}

func bareConn(t *testing.T, url string) *nats.Conn {
	t.Helper()
	c, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// askBus returns the median time from a request to its response, in µs.
func askBus(t *testing.T, asker, server *Bus) float64 {
	t.Helper()
	subject := unique()
	s := serve(t, server, subject, 1, func(_ context.Context, _ string, data []byte) ([]byte, error) { return data, nil })
	defer s.Cancel()
	return timed(t, func(data []byte) error {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		_, err := asker.Request(ctx, subject, data)
		return err
	})
}

func askBare(t *testing.T, url string) float64 {
	t.Helper()
	asker, server, subject := bareConn(t, url), bareConn(t, url), unique()
	defer asker.Close()
	defer server.Close()
	if _, err := server.QueueSubscribe(subject, WorkerGroup, func(m *nats.Msg) { _ = m.Respond(m.Data) }); err != nil {
		t.Fatal(err)
	}
	if err := server.Flush(); err != nil {
		t.Fatal(err)
	}
	return timed(t, func(data []byte) error {
		_, err := asker.Request(subject, data, 5*time.Second)
		return err
	})
}

func timed(t *testing.T, request func([]byte) error) float64 {
	t.Helper()
	data, took := make([]byte, frame), make([]float64, requests)
	for i := range took {
		start := time.Now()
		if err := request(data); err != nil {
			t.Fatal(fmt.Errorf("request %d: %w", i, err))
		}
		took[i] = float64(time.Since(start).Nanoseconds()) / 1000
	}
	return median(took)
}

// BenchmarkPublish measures the time of one call of Publish. It publishes
// faster than the network can send, so most messages are dropped.
func BenchmarkPublish(b *testing.B) {
	inside, err := Embedded(ServerOptions{})
	if err != nil {
		b.Fatal(err)
	}
	defer inside.Close()
	data := make([]byte, frame)
	b.ReportAllocs()
	for b.Loop() {
		_ = inside.Publish("m.x.all", data)
	}
}
