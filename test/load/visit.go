package load

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"kydai/game"
	"kydai/internal/wire"
)

const (
	requestWithin = 10 * time.Second
	maxAnswer     = 8 << 20
	firstPause    = 100 * time.Millisecond
	longestPause  = 1500 * time.Millisecond
)

// pause waits for a random part of a duration that doubles with each failed attempt, so
// that the clients of a lost server do not reconnect at the same time.
func pause(ctx context.Context, rnd *rand.Rand, try int) {
	most := min(firstPause<<min(try, 10), longestPause)
	t := time.NewTimer(time.Duration(rnd.Int64N(int64(most))))
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// visitor is a guest, identified by a cookie that is valid on all nodes.
type visitor struct {
	run    *run
	home   int // index of the node to which the guest sends requests first
	cookie string
}

// call sends one request to one node.
func (v *visitor) call(ctx context.Context, url, method, path string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, requestWithin)
	defer cancel()
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	req, err := http.NewRequestWithContext(ctx, method, url+path, body)
	if err != nil {
		return err
	}
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if v.cookie != "" {
		req.Header.Set("Cookie", v.cookie)
	}
	resp, err := v.run.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return err
	}
	if v.cookie == "" {
		for _, c := range resp.Cookies() {
			v.cookie = c.Name + "=" + c.Value
		}
	}
	if resp.StatusCode >= http.StatusBadRequest {
		var p struct{ Code, Text string }
		if json.Unmarshal(text, &p) != nil || p.Code == "" {
			p.Code, p.Text = fmt.Sprint("http-", resp.StatusCode), "no answer that could be understood"
		}
		return game.Err(p.Code, p.Text)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(text, out)
}

// ask sends a request to one node after another until a node answers or ctx ends. A temporary error
// does not count as an answer, but any other refusal does. If a response was lost, two nodes may
// have executed the same request.
func (v *visitor) ask(ctx context.Context, rnd *rand.Rand, method, path string, in, out any) error {
	for try := 0; ; try++ {
		url := v.run.opts.URLs[(v.home+try)%len(v.run.opts.URLs)]
		err := v.call(ctx, url, method, path, in, out)
		if err == nil {
			return nil
		}
		code := codeOf(err)
		v.run.count("rest " + code)
		if code != "" && !passing(code) || ctx.Err() != nil {
			return err
		}
		pause(ctx, rnd, try)
		if ctx.Err() != nil {
			return err
		}
	}
}

// codeOf returns the code of a server's error; "" if err is another error or nil.
func codeOf(err error) string {
	e, ok := err.(*game.Error) //nolint:errorlint // call returns this error type unwrapped
	if !ok {
		return ""
	}
	return e.Code
}

// passing reports whether the error code means a temporary error.
func passing(code string) bool {
	switch code {
	case "too-fast", "too-many", "too-much-work", "unavailable", "unknown", "busy", "no-room", "internal", "draining", "conflict", "ahead":
		return true
	}
	return strings.HasPrefix(code, "http-5")
}

// begin creates a match between two guests: one proposes it, the other accepts.
func begin(ctx context.Context, rnd *rand.Rand, owner, other *visitor, p wire.Proposal) (string, error) {
	var offer wire.OfferView
	if err := owner.ask(ctx, rnd, http.MethodPost, "/api/offers", p, &offer); err != nil {
		return "", err
	}
	var made struct{ ID string }
	err := other.ask(ctx, rnd, http.MethodPost, "/api/offers/"+offer.ID+"/accept", nil, &made)
	return made.ID, err
}

// start creates a match in which the guest plays without a second person, for example against an
// engine.
func (v *visitor) start(ctx context.Context, rnd *rand.Rand, n wire.NewMatch) (string, error) {
	var made struct{ ID string }
	err := v.ask(ctx, rnd, http.MethodPost, "/api/matches", n, &made)
	return made.ID, err
}

// look reads a match in the visitor's view.
func (v *visitor) look(ctx context.Context, rnd *rand.Rand, id string) (*wire.View, error) {
	var view wire.View
	return &view, v.ask(ctx, rnd, http.MethodGet, "/api/matches/"+id, nil, &view)
}
