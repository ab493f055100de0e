package web_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/prometheus/client_golang/prometheus"

	"kydai/account"
	"kydai/games"
	"kydai/internal/bus/natsbus"
	"kydai/internal/notice"
	"kydai/internal/operator"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/internal/talk"
	"kydai/internal/ties"
	"kydai/internal/web"
	"kydai/internal/web/webtest"
	"kydai/internal/wire"
)

// site is a complete test server with a database of its own.
type site struct {
	t    *testing.T
	play *play.Service
	web  *web.Server
	http *httptest.Server
	reg  *prometheus.Registry
	kill func() // stops the server at once, as if its process had been killed
}

// newGround returns an empty database and a message bus, which one or several nodes can use.
func newGround(t *testing.T) (*store.Store, *natsbus.Bus) {
	t.Helper()
	db, err := store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "kydai.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	b, err := natsbus.Embedded(natsbus.ServerOptions{Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return db, b
}

// newSite starts a server with a database of its own. The given functions may change the server's
// options.
func newSite(t *testing.T, change ...func(*web.Options)) *site {
	t.Helper()
	db, b := newGround(t)
	return newNode(t, db, b, change...)
}

// newNode starts a server on a given database and message bus.
func newNode(t *testing.T, db play.Store, b *natsbus.Bus, change ...func(*web.Options)) *site {
	t.Helper()
	service, err := play.New(play.Options{Store: db, Bus: b, Rules: games.Find, Games: games.All, Key: bytes.Repeat([]byte{9}, 32)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = service.Run(ctx)
	}()
	s := &site{t: t, play: service, reg: prometheus.NewRegistry()}
	s.kill = func() {
		b.Close()
		cancel()
		<-done
		s.http.CloseClientConnections()
	}
	o := web.Options{
		Play: service, Key: bytes.Repeat([]byte{7}, 32), Registry: s.reg, Spread: 50 * time.Millisecond,
		Limits: web.Limits{Creates: web.Rate{Second: 1000, Burst: 1000}, Requests: web.Rate{Second: 1e4, Burst: 1e4},
			Moves: web.Rate{Second: 1e4, Burst: 1e4}, Asks: web.Rate{Second: 1e4, Burst: 1e4}},
	}
	var blocks func(ctx context.Context, player, other string) (bool, error)
	if rows, ok := db.(ties.Store); ok {
		o.Ties = ties.New(ties.Options{Store: rows, Plays: web.Plays(service)})
		blocks = o.Ties.HasBlocked
	}
	if lines, ok := db.(talk.Store); ok {
		o.Talk = talk.New(talk.Options{Store: lines, Matches: service, Bus: b, Blocks: blocks})
	}
	if rows, ok := db.(notice.Store); ok {
		o.Notices = notice.New(notice.Options{Store: rows, Bus: b, Offer: service.Lobby().Offer})
		if db, ok := db.(*store.Store); ok {
			db.OnNotice(o.Notices.Tell)
		}
	}
	if rows, ok := db.(operator.Store); ok {
		o.Operator = operator.New(operator.Options{Store: rows, Rules: games.Find, Scale: func(string) float64 { return 200 }})
	}
	if rows, ok := db.(people.Store); ok {
		o.People = people.New(people.Options{
			Named: func(player string) { _ = b.Publish(play.NamedSubject, []byte(player)) }, Deleted: func(context.Context) {},
			Store: rows, Random: rand.Reader, Ended: service.Tokens().Tell, Site: "kydai",
			Hasher: account.Hasher{Cost: account.Cost{Memory: 64, Time: 1, Lanes: 1}, Slots: make(chan struct{}, 2)},
		})
	}
	for _, f := range change {
		f(&o)
	}
	if s.web, err = web.New(o); err != nil {
		t.Fatal(err)
	}
	s.http = httptest.NewServer(webtest.Checked(t, s.web))
	t.Cleanup(func() {
		drain, stop := context.WithTimeout(context.Background(), 5*time.Second)
		defer stop()
		_ = s.web.Drain(drain)
		cancel()
		<-done
		s.http.Close()
	})
	return s
}

// guest is a browser with its cookies.
type guest struct {
	s      *site
	t      *testing.T
	client *http.Client
	token  string
	id     string
}

func (s *site) guest() *guest {
	jar, _ := cookiejar.New(nil)
	g := &guest{s: s, t: s.t, client: &http.Client{Jar: jar}}
	var me web.Me
	g.get("/api/me", &me)
	g.id = me.Player
	return g
}

// bot returns a client that uses a token and no cookie.
func (s *site) bot(name string) *guest {
	var made web.TokenView
	s.guest().post("/api/tokens", map[string]any{"name": name}, &made)
	return &guest{s: s, t: s.t, client: &http.Client{}, token: made.Token, id: made.Player}
}

// ask sends a request and returns the status and the body of the response.
func (g *guest) ask(method, path string, body any, header ...string) (int, []byte) {
	g.t.Helper()
	var in io.Reader
	switch b := body.(type) {
	case nil:
	case []byte:
		in = bytes.NewReader(b)
	default:
		text, err := json.Marshal(b)
		if err != nil {
			g.t.Fatal(err)
		}
		in = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(g.t.Context(), method, g.s.http.URL+path, in)
	if err != nil {
		g.t.Fatal(err)
	}
	if in != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if g.token != "" {
		r.Header.Set("Authorization", "Bearer "+g.token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := g.client.Do(r)
	if err != nil {
		g.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		g.t.Fatal(err)
	}
	return resp.StatusCode, text
}

func (g *guest) get(path string, out any) { g.t.Helper(); g.want(http.MethodGet, path, nil, out) }

func (g *guest) post(path string, body, out any) {
	g.t.Helper()
	g.want(http.MethodPost, path, body, out)
}

// want sends a request and fails the test unless the request succeeds.
func (g *guest) want(method, path string, body, out any) {
	g.t.Helper()
	status, text := g.ask(method, path, body)
	if status >= 300 {
		g.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	if out != nil {
		if err := json.Unmarshal(text, out); err != nil {
			g.t.Fatalf("%s %s: %v in %s", method, path, err, text)
		}
	}
}

var requestID = regexp.MustCompile(`,"request":"[^"]*"`)

// withoutID removes the id of the request from an error response, because every request has a
// different id.
func withoutID(body []byte) string { return requestID.ReplaceAllString(string(body), "") }

// refused sends a request and fails the test unless the response has this status and error code.
func (g *guest) refused(status int, code, method, path string, body any, header ...string) {
	g.t.Helper()
	got, text := g.ask(method, path, body, header...)
	var p web.Problem
	if err := json.Unmarshal(text, &p); err != nil || got != status || p.Code != code || p.Text == "" {
		g.t.Errorf("%s %s: %d %s; want %d with the code %s", method, path, got, text, status, code)
	}
}

// offer creates an offer of a match and returns its id.
func (g *guest) offer(game string, more map[string]any) string {
	g.t.Helper()
	body := map[string]any{"game": game, "side": "first", "clock": "5+3", "takebacks": -1}
	for k, v := range more {
		body[k] = v
	}
	var made wire.OfferView
	g.post("/api/offers", body, &made)
	return made.ID
}

// pair starts a match between two players; a has the first side. The players are guests. In a rated
// match they have accounts.
func (s *site) pair(game string, more map[string]any) (a, b *guest, id string) {
	s.t.Helper()
	a, b = s.guest(), s.guest()
	if more["rated"] == true {
		a.register("An " + letters(a.id))
		b.register("Ba " + letters(b.id))
	}
	var made web.Named
	b.post("/api/offers/"+a.offer(game, more)+"/accept", nil, &made)
	return a, b, made.ID
}

// socket is a WebSocket connection of a guest. A goroutine reads its frames as they arrive.
type socket struct {
	t    *testing.T
	c    *websocket.Conn
	raw  [][]byte // all frames that were received
	errs chan error
	in   chan []byte
	skip []string // kinds of messages that next skips
}

func (g *guest) header() http.Header {
	h := http.Header{}
	u, _ := url.Parse(g.s.http.URL)
	if g.token != "" {
		h.Set("Authorization", "Bearer "+g.token)
		return h
	}
	h.Set("Origin", g.s.http.URL)
	for _, c := range g.client.Jar.Cookies(u) {
		h.Add("Cookie", c.Name+"="+c.Value)
	}
	return h
}

func (g *guest) socketURL() string {
	return "ws" + strings.TrimPrefix(g.s.http.URL, "http") + "/api/socket"
}

// connect opens a socket and waits for the server's welcome message.
func (g *guest) connect() *socket {
	g.t.Helper()
	c, resp, err := websocket.DefaultDialer.Dial(g.socketURL(), g.header())
	if err != nil {
		g.t.Fatalf("no connection: %v", err)
	}
	_ = resp.Body.Close()
	s := &socket{t: g.t, c: c, errs: make(chan error, 1), in: make(chan []byte, 4096)}
	g.t.Cleanup(func() { _ = c.Close() })
	go func() {
		for {
			_, data, err := c.ReadMessage()
			if err != nil {
				s.errs <- err
				close(s.in)
				return
			}
			s.in <- data
		}
	}()
	var w wire.Welcome
	s.next(wire.TellWelcome, &w)
	if w.Player != g.id || w.Name == "" || w.Now == 0 || w.Node == "" {
		g.t.Errorf("the welcome is %+v", w)
	}
	return s
}

func (s *socket) send(m any) {
	s.t.Helper()
	if err := s.c.WriteMessage(websocket.TextMessage, wire.Encode(m)); err != nil {
		s.t.Fatal(err)
	}
}

const patience = time.Minute

// next waits for the next message of a kind. It skips messages of the kinds presence, here, lobby
// and notice, and of the kinds in s.skip. Any other kind fails the test.
func (s *socket) next(kind string, out any) []byte {
	s.t.Helper()
	deadline := time.After(patience)
	for {
		select {
		case data, ok := <-s.in:
			if !ok {
				s.t.Fatalf("the connection ended (%v) while waiting for %s", <-s.errs, kind)
			}
			s.raw = append(s.raw, data)
			var head struct{ T string }
			if err := json.Unmarshal(data, &head); err != nil {
				s.t.Fatalf("%v in %s", err, data)
			}
			if head.T != kind && (head.T == wire.TellPresence || head.T == wire.TellHere || head.T == wire.TellLobby || head.T == wire.TellNotice || slices.Contains(s.skip, head.T)) {
				continue
			}
			if head.T != kind {
				s.t.Fatalf("got %s; want %s", data, kind)
			}
			if err := json.Unmarshal(data, out); err != nil {
				s.t.Fatalf("%v in %s", err, data)
			}
			return data
		case <-deadline:
			s.t.Fatalf("no %s came", kind)
		}
	}
}

// fails waits for an error message and checks its code.
func (s *socket) fails(code string) wire.Error {
	s.t.Helper()
	var e wire.Error
	s.next(wire.TellError, &e)
	if e.Code != code || e.Text == "" {
		s.t.Errorf("got the error %+v; want %s", e, code)
	}
	return e
}

// closed waits until the server closes the connection and returns the close code.
func (s *socket) closed() int {
	s.t.Helper()
	select {
	case err := <-s.errs:
		if e, ok := err.(*websocket.CloseError); ok { //nolint:errorlint // the library returns it bare
			return e.Code
		}
		return 0
	case <-time.After(patience):
		s.t.Fatal("the connection stays open")
		return 0
	}
}

// watch starts to watch a match and returns the client's copy of it.
func (s *socket) watch(id string) *table {
	s.t.Helper()
	s.send(wire.Watch{T: wire.AskWatch, ID: id})
	m := &table{s: s}
	m.whole()
	return m
}

// table is a client's copy of a match. It changes only by frames from the server.
type table struct {
	s *socket
	wire.View
	last wire.Events
}

func (m *table) whole() {
	m.s.t.Helper()
	var told wire.MatchTold
	m.s.next(wire.TellMatch, &told)
	m.View = told.View
}

// events waits for the next frame of the match and applies the frame to the copy.
func (m *table) events() wire.Events {
	m.s.t.Helper()
	var e wire.Events
	m.s.next(wire.TellEvents, &e)
	if e.From != m.Seq || e.Seq < e.From || e.ID != m.ID {
		m.s.t.Fatalf("a frame from %d to %d came to a client at %d", e.From, e.Seq, m.Seq)
	}
	m.Codes = append(m.Codes[:e.At:e.At], e.Codes...)
	if len(m.Codes) != e.Ply {
		m.s.t.Fatalf("%d codes at ply %d", len(m.Codes), e.Ply)
	}
	m.Seq, m.Ply, m.Turn, m.Result, m.Offers, m.Next, m.Clock = e.Seq, e.Ply, e.Turn, e.Result, e.Offers, e.Next, e.Clock
	m.Legal = wire.Squares{Width: m.Width, RankZero: m.rankZero()}.Unpack(e.Legal)
	m.last = e
	return e
}

func (m *table) rankZero() bool {
	r, _ := games.Find(m.Game)
	return r.Info().RankZero
}

// mine reports whether it is the client's turn.
func (m *table) mine() bool { return m.Turn == m.Viewer }

// play sends a move of the match.
func (m *table) play(code string) {
	m.s.t.Helper()
	m.s.send(wire.Move{T: wire.AskMove, ID: m.ID, Ply: m.Ply, Code: code})
}

// act sends a command of the match other than a move.
func (m *table) act(kind, what string, n int) {
	m.s.t.Helper()
	m.s.send(wire.Act{T: wire.AskAct, ID: m.ID, Kind: kind, What: what, Count: n})
}

// letters returns up to 12 lower-case letters of an id. The result serves as a unique name for a
// player.
func letters(id string) string {
	var out []rune
	for _, r := range id {
		if r >= 'a' && r <= 'z' && len(out) < 12 {
			out = append(out, r)
		}
	}
	return string(out)
}
