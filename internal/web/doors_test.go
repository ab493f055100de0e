package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"kydai/internal/web"
	"kydai/internal/wire"
	"kydai/test/timing"
)

// raw sends a request without cookies or token and returns the response.
func raw(t *testing.T, s *site, method, path string, header ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.http.URL+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	r.Host = r.Header.Get("Host")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	return resp
}

func TestGuestCookie(t *testing.T) {
	plain := newSite(t)
	c := raw(t, plain, http.MethodGet, "/api/me").Cookies()
	if len(c) != 1 || c[0].Name != "kydai" || !c[0].HttpOnly || c[0].Secure || c[0].SameSite != http.SameSiteLaxMode || c[0].Path != "/" {
		t.Errorf("on a plain network the cookie is %v", c)
	}
	// The header X-Forwarded-Proto from an untrusted address must be ignored.
	c = raw(t, plain, http.MethodGet, "/api/me", "X-Forwarded-Proto", "https").Cookies()
	if len(c) != 1 || c[0].Name != "kydai" {
		t.Errorf("a stranger's proxy header is believed: %v", c)
	}
	proxied := newSite(t, func(o *web.Options) { o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	c = raw(t, proxied, http.MethodGet, "/api/me", "X-Forwarded-Proto", "https").Cookies()
	if len(c) != 1 || c[0].Name != "__Host-kydai" || !c[0].HttpOnly || !c[0].Secure || c[0].SameSite != http.SameSiteLaxMode || c[0].Path != "/" || c[0].Domain != "" {
		t.Errorf("behind https the cookie is %v", c)
	}
	// Another site can make a browser send a request without its cookie. The response to such a
	// request must not replace the cookie.
	if c := raw(t, plain, http.MethodGet, "/api/me", "Sec-Fetch-Site", "cross-site").Cookies(); len(c) != 0 {
		t.Errorf("another site can replace the cookie by %v", c)
	}
}

func TestForgedCookie(t *testing.T) {
	s := newSite(t)
	g := s.guest()
	cookie := strings.TrimPrefix(g.header().Get("Cookie"), "kydai=")
	who := func(value string) string {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, s.http.URL+"/api/me", http.NoBody)
		r.Header.Set("Cookie", "kydai="+value)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		var me web.Me
		if err := json.NewDecoder(resp.Body).Decode(&me); err != nil {
			t.Fatal(err)
		}
		return me.Player
	}
	if who(cookie) != g.id {
		t.Fatal("the cookie itself is not believed; the test would prove nothing")
	}
	parts := strings.Split(cookie, ".")
	for i := range parts {
		for _, part := range []string{"", "A" + parts[i], flip(parts[i])} {
			bad := append([]string{}, parts...)
			bad[i] = part
			if value := strings.Join(bad, "."); value != cookie && who(value) == g.id {
				t.Errorf("the forged cookie %q is believed", value)
			}
		}
	}
	other := newSite(t, func(o *web.Options) { o.Key = bytes.Repeat([]byte{8}, 32) })
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, other.http.URL+"/api/me", http.NoBody)
	r.Header.Set("Cookie", "kydai="+cookie)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if strings.Contains(string(text), g.id) {
		t.Error("a cookie signed with another key is believed")
	}
	if _, err := web.New(web.Options{Play: s.play, Key: []byte("short")}); err == nil {
		t.Error("a short key is taken")
	}
}

func flip(s string) string {
	b := []byte(s)
	if b[0] == 'A' {
		b[0] = 'B'
	} else {
		b[0] = 'A'
	}
	return string(b)
}

func TestNames(t *testing.T) {
	g := newSite(t).guest()
	var me web.Me
	g.want(http.MethodPatch, "/api/me", web.Name{Name: "  Lê   Thị Bưởi "}, &me)
	g.get("/api/me", &me)
	if me.Name != "Lê Thị Bưởi" || me.Player != g.id {
		t.Errorf("after the choice of a name I am %+v", me)
	}
	for _, good := range []string{"Nguyễn Văn Khách", "An 安", "Анна", "대한 Kim", "さくら", "नमस्ते", "สมชาย", "O'Neil-2", "Lê Guest", "😀"} {
		if g.want(http.MethodPatch, "/api/me", web.Name{Name: good}, &me); me.Name != good {
			t.Errorf("%s became %s", good, me.Name)
		}
	}
	if g.want(http.MethodPatch, "/api/me", web.Name{Name: "Bu\u031bo\u031b\u0309i"}, &me); me.Name != "Bưởi" {
		t.Errorf("the name is not composed: %q", me.Name)
	}
	own := g.s.guest()
	if own.get("/api/me", &me); me.Name != "" {
		own.want(http.MethodPatch, "/api/me", web.Name{Name: me.Name}, nil) // sending the player's current name again is allowed
	}
	for _, bad := range []string{" ", strings.Repeat("x", 25), "a\u202eb", "a\x00b", "\u200b",
		"\u3164", "\u115f", "\u2800", "a\u034fb", "a\ufe0f", "a\U000e0100", "a\u180b", "a\u17b4", "\u0301a", "a" + strings.Repeat("\u0332", 3),
		"\u0410nna", "Ann\u0251\u03b1", "level 8", "LEVEL 8", "Khách 1234", "Kha\u0301ch 1234", "Guest 12", "guest", "cấp độ 3", "\uff4cevel 8", "Máy", "kydai",
		"\ufffd", "a\ufffdb", "\ue000", "\U000f0000", "a\u0378", "\U0001fbff\U000e1000", "\ufdd0", "\U0001ffff"} {
		g.refused(http.StatusUnprocessableEntity, "bad-name", http.MethodPatch, "/api/me", web.Name{Name: bad})
	}
	// JSON decoding turns the invalid part of each of these names into U+FFFD
	for _, lone := range []string{`"\ud800"`, `"An\udc00"`, `"\ud800\ud800"`, "\"\xff\"", "\"An \xc3\""} {
		g.refused(http.StatusUnprocessableEntity, "bad-name", http.MethodPatch, "/api/me", []byte(`{"name":`+lone+`}`))
		g.refused(http.StatusUnprocessableEntity, "bad-name", http.MethodPost, "/api/tokens", []byte(`{"name":`+lone+`}`))
	}
}

func TestCrossOrigin(t *testing.T) {
	s := newSite(t)
	g := s.guest()
	body := map[string]any{"game": "chess"}
	for _, h := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"}} {
		g.refused(http.StatusForbidden, "cross-origin", http.MethodPost, "/api/offers", body, h...)
	}
}

func TestHandshake(t *testing.T) {
	s := newSite(t)
	g, bot := s.guest(), s.bot("robot")
	dial := func(h http.Header) int {
		c, resp, err := websocket.DefaultDialer.Dial(g.socketURL(), h)
		if err == nil {
			_ = c.Close()
		}
		if resp == nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	without := g.header()
	without.Del("Origin")
	evil := g.header()
	evil.Set("Origin", "https://evil.example")
	null := g.header()
	null.Set("Origin", "null")
	wrong := http.Header{"Authorization": {"Bearer kydai_" + strings.Repeat("A", 43)}}
	evilBot := bot.header()
	evilBot.Set("Origin", "https://evil.example")
	for _, c := range []struct {
		name   string
		header http.Header
		want   int
	}{
		{"our own page", g.header(), http.StatusSwitchingProtocols},
		{"another site's page", evil, http.StatusForbidden},
		{"a page of no site", null, http.StatusForbidden},
		{"a cookie and no origin", without, http.StatusForbidden},
		{"a token and no origin", bot.header(), http.StatusSwitchingProtocols},
		{"a token on another site's page", evilBot, http.StatusForbidden},
		{"a wrong token", wrong, http.StatusUnauthorized},
	} {
		if got := dial(c.header); got != c.want {
			t.Errorf("%s: %d; want %d", c.name, got, c.want)
		}
	}
	g.refused(http.StatusBadRequest, "bad-request", http.MethodGet, "/api/socket", nil, "Origin", s.http.URL)
}

func TestLongMessage(t *testing.T) {
	c := newSite(t).guest().connect()
	if err := c.c.WriteMessage(websocket.TextMessage, bytes.Repeat([]byte(" "), wire.MaxMessage)); err != nil {
		t.Fatal(err)
	}
	c.fails("bad-message")
	_ = c.c.WriteMessage(websocket.TextMessage, bytes.Repeat([]byte(" "), wire.MaxMessage+1))
	if code := c.closed(); code != websocket.CloseMessageTooBig {
		t.Errorf("a message of 4097 bytes ends with %d", code)
	}
	binary := newSite(t).guest().connect()
	_ = binary.c.WriteMessage(websocket.BinaryMessage, []byte("{}"))
	if code := binary.closed(); code != websocket.CloseUnsupportedData {
		t.Errorf("a binary message ends with %d", code)
	}
}

func TestMoveRate(t *testing.T) {
	if usual := web.DefaultLimits().Moves; usual != (web.Rate{Second: 5, Burst: 20}) {
		t.Errorf("usually the rate is %v", usual)
	}
	s := newSite(t, func(o *web.Options) { o.Limits.Moves = web.Rate{Second: 0.001, Burst: 20} })
	a, _, id := s.pair("chess", nil)
	c := a.connect()
	for range 40 {
		c.send(wire.Move{T: wire.AskMove, ID: id, Ply: 9, Code: "a2a3"})
	}
	fast := 0
	for range 40 {
		var e wire.Error
		c.next(wire.TellError, &e)
		if e.Code == "too-fast" {
			fast++
		}
	}
	if fast != 20 {
		t.Errorf("%d of 40 moves at once were too fast; want 20", fast)
	}
	for range 20 {
		a.ask(http.MethodPost, "/api/matches/"+id+"/moves", web.MoveBody{Ply: 9, Code: "a2a3"})
	}
	a.refused(http.StatusTooManyRequests, "too-fast", http.MethodPost, "/api/matches/"+id+"/moves", web.MoveBody{Ply: 9, Code: "a2a3"})
}

func TestFlood(t *testing.T) {
	c := newSite(t, func(o *web.Options) { o.Limits.Asks = web.Rate{Second: 1, Burst: 10} }).guest().connect()
	for range 20 {
		_ = c.c.WriteMessage(websocket.TextMessage, wire.Encode(wire.Ping{T: wire.AskPing}))
	}
	if code := c.closed(); code != websocket.ClosePolicyViolation {
		t.Errorf("a flood ends with %d", code)
	}
}

func TestConnectionsOfAddress(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Limits.Connections = 3 })
	g := s.guest()
	var open []*socket
	for range 3 {
		open = append(open, g.connect())
	}
	_, resp, err := websocket.DefaultDialer.Dial(g.socketURL(), g.header())
	if err == nil || resp.StatusCode != http.StatusTooManyRequests {
		t.Fatalf("a fourth connection: %v", err)
	}
	_ = resp.Body.Close()
	s.bot("robot").refused(http.StatusTooManyRequests, "too-many", http.MethodGet, "/api/bot/stream", nil)
	_ = open[0].c.Close()
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		c, resp, err := websocket.DefaultDialer.Dial(g.socketURL(), g.header())
		if resp != nil {
			_ = resp.Body.Close()
		}
		if err == nil {
			_ = c.Close()
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the place of a connection that has gone is not free")
		}
	}
}

func TestCreateRate(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Limits.Creates = web.Rate{Second: 0.001, Burst: 3} })
	g := s.guest()
	for range 3 {
		g.offer("chess", nil)
	}
	body := map[string]any{"game": "chess"}
	seats := map[string]any{"game": "chess", "seats": []any{map[string]any{"kind": "human"}, map[string]any{"kind": "level", "level": 1}}}
	g.refused(http.StatusTooManyRequests, "too-fast", http.MethodPost, "/api/offers", body)
	s.guest().refused(http.StatusTooManyRequests, "too-fast", http.MethodPost, "/api/matches", seats)
	s.guest().refused(http.StatusTooManyRequests, "too-fast", http.MethodPost, "/api/tokens", web.Name{Name: "x"})

	all := newSite(t, func(o *web.Options) { o.Limits.Requests = web.Rate{Second: 0.001, Burst: 3} })
	h := all.guest()
	h.get("/api/games", nil)
	h.get("/api/games", nil)
	h.refused(http.StatusTooManyRequests, "too-fast", http.MethodGet, "/api/games", nil)
}

// TestWriteQueue checks that a client that sends requests but never reads the responses is
// disconnected.
func TestWriteQueue(t *testing.T) {
	s := newSite(t, func(o *web.Options) {
		o.Limits.Queue = 16
		o.Limits.Asks = web.Rate{Second: 1e9, Burst: 1e9}
	})
	g := s.guest()
	dialer := &websocket.Dialer{NetDial: func(network, addr string) (net.Conn, error) {
		c, err := net.Dial(network, addr)
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetReadBuffer(4096)
		}
		return c, err
	}}
	c, resp, err := dialer.Dial(g.socketURL(), g.header())
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	defer func() { _ = c.Close() }()
	hello := wire.Encode(wire.Hello{T: wire.AskHello})
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		// The server has closed the connection when a write fails, but the kind of error depends on
		// whether the write was waiting. So the test checks the counter of dropped connections
		// instead.
		_ = c.SetWriteDeadline(time.Now().Add(5 * time.Second))
		if err := c.WriteMessage(websocket.TextMessage, hello); err != nil {
			if got := s.metric("kydai_dropped_total", "slow"); got != 1 {
				t.Errorf("%v connections were dropped for being slow", got)
			}
			return
		}
	}
	t.Error("who never reads is kept")
}

// metric returns the value of a counter or gauge.
func (s *site) metric(name, label string) float64 {
	s.t.Helper()
	families, err := s.reg.Gather()
	if err != nil {
		s.t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() != name || label != "" && (len(m.GetLabel()) == 0 || m.GetLabel()[0].GetValue() != label) {
				continue
			}
			return m.GetCounter().GetValue() + m.GetGauge().GetValue()
		}
	}
	return 0
}

func TestDelayForSpectators(t *testing.T) {
	timing.Trials(t, 3, tryDelayForSpectators)
}

func tryDelayForSpectators(t *testing.T, slow func(string, ...any)) {
	t.Helper()
	const delay = 400 * time.Millisecond
	s := newSite(t, func(o *web.Options) { o.Delay = delay })
	a, _, id := s.pair("jieqi", map[string]any{"rated": true, "takebacks": 0})
	first := a.connect().watch(id)
	began := time.Now()
	other := s.guest()
	spectator := other.connect().watch(id)
	if took := time.Since(began); took < delay {
		t.Errorf("a spectator sees a rated game with hidden pieces after %v", took)
	}
	began = time.Now()
	first.play(first.Legal[0].Code)
	first.events()
	if took := time.Since(began); took >= delay {
		slow("the player waits too: %v", took)
	}
	spectator.events()
	if took := time.Since(began); took < delay {
		t.Errorf("a spectator sees a move after %v", took)
	}
	other.refused(http.StatusForbidden, "delayed", http.MethodGet, "/api/matches/"+id, nil)
	other.refused(http.StatusForbidden, "delayed", http.MethodGet, "/api/matches/"+id+"/record", nil)
	a.get("/api/matches/"+id, nil)
	first.act("resign", "", 0)
	first.events()
	spectator.events()
	other.get("/api/matches/"+id, nil)
}

func TestHeaders(t *testing.T) {
	s := newSite(t, func(o *web.Options) {
		o.UI = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("page")) })
	})
	for _, path := range []string{"/", "/api/games", "/nothing", "/api/nothing"} {
		h := raw(t, s, http.MethodGet, path).Header
		policy := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: the policy %q has no %s", path, policy, want)
			}
		}
		if strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "'unsafe-eval'") {
			t.Errorf("%s: the policy is %q", path, policy)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") == "" || h.Get("X-Frame-Options") != "DENY" || h.Get("Cross-Origin-Resource-Policy") != "same-origin" {
			t.Errorf("%s: headers %v", path, h)
		}
	}
	if policy := raw(t, s, http.MethodGet, "/embed/x").Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors *") {
		t.Errorf("an embedded board has the policy %q", policy)
	}
	if raw(t, s, http.MethodGet, "/api/me").Header.Get("Cache-Control") != "no-store" {
		t.Error("answers of the API may be kept")
	}
}

func TestAdminIsApart(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/metrics", "/debug/pprof/"} {
		if status := raw(t, s, http.MethodGet, path).StatusCode; status != http.StatusNotFound {
			t.Errorf("%s is open to everybody: %d", path, status)
		}
	}
	s.guest().connect()
	admin := s.web.Admin()
	for path, want := range map[string]string{"/metrics": "kydai_sockets 1", "/debug/pprof/": "goroutine"} {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost:8081"+path, http.NoBody)
		w := &recorder{header: http.Header{}}
		admin.ServeHTTP(w, r)
		if !strings.Contains(w.body.String(), want) {
			t.Errorf("%s does not tell %q", path, want)
		}
	}
}

type recorder struct {
	header http.Header
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }
func (r *recorder) WriteHeader(int)             {}

func TestDrain(t *testing.T) {
	s := newSite(t)
	var open []*socket
	g := s.guest()
	for range 10 {
		open = append(open, g.connect())
	}
	bot := s.bot("robot")
	stream := bot.stream()
	if status := raw(t, s, http.MethodGet, "/readyz").StatusCode; status != http.StatusOK {
		t.Fatalf("before it drains the server is not ready: %d", status)
	}
	if raw(t, s, http.MethodGet, "/healthz").StatusCode != http.StatusOK {
		t.Error("the server is not healthy")
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := s.web.Drain(ctx); err != nil {
		t.Fatal(err)
	}
	for _, c := range open {
		if code := c.closed(); code != websocket.CloseServiceRestart {
			t.Errorf("a connection ends with %d; want 1012", code)
		}
	}
	for stream.Scan() {
	}
	if got := s.metric("kydai_sockets", ""); got != 0 {
		t.Errorf("%v sockets are left", got)
	}
	if status := raw(t, s, http.MethodGet, "/readyz").StatusCode; status != http.StatusServiceUnavailable {
		t.Errorf("while it drains the server is ready: %d", status)
	}
	_, resp, err := websocket.DefaultDialer.Dial(g.socketURL(), g.header())
	if err == nil || resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a connection to a server that drains: %v", err)
	}
	if resp != nil {
		_ = resp.Body.Close()
	}
	bot.refused(http.StatusServiceUnavailable, "draining", http.MethodGet, "/api/bot/stream", nil)
}
