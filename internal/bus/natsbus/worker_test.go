package natsbus

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"kydai/internal/bus"
)

// TestWorkerRights checks that a worker may only take jobs and respond to them,
// on an embedded server and on a cluster with the documented configuration.
func TestWorkerRights(t *testing.T) {
	t.Run("embedded", func(t *testing.T) {
		b, err := Embedded(ServerOptions{Listen: "127.0.0.1:0", WorkerToken: workerToken, NodeToken: nodeToken})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		workerRights(t, b, "nats://"+b.Addr().String())
	})
	t.Run("cluster", func(t *testing.T) {
		servers := cluster(t)
		workerRights(t, connect(t, servers[0].url()), servers[1].url())
	})
}

func workerRights(t *testing.T, node *Bus, url string) {
	job := "eng." + strings.ReplaceAll(unique(), ".", "-") + ".level-1"
	worker, err := Connect(Options{URLs: []string{url}, User: WorkerUser, Password: workerToken})
	if err != nil {
		t.Fatal(err)
	}
	defer worker.Close()
	eventually(t, 5*time.Second, "the worker is let in", worker.Connected)
	serve(t, worker, job, 2, echo)
	if got := ask(t, node, job, "view"); got != job+"=view" {
		t.Errorf("the worker answered %q", got)
	}

	// Connect without package natsbus, because its own checks would prevent the forbidden calls.
	refused := make(chan error, 100)
	raw, err := nats.Connect(url, nats.UserInfo(WorkerUser, workerToken),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	mustRefuse := func(what string, err error) {
		t.Helper()
		if err == nil {
			err = raw.Flush()
		}
		select {
		case why := <-refused:
			if !errors.Is(why, nats.ErrPermissionViolation) {
				t.Errorf("%s: %v", what, why)
			}
		case <-time.After(2 * time.Second):
			t.Errorf("%s is not refused (%v)", what, err)
		}
	}
	for _, subject := range []string{"m.x.first", "m.>", ">", "_INBOX.>", "$SYS.>", "eng.>", job} {
		_, err := raw.SubscribeSync(subject)
		mustRefuse("to listen to "+subject, err)
	}
	_, err = raw.QueueSubscribeSync(job, "spies")
	mustRefuse("a group of its own", err)
	for _, subject := range []string{"m.x.first", job, "_INBOX.x.y"} {
		mustRefuse("to publish to "+subject, raw.Publish(subject, []byte("forged")))
	}

	// Check that a worker may respond to a job only once, and may not respond to the job of another
	// worker.
	worker.Close()
	eventually(t, 5*time.Second, "the server has noticed that the worker left", func() bool {
		// the time limit is short, because a job sent to the closed worker is lost
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		_, err := node.Request(ctx, job, nil)
		return errors.Is(err, bus.ErrNobody)
	})
	jobs := make(chan *nats.Msg, 10)
	if _, err := raw.ChanQueueSubscribe(job, WorkerGroup, jobs); err != nil {
		t.Fatal(err)
	}
	if err := raw.Flush(); err != nil {
		t.Fatal(err)
	}
	answered := make(chan string, 1)
	go func() { answered <- ask(t, node, job, "view") }()
	var m *nats.Msg
	select {
	case m = <-jobs:
	case <-time.After(10 * time.Second):
		t.Fatal("no job came")
	}
	if err := m.Respond([]byte("first")); err != nil {
		t.Fatal(err)
	}
	if got := <-answered; got != "first" {
		t.Errorf("answered %q", got)
	}
	mustRefuse("to answer twice", m.Respond([]byte("second")))
	mustRefuse("to answer what was not asked", raw.Publish(m.Reply+"x", nil))
}

// TestStrangers checks that a client without the token is refused.
func TestStrangers(t *testing.T) {
	b, err := Embedded(ServerOptions{Listen: "127.0.0.1:0", WorkerToken: workerToken})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	url := "nats://" + b.Addr().String()
	for _, who := range [][2]string{{"", ""}, {WorkerUser, ""}, {WorkerUser, "guess"}, {NodeUser, ""}, {NodeUser, workerToken}} {
		c, err := nats.Connect(url, nats.UserInfo(who[0], who[1]))
		if err == nil {
			c.Close()
			t.Errorf("%s with password %q is let in", who[0], who[1])
		}
	}
	if c, err := nats.Connect(url, nats.UserInfo(WorkerUser, workerToken)); err != nil {
		t.Error(err)
	} else {
		c.Close()
	}
}

func TestServerOptions(t *testing.T) {
	for name, o := range map[string]ServerOptions{
		"no token":    {Listen: "127.0.0.1:0"},
		"short token": {Listen: "127.0.0.1:0", WorkerToken: "short"},
		"no port":     {Listen: "127.0.0.1", WorkerToken: workerToken},
		"odd port":    {Listen: "127.0.0.1:nosuch", WorkerToken: workerToken},
	} {
		if b, err := Embedded(o); !errors.Is(err, bus.ErrBadCall) {
			t.Errorf("%s: %v", name, err)
			if err == nil {
				b.Close()
			}
		}
	}
	if _, err := Connect(Options{}); !errors.Is(err, bus.ErrBadCall) {
		t.Errorf("no URL: %v", err)
	}
	b, err := Embedded(ServerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if b.Addr() != nil {
		t.Errorf("listens at %v without being asked", b.Addr())
	}
}

// TestOversize checks that a message above MaxData, sent by a client that
// ignores this limit, is not delivered.
func TestOversize(t *testing.T) {
	server := single(t) // with the default message limit of NATS, 1 MiB
	b, subject, job := connect(t, server.url()), unique(), unique()
	var c collector
	subscribe(t, b, subject, c.handler())
	serve(t, b, job, 1, echo)
	raw, err := nats.Connect(server.url())
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	large := make([]byte, bus.MaxData+1)
	if err := raw.Publish(subject, large); err != nil {
		t.Fatal(err)
	}
	eventually(t, 5*time.Second, "the loss is told", func() bool { _, n := c.counts(); return n == 1 })
	if g := c.told()[0]; g != (bus.Gap{Why: bus.Oversize, Missed: 1}) || len(c.messages()) != 0 {
		t.Errorf("gap %+v, %d messages", g, len(c.messages()))
	}
	if m, err := raw.Request(job, large, 5*time.Second); err != nil || m.Header.Get(errorHeader) != bus.Failed {
		t.Errorf("a job too large is answered with %+v, %v", m, err)
	}
	if _, err := raw.Subscribe(job+".raw", func(m *nats.Msg) { _ = m.Respond(large) }); err != nil {
		t.Fatal(err)
	}
	if err := raw.Flush(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if _, err := b.Request(ctx, job+".raw", nil); !errors.Is(err, bus.ErrTooLarge) {
		t.Errorf("an answer too large: %v", err)
	}
}
