package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/account"
	"kydai/internal/people"
	"kydai/internal/web"
)

// role gives a registered guest a role on the site, such as administrator.
func (g *guest) role(db people.Store, role account.Role) {
	g.t.Helper()
	a, err := db.Account(g.t.Context(), g.id)
	if err != nil {
		g.t.Fatal(err)
	}
	a.Role = role
	if err := db.SetAccount(g.t.Context(), a); err != nil {
		g.t.Fatal(err)
	}
}

// signIn returns a new browser that is signed in to the account with this name.
func (s *site) signIn(name string) *guest {
	g := s.guest()
	g.post("/api/session", web.SignIn{Name: name, Password: passphrase}, nil)
	g.id = g.me().Player
	return g
}

func (g *guest) auditLog(query string) (all []web.AuditView) {
	g.t.Helper()
	g.get("/api/admin/audit?"+query, &all)
	return all
}

// TestAdminOfUsers checks that an administrator can find a user, end one session and all sessions,
// reset the name and delete the account. Each action must add a row to the audit log, and the row
// must not contain the user's name.
func TestAdminOfUsers(t *testing.T) {
	db, b := newGround(t)
	s := newNode(t, db, b)
	boss, user := s.guest(), s.guest()
	boss.register("Chủ")
	user.register("Lê Văn Tám")
	boss.role(db, account.Admin)
	user.refused(http.StatusForbidden, "not-for-you", http.MethodGet, "/api/admin/users", nil)

	var list []web.UserView
	boss.get("/api/admin/users?name="+url.QueryEscape("lê v"), &list)
	if len(list) != 1 || list[0].Player != user.id || list[0].Role != "player" || list[0].Sessions != 1 || list[0].Seen == 0 || list[0].Created == 0 {
		t.Fatalf("found %+v", list)
	}
	if boss.get("/api/admin/users", &list); len(list) != 2 || list[0].Player != user.id {
		t.Errorf("the newest first: %+v", list)
	}
	if boss.get("/api/admin/users?role=admin", &list); len(list) != 1 || list[0].Player != boss.id {
		t.Errorf("administrators: %+v", list)
	}
	if boss.get("/api/admin/users?name=%00", &list); len(list) != 0 {
		t.Errorf("of a name that cannot be: %+v", list)
	}

	second, third := s.signIn("Lê Văn Tám"), s.signIn("Lê Văn Tám")
	var one web.UserDetails
	boss.get("/api/admin/users/@"+url.PathEscape("Lê Văn Tám"), &one)
	if one.Player != user.id || len(one.List) != 3 || one.Codes != 10 || one.List[0].Address == "" {
		t.Fatalf("the user is %+v", one)
	}
	socket := second.connect()
	var mine web.AccountView
	second.get("/api/account", &mine)
	at := slices.IndexFunc(mine.Sessions, func(v web.SessionView) bool { return v.This })
	boss.want(http.MethodDelete, "/api/admin/users/"+user.id+"/sessions/"+mine.Sessions[at].ID, nil, nil)
	if code := socket.closed(); code != 1008 {
		t.Errorf("the socket of the ended session closed with %d", code)
	}
	if second.me().Account || !third.me().Account {
		t.Error("another session than the named one has ended")
	}
	boss.refused(http.StatusNotFound, people.NoAccount, http.MethodDelete, "/api/admin/users/"+user.id+"/sessions/"+mine.Sessions[at].ID, nil)
	boss.want(http.MethodDelete, "/api/admin/users/"+user.id+"/sessions", nil, nil)
	if user.me().Account || third.me().Account {
		t.Error("a session is left")
	}

	var name web.Name
	boss.want(http.MethodDelete, "/api/admin/users/"+user.id+"/name", nil, &name)
	if !strings.HasPrefix(name.Name, "Kỳ thủ ") {
		t.Errorf("the neutral name is %q", name.Name)
	}
	again := s.signIn(name.Name)
	again.want(http.MethodPatch, "/api/me", web.Name{Name: "Tám Lê"}, nil) // allowed at once after a reset; otherwise a name can change once a month

	boss.refused(http.StatusUnauthorized, account.WrongPassword, http.MethodDelete, "/api/admin/users/"+user.id, web.Password{Password: "wrong one"})
	boss.want(http.MethodDelete, "/api/admin/users/"+user.id, web.Password{Password: passphrase}, nil)
	boss.refused(http.StatusNotFound, people.NoAccount, http.MethodGet, "/api/admin/users/"+user.id, nil)
	boss.refused(http.StatusConflict, people.OwnAccount, http.MethodDelete, "/api/admin/users/"+boss.id, web.Password{Password: passphrase})

	var actions []string
	for _, e := range boss.auditLog("about=" + user.id) {
		if e.Who != boss.id || e.WhoName != "Chủ" || e.Role != "admin" || e.Subject != user.id || e.SubjectName != "" || e.At == 0 {
			t.Errorf("%+v", e)
		}
		actions = append(actions, e.Action)
	}
	if got := strings.Join(actions, " "); got != "delete-account take-name end-session end-session end-session" {
		t.Errorf("the log holds %s", got)
	}
	_, text := boss.ask(http.MethodGet, "/api/admin/audit", nil)
	for _, secret := range []string{"Tám", passphrase, mine.Sessions[at].ID} {
		if strings.Contains(string(text), secret) {
			t.Errorf("%q is in the log", secret)
		}
	}
}

// TestAdminGivesRoles checks that changing a role needs the administrator's password, and that the
// last administrator keeps the role. It also checks that a moderator cannot change accounts whose
// role is above player.
func TestAdminGivesRoles(t *testing.T) {
	db, b := newGround(t)
	s := newNode(t, db, b)
	boss, mod, user := s.guest(), s.guest(), s.guest()
	boss.register("Chủ")
	mod.register("Minh")
	user.register("Lan")
	boss.role(db, account.Admin)
	set := func(id, role, password string) (method, path string, body any) {
		return http.MethodPatch, "/api/admin/users/" + id, web.NewRole{Role: role, Password: password}
	}
	m, p, body := set(mod.id, "moderator", "wrong one")
	boss.refused(http.StatusUnauthorized, account.WrongPassword, m, p, body)
	m, p, body = set(mod.id, "moderator", passphrase)
	boss.want(m, p, body, nil)
	m, p, body = set(boss.id, "player", passphrase)
	boss.refused(http.StatusConflict, people.LastAdmin, m, p, body)
	m, p, body = set(user.id, "guest", passphrase)
	if status, _ := boss.ask(m, p, body); status != http.StatusUnprocessableEntity {
		t.Errorf("an account became a guest: %d", status)
	}

	// A moderator can see and end the sessions of a player, but sees no IP address.
	var one web.UserDetails
	if mod.get("/api/admin/users/"+user.id, &one); len(one.List) != 1 || one.List[0].Address != "" {
		t.Errorf("a moderator sees %+v", one)
	}
	mod.want(http.MethodDelete, "/api/admin/users/"+user.id+"/sessions", nil, nil)
	mod.refused(http.StatusForbidden, people.HigherRole, http.MethodDelete, "/api/admin/users/"+boss.id+"/sessions", nil)
	mod.refused(http.StatusForbidden, people.HigherRole, http.MethodDelete, "/api/admin/users/"+boss.id, web.Password{Password: passphrase})
	mod.refused(http.StatusForbidden, "not-for-you", http.MethodGet, "/api/admin/audit", nil)
	m, p, body = set(mod.id, "admin", passphrase)
	mod.refused(http.StatusForbidden, "not-for-you", m, p, body)

	m, p, body = set(mod.id, "admin", passphrase)
	boss.want(m, p, body, nil)
	m, p, body = set(boss.id, "player", passphrase)
	boss.want(m, p, body, nil)
	boss.refused(http.StatusForbidden, "not-for-you", http.MethodGet, "/api/admin/audit", nil)
	log := mod.auditLog("about=" + mod.id)
	if len(log) != 3 || log[0].Action != people.EndedSession && log[0].Action != people.SetRole {
		t.Fatalf("%+v", log)
	}
	at := slices.IndexFunc(log, func(e web.AuditView) bool { return e.Details["to"] == "admin" })
	if at < 0 || log[at].Details["from"] != "moderator" || log[at].Who != boss.id {
		t.Errorf("%+v", log)
	}
}

// TestAdminPages checks that the audit log and the list of users can be read page by page.
func TestAdminPages(t *testing.T) {
	db, b := newGround(t)
	s := newNode(t, db, b)
	boss := s.guest()
	boss.register("Chủ")
	boss.role(db, account.Admin)
	for i := range 5 {
		s.guest().register("Lan " + string(rune('A'+i)))
		boss.post("/api/account/links", nil, nil)
	}
	walk := func(path, field string) (all []string) {
		cursor := ""
		for range 10 {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.http.URL+path+"&limit=2&cursor="+url.QueryEscape(cursor), http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := boss.client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			var rows []map[string]any
			err = json.NewDecoder(resp.Body).Decode(&rows)
			_ = resp.Body.Close()
			if err != nil || resp.StatusCode != http.StatusOK {
				t.Fatalf("%s: %d %v", path, resp.StatusCode, err)
			}
			for _, row := range rows {
				all = append(all, fmt.Sprint(row[field]))
			}
			if cursor = resp.Header.Get("Next-Cursor"); cursor == "" {
				break
			}
		}
		return all
	}
	if got := fmt.Sprint(walk("/api/admin/users?x", "name")); got != "[Lan E Lan D Lan C Lan B Lan A Chủ]" {
		t.Errorf("users: %s", got)
	}
	if got := fmt.Sprint(walk("/api/admin/users?name=lan", "name")); got != "[Lan A Lan B Lan C Lan D Lan E]" {
		t.Errorf("users by name: %s", got)
	}
	if got := walk("/api/admin/audit?x", "action"); len(got) != 5 || got[0] != people.MadeLink {
		t.Errorf("log: %v", got)
	}
	boss.refused(http.StatusUnprocessableEntity, "bad-cursor", http.MethodGet, "/api/admin/audit?cursor=!", nil)
	boss.refused(http.StatusUnprocessableEntity, "bad-cursor", http.MethodGet, "/api/admin/users?name=lan&cursor=!", nil)
}

// TestAdminSheetAndTasks checks that the operator's sheet of a rated player contains the times of
// the player's moves. It also checks that the page of tasks shows the pending tasks.
func TestAdminSheetAndTasks(t *testing.T) {
	db, b := newGround(t)
	s := newNode(t, db, b)
	boss := s.guest()
	boss.register("Chủ")
	boss.role(db, account.Admin)
	white, black, id := s.pair("chess", map[string]any{"rated": true, "takebacks": 0})
	for ply, code := range []string{"f2f3", "e7e5", "g2g4", "d8h4"} {
		who := white
		if ply%2 == 1 {
			who = black
		}
		who.post("/api/matches/"+id+"/moves", web.MoveBody{Ply: ply, Code: code}, nil)
	}
	var sheet web.SheetView
	for until := time.Now().Add(patience); len(sheet.Games) == 0; {
		if time.Now().After(until) {
			t.Fatal("the game is on no sheet")
		}
		boss.get("/api/admin/players/"+black.id+"/sheet", &sheet)
	}
	g := sheet.Games[0]
	if g.Match != id || g.Opponent != white.id || g.Score != 1 || g.Moves != 2 || g.Reason != "checkmate" || g.After <= g.Before || g.OpponentName == "" {
		t.Errorf("%+v", g)
	}
	if len(sheet.Kinds) != 1 || sheet.Kinds[0].Game != "chess" || sheet.Kinds[0].Own.Games != 1 {
		t.Errorf("%+v", sheet.Kinds)
	}
	_, _, _ = s.pair("caro", nil)
	var tasks web.TasksView
	counted := func() bool { return len(tasks.Consumers) > 0 && tasks.Consumers[0].Done > 0 }
	// wait until this page's consumer has counted a match too; the sheet used another consumer
	for until := time.Now().Add(patience); !counted() && time.Now().Before(until); {
		tasks = web.TasksView{}
		boss.get("/api/admin/tasks", &tasks)
	}
	if tasks.Live != 1 || tasks.Node == "" || len(tasks.Nodes) == 0 || len(tasks.Consumers) < 3 || tasks.Consumers[0].Done == 0 || !tasks.Bus {
		t.Errorf("%+v", tasks)
	}
}
