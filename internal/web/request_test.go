package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"kydai/internal/play"
	"kydai/internal/trace"
	"kydai/internal/web"
	"kydai/internal/wire"
)

// awayStore is a store whose method Load fails while the field away is true.
type awayStore struct {
	play.Store
	away atomic.Bool
}

func (s *awayStore) Load(ctx context.Context, id string) (play.Row, error) {
	if s.away.Load() {
		return play.Row{}, fmt.Errorf("%w: no line", play.ErrUnavailable)
	}
	return s.Store.Load(ctx, id)
}

var ownID = regexp.MustCompile(`^[0-9a-f]{16}$`)

// TestRequestID checks that every response has a request id and that every error contains this id.
// An id in the header of a request must be used only if the operator's proxy has sent the request
// and the id is well formed.
func TestRequestID(t *testing.T) {
	const given = "from-outside-0123"
	for _, trusted := range []bool{false, true} {
		s := newSite(t, func(o *web.Options) {
			if trusted {
				o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
			}
		})
		for _, path := range []string{"/healthz", "/api/games", "/api/matches/none", "/api/none", "/api/me/matches?after=%00", "/api/me/matches?limit=x"} {
			for sent, kept := range map[string]bool{"": false, given: trusted, "bad id with spaces": false, "short": false} {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.http.URL+path, http.NoBody)
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("X-Request-Id", sent)
				resp, err := http.DefaultClient.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				id := resp.Header.Get("X-Request-Id")
				if kept && id != sent || !kept && !ownID.MatchString(id) {
					t.Errorf("%s with %q has the id %q", path, sent, id)
				}
				var p struct{ Code, Request string }
				if resp.StatusCode >= 400 && (json.NewDecoder(resp.Body).Decode(&p) != nil || p.Request != id || p.Code == "") {
					t.Errorf("%s answers %+v, want the request %q", path, p, id)
				}
				_ = resp.Body.Close()
			}
		}
	}
}

// TestCommandID checks that an error over a socket contains the id of its command, and that the log
// line about the error contains the same id.
func TestCommandID(t *testing.T) {
	log := &lines{}
	db, b := newGround(t)
	away := &awayStore{Store: db}
	s := newNode(t, away, b, func(o *web.Options) { o.Log = slog.New(trace.Handler(slog.NewTextHandler(log, nil))) })
	c := s.guest().connect()
	c.send(wire.Move{T: wire.AskMove, ID: "none", Code: "e2e4"})
	var first, second wire.Error
	c.next(wire.TellError, &first)
	c.send(wire.Move{T: wire.AskMove, ID: "none", Code: "e2e4"})
	c.next(wire.TellError, &second)
	if !ownID.MatchString(first.Request) || !ownID.MatchString(second.Request) || first.Request == second.Request {
		t.Errorf("the commands have the ids %q and %q", first.Request, second.Request)
	}
	away.away.Store(true)
	c.send(wire.Watch{T: wire.AskWatch, ID: "another"})
	var third wire.Error
	c.next(wire.TellError, &third)
	if third.Request == "" || !strings.Contains(log.String(), "request="+third.Request) {
		t.Errorf("the id %q is not in the log:\n%s", third.Request, log)
	}
}
