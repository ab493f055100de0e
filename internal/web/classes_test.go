package web_test

import (
	"bytes"
	"crypto/rand"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"kydai"
	"kydai/account"
	"kydai/games"
	"kydai/internal/bus/natsbus"
	"kydai/internal/classes"
	"kydai/internal/store"
	"kydai/internal/web"
)

// teaching returns a function that changes the options of a node so that the node has classes and
// tournaments (events).
func teaching(db *store.Store, announces *natsbus.Bus) func(*web.Options) {
	return func(o *web.Options) {
		holding(db)(o)
		o.Classes = classes.New(classes.Options{
			Store: db, People: o.People, Random: rand.Reader, Rules: games.Find, Texts: kydai.Texts, Play: web.ClassPlay{Service: o.Play}, Events: o.Events, Bus: announces,
		})
	}
}

// school is a test server with a teacher and a class.
type school struct {
	*site
	db      *store.Store
	teacher *guest
	class   web.ClassView
	cards   []web.ClassCard
}

func newSchool(t *testing.T, names ...string) *school {
	t.Helper()
	db, b := newGround(t)
	s := &school{site: newNode(t, db, b, teaching(db, b)), db: db}
	s.teacher = s.guest()
	s.teacher.register("Cô Hoa")
	s.teacher.refused(http.StatusForbidden, "not-for-you", http.MethodPost, "/api/classes", say{"name": "Lớp 3A"})
	s.teacher.role(db, account.Teacher)
	s.teacher.post("/api/classes", say{"name": "Lớp 3A"}, &s.class)
	if len(names) > 0 {
		s.teacher.post(s.path()+"/pupils", say{"names": strings.Join(names, "\n"), "lang": "vi", "origin": "http://kydai.local:8080"}, &s.cards)
		s.teacher.get(s.path(), &s.class)
	}
	return s
}

func (s *school) path() string { return "/api/classes/" + s.class.ID }

// child returns a browser in which child i has signed in with its login card.
func (s *school) child(i int) *guest {
	s.t.Helper()
	g := s.guest()
	var me web.Welcome
	_, secret, _ := strings.Cut(s.cards[i].Link, "#")
	g.post("/api/session/card", say{"card": secret}, &me)
	g.id = me.Player
	if me.Player != s.cards[i].Player || me.Role != "pupil" || me.Name != s.cards[i].Nick {
		s.t.Fatalf("signed in as %+v", me)
	}
	return g
}

// TestClass creates accounts from pasted names, and signs in children by login card (QR code) and
// by code. It checks that cards can be withdrawn and renewed, and that deleting the class deletes
// all its data.
func TestClass(t *testing.T) {
	s := newSchool(t, "1. Nguyễn Văn An", "2)\tTrần\tThị Bình", "", "- Lê Chi")
	if len(s.cards) != 3 || s.class.Pupils != 3 || s.class.List[1].Name != "Trần Thị Bình" || !s.class.List[0].Card {
		t.Fatalf("the class is %+v", s.class)
	}
	card := s.cards[0]
	if !strings.HasPrefix(card.Link, "http://kydai.local:8080/classes#") || !strings.HasPrefix(card.QR, "<svg") || len(card.Code) != 7 {
		t.Errorf("the card is %+v", card)
	}
	an := s.child(0)
	var mine web.MyClass
	an.get("/api/me/class", &mine)
	if mine != (web.MyClass{Name: "Lớp 3A", Teacher: "Cô Hoa", Nick: card.Nick}) {
		t.Errorf("a child sees %+v", mine)
	}
	// Another child uses the same tablet and signs in with the code of the class and its own code,
	// typed with other upper and lower case, spaces and hyphens. The first child must then be
	// signed out.
	binh := s.cards[1]
	var me web.Welcome
	before := an.cookies()
	an.post("/api/session/card", say{"class": " " + strings.ToLower(s.class.Code), "code": binh.Code[:3] + "-" + binh.Code[3:]}, &me)
	if me.Player != binh.Player {
		t.Errorf("the codes sign in %+v", me)
	}
	old := s.guest()
	if status, _ := old.ask(http.MethodGet, "/api/me/class", nil, "Cookie", "kydai-session="+before["kydai-session"]); status != http.StatusNotFound {
		t.Errorf("the session of the child before is open: %d", status)
	}
	s.guest().refused(http.StatusForbidden, "bad-card", http.MethodPost, "/api/session/card", say{"class": s.class.Code, "code": "2222222"})
	s.guest().refused(http.StatusForbidden, "bad-card", http.MethodPost, "/api/session/card", say{"card": "abc"})
	s.teacher.refused(http.StatusForbidden, "sign-out-first", http.MethodPost, "/api/session/card", say{"card": "abc"})

	// After a login card is withdrawn, it is invalid and its child is signed out.
	var without web.ClassView
	s.teacher.want(http.MethodDelete, s.path()+"/cards/"+binh.Player, nil, &without)
	if without.List[1].Card {
		t.Error("a withdrawn card is shown as valid")
	}
	an.refused(http.StatusNotFound, "not-found", http.MethodGet, "/api/me/class", nil)
	s.guest().refused(http.StatusForbidden, "bad-card", http.MethodPost, "/api/session/card", say{"class": s.class.Code, "code": binh.Code})
	var again []web.ClassCard
	s.teacher.post(s.path()+"/cards", say{"players": []string{binh.Player}}, &again)
	if len(again) != 1 || again[0].Code == binh.Code || !strings.HasPrefix(again[0].Link, s.http.URL+"/classes#") {
		t.Fatalf("the new card is %+v", again)
	}
	s.cards[1] = again[0]
	s.child(1)

	s.teacher.want(http.MethodPatch, s.path()+"/pupils/"+binh.Player, say{"name": "Trần Bình", "nick": "Sao Mai"}, &s.class)
	if s.class.List[1].Name != "Trần Bình" || s.class.List[1].Nick != "Sao Mai" {
		t.Errorf("changed to %+v", s.class.List[1])
	}
	s.teacher.want(http.MethodDelete, s.path()+"/pupils/"+s.cards[2].Player, nil, &s.class)
	if s.class.Pupils != 2 {
		t.Errorf("%d children are left", s.class.Pupils)
	}
	other := s.guest()
	other.register("Thầy Khác")
	other.role(s.db, account.Teacher)
	for _, path := range []string{s.path(), s.path() + "/export"} {
		other.refused(http.StatusNotFound, "not-found", http.MethodGet, path, nil)
	}
	other.refused(http.StatusNotFound, "not-found", http.MethodPost, s.path()+"/cards", say{})
	other.refused(http.StatusNotFound, "not-found", http.MethodDelete, s.path(), nil)

	_, table := s.teacher.ask(http.MethodGet, s.path()+"/export?as=csv", nil)
	if want := "Trần Bình,Sao Mai,"; !bytes.Contains(table, []byte(want)) {
		t.Errorf("the table is %s", table)
	}
	var out web.ClassExport
	s.teacher.get(s.path()+"/export", &out)
	if len(out.Pupils) != 2 || out.Pupils[0].Name != "Nguyễn Văn An" {
		t.Errorf("the export is %+v", out)
	}
	last := s.child(0)
	s.teacher.want(http.MethodDelete, s.path(), nil, nil)
	last.refused(http.StatusNotFound, "not-found", http.MethodGet, "/api/me/class", nil)
	s.teacher.refused(http.StatusNotFound, "not-found", http.MethodGet, s.path(), nil)
	if a, err := s.db.Account(t.Context(), last.id); err != nil || a.Deleted.IsZero() || a.Name.Shown != "" {
		t.Errorf("the account of a child after its class: %v %v", a, err)
	}
}

// TestGuessedCodes checks that children of a class of 30 can sign in by codes from one IP address.
// A client that guesses codes must be refused after some attempts, while login cards keep working.
func TestGuessedCodes(t *testing.T) {
	names := make([]string, 30)
	for i := range names {
		names[i] = "Em " + string(rune('A'+i%26)) + " " + string(rune('A'+i/26))
	}
	s := newSchool(t, names...)
	nicks := map[string]bool{}
	for _, c := range s.cards {
		g := s.guest()
		g.refused(http.StatusForbidden, "bad-card", http.MethodPost, "/api/session/card", say{"class": s.class.Code, "code": c.Code[1:]})
		g.post("/api/session/card", say{"class": s.class.Code, "code": c.Code}, nil)
		nicks[c.Nick] = true
	}
	if len(nicks) != 30 {
		t.Errorf("30 children have %d nicknames", len(nicks))
	}
	thief := s.guest()
	for range 30 {
		thief.refused(http.StatusForbidden, "bad-card", http.MethodPost, "/api/session/card", say{"class": s.class.Code, "code": "ZZZZZZZ"})
	}
	thief.refused(http.StatusTooManyRequests, "too-fast", http.MethodPost, "/api/session/card", say{"class": s.class.Code, "code": s.cards[0].Code})
	s.child(0)
}

// TestChildrensMode checks that the server refuses actions that children are not allowed to
// perform.
func TestChildrensMode(t *testing.T) {
	s := newSchool(t, "Nguyễn Văn An", "Trần Thị Bình")
	an, binh, stranger := s.child(0), s.child(1), s.guest()
	stranger.register("Người Lạ")
	terms := say{"game": "chess", "clock": "10+5"}
	for _, c := range []struct {
		method, path string
		body         any
	}{
		{http.MethodPost, "/api/offers", terms},
		{http.MethodPost, "/api/ticket", say{"game": "chess"}},
		{http.MethodPost, "/api/offers/" + stranger.offer("chess", nil) + "/accept", nil},
		{http.MethodPost, "/api/studies", say{"game": "chess", "study": "abc"}},
		{http.MethodPost, "/api/tokens", say{"name": "Máy"}},
		{http.MethodPatch, "/api/me", say{"name": "Nguyễn Văn An"}},
		{http.MethodGet, "/api/account", nil},
		{http.MethodGet, "/api/account/export", nil},
		{http.MethodPut, "/api/players/" + stranger.id + "/follow", nil},
		{http.MethodPost, "/api/me/push", say{}},
		{http.MethodPost, "/api/me/webhooks", say{}},
		{http.MethodPost, "/api/classes", say{"name": "x"}},
		{http.MethodPost, "/api/events", woodenEvent()},
	} {
		an.refused(http.StatusForbidden, "not-for-you", c.method, c.path, c.body)
	}
	for _, path := range []string{an.id, an.id + "/matches", an.id + "/records", "@" + s.cards[0].Nick} {
		path = "/api/players/" + strings.ReplaceAll(path, " ", "%20")
		stranger.refused(http.StatusNotFound, "no-account", http.MethodGet, path, nil)
		binh.refused(http.StatusNotFound, "no-account", http.MethodGet, path, nil)
		if status, text := s.teacher.ask(http.MethodGet, path, nil); status != http.StatusOK {
			t.Errorf("the teacher sees %d %s of %s", status, text, path)
		}
	}
	stranger.refused(http.StatusNotFound, "no-account", http.MethodPost, "/api/offers", say{"game": "chess", "clock": "10+5", "to": an.id})
	s.guest().refused(http.StatusUnauthorized, "wrong-password", http.MethodPost, "/api/session", say{"name": s.cards[0].Nick, "password": "-"})

	// A child can enter only the tournaments (events) of its teacher.
	boss := s.guest()
	boss.register("Chủ giải")
	boss.role(s.db, account.Organiser)
	enter := func(by *guest) string {
		var e web.EventView
		by.post("/api/events", woodenEvent(), &e)
		by.post("/api/events/"+e.ID+"/phase", say{"phase": "open"}, nil)
		return "/api/events/" + e.ID + "/entrants"
	}
	an.refused(http.StatusForbidden, "not-for-you", http.MethodPost, enter(boss), say{})
	an.post(enter(s.teacher), say{}, nil)
	an.want(http.MethodDelete, "/api/session", nil, nil)
	an.refused(http.StatusNotFound, "not-found", http.MethodGet, "/api/me/class", nil)
}

// TestThirtyChildren checks that a class of 30 children behind one IP address can sign in by login
// cards and load the page. With the default limits of a site, no request may be refused.
func TestThirtyChildren(t *testing.T) {
	names := make([]string, 30)
	for i := range names {
		names[i] = "Em số " + string(rune('A'+i%26)) + string(rune('a'+i/26))
	}
	db, b := newGround(t)
	s := &school{site: newNode(t, db, b, teaching(db, b), func(o *web.Options) { o.Limits = web.Limits{} }), db: db}
	s.teacher = s.guest()
	s.teacher.register("Cô Hoa")
	s.teacher.role(db, account.Teacher)
	s.teacher.post("/api/classes", say{"name": "Lớp 3A"}, &s.class)
	s.teacher.post(s.path()+"/pupils", say{"names": strings.Join(names, "\n"), "lang": "vi"}, &s.cards)
	before := cpuTime(t)
	var all sync.WaitGroup
	for i := range s.cards {
		all.Go(func() {
			g := s.child(i)
			g.get("/api/me", nil)
			g.get("/api/me/class", nil)
			g.get("/api/me/notices", nil)
			g.connect()
		})
	}
	all.Wait()
	used := cpuTime(t) - before
	t.Logf("30 children have signed in: %v of CPU time, with that of their programs", used)
	if used > 3*time.Second {
		t.Errorf("30 children cost %v of CPU time", used)
	}
	var view web.ClassView
	s.teacher.get(s.path(), &view)
	here := 0
	for _, p := range view.List {
		if p.Online {
			here++
		}
	}
	if here != 30 {
		t.Errorf("%d of 30 children are here", here)
	}
}

// cpuTime returns the CPU time that the process has used.
func cpuTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
