package web_test

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kydai/account"
	"kydai/internal/bus/natsbus"
	"kydai/internal/clubs"
	"kydai/internal/store"
	"kydai/internal/web"
	"kydai/tourney/signed"
)

// clubbing returns a function that changes the options of a node so that the node has clubs,
// classes and tournaments (events). All bytes of the site key are equal to key. The key for signing
// results is derived from the site key.
func clubbing(db *store.Store, b *natsbus.Bus, key byte) func(*web.Options) {
	return func(o *web.Options) {
		teaching(db, b)(o)
		o.Key = bytes.Repeat([]byte{key}, 32)
		o.Clubs = clubs.New(clubs.Options{Store: db, Events: o.Events, Random: rand.Reader, Key: signed.Derive(o.Key)[32:]})
	}
}

// clubhouse is a test server with a club and the club's owner.
type clubhouse struct {
	*site
	db   *store.Store
	boss *guest
	club web.ClubView
}

func newClubhouse(t *testing.T, key byte) *clubhouse {
	t.Helper()
	db, b := newGround(t)
	h := &clubhouse{site: newNode(t, db, b, clubbing(db, b, key)), db: db}
	h.boss = h.member("Chủ nhiệm")
	text := say{"name": "  CLB   Bến Nghé ", "place": "12 Lê Lợi, Huế", "about": "Thứ sáu,\n19 giờ"}
	h.boss.refused(http.StatusForbidden, "not-for-you", http.MethodPost, "/api/clubs", text)
	h.boss.role(db, account.Organiser)
	h.boss.post("/api/clubs", text, &h.club)
	return h
}

// member creates an account with a name. The account is not a member of the club yet.
func (h *clubhouse) member(name string) *guest {
	h.t.Helper()
	g := h.guest()
	g.register(name)
	g.id = g.me().Player
	return g
}

func (h *clubhouse) path() string { return "/api/clubs/" + h.club.ID }

// roles returns the names and roles of the club's members as text, as the page of the club shows
// them to the guest g.
func (h *clubhouse) roles(g *guest) (text string) {
	h.t.Helper()
	var c web.ClubView
	g.get(h.path(), &c)
	for _, m := range c.List {
		text += m.Name + ":" + m.Role + " "
	}
	return text
}

// TestClub checks that accounts join a club by request or by its link, and that roles decide which
// actions are allowed. It also checks that the club's page is public but does not show the requests
// to join.
func TestClub(t *testing.T) {
	h := newClubhouse(t, 7)
	if h.club.Name != "CLB Bến Nghé" || h.club.Role != "owner" || h.club.Members != 1 || h.club.About != "Thứ sáu,\n19 giờ" {
		t.Fatalf("the club is %+v", h.club)
	}
	stranger, an, bo, chi := h.guest(), h.member("An"), h.member("Bo"), h.member("Chi")
	members := h.path() + "/members"
	stranger.refused(http.StatusForbidden, "sign-in-first", http.MethodPost, members, say{})
	an.post(members, say{}, nil)
	an.post(members, say{}, nil)
	if h.roles(stranger) != "Chủ nhiệm:owner " || h.roles(an) != "Chủ nhiệm:owner " || h.roles(h.boss) != "Chủ nhiệm:owner An:asked " {
		t.Errorf("the members are %s; the owner sees %s", h.roles(an), h.roles(h.boss))
	}
	an.refused(http.StatusForbidden, "not-for-you", http.MethodPut, members+"/"+an.id, say{"role": "member"})
	h.boss.want(http.MethodPut, members+"/"+an.id, say{"role": "member"}, nil)

	// Only organisers can get the link for joining, and only the newest link is valid.
	an.refused(http.StatusForbidden, "not-for-you", http.MethodGet, h.path()+"/link", nil)
	var link, next web.ClubLink
	h.boss.get(h.path()+"/link", &link)
	h.boss.post(h.path()+"/link", nil, &next)
	secret := func(l web.ClubLink) string { _, s, _ := strings.Cut(l.Link, "#"); return s }
	if !strings.Contains(next.Link, "/club/"+h.club.ID+"#") || !strings.HasPrefix(next.QR, "<svg") || secret(link) == secret(next) {
		t.Errorf("the links are %+v %+v", link, next)
	}
	bo.refused(http.StatusForbidden, "wrong-link", http.MethodPost, members, say{"link": secret(link)})
	bo.post(members, say{"link": secret(next)}, nil)
	chi.post(members, say{}, nil)
	chi.post(members, say{"link": secret(next)}, nil)

	// Roles decide which actions are allowed.
	an.refused(http.StatusForbidden, "not-for-you", http.MethodPut, h.path(), say{"name": "Của tôi"})
	h.boss.want(http.MethodPut, members+"/"+an.id, say{"role": "organiser"}, nil)
	an.want(http.MethodPut, h.path(), say{"name": "CLB Huế", "place": "Huế"}, nil)
	an.refused(http.StatusForbidden, "not-for-you", http.MethodPut, members+"/"+bo.id, say{"role": "organiser"})
	an.refused(http.StatusForbidden, "not-for-you", http.MethodDelete, members+"/"+h.boss.id, nil)
	bo.refused(http.StatusForbidden, "not-for-you", http.MethodDelete, members+"/"+chi.id, nil)
	an.want(http.MethodDelete, members+"/"+bo.id, nil, nil)
	chi.want(http.MethodDelete, members+"/"+chi.id, nil, nil)
	h.boss.refused(http.StatusConflict, "needs-owner", http.MethodDelete, members+"/"+h.boss.id, nil)
	if got := h.roles(stranger); got != "Chủ nhiệm:owner An:organiser " {
		t.Errorf("the members are %s", got)
	}
	var list []web.ClubHead
	if stranger.get("/api/clubs", &list); len(list) != 1 || list[0].Name != "CLB Huế" || list[0].Members != 2 {
		t.Errorf("the clubs are %+v", list)
	}
	if an.get("/api/clubs?mine=true", &list); len(list) != 1 {
		t.Errorf("the clubs of An are %+v", list)
	}
	for _, text := range []say{{"name": "x"}, {"name": strings.Repeat("x", 61)}, {"name": "ok", "about": strings.Repeat("x", 2001)}, {"name": "a\u0000b"}} {
		h.boss.refused(http.StatusBadRequest, "bad-club", http.MethodPut, h.path(), text)
	}
	an.refused(http.StatusForbidden, "not-for-you", http.MethodDelete, h.path(), nil)
	// When the owner's account is deleted, the organiser becomes the owner. Then the new owner
	// closes the club.
	h.boss.want(http.MethodDelete, "/api/account", say{"password": passphrase}, nil)
	if got := h.roles(stranger); got != "An:owner " {
		t.Errorf("after the owner has gone: %s", got)
	}
	an.want(http.MethodDelete, h.path(), nil, nil)
	stranger.refused(http.StatusNotFound, "not-found", http.MethodGet, h.path(), nil)
}

// night holds a tournament (event) of the club on the given day of March 2026. The given guest runs
// it. Its entrants are the given names. Each game is won by the player whose name comes first in
// this list. night returns the path of the tournament in the API.
func (h *clubhouse) night(by *guest, day int, names ...string) string {
	h.t.Helper()
	var e web.EventView
	settings := woodenEvent()
	settings["rounds"] = 1
	by.post(h.path()+"/events", say{"starts": time.Date(2026, 3, day, 19, 0, 0, 0, time.UTC).UnixMilli(), "settings": settings}, &e)
	at := "/api/events/" + e.ID
	by.post(at+"/phase", say{"phase": "open"}, nil)
	for i, name := range names {
		by.post(at+"/entrants", say{"name": name, "rating": 2000 - i}, nil)
	}
	by.post(at+"/phase", say{"phase": "running"}, nil)
	by.post(at+"/rounds/1", say{}, nil)
	var round web.EventRound
	by.get(at+"/rounds/1", &round)
	for _, b := range round.Boards {
		result := "first"
		if b.Second < b.First {
			result = "second"
		}
		by.want(http.MethodPut, fmt.Sprintf("%s/rounds/1/boards/%d", at, b.Board), say{"result": result, "reason": "seen", "version": 0}, nil)
	}
	by.post(at+"/phase", say{"phase": "over"}, nil)
	return at
}

func (h *clubhouse) season(name, rule string, best int) int {
	h.t.Helper()
	day := func(m time.Month) int64 { return time.Date(2026, m, 1, 0, 0, 0, 0, time.UTC).UnixMilli() }
	h.boss.post(h.path()+"/seasons", say{"name": name, "starts": day(3), "ends": day(4), "rule": rule, "best": best}, &h.club)
	for _, s := range h.club.Seasons {
		if s.Name == name {
			return s.Season
		}
	}
	h.t.Fatalf("no season %s in %+v", name, h.club.Seasons)
	return 0
}

// league returns the table of a league season as text.
func (h *clubhouse) league(season int) (text string) {
	h.t.Helper()
	var l web.ClubLeague
	h.guest().get(fmt.Sprintf("%s/seasons/%d", h.path(), season), &l)
	for _, r := range l.Rows {
		text += fmt.Sprintf("%d %s %g %d/%d; ", r.Place, r.Name, float64(r.Points)/float64(l.Unit), r.Counted, r.Played)
	}
	return text
}

// TestClubEvents checks that organisers of the club can run its tournaments (events) without a role
// on the site, and that members cannot. It also checks that league tables are computed from the
// results.
func TestClubEvents(t *testing.T) {
	h := newClubhouse(t, 7)
	an, bo := h.member("An"), h.member("Bo")
	for _, g := range []*guest{an, bo} {
		g.post(h.path()+"/members", say{}, nil)
		h.boss.want(http.MethodPut, h.path()+"/members/"+g.id, say{"role": "member"}, nil)
	}
	when := time.Date(2026, 3, 6, 19, 0, 0, 0, time.UTC).UnixMilli()
	an.refused(http.StatusForbidden, "not-for-you", http.MethodPost, h.path()+"/events", say{"starts": when, "settings": woodenEvent()})
	h.boss.want(http.MethodPut, h.path()+"/members/"+an.id, say{"role": "organiser"}, nil)
	first := h.night(an, 6, "Cụ Lê", "an", "Dũng", "Em") // Dũng and Em lose their games
	h.night(an, 13, "Dũng", "Em", "Cụ  lê")

	// The organiser An can run a tournament that the club's owner created. The member Bo cannot run
	// it, nor can An after An loses the role of organiser.
	var e web.EventView
	h.boss.post(h.path()+"/events", say{"starts": when, "settings": woodenEvent()}, &e)
	at := "/api/events/" + e.ID
	bo.refused(http.StatusNotFound, "not-found", http.MethodGet, at, nil)
	if an.get(at, &e); !e.Arbiter {
		t.Error("an organiser of the club does not run its event")
	}
	an.post(at+"/phase", say{"phase": "open"}, nil)
	bo.refused(http.StatusForbidden, "not-for-you", http.MethodPost, at+"/phase", say{"phase": "running"})
	h.boss.want(http.MethodPut, h.path()+"/members/"+an.id, say{"role": "member"}, nil)
	an.refused(http.StatusForbidden, "not-for-you", http.MethodPost, at+"/phase", say{"phase": "over"})
	var view web.ClubView
	bo.get(h.path(), &view)
	if len(view.Calendar) != 3 || view.Calendar[0].Event == nil || view.Calendar[2].Event.Phase != "over" || view.Calendar[0].Starts != when {
		t.Errorf("the calendar is %+v", view.Calendar)
	}
	var of []web.ClubHead
	if bo.get("/api/clubs?event="+e.ID, &of); len(of) != 1 || of[0].ID != h.club.ID {
		t.Errorf("the club of the event is %+v", of)
	}

	// The league table must count results under the name "an" for the member An, and results under
	// "Cụ  lê" for Cụ Lê.
	all, best, place := h.season("Cả tháng", "score", 0), h.season("Tốt nhất", "score", 1), h.season("Theo hạng", "place", 0)
	if got := h.league(all); got != "1 Cụ Lê 2 2/2; 2 An 1 1/1; 2 Dũng 1 2/2; 4 Em 0 2/2; " {
		t.Errorf("the league is %s", got)
	}
	if got := h.league(best); got != "1 An 1 1/1; 1 Cụ Lê 1 1/2; 1 Dũng 1 1/2; 4 Em 0 1/2; " {
		t.Errorf("the league of the best event is %s", got)
	}
	if got := h.league(place); !strings.HasPrefix(got, "1 Cụ Lê ") {
		t.Errorf("the league by places is %s", got)
	}
	// A result that is corrected after the tournament changes the league, because the league table
	// is computed from the results each time.
	var round web.EventRound
	h.boss.get(first+"/rounds/1", &round)
	for _, b := range round.Boards {
		h.boss.want(http.MethodPut, fmt.Sprintf("%s/rounds/1/boards/%d", first, b.Board), say{"result": "draw", "reason": "slip", "version": b.Version}, nil)
	}
	if got := h.league(all); got != "1 Cụ Lê 1.5 2/2; 1 Dũng 1.5 2/2; 3 An 0.5 1/1; 3 Em 0.5 2/2; " {
		t.Errorf("the corrected league is %s", got)
	}

	// A tournament that was not created for the club can be added to a club's calendar only by its
	// own organiser, and only to one calendar.
	h.boss.post("/api/events", woodenEvent(), &e)
	bo.refused(http.StatusForbidden, "not-for-you", http.MethodPut, h.path()+"/events/"+e.ID, say{"starts": when})
	h.boss.want(http.MethodPut, h.path()+"/events/"+e.ID, say{"starts": when}, nil)
	h.boss.want(http.MethodDelete, h.path()+"/events/"+e.ID, nil, nil)
	h.boss.refused(http.StatusBadRequest, "bad-club", http.MethodPut, h.path()+"/events/"+e.ID, say{"starts": -1e14})
	h.boss.refused(http.StatusBadRequest, "bad-club", http.MethodPost, h.path()+"/seasons", say{"name": "x", "starts": when, "ends": when, "rule": "score"})
}

// TestClubChildren checks that children of classes cannot be members of a club and do not appear in
// leagues.
func TestClubChildren(t *testing.T) {
	h := newClubhouse(t, 7)
	h.boss.role(h.db, account.Teacher)
	s := &school{site: h.site, db: h.db, teacher: h.boss}
	h.boss.post("/api/classes", say{"name": "Lớp 3A"}, &s.class)
	h.boss.post(s.path()+"/pupils", say{"names": "Nguyễn Văn An\nTrần Bình", "lang": "vi"}, &s.cards)
	child, other := s.child(0), s.child(1)
	child.refused(http.StatusForbidden, "not-for-you", http.MethodPost, h.path()+"/members", say{})
	var e web.EventView
	settings := woodenEvent()
	settings["rounds"] = 1
	h.boss.post(h.path()+"/events", say{"starts": time.Date(2026, 3, 6, 0, 0, 0, 0, time.UTC).UnixMilli(), "settings": settings}, &e)
	at := "/api/events/" + e.ID
	h.boss.post(at+"/phase", say{"phase": "open"}, nil)
	child.post(at+"/entrants", say{}, nil)
	other.post(at+"/entrants", say{}, nil)
	h.boss.post(at+"/entrants", say{"name": "Cụ Lê"}, nil)
	h.boss.post(at+"/entrants", say{"name": "Bác Tư"}, nil)
	h.boss.post(at+"/phase", say{"phase": "running"}, nil)
	h.boss.post(at+"/rounds/1", say{}, nil)
	for board := 1; board <= 2; board++ {
		h.boss.want(http.MethodPut, fmt.Sprintf("%s/rounds/1/boards/%d", at, board), say{"result": "draw", "reason": "seen", "version": 0}, nil)
	}
	h.boss.post(at+"/phase", say{"phase": "over"}, nil)
	if got := h.league(h.season("Tháng ba", "score", 0)); got != "1 Bác Tư 0.5 1/1; 1 Cụ Lê 0.5 1/1; " {
		t.Errorf("the league is %s", got)
	}
}

// TestResultsBetweenServers imports a signed file with the results of a tournament from another
// server into a club. Importing the file twice must add only one tournament. A later file must
// replace the earlier one. A changed file, a file with another key and a file from the club's own
// server must be refused. The same must work in the other direction.
func TestResultsBetweenServers(t *testing.T) {
	a, b := newClubhouse(t, 7), newClubhouse(t, 8)
	a.night(a.boss, 6, "Cụ Lê", "Bo")
	take := func(file []byte) say { return say{"file": base64.StdEncoding.EncodeToString(file)} }
	one := a.night(a.boss, 13, "Cụ Lê", "Bo", "Dũng", "Em")
	file, _ := a.boss.file(one + "/files/signed")
	results := b.path() + "/results"
	b.member("Bo").refused(http.StatusForbidden, "not-for-you", http.MethodPost, results, take(file))
	var r, again web.ClubResult
	b.boss.post(results, take(file), &r)
	b.boss.post(results, take(file), &again)
	u, err := url.Parse(a.http.URL)
	if err != nil || r != again || r.Name != "Giải mùa xuân" || r.Server != u.Host {
		t.Fatalf("taken: %+v, then %+v, %v", r, again, err)
	}
	var key web.EventKey
	if a.boss.get("/api/events/key", &key); key.Fingerprint != r.Key || len(r.Key) != 24 {
		t.Errorf("the fingerprint is %q; the server says %q", r.Key, key.Fingerprint)
	}
	var view web.ClubView
	b.guest().get(b.path(), &view)
	if len(view.Calendar) != 1 || view.Calendar[0].Result == nil || view.Calendar[0].Event != nil {
		t.Fatalf("the calendar is %+v", view.Calendar)
	}
	var sheet web.ClubSheet
	b.guest().get(results+"/"+r.ID, &sheet)
	if sheet.Rounds != 1 || len(sheet.Places) != 4 || sheet.Places[0].Name != "Cụ Lê" || sheet.Places[0].Score != sheet.Unit {
		t.Errorf("the event is %+v", sheet)
	}
	// An imported tournament has the date of its first round, which is today.
	today := time.Now().UTC()
	var from, until = today.AddDate(0, 0, -2), today.AddDate(0, 0, 2)
	b.boss.post(b.path()+"/seasons", say{"name": "Nay", "starts": from.UnixMilli(), "ends": until.UnixMilli(), "rule": "score"}, &b.club)
	if got := b.league(b.club.Seasons[0].Season); got != "1 Bo 1 1/1; 1 Cụ Lê 1 1/1; 3 Dũng 0 1/1; 3 Em 0 1/1; " {
		t.Errorf("the league is %s", got)
	}
	// After a correction on the first server, the file is imported again. It must replace the
	// tournament.
	time.Sleep(1100 * time.Millisecond) // the time of signing in a file is in whole seconds
	a.boss.want(http.MethodPut, one+"/rounds/1/boards/1", say{"result": "draw", "reason": "slip", "version": 1}, nil)
	later, _ := a.boss.file(one + "/files/signed")
	b.boss.post(results, take(later), &again)
	if again.ID != r.ID {
		t.Errorf("the event has two entries: %+v %+v", r, again)
	}
	if got := b.league(b.club.Seasons[0].Season); !strings.Contains(got, "0.5") {
		t.Errorf("the league after the correction is %s", got)
	}
	b.boss.refused(http.StatusConflict, "old-results", http.MethodPost, results, take(file))
	if same, _ := b.guest().file(results + "/" + r.ID + "/file"); !bytes.Equal(same, later) {
		t.Error("the file is not what was taken in")
	}
	// These files must be refused: a changed file, a file of the club's own server, and a file of a
	// known server signed with another key.
	broken := bytes.Replace(later, []byte("Dũng"), []byte("Dung"), 1)
	b.boss.refused(http.StatusUnprocessableEntity, "bad-signature", http.MethodPost, results, take(broken))
	b.boss.refused(http.StatusUnprocessableEntity, "bad-signed-file", http.MethodPost, results, take([]byte("{}")))
	a.boss.refused(http.StatusConflict, "own-results", http.MethodPost, a.path()+"/results", take(file))
	doc, err := signed.Verify(later)
	if err != nil {
		t.Fatal(err)
	}
	forged, err := signed.Sign(signed.Derive(bytes.Repeat([]byte{9}, 32)), doc)
	if err != nil {
		t.Fatal(err)
	}
	b.boss.refused(http.StatusConflict, "key-changed", http.MethodPost, results, take(forged))
	if b.guest().get(b.path(), &view); len(view.Calendar) != 1 {
		t.Errorf("a refused file is in the calendar: %+v", view.Calendar)
	}
	renewed := take(forged)
	renewed["replace"] = true
	b.boss.post(results, renewed, &again)
	// The first server must also be able to import results of the second server.
	home := b.night(b.boss, 20, "Xuân", "Hạ")
	file, _ = b.boss.file(home + "/files/signed")
	a.boss.post(a.path()+"/results", take(file), &r)
	b.boss.want(http.MethodDelete, results+"/"+again.ID, nil, &view)
	if len(view.Calendar) != 2 {
		t.Errorf("the calendar is %+v", view.Calendar)
	}
}

// said returns the names in the club's results, with the members or spellings to which they are
// linked, as text. It shows them as the guest g sees them on the page of the club.
func (h *clubhouse) said(g *guest) (text string) {
	h.t.Helper()
	var list []web.ClubName
	g.get(h.path()+"/names", &list)
	for _, n := range list {
		text += fmt.Sprintf("%s=%s%s %t %s; ", n.Name, n.Player, n.Spelling, n.Counts, n.Waits)
	}
	return text
}

// TestClubNames checks when a name in the signed results of another server counts for a member of
// the club. The club's owner must trust the server's key. The link between name and member must be
// made by the owner, or by both an organiser and the member. The test also checks that a link can
// be withdrawn, and that two spellings of one person share one row.
func TestClubNames(t *testing.T) {
	a, b := newClubhouse(t, 7), newClubhouse(t, 8)
	bo, chi, du, stranger := b.member("Bo"), b.member("Chi"), b.member("Du"), b.member("Khách lạ")
	for _, g := range []*guest{bo, chi, du} {
		g.post(b.path()+"/members", say{}, nil)
		b.boss.want(http.MethodPut, b.path()+"/members/"+g.id, say{"role": "member"}, nil)
	}
	b.boss.want(http.MethodPut, b.path()+"/members/"+chi.id, say{"role": "organiser"}, nil)
	night := a.night(a.boss, 6, "Bo", "Nguyễn Bo", "Cụ Lê", "Em")
	file, _ := a.boss.file(night + "/files/signed")
	var r web.ClubResult
	b.boss.post(b.path()+"/results", say{"file": base64.StdEncoding.EncodeToString(file)}, &r)
	now := time.Now().UTC()
	b.boss.post(b.path()+"/seasons", say{"name": "Nay", "starts": now.AddDate(0, 0, -2).UnixMilli(), "ends": now.AddDate(0, 0, 2).UnixMilli(), "rule": "score"}, &b.club)
	players := func() (text string) {
		t.Helper()
		var l web.ClubLeague
		b.guest().get(fmt.Sprintf("%s/seasons/%d", b.path(), b.club.Seasons[0].Season), &l)
		for _, row := range l.Rows {
			if row.Player != "" {
				text += fmt.Sprintf("%s %d %d; ", row.Name, row.Points, row.Played)
			}
		}
		return text
	}
	if got := players(); got != "" {
		t.Errorf("a signed name is a member without anybody's word: %s", got)
	}
	names, keys := b.path()+"/names", b.path()+"/keys"
	tie := func(name string, who *guest) say { return say{"name": name, "result": r.ID, "player": who.id} }

	// Before the owner trusts the key of the other server, names in its results cannot be linked.
	// Only the owner can trust a key, and only a key that has signed imported results.
	bo.refused(http.StatusConflict, "key-untrusted", http.MethodPost, names, tie("Bo", bo))
	b.boss.refused(http.StatusConflict, "key-untrusted", http.MethodPost, names, tie("Bo", bo))
	chi.refused(http.StatusForbidden, "not-for-you", http.MethodPut, keys, say{"key": r.Key, "trusted": true})
	b.boss.refused(http.StatusNotFound, "not-found", http.MethodPut, keys, say{"key": "0000 0000 0000 0000 0000", "trusted": true})
	var list []web.ClubKey
	b.boss.want(http.MethodPut, keys, say{"key": r.Key, "trusted": true}, &list)
	if len(list) != 1 || !list[0].Trusted || list[0].Key != r.Key {
		t.Errorf("the keys are %+v", list)
	}
	if got := players(); got != "" {
		t.Errorf("trust alone makes a name a member: %s", got)
	}

	// The member links the name first, then an organiser confirms it.
	stranger.refused(http.StatusForbidden, "not-for-you", http.MethodPost, names, tie("Bo", stranger))
	bo.refused(http.StatusForbidden, "not-for-you", http.MethodPost, names, tie("Bo", du))
	bo.refused(http.StatusNotFound, "not-found", http.MethodPost, names, tie("Nobody", bo))
	b.boss.refused(http.StatusNotFound, "not-found", http.MethodPost, names, tie("Bo", stranger))
	bo.post(names, tie("bo", bo), nil)
	if got := b.said(bo); got != "bo="+bo.id+" false organiser; " || b.said(du) != "" || players() != "" {
		t.Errorf("one word: %s; another member sees %s; the league has %s", got, b.said(du), players())
	}
	du.refused(http.StatusConflict, "name-claimed", http.MethodPost, names, tie("Bo", du))
	chi.post(names, tie("Bo", bo), nil)
	if got := players(); got != "Bo 2 1; " {
		t.Errorf("both words: %s", got)
	}
	// A link made only by an organiser has no effect until the member confirms
	// it.
	chi.post(names, tie("Cụ Lê", du), nil)
	if got := b.said(du); got != "Cụ Lê="+du.id+" false member; " || players() != "Bo 2 1; " {
		t.Errorf("the word of an organiser: %s; the league has %s", got, players())
	}
	// An organiser links a name to her own account, twice. This counts only as her confirmation as
	// a member, so an organiser's confirmation is still missing. A link made by the owner needs no
	// further confirmation.
	chi.post(names, tie("Em", chi), nil)
	chi.post(names, tie("Em", chi), nil)
	if got := players(); got != "Bo 2 1; " {
		t.Errorf("an organiser confirms herself: %s", got)
	}
	b.boss.post(names, tie("Em", chi), nil)
	if got := players(); got != "Bo 2 1; Chi 0 1; " {
		t.Errorf("the word of the owner: %s", got)
	}

	// When the owner stops trusting the key, names in results signed with it no longer count for
	// members. When the owner trusts the key again, the old links count again.
	b.boss.want(http.MethodPut, keys, say{"key": r.Key, "trusted": false}, nil)
	if got := players(); got != "" {
		t.Errorf("without trust: %s", got)
	}
	b.boss.want(http.MethodPut, keys, say{"key": r.Key, "trusted": true}, nil)
	var sheet web.ClubSheet
	if du.get(b.path()+"/results/"+r.ID, &sheet); !sheet.Trusted || players() != "Bo 2 1; Chi 0 1; " {
		t.Errorf("trusted again: %t %s", sheet.Trusted, players())
	}
	// A link to a member who has left the club does not count in the league. Members can remove the
	// links of their own names.
	b.boss.want(http.MethodDelete, b.path()+"/members/"+chi.id, nil, nil)
	var own []web.ClubName
	bo.get(names, &own)
	du.refused(http.StatusNotFound, "not-found", http.MethodDelete, names+"/"+own[0].ID, nil)
	if got := players(); got != "Bo 2 1; " {
		t.Errorf("a member who left: %s", got)
	}
	if _, export := bo.ask(http.MethodGet, "/api/account/export", nil); !strings.Contains(string(export), `"names":[{"club":"`+b.club.ID+`","name":"Bo","counts":true}]`) {
		t.Errorf("the export has no name of the account: %s", export)
	}
	bo.want(http.MethodDelete, names+"/"+own[0].ID, nil, nil)
	if got := players(); got != "" {
		t.Errorf("taken back: %s", got)
	}
}

// TestClubSpellings checks that an organiser can declare two spellings to be names of the same
// person, and can undo this declaration.
func TestClubSpellings(t *testing.T) {
	h := newClubhouse(t, 7)
	an := h.member("An")
	an.post(h.path()+"/members", say{}, nil)
	h.boss.want(http.MethodPut, h.path()+"/members/"+an.id, say{"role": "member"}, nil)
	h.night(h.boss, 6, "Cụ Lê", "Em", "Dũng", "Ân nhỏ")
	h.night(h.boss, 13, "Lê Văn Tám", "Em", "Ba", "Dũng")
	// Two entrants with the same name play in one event. In the league they must keep a row each.
	h.night(h.boss, 20, "Cụ Tám", "Bác Tư", "Bác Tư", "Hai")
	season := h.season("Cả tháng", "score", 0)
	names := h.path() + "/names"
	same := func(name, other string) say { return say{"name": name, "spelling": other} }
	before := h.league(season)
	an.refused(http.StatusForbidden, "not-for-you", http.MethodPost, names, same("Lê Văn Tám", "Cụ Lê"))
	h.boss.refused(http.StatusBadRequest, "bad-club", http.MethodPost, names, say{"name": "Cụ Lê"})
	h.boss.refused(http.StatusBadRequest, "bad-club", http.MethodPost, names, same("Cụ Lê", " cụ  lê"))
	h.boss.post(names, same("Lê Văn Tám", "Cụ Lê"), nil)
	h.boss.refused(http.StatusBadRequest, "bad-club", http.MethodPost, names, same("Cụ Lê", "Lê Văn Tám"))
	if got := h.league(season); got != "1 Cụ Lê 2 2/2; 1 Em 2 2/2; 3 Bác Tư 1 1/1; 3 Cụ Tám 1 1/1; 5 Ba 0 1/1; 5 Bác Tư (2) 0 1/1; 5 Dũng 0 2/2; 5 Hai 0 1/1; 5 Ân nhỏ 0 1/1; " {
		t.Errorf("one person: %s; before: %s", got, before)
	}
	// Another spelling of a member's nickname can be linked to the nickname. Results under this
	// spelling then count for the member.
	h.boss.post(names, same("Ân nhỏ", "An"), nil)
	h.boss.post(names, same("Cụ Tám", "Lê Văn Tám"), nil)
	// Two names that played in the same event belong to different people, so linking them must be
	// refused. This must hold also if one of them played under another spelling.
	for _, pair := range [][2]string{{"Bác Tư (2)", "Bác Tư"}, {"Em", "Cụ Lê"}, {"Hai", "Lê Văn Tám"}, {"An", "Dũng"}} {
		h.boss.refused(http.StatusConflict, "two-people", http.MethodPost, names, same(pair[0], pair[1]))
	}
	if got := h.league(season); got != "1 Cụ Lê 3 3/3; 2 Em 2 2/2; 3 Bác Tư 1 1/1; 4 An 0 1/1; 4 Ba 0 1/1; 4 Bác Tư (2) 0 1/1; 4 Dũng 0 2/2; 4 Hai 0 1/1; " {
		t.Errorf("more spellings: %s", got)
	}
	var list []web.ClubName
	h.boss.get(names, &list)
	for _, n := range list {
		h.boss.want(http.MethodDelete, names+"/"+n.ID, nil, nil)
	}
	if got := h.league(season); len(list) != 3 || got != before {
		t.Errorf("%d taken back: %s, before: %s", len(list), got, before)
	}
}
