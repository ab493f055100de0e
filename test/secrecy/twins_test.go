package secrecy

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"kydai/account"
	"kydai/fair"
	"kydai/game"
	"kydai/games"
	"kydai/internal/bus/natsbus"
	"kydai/internal/events"
	"kydai/internal/notice"
	"kydai/internal/operator"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/internal/talk"
	"kydai/internal/ties"
	"kydai/internal/web"
	"kydai/internal/wire"
	"kydai/picture"

	looks "kydai"
)

// clubhouse is a test server with a team match on two boards (tables) that share one deal.
type clubhouse struct {
	*schoolhouse
	play    *play.Service
	event   string
	matches [2]string
	players [4]*somebody // the four players, in the order of their roles in the deal
	ids     [4]string
}

// seats gives the events service access to live play.
type seats struct {
	*play.Pairs
	service *play.Service
}

func (s seats) Abort(ctx context.Context, id string) error { return s.service.Abort(ctx, id) }

func newClubhouse(t *testing.T) *clubhouse {
	t.Helper()
	db, err := store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "kydai.db"))
	check(t, err)
	t.Cleanup(func() { check(t, db.Close()) })
	b, err := natsbus.Embedded(natsbus.ServerOptions{Name: "test"})
	check(t, err)
	t.Cleanup(b.Close)
	service, err := play.New(play.Options{Store: db, Bus: b, Rules: games.Find, Games: games.All, Key: bytes.Repeat([]byte{9}, 32)})
	check(t, err)
	all := people.New(people.Options{
		Store: db, Random: rand.Reader, Ended: service.Tokens().Tell, Site: "kydai",
		Hasher: account.Hasher{Cost: account.Cost{Memory: 64, Time: 1, Lanes: 1}, Slots: make(chan struct{}, 2)},
	})
	pictures, err := picture.New(looks.Looks)
	check(t, err)
	tourneys := events.New(events.Options{
		Store: db, Random: rand.Reader, Rules: games.Find, Play: seats{service.Pairs(), service}, Pace: events.Pace{Look: 20 * time.Millisecond},
		Speed:  func(string, string) string { return "rapid" },
		Rating: func(context.Context, string, string, string) (int, error) { return 0, nil },
	})
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 2)
	go func() { done <- service.Run(ctx) }()
	go func() { done <- tourneys.Run(ctx) }()
	plenty := web.Rate{Second: 1e6, Burst: 1e6}
	server, err := web.New(web.Options{
		Play: service, Key: bytes.Repeat([]byte{7}, 32), People: all, Events: tourneys, Pictures: pictures, Spread: time.Millisecond,
		Talk:     talk.New(talk.Options{Store: db, Matches: service, Bus: b}),
		Ties:     ties.New(ties.Options{Store: db, Plays: web.Plays(service)}),
		Notices:  notice.New(notice.Options{Store: db, Bus: b}),
		Operator: operator.New(operator.Options{Store: db, Rules: games.Find}),
		Limits: web.Limits{
			Moves: plenty, Asks: plenty, Requests: plenty, Creates: plenty, Hints: plenty, Downloads: plenty, Pictures: plenty, Films: plenty, Connections: 1000,
		},
	})
	check(t, err)
	site := httptest.NewServer(server)
	t.Cleanup(func() {
		drain, end := context.WithTimeout(context.Background(), 5*time.Second)
		defer end()
		_ = server.Drain(drain)
		stop()
		check(t, <-done)
		check(t, <-done)
		site.Close()
	})
	return &clubhouse{schoolhouse: &schoolhouse{t: t, db: db, site: site}, play: service}
}

// begin creates an event for two teams of two players and runs it until the deal of its first
// round begins.
func (h *clubhouse) begin(arbiter *somebody) {
	h.t.Helper()
	var e web.EventView
	arbiter.ask(http.MethodPost, "/api/events", `{"name":"Cờ úp đồng đội","game":"jieqi","clock":"10+5","format":"swiss","rounds":1,"scoring":"1-0.5-0",
		"boards":"screen","firstMove":60000,"teamBoards":2,"duplicate":true,"rated":true}`, &e)
	h.event = e.ID
	at := "/api/events/" + e.ID
	arbiter.ask(http.MethodPost, at+"/phase", `{"phase":"open"}`, &e)
	for i, name := range []string{"Anh", "Bảo", "Châu", "Dung"} {
		h.players[i] = h.somebody()
		h.ids[i] = h.players[i].account(name, account.Player)
		h.players[i].ask(http.MethodPost, at+"/entrants", `{}`, &e)
		n := string(rune('1' + i))
		arbiter.ask(http.MethodPut, at+"/entrants/"+n, `{"team":"`+string("AB"[i%2])+`","board":`+string(rune('1'+i/2))+`}`, nil)
	}
	arbiter.ask(http.MethodPost, at+"/phase", `{"phase":"running"}`, &e)
	for i, p := range h.players {
		p.ask(http.MethodPut, at+"/entrants/"+string(rune('1'+i))+"/checkin", `{"round":1,"in":true}`, &e)
	}
	arbiter.ask(http.MethodPost, at+"/rounds/1", `{}`, &e)
	var round struct {
		Boards []struct {
			First, Second, Twin int
			Match               string
		}
	}
	arbiter.ask(http.MethodGet, at+"/rounds/1", "", &round)
	if len(round.Boards) != 2 || round.Boards[0].Twin != 2 || round.Boards[1].Twin != 1 {
		h.t.Fatalf("the boards are %+v", round.Boards)
	}
	entered, ids := h.players, h.ids
	for i, b := range round.Boards {
		h.matches[i] = b.Match
		h.players[2*i], h.players[2*i+1] = entered[b.First-1], entered[b.Second-1]
		h.ids[2*i], h.ids[2*i+1] = ids[b.First-1], ids[b.Second-1]
	}
}

// deal lets the four players' browsers take part in the deal until it is complete.
func (h *clubhouse) deal() {
	h.t.Helper()
	var parts [4]*fair.Player
	see := func(i int) {
		path := "/api/matches/" + h.matches[i/2] + "/fair"
		var tr fair.Transcript
		for range 500 { // wait until the server has started the deal of this match and returns its transcript
			if status, _ := h.players[i].ask(http.MethodGet, path, "", nil); status == http.StatusOK {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		h.players[i].ask(http.MethodGet, path, "", &tr)
		if parts[i] == nil {
			r, _ := games.Find("jieqi")
			m, err := fair.TwinsOf(r, h.matches[0], h.matches[1])
			check(h.t, err)
			n, err := fair.NewNonce(rand.Reader)
			check(h.t, err)
			parts[i] = fair.NewPlayerAt(i/2, game.First+game.Side(i%2), m, tr.Key, n)
		}
		check(h.t, parts[i].See(tr))
	}
	for i, p := range h.players {
		see(i)
		p.ask(http.MethodPost, "/api/matches/"+h.matches[i/2]+"/fair", `{"commit":"`+parts[i].Commitment().String()+`"}`, &wire.Fair{})
	}
	for i, p := range h.players {
		see(i)
		number, err := parts[i].Opening()
		check(h.t, err)
		p.ask(http.MethodPost, "/api/matches/"+h.matches[i/2]+"/fair", `{"open":"`+number.String()+`"}`, &wire.Fair{})
	}
}

// body sends a GET request and returns the status and the body of the response.
func (s *somebody) body(path string) (int, string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.site.URL+path, http.NoBody)
	check(s.t, err)
	a, err := s.Do(r)
	check(s.t, err)
	defer func() { _ = a.Body.Close() }()
	text, err := io.ReadAll(a.Body)
	check(s.t, err)
	return a.StatusCode, request.ReplaceAllString(string(text), "")
}

var request = regexp.MustCompile(`"request":"[0-9a-f]+"`) // the request id differs in every response

// questions returns the paths of all read operations. It fills in all ids that another user can
// know: the ids of the first table's match, of its players and of the event.
func (h *clubhouse) questions(t *testing.T) (list []string) {
	t.Helper()
	for _, path := range readPaths(t) {
		for _, id := range []string{h.matches[0], h.event, h.ids[0], "@Anh"} {
			for _, file := range []string{"pairings", "standings", h.matches[0] + ".svg", h.matches[0] + ".gif"} {
				for _, query := range []string{"", "?format=json"} {
					list = append(list, strings.NewReplacer("{id}", id, "{game}", "jieqi", "{speed}", "rapid", "{round}", "1", "{board}", "1", "{file}", file).Replace(path)+query)
					if !strings.Contains(path, "{") && query == "" {
						break
					}
				}
				if !strings.Contains(path, "{file}") {
					break
				}
			}
			if !strings.Contains(path, "{id}") {
				break
			}
		}
	}
	return list
}

// changes reports whether the response for a path changes without a change of the match, for
// example because it contains counters.
func changes(path string) bool {
	for _, p := range []string{"/api/presence", "/api/statistics", "/api/admin/tasks", "/api/admin/audit", "/api/me", "/api/account"} {
		if strings.HasPrefix(path, p) {
			return true
		}
	}
	return strings.Contains(path, "/files/signed")
}

// TestTableIsItsPlayersOwn checks a team match on two tables that share one deal. Until both games
// are over, the first table may be shown only to its two players, because players of the second
// table could learn hidden pieces.
//
// A guest, the arbiter, an administrator and both players of the second table send all read
// requests, while the first table plays and after its game has ended. No response may contain
// information about the match, only the round of the event may contain its id, and no other
// response may change. When both games are over, everyone may see both games.
func TestTableIsItsPlayersOwn(t *testing.T) {
	h := newClubhouse(t)
	arbiter := h.somebody()
	arbiter.account("Bà Sáu", account.Organiser)
	h.begin(arbiter)
	h.deal()
	head := h.somebody()
	head.account("Bác Tư", account.Admin)
	others := map[string]*somebody{"a guest": h.somebody(), "the arbiter": arbiter, "an administrator": head, "third": h.players[2], "fourth": h.players[3]}
	list := h.questions(t)
	before := map[string]string{}
	asked, answered := 0, 0
	look := func(when string) {
		t.Helper()
		for who, s := range others {
			for _, path := range list {
				status, text := s.body(path)
				asked++
				if status == http.StatusOK {
					answered++
				}
				named := strings.HasPrefix(path, "/api/matches/"+h.matches[0]) || strings.HasPrefix(path, "/picture/g/"+h.matches[0])
				// response without rating changes; it is the same for any match id
				pending := strings.TrimSpace(text) == `{"pending":true,"changes":[]}`
				if named && status == http.StatusOK && !pending {
					t.Errorf("%s: %s is answered at %s: %.200s", when, who, path, text)
				}
				if strings.Contains(text, h.matches[0]) && !strings.Contains(path, h.matches[0]) && !strings.HasPrefix(path, "/api/events/"+h.event+"/rounds/1") {
					t.Errorf("%s: %s reads of the first table at %s: %.200s", when, who, path, text)
				}
				if changes(path) {
					continue
				}
				if old, known := before[who+path]; known && old != text {
					t.Errorf("%s: what %s reads at %s has changed:\n%.300s\n%.300s", when, who, path, old, text)
				}
				before[who+path] = text
			}
		}
	}
	look("after the deal")
	for i, code := range []string{"b2b9", "a9b9"} { // a capture by the first player and a recapture by the second
		status, text := h.players[i].ask(http.MethodPost, "/api/matches/"+h.matches[0]+"/moves", `{"ply":`+string(rune('0'+i))+`,"code":"`+code+`"}`, nil)
		if status != http.StatusOK {
			t.Fatalf("%d %s", status, text)
		}
	}
	look("after two moves")
	h.players[0].ask(http.MethodPost, "/api/matches/"+h.matches[0]+"/acts", `{"kind":"resign"}`, &web.Done{})
	time.Sleep(2 * time.Second) // longer than the server needs to process the end of a match
	look("after the end of the first table")
	h.own(t)
	h.sockets(t)
	t.Logf("%d requests, %d with an answer", asked, answered)
	if answered < 300 {
		t.Errorf("only %d of %d requests had an answer; the test proves little", answered, asked)
	}

	h.players[3].ask(http.MethodPost, "/api/matches/"+h.matches[1]+"/acts", `{"kind":"resign"}`, &web.Done{})
	for who, s := range others {
		for _, id := range h.matches {
			status, text := s.body("/api/matches/" + id + "/record?format=json")
			if status != http.StatusOK || !strings.Contains(text, "Fair") {
				t.Errorf("both games are over, and %s is told %d %.200s", who, status, text)
			}
		}
	}
	var over struct{ Boards []struct{ Result string } }
	for range 500 {
		arbiter.ask(http.MethodGet, "/api/events/"+h.event+"/rounds/1", "", &over)
		if over.Boards[0].Result != "" && over.Boards[1].Result != "" {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("the results are %+v", over.Boards)
}

// own checks what the players of the first table see after their own game is over, while the second
// table still plays: no more hidden pieces than during the game, no review and no hint.
func (h *clubhouse) own(t *testing.T) {
	t.Helper()
	for i, p := range h.players[:2] {
		_, text := p.body("/api/matches/" + h.matches[0])
		var v wire.View
		check(t, json.Unmarshal([]byte(text), &v))
		if v.Result == nil || !v.Result.Sealed || v.Fair == nil || v.Fair.Secret != nil || len(v.Fair.Reveals) > 3-i {
			t.Errorf("player %d is told %+v of the deal", i+1, v.Fair)
		}
		_, text = p.body("/api/matches/" + h.matches[0] + "/record?format=json")
		if strings.Contains(text, `"Fair"`) || strings.Contains(text, "secret") || strings.Contains(text, "deal") {
			t.Errorf("player %d gets the record %s", i+1, text)
		}
		if status, text := p.ask(http.MethodPost, "/api/matches/"+h.matches[0]+"/review", `{}`, nil); status/100 == 2 {
			t.Errorf("player %d gets a review: %s", i+1, text)
		}
		if status, text := p.ask(http.MethodPost, "/api/matches/"+h.matches[0]+"/hint", `{}`, nil); status/100 == 2 {
			t.Errorf("player %d gets a hint: %s", i+1, text)
		}
	}
}

// sockets checks that other users can neither watch the match nor take part in its deal.
func (h *clubhouse) sockets(t *testing.T) {
	t.Helper()
	c := newClient(t, "guest", h.site.URL, func(string, []byte) {})
	for _, ask := range []any{wire.Watch{T: wire.AskWatch, ID: h.matches[0]}, wire.FairAsk{T: wire.AskFair, ID: h.matches[0]}} {
		c.send(ask)
		for late := time.After(patience); ; {
			var head struct{ T, Code string }
			select {
			case data := <-c.frames:
				check(t, json.Unmarshal(data, &head))
				if head.T == wire.TellError && (head.Code == play.Sealed || head.Code == play.NotFound) {
					late = nil
				} else if bytes.Contains(data, []byte(h.matches[0])) {
					t.Fatalf("a guest is told %s", data)
				}
			case <-late:
				t.Fatal("no answer")
			}
			if late == nil {
				break
			}
		}
	}
}
