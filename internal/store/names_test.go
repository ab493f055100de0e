package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/match"
)

// called returns the names of players as text, one name per line.
func called(t testing.TB, s *Store, players ...string) string {
	t.Helper()
	list := must(s.Called(t.Context(), players))(t)
	var lines []string
	for _, c := range list {
		lines = append(lines, c.Player+c.Alias+"="+c.Name)
	}
	slices.Sort(lines)
	return strings.Join(lines, " ")
}

func named(id string, names ...play.Called) play.Row {
	r := row(id)
	r.Names = names
	return r
}

// TestNamesOfPlayers checks that a new match stores the names of its guests and
// bots, that the name of an account changes only with the account, and that a
// deleted name does not come back.
func TestNamesOfPlayers(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx, now := p.open(t), t.Context(), time.Now()
		is := func(want string) {
			t.Helper()
			if got := called(t, s, "anna", "bao", "g"); got != want {
				t.Errorf("names are %s, want %s", got, want)
			}
		}
		must(s.Create(ctx, named("m1", play.Called{Player: "bao", Name: "B"}, play.Called{Player: "anna", Name: "Guest 1"})))(t)
		must(s.Create(ctx, named("m2", play.Called{Player: "anna", Name: "Guest 2"}, play.Called{Player: "bao", Alias: "#1", Name: "bot"})))(t)
		is("anna=Guest 2 bao#1=bot bao=B")
		want(t, s.AddAccount(ctx, person(t, "anna", "Anna"), nil), nil)
		must(s.Create(ctx, named("m3", play.Called{Player: "anna", Name: "Guest 3"}, play.Called{Player: "g", Name: "G"})))(t)
		is("anna=Anna bao#1=bot bao=B g=G")
		want(t, s.Belong(ctx, "g", "anna", now), nil)
		a := must(s.Account(ctx, "anna"))(t)
		a.Name = person(t, "anna", "Hạnh").Name
		want(t, s.SetAccount(ctx, a), nil)
		is("anna=Hạnh bao#1=bot bao=B g=Hạnh")
		want(t, s.DeleteAccount(ctx, "anna", now), nil)
		must(s.Create(ctx, named("m4", play.Called{Player: "anna", Name: "Anna"}, play.Called{Player: "g", Name: "G"})))(t)
		is("anna= bao#1=bot bao=B g=")
	})
}

// oldTerms returns the terms of a match as earlier releases stored them, with names.
func oldTerms(t testing.TB, first, second string) []byte {
	t.Helper()
	body := fmt.Sprintf(`{"v":1,"game":"chess","clock":"5+3","seats":[{"kind":"human","player":"anna","name":%q},{"kind":"bot","player":"bao","name":%q}]}`, first, second)
	if _, err := match.DecodeTerms([]byte(body)); err != nil {
		t.Fatal(err)
	}
	return []byte(body)
}

// TestMoveNames checks that the names in old rows, live and archived, move to the table names, that
// the latest name of a player wins, and that the second pass finds rows that an old node has
// written meanwhile.
func TestMoveNames(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		add := func(id string, terms []byte, over bool) {
			r := row(id)
			r.Terms = terms
			must(s.Create(ctx, r))(t)
			if over {
				c := move(id, 0)
				c.Over = true
				must(s.Commit(ctx, c))(t)
				must(s.Archive(ctx))(t)
			}
		}
		walk := func() {
			t.Helper()
			want(t, s.inBatches(ctx, func() (bool, error) { return s.moveNames(ctx) }), nil)
		}
		again := func(place string) {
			must(s.db.ExecContext(ctx, s.sql(`DELETE FROM settings WHERE name = $1`), namesSetting))(t)
			if place != "" {
				must(s.db.ExecContext(ctx, s.sql(`INSERT INTO settings (name, value) VALUES ($1, $2)`), namesSetting, place))(t)
			}
		}
		s.tasks.close() // the background tasks have already finished the first pass, over the empty database
		for i := range 5 {
			add(fmt.Sprint("z", i), oldTerms(t, "Anna", "Robo"), i%2 == 0)
			time.Sleep(time.Millisecond)
		}
		add("a", oldTerms(t, "Hạnh", "Other"), true) // row a has the first id but belongs to the latest match, so its names must win
		add("b", []byte("not terms"), false)
		again("")
		walk()
		for _, id := range []string{"a", "z0", "z1", "z2", "z3", "z4"} {
			if r := must(s.Load(ctx, id))(t); strings.ContainsAny(string(r.Terms), "ạAR") {
				t.Errorf("%s has the terms %s", id, r.Terms)
			}
		}
		if got := called(t, s, "anna", "bao"); !strings.HasPrefix(got, "anna=Hạnh bao#") || strings.Count(got, "bao#") != 2 {
			t.Errorf("names are %s", got)
		}
		// During the pause, a node of the earlier release writes one more row with names.
		add("c", oldTerms(t, "Anna", "Robo"), true)
		walk()
		if r := must(s.Load(ctx, "c"))(t); !strings.Contains(string(r.Terms), "Anna") {
			t.Error("the second walk did not wait")
		}
		again(waits + fmt.Sprint(micros(time.Now().Add(-namesPause))))
		walk()
		if r := must(s.Load(ctx, "c"))(t); strings.Contains(string(r.Terms), "Anna") {
			t.Errorf("the second walk left %s", r.Terms)
		}
		if !s.nameless.Load() {
			t.Error("the walks are not over")
		}
	})
}

// TestDeleteAgain checks that a deleted player is deleted again after an older state of the
// database was restored, whether the state contains the player as an account, as a guest or not at
// all.
func TestDeleteAgain(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx, now := p.open(t), t.Context(), time.Now()
		want(t, s.AddAccount(ctx, person(t, "anna", "Anna"), nil), nil)
		want(t, s.Belong(ctx, "g", "anna", now), nil)
		must(s.Create(ctx, named("m", play.Called{Player: "bao", Name: "B"})))(t)
		for _, id := range []string{"g", "anna", "bao", "unknown", "anna"} {
			want(t, s.DeleteAgain(ctx, id, now), nil)
		}
		ids := must(s.Deleted(ctx))(t)
		slices.Sort(ids)
		if got := strings.Join(ids, " "); got != "anna bao g unknown" {
			t.Errorf("deleted are %s", got)
		}
		if got := called(t, s, "anna", "bao", "g"); got != "anna= bao= g=" {
			t.Errorf("names are %s", got)
		}
		want(t, s.AddAccount(ctx, person(t, "x", "Anna"), nil), nil) // the deleted account's name is free again
	})
}
