package web_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"kydai/internal/play"
	"kydai/internal/wire"
)

// fickle wraps a store for tests. A test can make it behave like a store whose database is
// unreachable.
type fickle struct {
	play.Store
	away atomic.Bool
}

func (f *fickle) gone() error {
	if !f.away.Load() {
		return nil
	}
	return fmt.Errorf("store: asking: %w: %w", play.ErrUnavailable, io.ErrUnexpectedEOF)
}

func (f *fickle) Load(ctx context.Context, id string) (play.Row, error) {
	if err := f.gone(); err != nil {
		return play.Row{}, err
	}
	return f.Store.Load(ctx, id)
}

func (f *fickle) Seqs(ctx context.Context, ids []string) (map[string]int, error) {
	if err := f.gone(); err != nil {
		return nil, err
	}
	return f.Store.Seqs(ctx, ids)
}

func (f *fickle) Lobby(ctx context.Context) ([]play.Offer, error) {
	if err := f.gone(); err != nil {
		return nil, err
	}
	return f.Store.Lobby(ctx)
}

// TestDatabaseAway checks that REST and sockets report the database as unavailable during an
// outage, and that both continue afterwards.
func TestDatabaseAway(t *testing.T) {
	db, b := newGround(t)
	f := &fickle{Store: db}
	s := newNode(t, f, b)
	a, _, id := s.pair("chess", nil)
	c := a.connect()
	f.away.Store(true)
	for _, path := range []string{"/api/matches/" + id, "/api/offers"} {
		status, text := a.ask(http.MethodGet, path, nil)
		if status != http.StatusServiceUnavailable || !strings.Contains(string(text), `"code":"unavailable"`) {
			t.Errorf("%s: %d %s", path, status, text)
		}
		if strings.Contains(string(text), "EOF") {
			t.Errorf("%s tells what is nobody's business: %s", path, text)
		}
	}
	c.send(wire.Watch{T: wire.AskWatch, ID: id})
	c.fails("unavailable")
	f.away.Store(false)
	c.watch(id)
}
