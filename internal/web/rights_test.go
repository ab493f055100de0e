package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"kydai/account"
	"kydai/internal/people"
	"kydai/internal/web"
)

// noSuch is an id that no object has.
const noSuch = "0000000000000000000000000000000000000000000000000000000000000000"

// everyOperation lists the operations of the OpenAPI document.
func everyOperation(t *testing.T) map[string][2]string {
	t.Helper()
	doc, err := web.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var parsed struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	if err := json.Unmarshal(doc, &parsed); err != nil {
		t.Fatal(err)
	}
	all := map[string][2]string{}
	for path, methods := range parsed.Paths {
		for method, op := range methods {
			all[op.OperationID] = [2]string{strings.ToUpper(method), path}
		}
	}
	return all
}

// TestEveryOperationHasARight checks that the table of rights contains exactly the operations of
// the API.
func TestEveryOperationHasARight(t *testing.T) {
	all := everyOperation(t)
	for id := range all {
		if web.Rights[id] == "" {
			t.Errorf("operation %s has no row in the table of rights", id)
		}
	}
	for id := range web.Rights {
		if _, ok := all[id]; !ok {
			t.Errorf("the table of rights has a row for %s, which is no operation", id)
		}
	}
}

// TestRoles calls every operation with each role. The body can be empty, because the server checks
// the role first. The server must refuse an operation because of the role if, and only if, package
// account does not give the role this right.
func TestRoles(t *testing.T) {
	db, b := newGround(t)
	s := newNode(t, db, b)
	callers := map[account.Role]func() *guest{
		account.Guest: s.guest,
		account.Bot:   func() *guest { return s.bot("Robot") },
	}
	names := "ABCDEFGHJKMNOPQRSTUVWXYZ"
	made := 0
	signed := func(role account.Role) func() *guest {
		return func() *guest {
			g := s.guest()
			made++
			g.register("Role " + string(names[made%24]) + string(names[made/24%24]) + string(names[made/576]))
			a, err := db.Account(t.Context(), g.id)
			if err != nil {
				t.Fatal(err)
			}
			a.Role = role
			if err := db.SetAccount(t.Context(), a); err != nil {
				t.Fatal(err)
			}
			return g
		}
	}
	for _, role := range []account.Role{account.Player, account.Moderator, account.Admin, account.Organiser, account.Teacher} {
		callers[role] = signed(role)
	}
	// A caller is reused for several operations, until an operation ends the caller's session.
	kept := map[account.Role]*guest{}
	caller := func(role account.Role) *guest {
		if g := kept[role]; g == nil || !same(g) {
			kept[role] = callers[role]()
		}
		return kept[role]
	}
	for id, op := range everyOperation(t) {
		if strings.HasPrefix(op[1], "/picture/") || id == "botStream" {
			continue // skip pictures, which are the same for all callers, and the bot stream, which does not end
		}
		path := strings.ReplaceAll(op[1], "{id}", noSuch)
		for role := range callers {
			var body any
			if op[0] != http.MethodGet {
				body = json.RawMessage(`{}`)
			}
			_, text := caller(role).ask(op[0], path, body)
			var p web.Problem
			_ = json.Unmarshal(text, &p) // a response that is not an error leaves the code empty
			refused := p.Code == "sign-in-first" || p.Code == "sign-out-first" || p.Code == "not-for-you" && strings.Contains(p.Text, "role")
			if may := account.May(role, web.Rights[id]); refused == may {
				t.Errorf("%s as %s: may is %v, the answer %s", id, role, may, text)
			}
		}
	}
}

// same reports whether the server still recognises the caller as the same player.
func same(g *guest) bool {
	var me web.Me
	code, text := g.ask(http.MethodGet, "/api/me", nil)
	return code == http.StatusOK && json.Unmarshal(text, &me) == nil && me.Player == g.id
}

// TestOtherUser checks that an account cannot access another account's sessions, tokens and offers.
func TestOtherUser(t *testing.T) {
	s := newSite(t)
	a, other := s.guest(), s.guest()
	a.register("Hưng")
	other.register("Lan")
	var mine web.AccountView
	a.get("/api/account", &mine)
	other.refused(http.StatusNotFound, people.NoAccount, http.MethodDelete, "/api/account/sessions/"+mine.Sessions[0].ID, nil)
	var token web.TokenView
	a.post("/api/tokens", web.Name{Name: "Robot"}, &token)
	other.refused(http.StatusNotFound, "not-found", http.MethodDelete, "/api/tokens/"+token.ID, nil)
	other.refused(http.StatusNotFound, "not-found", http.MethodDelete, "/api/offers/"+a.offer("chess", nil), nil)
	// A bot of the account can play for the account, but cannot manage the account.
	bot := &guest{s: s, t: t, client: &http.Client{}, token: token.Token, id: a.id}
	if me := bot.me(); me.Player != a.id || !me.Bot || me.Account {
		t.Errorf("the bot is %+v", me)
	}
	bot.refused(http.StatusForbidden, "not-for-you", http.MethodGet, "/api/account", nil)
	// A page of another site must not be able to act for a visitor.
	a.refused(http.StatusForbidden, "cross-origin", http.MethodDelete, "/api/session", nil, "Sec-Fetch-Site", "cross-site")
}
