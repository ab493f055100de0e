// Package faults injects faults into a server, each of which violates one guarantee. With them, the
// tests in test/chaos prove that they detect a violation. Only test programs import this package; a
// release does not contain it.
package faults

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"kydai/internal/bus"
	"kydai/internal/play"
	"kydai/match"
)

// faultEnv is the environment variable that selects the fault.
const faultEnv = "KYDAI_TEST_FAULT"

// With returns options into which the fault that the environment variable selects is
// injected.
func With(o play.Options) play.Options {
	switch os.Getenv(faultEnv) {
	case "ack-early":
		h := &hasty{Store: o.Store, later: make(chan promised, 1<<16)}
		go h.work()
		o.Store = h
	case "no-cas":
		o.Store = careless{o.Store}
	case "lossy": // this fault must not violate a guarantee: lost messages are recovered from the store
		o.Bus = lossy{o.Bus}
	case "no-reconcile":
		o.Bus = lossy{o.Bus}
		o.Reconcile = -1
	case "leak":
		o.Store = leaky{o.Store, o.Bus}
	}
	return o
}

// hasty is a store that acknowledges a change before it is stored.
type hasty struct {
	play.Store
	later chan promised
}

type promised struct {
	change play.Change
	due    time.Time
}

func (h *hasty) Commit(_ context.Context, c play.Change) (time.Time, error) {
	now := time.Now()
	h.later <- promised{c, now.Add(150 * time.Millisecond)}
	return now.UTC(), nil
}

func (h *hasty) work() {
	for p := range h.later {
		time.Sleep(time.Until(p.due))
		go func() { _, _ = h.Store.Commit(context.Background(), p.change) }()
	}
}

// careless is a store that reports success although another change was stored first (a version
// conflict).
type careless struct{ play.Store }

func (s careless) Commit(ctx context.Context, c play.Change) (time.Time, error) {
	began, err := s.Store.Commit(ctx, c)
	if errors.Is(err, play.ErrConflict) {
		return time.Now().UTC(), nil
	}
	return began, err
}

// lossy is a bus that drops half of the published messages.
type lossy struct{ bus.Bus }

func (b lossy) Publish(subject string, data []byte) error {
	if strings.HasPrefix(subject, "m.") && rand.IntN(2) == 0 {
		return nil
	}
	return b.Bus.Publish(subject, data)
}

// leaky is a store that discloses hidden pieces in two ways: it writes them into a player's name,
// which all players see, and publishes them on the bus.
type leaky struct {
	play.Store
	bus bus.Bus
}

func (s leaky) Load(ctx context.Context, id string) (play.Row, error) {
	row, err := s.Store.Load(ctx, id)
	if err != nil || row.Secret.Empty() {
		return row, err
	}
	_ = s.bus.Publish("m."+id+".all.secret", row.Secret.Open())
	if t, err := match.DecodeTerms(row.Terms); err == nil {
		t.Seats[0].Name = string(row.Secret.Open())
		if body, err := match.EncodeTerms(t); err == nil {
			row.Terms = body
		}
	}
	return row, nil
}
