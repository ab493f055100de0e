package store

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/account"
	"kydai/internal/people"
)

// entry returns a row of the audit log for an action of the account "boss".
func entry(id, action, subject string) people.Entry {
	return people.Entry{
		ID: id, At: time.Now().Truncate(time.Microsecond), Who: "boss", Role: account.Admin, Action: action, Subject: subject,
		Details: map[string]string{"from": "player"},
	}
}

func auditOf(t testing.TB, s *Store, about string) string {
	t.Helper()
	var ids []string
	for _, e := range must(s.Audit(t.Context(), about, people.After{}, 100))(t) {
		ids = append(ids, e.ID)
	}
	return strings.Join(ids, " ")
}

// TestAuditIsAppendOnly checks that the database refuses every change and
// deletion of a row of the audit log.
func TestAuditIsAppendOnly(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		want(t, s.AddAccount(ctx, person(t, "a", "Anna"), nil), nil)
		log := entry("1", people.MadeLink, "a")
		want(t, s.AddLink(ctx, account.Token{Hash: people.Hash{1}, Account: "a"}, time.Now(), log), nil)
		texts := []string{`UPDATE audit SET who = 'nobody'`, `DELETE FROM audit`, `DELETE FROM audit WHERE id = '1'`}
		if p.name == "postgres" {
			texts = append(texts, `TRUNCATE audit`)
		} else {
			texts = append(texts, `INSERT OR REPLACE INTO audit SELECT at, id, 'nobody', role, action, subject, details FROM audit`)
		}
		for _, text := range texts {
			if _, err := s.db.ExecContext(ctx, text); err == nil || !strings.Contains(err.Error(), "append-only") {
				t.Errorf("%s: %v", text, err)
			}
		}
		want(t, s.DeleteAccount(ctx, "a", time.Now()), nil)
		got := must(s.Audit(ctx, "", people.After{}, 10))(t)
		if len(got) != 1 || fmt.Sprint(got[0]) != fmt.Sprint(log) {
			t.Errorf("the log holds %v; want %v", got, log)
		}
	})
}

// TestAuditTogether checks that a change and its row in the audit log are
// stored together or not at all.
func TestAuditTogether(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx, now := p.open(t), t.Context(), time.Now()
		a := person(t, "a", "Anna")
		want(t, s.AddAccount(ctx, a, nil), nil)
		one := people.Session{Hash: people.Hash{1}, Account: "a", Created: now, Seen: now}
		want(t, s.AddSession(ctx, one), nil)

		want(t, s.DropSession(ctx, "a", people.Hash{9}, entry("no", people.EndedSession, "a")), people.ErrNoAccount)
		stale := a
		stale.Version = 7
		want(t, s.SetAccount(ctx, stale, entry("no", people.TookName, "a")), people.ErrChanged)
		want(t, s.DeleteAccount(ctx, "nobody", now, entry("no", people.DeletedAccount, "nobody")), people.ErrNoAccount)
		if got := auditOf(t, s, ""); got != "" {
			t.Fatalf("what did not happen is in the log: %s", got)
		}
		twice := entry("1", people.EndedSession, "a")
		if err := s.DropSession(ctx, "a", one.Hash, twice, twice); err == nil {
			t.Fatal("two rows have the same key")
		}
		if len(must(s.Sessions(ctx, "a"))(t)) != 1 {
			t.Fatal("the session ended without a row in the log")
		}
		want(t, s.DropSession(ctx, "a", one.Hash, twice), nil)
		named := entry("2", people.TookName, "a")
		named.At = twice.At.Add(time.Second)
		a.Name = must(account.ParseName("Kỳ thủ 000001"))(t)
		want(t, s.SetAccount(ctx, a, named), nil)
		gone := entry("3", people.DeletedAccount, "a")
		gone.At = twice.At.Add(2 * time.Second)
		want(t, s.DeleteAccount(ctx, "a", now, gone), nil)
		if got := auditOf(t, s, "a"); got != "3 2 1" {
			t.Errorf("the log holds %q", got)
		}
	})
}

// TestAuditPages checks that the log can be read page by page, even where
// several rows have the same time.
func TestAuditPages(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		at := time.Now().Truncate(time.Microsecond)
		for i := range 9 {
			e := entry(fmt.Sprint("e", i), people.MadeLink, fmt.Sprint("p", i%2))
			e.At = at.Add(time.Duration(i/3) * time.Second)
			if i%4 == 0 {
				e.Who = "p1"
			}
			want(t, s.AddLink(ctx, account.Token{Hash: people.Hash{byte(i)}}, at, e), nil)
		}
		for about, all := range map[string]string{"": "e8 e7 e6 e5 e4 e3 e2 e1 e0", "p0": "e8 e6 e4 e2 e0", "p1": "e8 e7 e5 e4 e3 e1 e0", "x": ""} {
			var ids []string
			var after people.After
			for {
				page := must(s.Audit(ctx, about, after, 2))(t)
				for _, e := range page {
					ids = append(ids, e.ID)
					after = people.After{At: e.At, ID: e.ID}
				}
				if len(page) < 2 {
					break
				}
			}
			if got := strings.Join(ids, " "); got != all {
				t.Errorf("about %q: %s; want %s", about, got, all)
			}
		}
	})
}

// TestLastAdmin checks that the last administrator keeps the role, even if two
// administrators remove each other's role at the same time.
func TestLastAdmin(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx, now := p.open(t), t.Context(), time.Now()
		for i, name := range []string{"Anna", "Bao", "Chi"} {
			a := person(t, fmt.Sprint("p", i), name)
			if a.Role = account.Admin; i == 2 {
				a.Role = account.Player
			}
			want(t, s.AddAccount(ctx, a, nil), nil)
		}
		load := func(id string) people.Account { return must(s.Account(ctx, id))(t) }
		var both sync.WaitGroup
		var errs [2]error
		for i := range errs {
			a := load(fmt.Sprint("p", i))
			both.Go(func() { errs[i] = s.SetRole(ctx, a, account.Player, entry(fmt.Sprint("r", i), people.SetRole, a.ID)) })
		}
		both.Wait()
		last := "p0"
		if errs[0] == nil {
			last = "p1"
		}
		if (errs[0] == nil) == (errs[1] == nil) || !errors.Is(errors.Join(errs[0], errs[1]), people.ErrLastAdmin) {
			t.Fatalf("two administrators took the role from each other: %v", errs)
		}
		want(t, s.SetRole(ctx, load(last), account.Moderator, entry("x", people.SetRole, last)), people.ErrLastAdmin)
		want(t, s.DeleteAccount(ctx, last, now, entry("x", people.DeletedAccount, last)), people.ErrLastAdmin)
		if n := must(s.CountAccounts(ctx, account.Admin))(t); n != 1 {
			t.Fatalf("%d administrators", n)
		}
		stale := load("p2")
		want(t, s.SetRole(ctx, stale, account.Admin, entry("y", people.SetRole, "p2")), nil)
		want(t, s.SetRole(ctx, stale, account.Teacher, entry("x", people.SetRole, "p2")), people.ErrChanged)
		want(t, s.DeleteAccount(ctx, last, now, entry("z", people.DeletedAccount, last)), nil)
		if got := auditOf(t, s, "p2"); got != "y" {
			t.Errorf("the log of p2 holds %q", got)
		}
	})
}

func TestUsers(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		at := time.Now().Truncate(time.Microsecond)
		for i, name := range []string{"Anna", "An_na", "anh 1", "Bảo", "An-na", "Ánh"} {
			a := person(t, fmt.Sprint("p", i), name)
			a.Created = at.Add(time.Duration(i/2) * time.Second)
			if i == 3 {
				a.Role = account.Teacher
			}
			want(t, s.AddAccount(ctx, a, nil), nil)
		}
		want(t, s.AddAccount(ctx, person(t, "gone", "Anton"), nil), nil)
		want(t, s.DeleteAccount(ctx, "gone", at), nil)
		for i := range 2 {
			want(t, s.AddSession(ctx, people.Session{Hash: people.Hash{byte(i)}, Account: "p3", Created: at, Seen: at.Add(time.Duration(i) * time.Hour)}), nil)
		}
		walk := func(f people.UserFilter) string {
			var names []string
			for {
				page := must(s.Users(ctx, f, 2))(t)
				for _, u := range page {
					names = append(names, u.Name.Shown)
					f.Key, f.After = u.Name.Key, people.After{At: u.Created, ID: u.ID}
				}
				if len(page) < 2 {
					return strings.Join(names, ", ")
				}
			}
		}
		if got := walk(people.UserFilter{}); got != "Ánh, An-na, Bảo, anh 1, An_na, Anna" {
			t.Errorf("the newest first: %s", got)
		}
		if got := walk(people.UserFilter{Role: account.Teacher}); got != "Bảo" {
			t.Errorf("teachers: %s", got)
		}
		if got := walk(people.UserFilter{Prefix: account.SearchKey("AN")}); len(strings.Split(got, ", ")) != 4 || strings.Contains(got, "Ánh") {
			t.Errorf("names that begin with an: %s", got)
		}
		if got := walk(people.UserFilter{Prefix: account.SearchKey("an_")}); got != "An_na" {
			t.Errorf("names that begin with an_: %s", got)
		}
		if u := must(s.Users(ctx, people.UserFilter{Prefix: account.SearchKey("bảo")}, 9))(t); len(u) != 1 || u[0].Sessions != 2 || !u[0].Seen.Equal(at.Add(time.Hour)) {
			t.Errorf("Bảo is %+v", u)
		}
	})
}
