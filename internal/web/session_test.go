package web_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"kydai/internal/play"
	"kydai/internal/web"
)

// oldCookie and oldToken are from an old release in which cookies contained no time. They are
// signed with the key of the tests, in which every byte is 7. They must stay valid.
const (
	oldCookie = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE.TMOqIELGsOG7n2k.m-rxAcksCozy2MldOfX4Gy5IBekH4cgpgJBmZ9bSy_E"
	oldPlayer = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"
	oldToken  = "kydai_AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI"
)

// who sends a request with a guest's cookie. It returns the id of the player and the new cookie, if
// the response sets one.
func who(t *testing.T, s *site, cookie string) (player, set string) {
	t.Helper()
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, s.http.URL+"/api/me", http.NoBody)
	r.Header.Set("Cookie", "kydai="+cookie)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // the body was only read, so an error of Close does not matter
	var me web.Me
	if err := json.NewDecoder(resp.Body).Decode(&me); err != nil {
		t.Fatal(err)
	}
	for _, c := range resp.Cookies() {
		set = c.Value
	}
	return me.Player, set
}

// TestCookiesAge checks that a cookie is renewed after a week and expires after 400 days. An old
// cookie without a time must be valid and renewed at once.
func TestCookiesAge(t *testing.T) {
	var ahead atomic.Int64
	s := newSite(t, func(o *web.Options) {
		o.Clock = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	})
	player, renewed := who(t, s, oldCookie)
	if player != oldPlayer || renewed == "" || renewed == oldCookie {
		t.Fatalf("the cookie of before is %s, and renewed by %q", player, renewed)
	}
	const day = int64(24 * time.Hour)
	for _, c := range []struct {
		days        int64
		good, renew bool
	}{{0, true, false}, {6, true, false}, {8, true, true}, {399, true, true}, {401, false, true}} {
		ahead.Store(c.days * day)
		player, set := who(t, s, renewed)
		if (player == oldPlayer) != c.good || (set != "") != c.renew {
			t.Errorf("after %d days it is %s, and set is %q", c.days, player, set)
		}
	}
}

// TestSeveralKeys checks that the first key signs and that all keys verify. A cookie signed with an
// older key must be renewed.
func TestSeveralKeys(t *testing.T) {
	old, next := bytes.Repeat([]byte{7}, 32), bytes.Repeat([]byte{8}, 32)
	_, cookie := who(t, newSite(t), oldCookie)
	both := newSite(t, func(o *web.Options) { o.Key, o.OldKeys = next, [][]byte{old} })
	player, renewed := who(t, both, cookie)
	if player != oldPlayer || renewed == "" {
		t.Fatalf("by an older key it is %s, renewed by %q", player, renewed)
	}
	only := newSite(t, func(o *web.Options) { o.Key = next })
	if player, set := who(t, only, renewed); player != oldPlayer || set != "" {
		t.Errorf("the renewed cookie is %s at a node with the new key only", player)
	}
	if player, _ := who(t, only, cookie); player == oldPlayer {
		t.Error("a cookie by a key that is no longer there is believed")
	}
}

// TestTokenOfBefore checks that tokens of an earlier release are still valid. So the format of
// tokens and their hashes must not change.
func TestTokenOfBefore(t *testing.T) {
	db, b := newGround(t)
	raw, _ := base64.RawURLEncoding.DecodeString(oldToken[len("kydai_"):])
	if err := db.AddToken(t.Context(), play.Token{Hash: sha256.Sum256(raw), Player: oldPlayer, Name: "robot"}); err != nil {
		t.Fatal(err)
	}
	s := newNode(t, db, b)
	bot := &guest{s: s, t: t, client: &http.Client{}, token: oldToken}
	var me web.Me
	if bot.get("/api/me", &me); me.Player != oldPlayer || !me.Bot {
		t.Errorf("the token is of %+v", me)
	}
}

// TestEndedTokenEndsWhatIsOpen checks that revoking a token closes the sockets and streams of this
// token at once, on all nodes. The sockets and streams of other tokens must stay open.
func TestEndedTokenEndsWhatIsOpen(t *testing.T) {
	db, b := newGround(t)
	one, two := newNode(t, db, b), newNode(t, db, b)
	owner := one.guest()
	var tokens [2]web.TokenView
	for i := range tokens {
		owner.post("/api/tokens", web.Name{Name: "robot"}, &tokens[i])
	}
	at := func(s *site, token int) *guest {
		return &guest{s: s, t: t, client: &http.Client{}, token: tokens[token].Token, id: tokens[token].Player}
	}
	here, there, other := at(one, 0).connect(), at(two, 0).connect(), at(two, 1).connect()
	stream, spared := at(two, 0).stream(), at(two, 1).stream()
	stream.Scan()
	spared.Scan()
	began := time.Now()
	owner.want(http.MethodDelete, "/api/tokens/"+tokens[0].ID, nil, nil)
	for name, c := range map[string]*socket{"here": here, "on the other node": there} {
		if code := c.closed(); code != websocket.ClosePolicyViolation {
			t.Errorf("the socket %s ends with %d", name, code)
		}
	}
	for stream.Scan() {
		if time.Since(began) > patience {
			t.Fatal("the stream goes on")
		}
	}
	t.Logf("all were closed after %v", time.Since(began))
	at(two, 0).refused(http.StatusUnauthorized, "bad-token", http.MethodGet, "/api/me", nil)
	other.send(map[string]any{"t": "ping", "n": 1})
	other.next("pong", &map[string]any{})
	if !spared.Scan() {
		t.Error("the stream of another token was closed")
	}
}
