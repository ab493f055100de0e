package store

import (
	"errors"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

// wire forwards network connections to a server. A test can cut these connections to make the
// server unreachable.
type wire struct {
	mu   sync.Mutex
	open []io.Closer
}

// newWire forwards connections to a server. It returns the address to connect to.
func newWire(t *testing.T, server string) (*wire, string) {
	t.Helper()
	l := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	w := &wire{open: []io.Closer{l}}
	t.Cleanup(w.cut)
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", server)
			if err != nil {
				_ = near.Close()
				continue
			}
			w.mu.Lock()
			w.open = append(w.open, near, far)
			w.mu.Unlock()
			go func() { _, _ = io.Copy(near, far) }()
			go func() { _, _ = io.Copy(far, near) }()
		}
	}()
	return w, l.Addr().String()
}

func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.open {
		_ = c.Close()
	}
	w.open = nil
}

// TestAway checks that every operation on an unreachable database returns the
// error Unavailable and not an internal error.
func TestAway(t *testing.T) {
	p := postgresPlace(t)
	u := must(url.Parse(p.address))(t)
	w, address := newWire(t, u.Host)
	u.Host = address
	s := placeAt(t, u.String()).open(t)
	ctx := t.Context()
	newMatch(t, s, "m")
	w.cut()
	now := time.Now()
	for what, err := range map[string]error{
		"load":     last(s.Load(ctx, "m")),
		"create":   last(s.Create(ctx, row("n"))),
		"lobby":    last(s.Lobby(ctx)),
		"propose":  s.Propose(ctx, play.Offer{ID: "o", Expires: now.Add(time.Hour)}),
		"accept":   last(s.Accept(ctx, "o", row("n"))),
		"withdraw": s.Withdraw(ctx, "o", "anna"),
		"due":      last(s.Due(ctx, later, 1, time.Second)),
		"seqs":     last(s.Seqs(ctx, []string{"m"})),
		"token":    last(s.FindToken(ctx, [32]byte{})),
		"beat":     s.Beat(ctx, "node", nil),
		"now":      last(s.Now(ctx)),
		"ceremony": last(s.Ceremony(ctx, "m")),
	} {
		if got, ok := errorCode(err); !ok || got != play.Unavailable {
			t.Errorf("%s: %v", what, err)
		}
	}
	// An error in a statement must not be reported as Unavailable.
	other := p.open(t)
	_, err := other.reads.ExecContext(ctx, `SELECT nothing`)
	if got, _ := errorCode(other.failed("asking", err)); err == nil || got == play.Unavailable {
		t.Errorf("what is wrong is answered with %q: %v", got, err)
	}
}

func last[T any](_ T, err error) error { return err }

func errorCode(err error) (string, bool) {
	e, ok := errors.AsType[*game.Error](err)
	if !ok {
		return "", false
	}
	return e.Code, true
}
