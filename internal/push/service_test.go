package push_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/dial"
	"kydai/internal/dial/dialtest"
	"kydai/internal/notice"
	"kydai/internal/play"
	"kydai/internal/push"
	"kydai/internal/push/pushtest"
	"kydai/internal/store"
)

// fast is a Pace with short delays, so that tests do not wait long.
var fast = push.Pace{Hold: time.Millisecond, Sweep: 20 * time.Millisecond, Look: 5 * time.Millisecond, Retry: 10 * time.Millisecond}

// site is a test site: a database and a push service.
type site struct {
	t    *testing.T
	path string
	db   *store.Store
	at   *pushtest.Service
}

func newSite(t *testing.T) *site {
	s := &site{t: t, path: filepath.Join(t.TempDir(), "kydai.db"), at: pushtest.New(t)}
	s.db = s.open()
	return s
}

func (s *site) open() *store.Store {
	s.t.Helper()
	db, err := store.OpenSQLite(s.t.Context(), s.path)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = db.Close() })
	return db
}

// node starts a sender that uses the database db.
func (s *site) node(db *store.Store, change ...func(*push.Options)) *push.Service {
	s.t.Helper()
	o := push.Options{Store: db, Contact: "https://example.net", Transport: s.at.Lead(dial.Policy{}.Transport()), Pace: fast}
	for _, f := range change {
		f(&o)
	}
	p, err := push.New(s.t.Context(), o)
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	s.t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			s.t.Error(err)
		}
	})
	return p
}

// add subscribes a browser to the given kinds of notices, or to all kinds if none are given.
func (s *site) add(p *push.Service, player string, b *pushtest.Browser, kinds ...notice.Kind) push.Device {
	s.t.Helper()
	if kinds == nil {
		kinds = notice.Kinds
	}
	d, err := p.Add(s.t.Context(), player, nil, push.Offer{Endpoint: b.Endpoint, Public: b.Public, Auth: b.Auth, Kinds: kinds, Lang: "en"})
	if err != nil {
		s.t.Fatal(err)
	}
	time.Sleep(2 * time.Millisecond) // the next notice must be newer than the device; otherwise it is not sent to the device
	return d
}

// start creates a match, which creates the notice "started" for anna and binh.
func (s *site) start(id string) {
	s.t.Helper()
	_, err := s.db.Create(s.t.Context(), play.Row{ID: id, Game: "caro", Players: [2]string{"anna", "binh"}, Terms: []byte("{}"), Started: []string{"anna", "binh"}})
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *site) move(id string, seq int, to, from string) {
	s.t.Helper()
	_, err := s.db.Commit(s.t.Context(), play.Change{ID: id, Seq: seq, Ply: seq + 1, Events: [][]byte{[]byte("h8")}, Turn: &play.Turn{Player: to, Other: from}})
	if err != nil {
		s.t.Fatal(err)
	}
}

// devices lists the ids of a player's devices.
func (s *site) devices(player string) (ids []string) {
	s.t.Helper()
	list, err := s.db.Devices(s.t.Context(), player)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, d := range list {
		ids = append(ids, d.ID)
	}
	return ids
}

// until waits until f returns true. If this takes too long, it fails the test with the given text.
func (s *site) until(what string, f func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !f(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("still not: %s", what)
		}
	}
}

// TestMessages checks that each notice is sent as one message, which the
// browser can decrypt, whose sender the push service can verify, and which
// contains nothing about the board.
func TestMessages(t *testing.T) {
	s := newSite(t)
	p := s.node(s.db)
	b := s.at.Subscribe()
	s.add(p, "binh", b)
	s.start("m")
	first := b.Wait(1)[0]
	want := `{"kind":"started","title":"A game has started","body":"Caro","open":"/g/m","tag":"m","lang":"en"}`
	if first.Text != want || first.Key != p.Key() || first.Claims.Subject != "https://example.net" {
		t.Errorf("the message is %s, signed by %s, %+v", first.Text, first.Key, first.Claims)
	}
	if first.TTL != 600 || first.Header.Get("Urgency") != "high" || len(first.Header.Get("Topic")) != 32 {
		t.Errorf("the message has the header %v", first.Header)
	}
	s.move("m", 0, "binh", "anna")
	turn := b.Wait(2)[1]
	if !strings.Contains(turn.Text, `"kind":"turn"`) || turn.TTL != 86400 || turn.Header.Get("Topic") != first.Header.Get("Topic") || turn.Size != first.Size {
		t.Errorf("the turn is %s, TTL %d, %d bytes after %d", turn.Text, turn.TTL, turn.Size, first.Size)
	}
	// The next turn of the player updates the row of the notice with a new time. Check that the
	// notice is then sent again.
	s.move("m", 1, "anna", "binh")
	s.move("m", 2, "binh", "anna")
	b.Wait(3)
	err := s.db.Propose(t.Context(), play.Offer{ID: "o", Owner: "anna", To: "binh", Game: "caro", Expires: time.Now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	if text := b.Wait(4)[3].Text; !strings.Contains(text, `"open":"/c/o"`) || !strings.Contains(text, `"kind":"challenge"`) {
		t.Errorf("the challenge is %s", text)
	}
	time.Sleep(100 * time.Millisecond)
	if n := len(b.Messages()); n != 4 {
		t.Errorf("%d messages came for four notices", n)
	}
	list, err := s.db.Devices(t.Context(), "binh")
	if err != nil || len(list) != 1 || list[0].Sent.IsZero() {
		t.Errorf("the device is %+v, %v", list, err)
	}
}

// TestKinds checks that a device gets only the kinds that it requested, in its language. It also
// checks that a notice is not sent if the player has turned off its kind or has already seen it.
func TestKinds(t *testing.T) {
	s := newSite(t)
	p := s.node(s.db, func(o *push.Options) { o.Pace.Hold = 1500 * time.Millisecond })
	all, turns, off := s.at.Subscribe(), s.at.Subscribe(), s.at.Subscribe()
	s.add(p, "binh", all)
	device := s.add(p, "binh", turns, notice.Turn)
	s.add(p, "anna", off)
	if err := s.db.SwitchNotices(t.Context(), "anna", []notice.Kind{notice.Started}); err != nil {
		t.Fatal(err)
	}
	s.start("m")
	s.move("m", 0, "binh", "anna")
	all.Wait(2)
	if got := turns.Wait(1); len(got) != 1 || !strings.Contains(got[0].Text, `"turn"`) {
		t.Errorf("who asked for turns got %v", got)
	}
	if err := p.Switch(t.Context(), "binh", device.ID, []notice.Kind{notice.Result}); err != nil {
		t.Fatal(err)
	}
	// A player who opens the match within the hold time has seen the notice, so it is not sent.
	s.start("seen")
	if err := s.db.SeeNotices(t.Context(), []string{"binh"}, "seen"); err != nil {
		t.Fatal(err)
	}
	s.start("n")
	all.Wait(3)
	time.Sleep(150 * time.Millisecond)
	for _, m := range append(all.Messages(), turns.Messages()...) {
		if strings.Contains(m.Text, `"/g/seen"`) {
			t.Errorf("a notice that was seen was sent: %s", m.Text)
		}
	}
	if len(all.Messages()) != 3 || len(turns.Messages()) != 1 || len(off.Messages()) != 0 {
		t.Errorf("%d, %d and %d messages came", len(all.Messages()), len(turns.Messages()), len(off.Messages()))
	}
}

// TestTwoNodes checks that two nodes use the same key and together send each notice once.
func TestTwoNodes(t *testing.T) {
	s := newSite(t)
	one, two := s.node(s.db), s.node(s.open())
	if one.Key() != two.Key() {
		t.Errorf("the nodes have the keys %s and %s", one.Key(), two.Key())
	}
	b := s.at.Subscribe()
	s.add(one, "binh", b)
	const n = 30
	for i := range n {
		s.start(fmt.Sprint("m", i))
	}
	b.Wait(n)
	time.Sleep(200 * time.Millisecond)
	tags := map[string]int{}
	for _, m := range b.Messages() {
		var text struct{ Tag string }
		if err := json.Unmarshal([]byte(m.Text), &text); err != nil {
			t.Fatal(err)
		}
		tags[text.Tag]++
	}
	if len(tags) != n || len(b.Messages()) != n {
		t.Errorf("%d messages about %d of %d matches", len(b.Messages()), len(tags), n)
	}
}

// TestAnswers checks how the sender reacts to the responses of a push service: when it sends a
// message again, and when it deletes a device.
func TestAnswers(t *testing.T) {
	s := newSite(t)
	p := s.node(s.db)
	busy := s.at.Subscribe(pushtest.Answer{Status: http.StatusTooManyRequests, Header: map[string]string{"Retry-After": "0"}}, pushtest.Answer{Status: 503})
	gone := s.at.Subscribe(pushtest.Answer{Status: http.StatusGone})
	lost := s.at.Subscribe(pushtest.Answer{Status: http.StatusNotFound})
	other := s.at.Subscribe()
	moved := s.at.Subscribe(slices.Repeat([]pushtest.Answer{{Status: http.StatusTemporaryRedirect, Header: map[string]string{"Location": other.Endpoint}}}, 20)...)
	refused := s.at.Subscribe(slices.Repeat([]pushtest.Answer{{Status: http.StatusForbidden}}, 20)...)
	for _, b := range []*pushtest.Browser{busy, gone, lost, moved, refused} {
		s.add(p, "binh", b)
	}
	s.start("m")
	busy.Wait(1) // the first two attempts are refused, the third succeeds
	s.until("the devices that are gone are deleted", func() bool { return len(s.devices("binh")) == 3 })
	for i := range 4 { // together with the first match, five failures in a row
		s.start(fmt.Sprint("m", i))
		busy.Wait(i + 2)
	}
	s.until("a device that always fails is deleted", func() bool { return len(s.devices("binh")) == 1 })
	count := map[string]int{}
	for _, path := range s.at.Asked() {
		count["https://example.com"+path]++
	}
	for b, want := range map[*pushtest.Browser]int{busy: 7, gone: 1, lost: 1, moved: 5, refused: 5, other: 0} {
		if got := count[b.Endpoint]; got != want {
			t.Errorf("a service was asked %d times; want %d", got, want)
		}
	}
}

// TestGuarded checks that the sender never connects to a private address, and that the device is
// deleted after five messages that could not be sent.
func TestGuarded(t *testing.T) {
	s := newSite(t)
	r, _ := dialtest.Names(t, "127.0.0.1")
	p := s.node(s.db, func(o *push.Options) { o.Transport = dial.Policy{Resolver: r}.Transport() })
	b := s.at.Subscribe()
	s.add(p, "binh", b)
	for i := range 5 {
		s.start(fmt.Sprint("m", i))
	}
	s.until("the device is deleted", func() bool { return len(s.devices("binh")) == 0 })
	if len(s.at.Asked()) != 0 {
		t.Error("the service was reached")
	}
}

// TestBounds checks the maximum number of devices of a player and the maximum number of messages in
// an hour.
func TestBounds(t *testing.T) {
	s := newSite(t)
	p := s.node(s.db, func(o *push.Options) { o.Pace.Hourly = 3 })
	var added []string
	for range push.Most + 3 {
		added = append(added, s.add(p, "anna", s.at.Subscribe()).ID)
	}
	got := s.devices("anna")
	slices.Reverse(got)
	if !slices.Equal(got, added[3:]) {
		t.Errorf("the devices are %v of %v", got, added)
	}
	b := s.at.Subscribe()
	s.add(p, "binh", b)
	for i := range 5 {
		s.start(fmt.Sprint("m", i))
	}
	b.Wait(3)
	time.Sleep(100 * time.Millisecond)
	if n := len(b.Messages()); n != 3 {
		t.Errorf("%d messages came; three are allowed in an hour", n)
	}
}

// TestOffers checks that invalid endpoints and keys are refused.
func TestOffers(t *testing.T) {
	s := newSite(t)
	p := s.node(s.db)
	b := s.at.Subscribe()
	add := func(endpoint, public, auth string) string {
		_, err := p.Add(t.Context(), "anna", nil, push.Offer{Endpoint: endpoint, Public: public, Auth: auth})
		if e, ok := errors.AsType[*game.Error](err); ok {
			return e.Code
		}
		return ""
	}
	for _, endpoint := range []string{
		"", "http://example.com/x", "ftp://example.com/x", "example.com/x", "https:example.com", "https:///x", "https://example.com:8443/x", "https://example.com:/x",
		"https://user@example.com/x", "https://user:secret@example.com/x", "https://example.com/x#y", "https://localhost/x", "https://intranet/x", "https://example.com./x",
		"https://127.0.0.1/x", "https://[::1]/x", "https://2130706433/x", "https://0x7f000001/x", "https://127.1/x", "https://0177.0.0.1/x", "https://example.0x1/x",
		"https://ex ample.com/x", "https://exa%6dple.com/x", "https://bücher.example/x", "https://example.com/" + strings.Repeat("x", 1000),
	} {
		if got := add(endpoint, b.Public, b.Auth); got != push.BadEndpoint {
			t.Errorf("%s: %q", endpoint, got)
		}
	}
	for _, keys := range [][2]string{
		{"", b.Auth}, {b.Public, ""}, {b.Public, b.Auth + "AA"}, {b.Public[:80], b.Auth}, {"A" + b.Public[1:], b.Auth}, {"B" + strings.Repeat("A", 86), b.Auth}, {b.Public + "=", b.Auth},
	} {
		if got := add(b.Endpoint, keys[0], keys[1]); got != push.BadKeys {
			t.Errorf("%v: %q", keys, got)
		}
	}
	if got := add("https://example.com:443/x", b.Public, b.Auth); got != "" {
		t.Errorf("a usual endpoint: %q", got)
	}
	if err := p.Drop(t.Context(), "binh", push.IDOf("https://example.com:443/x")); !errors.Is(err, push.ErrNoDevice) {
		t.Errorf("dropping the device of somebody else: %v", err)
	}
	if err := p.Switch(t.Context(), "binh", push.IDOf("https://example.com:443/x"), nil); !errors.Is(err, push.ErrNoDevice) {
		t.Errorf("switching the device of somebody else: %v", err)
	}
}
