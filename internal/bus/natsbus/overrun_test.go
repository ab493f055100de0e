package natsbus

import (
	"runtime"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"kydai/internal/bus"
)

// hang is a receiver that blocks the dispatcher until release is closed.
type hang struct{ entered, release chan struct{} }

func (h hang) accept(*nats.Msg) {
	close(h.entered)
	<-h.release
}

// TestOverrun checks that messages which do not fit into the dispatcher's
// channel are reported as a gap to all subscribers, because the subjects of the
// lost messages are unknown.
func TestOverrun(t *testing.T) {
	b, err := Embedded(ServerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	subject, blocked := unique(), unique()
	var c, quiet collector
	subscribe(t, b, subject, c.handler())
	subscribe(t, b, unique(), quiet.handler())
	h := hang{make(chan struct{}), make(chan struct{})}
	if _, err := b.register(blocked, "", h); err != nil {
		t.Fatal(err)
	}
	publish(t, b, blocked, "")
	<-h.entered
	for sent := 0; sent < incoming+1000; {
		if b.Publish(subject, nil) == nil {
			sent++
		} else {
			time.Sleep(time.Millisecond)
		}
	}
	eventually(t, 10*time.Second, "the channel is full", func() bool { return len(b.in) == cap(b.in) })
	close(h.release)
	eventually(t, 10*time.Second, "the quiet one is told", func() bool { _, n := quiet.counts(); return n > 0 })
	if g := quiet.told()[0]; g != (bus.Gap{Why: bus.Overrun}) {
		t.Errorf("gap %+v", g)
	}
}

// TestQuietSubscriptionsAreCheap checks that ten thousand subscriptions without
// messages need no goroutine.
func TestQuietSubscriptionsAreCheap(t *testing.T) {
	b, err := Embedded(ServerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	before := goroutines()
	var c collector
	const n = 2000
	for range n {
		subscribe(t, b, unique("all"), c.handler())
	}
	if more := goroutines() - before; more > 20 {
		t.Errorf("%d quiet subscriptions have %d goroutines", n, more)
	}
}

func goroutines() int { return runtime.NumGoroutine() }
