package web_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"kydai/internal/web"
	"kydai/internal/wire"
)

const passphrase = "một mật khẩu dài"

// register creates an account for a guest and fails the test if the server refuses.
func (g *guest) register(name string) web.Welcome {
	g.t.Helper()
	var w web.Welcome
	g.post("/api/account", web.Register{Name: name, Password: passphrase}, &w)
	if w.Player != g.id || w.Name != name || !w.Account || w.Role != "player" || len(w.Codes) != 10 {
		g.t.Fatalf("registered as %+v", w)
	}
	return w
}

// as returns a second browser with the same cookies as this one.
func (g *guest) as() *guest {
	jar, _ := cookiejar.New(nil)
	at, _ := url.Parse(g.s.http.URL)
	jar.SetCookies(at, g.client.Jar.Cookies(at))
	return &guest{s: g.s, t: g.t, client: &http.Client{Jar: jar}, id: g.id}
}

func (g *guest) me() (me web.Me) {
	g.t.Helper()
	g.get("/api/me", &me)
	return me
}

// cookies returns the values of the browser's cookies by name.
func (g *guest) cookies() map[string]string {
	at, _ := url.Parse(g.s.http.URL)
	all := map[string]string{}
	for _, c := range g.client.Jar.Cookies(at) {
		all[c.Name] = c.Value
	}
	return all
}

// TestGuestBecomesAccount checks that a guest who plays and then registers keeps the id and the
// game. It also checks that the old guest cookie becomes invalid, even on a socket that is already
// open.
func TestGuestBecomesAccount(t *testing.T) {
	s := newSite(t)
	a, b, id := s.pair("chess", nil)
	old := a.as()
	socket := old.connect()

	a.register("Hưng")
	if code := socket.closed(); code != 1008 {
		t.Errorf("the socket of the guest's cookie closed with %d", code)
	}
	if me := a.me(); me.Player != a.id || me.Name != "Hưng" || !me.Account {
		t.Errorf("signed in as %+v", me)
	}
	if me := old.me(); me.Player == a.id || me.Account {
		t.Errorf("the old cookie opens %+v", me)
	}
	old.refused(http.StatusForbidden, "not-a-player", http.MethodPost, "/api/matches/"+id+"/acts", web.ActBody{Kind: "resign"})
	var mine []wire.Summary
	if a.get("/api/me/matches", &mine); len(mine) != 1 || mine[0].ID != id {
		t.Errorf("the account has the matches %v", mine)
	}
	a.refused(http.StatusForbidden, "sign-out-first", http.MethodPost, "/api/account", web.Register{Name: "Lan", Password: passphrase})
	b.refused(http.StatusConflict, "name-taken", http.MethodPost, "/api/account", web.Register{Name: "hưng", Password: passphrase})
	b.refused(http.StatusUnprocessableEntity, "common-password", http.MethodPost, "/api/account", web.Register{Name: "Hùng", Password: "password1"})
	if me := b.me(); me.Account || me.Player != b.id {
		t.Errorf("refused, and now %+v", me)
	}
}

// TestGuestWithGames checks that the account page asks about the games of a
// guest only if the guest has games.
func TestGuestWithGames(t *testing.T) {
	s := newSite(t)
	s.guest().register("Hưng")
	asked := func(g *guest) bool {
		g.me() // the first request makes the browser a guest
		g.post("/api/session", web.SignIn{Name: "Hưng", Password: passphrase}, nil)
		var account web.AccountView
		g.get("/api/account", &account)
		return account.Guest
	}
	if asked(s.guest()) {
		t.Error("a guest without games is asked about")
	}
	playing, rival, id := s.pair("chess", nil)
	rival.want(http.MethodPost, "/api/matches/"+id+"/acts", web.ActBody{Kind: "abort"}, nil)
	if !asked(playing) {
		t.Error("a finished game is not asked about")
	}
	if playing, _, _ = s.pair("chess", nil); !asked(playing) {
		t.Error("a game in progress is not asked about")
	}
}

// TestSecondBrowser checks that signing in on a second browser moves that
// browser's guest games to the account, and that the first session can be ended
// from the second browser.
func TestSecondBrowser(t *testing.T) {
	s := newSite(t)
	first, _, one := s.pair("chess", nil)
	first.register("Hưng")
	second, rival, two := s.pair("chess", nil)
	guestCookie, guestID := second.as(), second.id
	before := second.cookies()
	second.post("/api/session", web.SignIn{Name: "HƯNG", Password: passphrase, Take: true}, nil)
	second.id = second.me().Player
	if second.id != first.id {
		t.Fatalf("signed in as %s", second.id)
	}
	if second.cookies()["kydai-session"] == before["kydai-session"] {
		t.Error("the session has no new secret")
	}
	var mine []wire.Summary
	if second.get("/api/me/matches", &mine); len(mine) != 2 {
		t.Errorf("the account has %d matches", len(mine))
	}
	// The guest's match must belong to the account now, and it must continue.
	for _, match := range []string{one, two} {
		var view wire.View
		if second.get("/api/matches/"+match, &view); view.Viewer == "none" {
			t.Errorf("the account watches its own match %s", match)
		}
	}
	socket := second.connect()
	table := socket.watch(two)
	if table.Viewer == "none" {
		t.Error("over the socket the account watches its own match")
	}
	table.play("e2e4")
	table.events()
	rival.want(http.MethodPost, "/api/matches/"+two+"/moves", web.MoveBody{Ply: 1, Code: "e7e5"}, nil)
	second.want(http.MethodPost, "/api/matches/"+two+"/acts", web.ActBody{Kind: "resign"}, nil)
	if second.get("/api/me/matches?over=true", &mine); len(mine) != 1 || mine[0].ID != two {
		t.Errorf("finished are %v", mine)
	}
	if me := guestCookie.me(); me.Player == guestID {
		t.Error("the cookie of the guest who was taken along still opens something")
	}

	var account web.AccountView
	second.get("/api/account", &account)
	if len(account.Sessions) != 2 || account.Codes != 10 || account.Guest {
		t.Fatalf("the account is %+v", account)
	}
	open := first.connect()
	for _, x := range account.Sessions {
		if !x.This {
			second.want(http.MethodDelete, "/api/account/sessions/"+x.ID, nil, nil)
		}
	}
	if code := open.closed(); code != 1008 {
		t.Errorf("the socket of the session closed with %d", code)
	}
	if me := first.me(); me.Account || me.Player == first.id {
		t.Errorf("after its end the session is %+v", me)
	}
	first.refused(http.StatusForbidden, "sign-in-first", http.MethodGet, "/api/account", nil)
	if rest := first.cookies()["kydai-session"]; rest != "" {
		t.Error("the cookie of the session that has ended stays")
	}
	second.want(http.MethodDelete, "/api/session", nil, nil)
	if me := second.me(); me.Account {
		t.Errorf("signed out, and now %+v", me)
	}
}

// TestGuessing checks that an unknown name and a wrong password get the same response. It also
// checks that many attempts are slowed down, except in the owner's browser and except for a
// recovery code.
func TestGuessing(t *testing.T) {
	s := newSite(t)
	owner := s.guest()
	codes := owner.register("Hưng").Codes
	owner.want(http.MethodDelete, "/api/session", nil, nil)
	thief := s.guest()
	ask := func(name string) (int, string) {
		status, body := thief.ask(http.MethodPost, "/api/session", web.SignIn{Name: name, Password: "not the password"})
		return status, withoutID(body)
	}
	status1, known := ask("Hưng")
	status2, unknown := ask("Nobody Here")
	if status1 != http.StatusUnauthorized || status1 != status2 || known != unknown {
		t.Errorf("a wrong password: %d %s; a wrong name: %d %s", status1, known, status2, unknown)
	}
	slowed := 0
	for range 15 {
		if status, _ := ask("Hưng"); status == http.StatusTooManyRequests {
			slowed++
		}
	}
	if slowed == 0 {
		t.Error("16 guesses were not slowed")
	}
	s.guest().refused(http.StatusTooManyRequests, "too-fast", http.MethodPost, "/api/session", web.SignIn{Name: "Hưng", Password: passphrase})
	// this browser was signed in to the account before, so it is not slowed down
	owner.post("/api/session", web.SignIn{Name: "Hưng", Password: passphrase}, nil)
	far := s.guest()
	far.post("/api/session/recover", web.Recover{Name: "hưng", Code: strings.ToLower(codes[3]), Password: "something quite new"}, nil)
	if me := owner.me(); me.Account {
		t.Error("a recovery ends all other sessions")
	}
	s.guest().refused(http.StatusUnauthorized, "bad-token", http.MethodPost, "/api/session/recover", web.Recover{Name: "Hưng", Code: codes[3], Password: "something quite new"})
	owner.post("/api/session", web.SignIn{Name: "Hưng", Password: "something quite new"}, nil)
}

// TestSignInByLink checks that a link created on a signed-in device signs in another device, and
// that the link works only once.
func TestSignInByLink(t *testing.T) {
	s := newSite(t)
	a := s.guest()
	a.register("Hưng")
	var made web.LinkView
	a.post("/api/account/links", nil, &made)
	_, secret, ok := strings.Cut(made.Link, "/account#sign-in=")
	if !ok || !strings.HasPrefix(made.QR, "<svg") {
		t.Fatalf("the link is %+v", made)
	}
	phone := s.guest()
	var name web.LinkName
	if phone.post("/api/session/link/name", web.OneTimeLink{Link: secret}, &name); name.Name != "Hưng" {
		t.Errorf("the link signs in %q", name.Name)
	}
	phone.post("/api/session/link", web.OneTimeLink{Link: secret}, nil)
	if me := phone.me(); me.Player != a.id || !me.Account {
		t.Errorf("the phone is %+v", me)
	}
	s.guest().refused(http.StatusConflict, "used-token", http.MethodPost, "/api/session/link", web.OneTimeLink{Link: secret})
	s.guest().refused(http.StatusUnauthorized, "bad-token", http.MethodPost, "/api/session/link", web.OneTimeLink{Link: secret + "x"})
}

// TestKeepAccount checks how an account is managed: changing the name, the
// password and the recovery codes, exporting the data, and deleting the account.
func TestKeepAccount(t *testing.T) {
	s := newSite(t)
	a, b, id := s.pair("chess", nil)
	a.register("Hưng")
	a.want(http.MethodPatch, "/api/me", web.Name{Name: "Minh Hưng"}, nil)
	a.refused(http.StatusConflict, "too-soon", http.MethodPatch, "/api/me", web.Name{Name: "Hưng"})
	a.refused(http.StatusUnauthorized, "wrong-password", http.MethodPost, "/api/account/password", web.NewPassword{Old: "wrong one", New: "another long one"})
	a.want(http.MethodPost, "/api/account/password", web.NewPassword{Old: passphrase, New: "another long one"}, nil)
	var codes web.Codes
	if a.post("/api/account/codes", web.Password{Password: "another long one"}, &codes); len(codes.Codes) != 10 {
		t.Errorf("%d new codes", len(codes.Codes))
	}
	b.want(http.MethodPost, "/api/matches/"+id+"/acts", web.ActBody{Kind: "abort"}, nil)
	status, body := a.ask(http.MethodGet, "/api/account/export", nil)
	lines := bytes.Split(bytes.TrimSpace(body), []byte("\n"))
	var match web.ExportedMatch
	if status != http.StatusOK || len(lines) != 2 || json.Unmarshal(lines[1], &match) != nil || match.Match.ID != id || match.Record == "" {
		t.Errorf("the export is %d %s", status, body)
	}
	a.refused(http.StatusUnauthorized, "wrong-password", http.MethodDelete, "/api/account", web.Password{Password: passphrase})
	a.want(http.MethodDelete, "/api/account", web.Password{Password: "another long one"}, nil)
	if me := a.me(); me.Account || me.Player == a.id {
		t.Errorf("deleted, and now %+v", me)
	}
	s.guest().refused(http.StatusUnauthorized, "wrong-password", http.MethodPost, "/api/session", web.SignIn{Name: "Minh Hưng", Password: "another long one"})
	var theirs []wire.Summary
	if b.get("/api/me/matches?over=true", &theirs); len(theirs) != 1 {
		t.Errorf("the other player has %d matches", len(theirs))
	}
}
