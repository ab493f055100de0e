package store

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"kydai/account"
	"kydai/internal/oauth"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/webhook"
)

func person(t testing.TB, id, name string) people.Account {
	t.Helper()
	n := must(account.ParseName(name))(t)
	return people.Account{ID: id, Name: n, Password: "$argon2id$", Role: account.Player, Created: time.Now().Truncate(time.Microsecond)}
}

func TestAccountNames(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		a := person(t, "a", "Hưng")
		want(t, s.AddAccount(ctx, a, nil), nil)
		want(t, s.AddAccount(ctx, person(t, "a", "Lan"), nil), people.ErrHasAccount)
		want(t, s.AddAccount(ctx, person(t, "b", "hưng"), nil), people.ErrNameTaken) // refused: "Hưng" has the same normalised key (in lower case)
		want(t, s.AddAccount(ctx, person(t, "b", "Hùng"), nil), nil)                 // a name that differs in an accent is a different name
		want(t, s.AddAccount(ctx, person(t, "c", "Paul"), nil), nil)
		// refused: the key is new, but the skeleton (look-alike letters merged) is in use
		want(t, s.AddAccount(ctx, person(t, "d", "PauI"), nil), people.ErrNameTaken)

		got := must(s.AccountNamed(ctx, a.Name.Key))(t)
		if got.ID != "a" || got.Name != a.Name || !got.Created.Equal(a.Created) || !got.Renamed.IsZero() || got.Role != account.Player {
			t.Fatalf("the account came back as %#v", got)
		}
		got.Name = must(account.ParseName("Minh"))(t)
		got.Renamed = a.Created.Add(time.Hour)
		want(t, s.SetAccount(ctx, got), nil)
		want(t, s.SetAccount(ctx, got), people.ErrChanged) // got still has the version from before the first change
		again := must(s.Account(ctx, "a"))(t)
		if again.Name.Shown != "Minh" || !again.Renamed.Equal(got.Renamed) || again.Version != 1 {
			t.Fatalf("after the change: %#v", again)
		}
		again.Name = must(account.ParseName("paul"))(t)
		want(t, s.SetAccount(ctx, again), people.ErrNameTaken)
		want(t, s.AddAccount(ctx, person(t, "e", "Hưng"), nil), nil) // after the renaming the old name is free again
		_, err := s.Account(ctx, "nobody")
		want(t, err, people.ErrNoAccount)
	})
}

func TestOwners(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx, now := p.open(t), t.Context(), time.Now()
		want(t, s.AddAccount(ctx, person(t, "a", "Anna"), nil), nil)
		want(t, s.AddAccount(ctx, person(t, "b", "Bao"), nil), nil)
		want(t, s.Belong(ctx, "g", "a", now), nil)
		want(t, s.Belong(ctx, "g", "a", now), nil) // repeating the call changes nothing
		want(t, s.Belong(ctx, "g", "b", now), people.ErrHasAccount)
		want(t, s.Belong(ctx, "b", "a", now), people.ErrHasAccount)
		want(t, s.Belong(ctx, "h", "nobody", now), people.ErrNoAccount)
		want(t, s.AddAccount(ctx, person(t, "g", "Giang"), nil), people.ErrHasAccount)
		const owners = "map[a:a b:b g:a]"
		if got := fmt.Sprint(must(s.Owners(ctx, []string{"a", "b", "g", "h", "nobody"}))(t)); got != owners {
			t.Errorf("owners are %s", got)
		}
		if got := fmt.Sprint(must(s.Names(ctx, []string{"a", "b", "g", "h"}))(t)); got != "map[a:Anna b:Bao g:Anna]" {
			t.Errorf("names are %s", got)
		}
		if got := must(s.Belonging(ctx, "a"))(t); !slices.Equal(got, []string{"g"}) {
			t.Errorf("to a belong %v", got)
		}
		tx := must(s.db.BeginTx(ctx, nil))(t)
		defer func() { _ = tx.Rollback() }()
		if got := fmt.Sprint(must((&Tx{s, tx}).Owners(ctx, []string{"a", "b", "g", "h"}))(t)); got != owners {
			t.Errorf("in a transaction owners are %s", got)
		}
	})
}

// TestOneOwner checks that if a guest creates an account on one device and joins an existing
// account on another at the same time, exactly one of the two requests succeeds.
func TestOneOwner(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		want(t, s.AddAccount(ctx, person(t, "a", "Anna"), nil), nil)
		for i := range 20 {
			guest := fmt.Sprint("g", i)
			var all sync.WaitGroup
			var errs [2]error
			all.Go(func() { errs[0] = s.AddAccount(ctx, person(t, guest, fmt.Sprint("Giang ", i)), nil) })
			all.Go(func() { errs[1] = s.Belong(ctx, guest, "a", time.Now()) })
			all.Wait()
			if (errs[0] == nil) == (errs[1] == nil) {
				t.Fatalf("%s: %v", guest, errs)
			}
		}
	})
}

func TestSessions(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		now := time.Now().Truncate(time.Microsecond)
		want(t, s.AddAccount(ctx, person(t, "a", "Anna"), nil), nil)
		one := people.Session{Hash: people.Hash{1}, Account: "a", Created: now, Seen: now, Agent: "Firefox", Address: "10.0.0.1"}
		two := one
		two.Hash, two.Seen = people.Hash{2}, now.Add(time.Minute)
		for _, x := range []people.Session{one, two} {
			want(t, s.AddSession(ctx, x), nil)
		}
		want(t, s.AddSession(ctx, people.Session{Hash: people.Hash{3}, Account: "nobody", Created: now, Seen: now}), people.ErrNoAccount)
		got, a, err := s.FindSession(ctx, one.Hash, now.Add(-time.Second), now.Add(-time.Second))
		if want(t, err, nil); got.Agent != "Firefox" || !got.Seen.Equal(now) || a.Name.Shown != "Anna" {
			t.Errorf("found %#v of %#v", got, a)
		}
		for _, late := range [][2]time.Time{{now, now.Add(-time.Second)}, {now.Add(-time.Second), now}} {
			_, _, err = s.FindSession(ctx, one.Hash, late[0], late[1])
			want(t, err, people.ErrNoAccount) // not found: the session is too old, or was not used for too long
		}
		one.Seen, one.Address = now.Add(time.Hour), "10.0.0.2"
		want(t, s.SeeSession(ctx, one), nil)
		if list := must(s.Sessions(ctx, "a"))(t); len(list) != 2 || list[0].Hash != one.Hash || list[0].Address != "10.0.0.2" {
			t.Errorf("sessions: %v", list)
		}
		want(t, s.DropSession(ctx, "b", one.Hash), people.ErrNoAccount)
		want(t, s.DropSession(ctx, "a", one.Hash), nil)
		_, _, err = s.FindSession(ctx, one.Hash, now.Add(-time.Second), now.Add(-time.Second))
		want(t, err, people.ErrNoAccount)
	})
}

func TestRecoveryAndLinks(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx, now := p.open(t), t.Context(), time.Now().Truncate(time.Microsecond)
		want(t, s.AddAccount(ctx, person(t, "a", "Anna"), []account.RecoveryHash{{1}, {2}}), nil)
		want(t, s.UseCode(ctx, "a", account.RecoveryHash{1}), nil)
		want(t, s.UseCode(ctx, "a", account.RecoveryHash{1}), people.ErrNoAccount)
		if got := must(s.Codes(ctx, "a"))(t); len(got) != 1 || got[0] != (account.RecoveryHash{2}) {
			t.Errorf("codes left: %v", got)
		}
		want(t, s.SetCodes(ctx, "a", []account.RecoveryHash{{3}, {4}, {5}}), nil)
		if got := must(s.Codes(ctx, "a"))(t); len(got) != 3 {
			t.Errorf("%d codes", len(got))
		}
		link := account.Token{Hash: people.Hash{7}, Purpose: account.SignInByCode, Account: "a", Expires: now.Add(time.Minute)}
		want(t, s.AddLink(ctx, link, now), nil)
		if got := must(s.Link(ctx, link.Hash))(t); got != (account.Token{Hash: link.Hash, Purpose: link.Purpose, Account: "a", Expires: link.Expires.UTC()}) {
			t.Errorf("the link came back as %v", got)
		}
		link.Used = now
		want(t, s.UseLink(ctx, link), nil)
		want(t, s.UseLink(ctx, link), people.ErrChanged)
		want(t, s.AddLink(ctx, account.Token{Hash: people.Hash{8}, Expires: now}, now.Add(48*time.Hour)), nil)
		_, err := s.Link(ctx, link.Hash)
		want(t, err, people.ErrNoAccount) // storing another link two days later has deleted this expired link
	})
}

func TestDeleteAccount(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx, now := p.open(t), t.Context(), time.Now()
		want(t, s.AddAccount(ctx, person(t, "a", "Anna"), []account.RecoveryHash{{1}}), nil)
		want(t, s.Belong(ctx, "g", "a", now), nil)
		want(t, s.AddSession(ctx, people.Session{Hash: people.Hash{1}, Account: "a", Created: now, Seen: now}), nil)
		want(t, s.AddToken(ctx, play.Token{Hash: [32]byte{1}, Player: "g", Name: "bot"}), nil)
		want(t, s.Propose(ctx, play.Offer{ID: "o", Owner: "a", Open: true, Expires: now.Add(time.Hour)}), nil)
		addDevice(t, s, "d", "a", []byte{1})
		addDevice(t, s, "e", "g", nil)
		for _, player := range []string{"a", "g"} {
			want(t, s.AddHook(ctx, webhook.Hook{ID: player, Player: player, Address: "https://example.org/", Events: webhook.Events}, 5), nil)
			want(t, s.AddDelivery(ctx, webhook.NewDelivery(player, webhook.Ping, now, webhook.Data{})), nil)
		}
		want(t, s.AddApp(ctx, oauth.App{ID: "p", Owner: "a", Name: "App", Redirects: []string{"https://example.org/"}, Created: now}, 1), nil)
		for _, player := range []string{"a", "b"} { // deleting the account of a must also delete the grants that b gave to the app of a
			g := oauth.Grant{ID: player, App: "p", Player: player, CodeUntil: now, Created: now, Until: now.Add(time.Hour)}
			must(s.AddGrant(ctx, g, 5))(t)
			must(s.Issue(ctx, g, play.Token{Hash: [32]byte{player[0]}, Player: player, Name: "App"}, [32]byte{2}, now.Add(time.Hour)))(t)
		}
		want(t, s.DeleteAccount(ctx, "a", now), nil)
		want(t, s.DeleteAccount(ctx, "a", now), people.ErrNoAccount)
		for _, table := range []string{"sessions", "recovery", "tokens", "offers", "devices", "webhooks", "webhook_deliveries", "oauth_apps", "oauth_grants"} {
			if n := count(t, s, table); n != 0 {
				t.Errorf("%d rows stay in %s", n, table)
			}
		}
		if got := fmt.Sprint(must(s.Names(ctx, []string{"a", "g"}))(t)); got != "map[a: g:]" {
			t.Errorf("names are %q", got)
		}
		want(t, s.AddAccount(ctx, person(t, "a", "Anna"), nil), people.ErrHasAccount) // the id of a deleted account is never free again
		want(t, s.AddAccount(ctx, person(t, "b", "Anna"), nil), nil)                  // the name of a deleted account is free again
		want(t, s.AddSession(ctx, people.Session{Hash: people.Hash{2}, Account: "a", Created: now, Seen: now}), people.ErrNoAccount)
		if n := must(s.CountAccounts(ctx, account.Player))(t); n != 1 {
			t.Errorf("%d players", n)
		}
	})
}
