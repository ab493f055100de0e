package secrecy

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kydai"
	"kydai/account"
	"kydai/games"
	"kydai/internal/bus/natsbus"
	"kydai/internal/classes"
	"kydai/internal/events"
	"kydai/internal/meter"
	"kydai/internal/oauth"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/internal/study"
	"kydai/internal/talk"
	"kydai/internal/ties"
	"kydai/internal/web"
	"kydai/internal/webhook"
)

// schoolhouse is a test server with a class of children.
type schoolhouse struct {
	t       *testing.T
	db      *store.Store
	site    *httptest.Server
	metrics func() string
}

// somebody is the browser of a test user, with its own cookies.
type somebody struct {
	*schoolhouse
	http.Client
}

func (h *schoolhouse) somebody() *somebody {
	jar, err := cookiejar.New(nil)
	check(h.t, err)
	return &somebody{h, http.Client{Jar: jar}}
}

// ask sends a request. It returns the status, and the response including its headers as
// text.
func (s *somebody) ask(method, path, body string, out any) (int, string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.site.URL+path, strings.NewReader(body))
	check(s.t, err)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	a, err := s.Do(r)
	check(s.t, err)
	defer func() { _ = a.Body.Close() }()
	text, err := io.ReadAll(a.Body)
	check(s.t, err)
	if out != nil {
		if a.StatusCode/100 != 2 {
			s.t.Fatalf("%s %s: %d %s", method, path, a.StatusCode, text)
		}
		check(s.t, json.Unmarshal(text, out))
	}
	var head bytes.Buffer
	check(s.t, a.Header.Write(&head))
	return a.StatusCode, head.String() + string(text)
}

// account registers an account with a role and returns its id.
func (s *somebody) account(name string, role account.Role) string {
	s.t.Helper()
	var me web.Welcome
	s.ask(http.MethodPost, "/api/account", `{"name":"`+name+`","password":"một mật khẩu dài"}`, &me)
	a, err := s.db.Account(s.t.Context(), me.Player)
	check(s.t, err)
	a.Role = role
	check(s.t, s.db.SetAccount(s.t.Context(), a))
	return me.Player
}

func newSchoolhouse(t *testing.T, written *paper) *schoolhouse {
	registry := meter.NewRegistry("test")
	log := slog.New(slog.NewTextHandler(written, &slog.HandlerOptions{Level: slog.LevelDebug}))
	db, err := store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "kydai.db"))
	check(t, err)
	t.Cleanup(func() { check(t, db.Close()) })
	b, err := natsbus.Embedded(natsbus.ServerOptions{Name: "test"})
	check(t, err)
	t.Cleanup(b.Close)
	service, err := play.New(play.Options{Store: db, Bus: b, Rules: games.Find, Games: games.All, Key: bytes.Repeat([]byte{9}, 32), Log: log, Tracer: written})
	check(t, err)
	all := people.New(people.Options{
		Store: db, Random: rand.Reader, Ended: service.Tokens().Tell, Site: "kydai",
		Hasher: account.Hasher{Cost: account.Cost{Memory: 64, Time: 1, Lanes: 1}, Slots: make(chan struct{}, 2)},
	})
	plenty := web.Rate{Second: 1e6, Burst: 1e6}
	tourneys := events.New(events.Options{
		Store: db, Random: rand.Reader, Rules: games.Find, Speed: func(string, string) string { return "rapid" }, Log: log,
		Rating: func(context.Context, string, string, string) (int, error) { return 0, nil },
	})
	server, err := web.New(web.Options{
		Play: service, Key: bytes.Repeat([]byte{7}, 32), Log: log, Tracer: written, Registry: registry, People: all, Events: tourneys,
		Classes: classes.New(classes.Options{
			Store: db, People: all, Random: rand.Reader, Rules: games.Find, Texts: kydai.Texts, Play: web.ClassPlay{Service: service}, Events: tourneys, Bus: b,
		}),
		Talk:    talk.New(talk.Options{Store: db, Matches: service, Bus: b, Log: log}),
		Ties:    ties.New(ties.Options{Store: db, Plays: web.Plays(service)}),
		Studies: study.New(study.Options{Store: db, Random: rand.Reader, Known: func(string) bool { return true }}),
		OAuth: oauth.New(oauth.Options{
			Store: db, Mint: web.MintToken, Hash: web.TokenHash, Ended: service.Tokens().Tell, Now: service.Now,
		}),
		Webhooks: webhook.New(webhook.Options{Store: db, Node: "one", Now: service.Now, Log: log}),
		Limits:   web.Limits{Requests: plenty, Creates: plenty, Downloads: plenty, Pictures: plenty, Films: plenty},
	})
	check(t, err)
	site := httptest.NewServer(server)
	t.Cleanup(site.Close)
	return &schoolhouse{t, db, site, func() (text string) {
		families, err := registry.Gather()
		check(t, err)
		for _, f := range families {
			text += f.String()
		}
		return text
	}}
}

// TestRealNames checks that the real name of a child is shown only to the child's teacher. A guest,
// another teacher, an administrator and another child send all read requests, with all ids that
// they can know. The name must not appear in the responses, nor in logs, spans and metrics.
func TestRealNames(t *testing.T) {
	const name, wanted = "Quýnh Xuyến Thoa", "uyến"
	written := &paper{}
	h := newSchoolhouse(t, written)
	teacher := h.somebody()
	teacher.account("Cô Hoa", account.Teacher)
	var class web.ClassView
	teacher.ask(http.MethodPost, "/api/classes", `{"name":"Lớp 3A"}`, &class)
	var cards []web.ClassCard
	teacher.ask(http.MethodPost, "/api/classes/"+class.ID+"/pupils", `{"names":"`+name+`\nTrần Bình","lang":"vi"}`, &cards)
	if _, text := teacher.ask(http.MethodGet, "/api/classes/"+class.ID, "", nil); !strings.Contains(text, wanted) {
		t.Fatalf("the teacher does not see the name: %s", text)
	}
	sign := func(i int) *somebody {
		s := h.somebody()
		_, secret, _ := strings.Cut(cards[i].Link, "#")
		s.ask(http.MethodPost, "/api/session/card", `{"card":"`+secret+`"}`, &web.Welcome{})
		return s
	}
	child := sign(0)
	var event web.EventView
	teacher.ask(http.MethodPost, "/api/events", `{"name":"Giải lớp","game":"chess","clock":"10+5","format":"swiss","rounds":3,"scoring":"1-0.5-0","boards":"wood"}`, &event)
	at := "/api/events/" + event.ID
	teacher.ask(http.MethodPost, at+"/phase", `{"phase":"open"}`, &event)
	child.ask(http.MethodPost, at+"/entrants", `{}`, &event)
	sign(1).ask(http.MethodPost, at+"/entrants", `{}`, &event)
	teacher.ask(http.MethodPost, at+"/phase", `{"phase":"running"}`, &event)
	teacher.ask(http.MethodPost, at+"/rounds/1", `{}`, &event)
	var match web.Named
	child.ask(http.MethodPost, "/api/matches", `{"game":"chess","seats":[{"kind":"human"},{"kind":"human"}]}`, &match)
	child.ask(http.MethodPost, "/api/matches/"+match.ID+"/act", `{"act":"resign"}`, nil)

	head := h.somebody()
	head.account("Bác Tư", account.Admin)
	other := h.somebody()
	other.account("Thầy Khác", account.Teacher)
	// Create a task, a simul and a demo board for the class.
	at = "/api/classes/" + class.ID
	teacher.ask(http.MethodPost, at+"/tasks", `{"kind":"lesson","game":"chess"}`, nil)
	var simul web.SimulView
	teacher.ask(http.MethodPost, at+"/simuls", `{"game":"chess","players":["`+cards[0].Player+`","`+cards[1].Player+`"]}`, &simul)
	teacher.ask(http.MethodPut, at+"/demo", `{"game":"chess"}`, nil)
	if len(simul.Boards) != 2 {
		t.Fatalf("the simul is %+v", simul)
	}

	ids := []string{class.ID, simul.Boards[0].Match, cards[0].Player, event.ID, match.ID, "@" + strings.ReplaceAll(cards[0].Nick, " ", "%20")}
	asked, answered := 0, 0
	for who, s := range map[string]*somebody{"a guest": h.somebody(), "an administrator": head, "another teacher": other, "another child": sign(1), "the child": child} {
		for _, path := range readPaths(t) {
			for _, id := range ids {
				for _, query := range []string{"", "?format=pgn", "?as=csv", "?format=trf"} {
					status, text := s.ask(http.MethodGet, strings.NewReplacer("{id}", id, "{player}", cards[0].Player, "{game}", "chess", "{speed}", "rapid",
						"{round}", "1", "{entrant}", "1", "{match}", match.ID, "{simul}", simul.ID, "{task}", simul.ID, "{ext}", "svg").Replace(path)+query, "", nil)
					asked++
					if status == http.StatusOK {
						answered++
					}
					if strings.Contains(text, wanted) {
						t.Errorf("%s reads the name of a child at %s%s: %s", who, path, query, text)
					}
					if !strings.Contains(path, "{") && query == "" {
						break
					}
				}
			}
		}
	}
	t.Logf("%d requests, %d with an answer", asked, answered)
	if answered < 200 {
		t.Errorf("only %d of %d requests had an answer; the test proves little", answered, asked)
	}
	text := written.String() + h.metrics()
	if strings.Contains(text, wanted) || strings.Contains(text, cards[0].Code) {
		t.Error("logs, spans or metrics have the name or the code of a child")
	}
}

// readPaths lists the paths of all read operations. It leaves out operations whose response never
// ends, such as event streams.
func readPaths(t *testing.T) (paths []string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/openapi.json")
	check(t, err)
	var doc struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	check(t, json.Unmarshal(text, &doc))
	for path, methods := range doc.Paths {
		if _, ok := methods["get"]; ok && !strings.HasSuffix(path, "/stream") && !strings.HasSuffix(path, "/socket") {
			paths = append(paths, path)
		}
	}
	if len(paths) < 40 {
		t.Fatalf("only %d paths were found", len(paths))
	}
	return paths
}
