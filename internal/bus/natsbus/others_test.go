package natsbus_test

import (
	"fmt"
	"testing"
	"time"

	"kydai/internal/bus"
	"kydai/internal/bus/natsbus"
)

// TestOwnMessagesStayAway checks that messages which a bus publishes to a subject with an Others
// subscription do not come back over the network, and that messages of other publishers do arrive.
// It tests an embedded server and a connection over TCP.
func TestOwnMessagesStayAway(t *testing.T) {
	const token, many = "a-token-of-nodes-and-more", 100
	one, err := natsbus.Embedded(natsbus.ServerOptions{Name: "one", Listen: "127.0.0.1:0", NodeToken: token, WorkerToken: token + "w"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(one.Close)
	two, err := natsbus.Connect(natsbus.Options{URLs: []string{"nats://" + one.Addr().String()}, User: natsbus.NodeUser, Password: token})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(two.Close)
	for i, pair := range [][2]*natsbus.Bus{{one, two}, {two, one}} {
		own, other := pair[0], pair[1]
		subject := fmt.Sprintf("m.match%d.all", i)
		got := make(chan string, 2*many)
		sub, err := own.Subscribe(subject, bus.Handler{
			Message: func(_ string, data []byte) { got <- string(data) }, Gap: func(bus.Gap) {}, Others: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		before := own.Stats().Received
		for range many {
			if err := own.Publish(subject, []byte("own")); err != nil {
				t.Fatal(err)
			}
		}
		if err := other.Publish(subject, []byte("other")); err != nil {
			t.Fatal(err)
		}
		select {
		case text := <-got:
			if text != "other" {
				t.Errorf("%q came", text)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("nothing came")
		}
		if n := own.Stats().Received - before; n > many/2 {
			t.Errorf("%d messages were received; others sent one", n)
		}
		sub.Cancel()
	}
	if _, err := one.Subscribe("m.*.all", bus.Handler{Message: func(string, []byte) {}, Gap: func(bus.Gap) {}, Others: true}); err == nil {
		t.Error("a pattern is taken for a subject")
	}
}
