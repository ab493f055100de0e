package store

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"kydai/internal/classes"
	"kydai/internal/clubs"
	"kydai/internal/events"
)

// clubPeople stores an account for each name. The name is also the id.
func clubPeople(t *testing.T, s *Store, names ...string) {
	t.Helper()
	for _, name := range names {
		want(t, s.AddAccount(t.Context(), person(t, name, "Tên "+name), nil), nil)
	}
}

func addClub(t *testing.T, s *Store, id, owner string) {
	t.Helper()
	if full := must(s.AddClub(t.Context(), &clubs.Club{ID: id, Name: "CLB " + id, Link: "link " + id}, owner, 3))(t); full {
		t.Fatalf("no place for the club %s", id)
	}
}

// rolesOf returns the members of a club with their roles, in list order.
func rolesOf(t *testing.T, s *Store, club string) (text string) {
	t.Helper()
	for _, m := range must(s.ClubMembers(t.Context(), club))(t) {
		text += m.Player + ":" + string(m.Role) + " "
	}
	return text
}

// TestClubMembers checks that the limits of members, requests and organisers
// hold, that a role changes only if the old role is as expected, and that the
// owner cannot leave.
func TestClubMembers(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		clubPeople(t, s, "an", "bo", "chi", "du", "em")
		for _, id := range []string{"one", "two", "three"} {
			addClub(t, s, id, "an")
		}
		if full := must(s.AddClub(ctx, &clubs.Club{ID: "four", Name: "x"}, "an", 3))(t); !full {
			t.Error("a fourth club")
		}
		if _, err := s.Club(ctx, "four"); !errors.Is(err, clubs.ErrNoClub) {
			t.Errorf("the fourth club: %v", err)
		}
		join := func(club, player string, role clubs.Role, most, own int) bool {
			t.Helper()
			return must(s.JoinClub(ctx, club, player, role, most, own))(t)
		}
		if join("one", "bo", clubs.Asked, 1, 9) || !join("one", "chi", clubs.Asked, 1, 9) || join("one", "chi", clubs.Ordinary, 2, 9) || !join("one", "du", clubs.Ordinary, 2, 9) {
			t.Error("the limits of members and requests")
		}
		if join("one", "bo", clubs.Ordinary, 9, 9) { // bo is already a member, so nothing changes
			t.Error("twice")
		}
		if join("two", "du", clubs.Ordinary, 9, 1) || !join("three", "du", clubs.Ordinary, 9, 1) {
			t.Error("the limit of clubs of an account")
		}
		if full := must(s.SetClubRole(ctx, "one", "bo", clubs.Asked, clubs.Ordinary, 2))(t); !full {
			t.Error("a request is taken in over the limit")
		}
		must(s.SetClubRole(ctx, "one", "bo", clubs.Asked, clubs.Ordinary, 9))(t)
		if _, err := s.SetClubRole(ctx, "one", "bo", clubs.Asked, clubs.Ordinary, 9); !errors.Is(err, clubs.ErrNoMember) {
			t.Errorf("a role that is another: %v", err)
		}
		must(s.SetClubRole(ctx, "one", "chi", clubs.Ordinary, clubs.Organiser, 1))(t)
		if full := must(s.SetClubRole(ctx, "one", "bo", clubs.Ordinary, clubs.Organiser, 1))(t); !full {
			t.Error("two organisers")
		}
		if got := rolesOf(t, s, "one"); got != "an:owner chi:organiser bo:member " {
			t.Errorf("the roles are %s", got)
		}
		if err := s.LeaveClub(ctx, "one", "an"); !errors.Is(err, clubs.ErrNoMember) {
			t.Errorf("the owner leaves: %v", err)
		}
		if err := s.HandOver(ctx, "one", "an", "em"); !errors.Is(err, clubs.ErrNoMember) {
			t.Errorf("a stranger becomes the owner: %v", err)
		}
		want(t, s.HandOver(ctx, "one", "an", "bo"), nil)
		want(t, s.LeaveClub(ctx, "one", "an"), nil)
		if got := rolesOf(t, s, "one"); got != "bo:owner chi:organiser " {
			t.Errorf("after handing over: %s", got)
		}
		mine := must(s.Clubs(ctx, clubs.Query{Player: "an"}, 9))(t)
		if len(mine) != 2 || mine[0].ID != "three" || mine[0].Members != 1 {
			t.Errorf("the clubs of an are %+v", mine)
		}
		next := must(s.Clubs(ctx, clubs.Query{Before: mine[0]}, 9))(t)
		if len(next) != 2 || next[0].ID != "two" {
			t.Errorf("the next page is %+v", next)
		}
	})
}

// TestClubDeletion checks that when the account of an owner is deleted, the organiser of longest
// standing becomes the owner. A club without an organiser is deleted with all its rows, but its
// events remain.
func TestClubDeletion(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		clubPeople(t, s, "an", "bo", "chi", "du")
		addClub(t, s, "kept", "an")
		addClub(t, s, "lost", "an")
		for _, player := range []string{"chi", "bo", "du"} {
			must(s.JoinClub(ctx, "kept", player, clubs.Ordinary, 9, 9))(t)
			must(s.JoinClub(ctx, "lost", player, clubs.Ordinary, 9, 9))(t)
		}
		for _, player := range []string{"bo", "chi", "du"} {
			must(s.SetClubRole(ctx, "kept", player, clubs.Ordinary, clubs.Organiser, 9))(t)
		}
		now := time.Now()
		e := must(eventNode(s).Create(ctx, events.Caller{ID: "bo", Account: true}, eventSettings()))(t)
		must(s.PutClubEvent(ctx, "lost", e.ID, now, 9))(t)
		must(s.PutSeason(ctx, "lost", &clubs.Season{Name: "x", Starts: now, Ends: now.Add(time.Hour), Rule: clubs.ByScore}, 9))(t)
		must(s.PutResult(ctx, "lost", &clubs.Result{ID: "r", Name: "x", Server: "s", Key: []byte{1}, Starts: now, File: []byte("f")}, 9))(t)
		want(t, s.DeleteAccount(ctx, "an", now), nil)
		if got := rolesOf(t, s, "kept"); got != "chi:owner bo:organiser du:organiser " {
			t.Errorf("the roles are %s", got)
		}
		if _, err := s.Club(ctx, "lost"); !errors.Is(err, clubs.ErrNoClub) {
			t.Errorf("a club without owner: %v", err)
		}
		for _, part := range clubParts {
			var n int
			want(t, s.reads.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM `+part+` WHERE club = 'lost'`)).Scan(&n), nil)
			if n > 0 {
				t.Errorf("%d rows of the closed club are left in %s", n, part)
			}
		}
		must(s.Facts(ctx, e.ID, 0))(t)
		for _, player := range []string{"chi", "bo", "du"} {
			want(t, s.DeleteAccount(ctx, player, now), nil)
		}
		if list := must(s.Clubs(ctx, clubs.Query{}, 9))(t); len(list) != 0 {
			t.Errorf("clubs of nobody: %+v", list)
		}
	})
}

// TestClubCalendar checks that an event is in the calendar of one club only, that the organisers of
// this club manage it, and that results of another server replace an earlier file of the same
// event.
func TestClubCalendar(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		clubPeople(t, s, "an", "bo")
		addClub(t, s, "one", "an")
		addClub(t, s, "two", "an")
		must(s.JoinClub(ctx, "one", "bo", clubs.Ordinary, 9, 9))(t)
		node := eventNode(s)
		var ids []string
		for range 3 {
			ids = append(ids, must(node.Create(ctx, events.Caller{ID: "an", Account: true}, eventSettings()))(t).ID)
		}
		day := func(n int) time.Time { return time.Date(2026, 11, n, 19, 0, 0, 0, time.UTC) }
		must(s.PutClubEvent(ctx, "one", ids[0], day(9), 2))(t)
		must(s.PutClubEvent(ctx, "one", ids[1], day(7), 2))(t)
		if full := must(s.PutClubEvent(ctx, "one", ids[2], day(7), 2))(t); !full {
			t.Error("a third event")
		}
		must(s.PutClubEvent(ctx, "one", ids[0], day(3), 2))(t)
		if _, err := s.PutClubEvent(ctx, "two", ids[0], day(3), 2); !errors.Is(err, clubs.ErrTaken) {
			t.Errorf("in two calendars: %v", err)
		}
		list := must(s.ClubEvents(ctx, "one"))(t)
		if len(list) != 2 || list[0].Event.ID != ids[0] || !list[0].Starts.Equal(day(3)) || list[0].Event.Name != "Giải" || list[0].Event.Phase != events.Draft {
			t.Errorf("the calendar is %+v", list)
		}
		runs := func(player, event string) bool { return must(s.RunsEvent(ctx, player, event))(t) }
		if !runs("an", ids[0]) || runs("bo", ids[0]) || runs("an", ids[2]) {
			t.Error("who runs the events")
		}
		must(s.SetClubRole(ctx, "one", "bo", clubs.Ordinary, clubs.Organiser, 9))(t)
		if !runs("bo", ids[0]) {
			t.Error("an organiser does not run the event")
		}
		if c := must(s.ClubOf(ctx, ids[1]))(t); c.ID != "one" {
			t.Errorf("the club of the event is %+v", c)
		}
		want(t, s.DropClubEvent(ctx, "one", ids[0]), nil)
		if err := s.DropClubEvent(ctx, "one", ids[0]); !errors.Is(err, clubs.ErrNoEntry) {
			t.Errorf("dropped twice: %v", err)
		}

		put := func(id, file string, key byte) bool {
			t.Helper()
			r := &clubs.Result{ID: id, Name: "Giải khác", Server: "clb.example", Key: []byte{key}, Signed: file, Starts: day(5), File: []byte(file)}
			return must(s.PutResult(ctx, "one", r, 1))(t)
		}
		if put("r", "1", 1) || put("r", "2", 1) || !put("q", "3", 1) {
			t.Error("the limit of results")
		}
		r := must(s.Result(ctx, "one", "r"))(t)
		if string(r.File) != "2" || r.Server != "clb.example" || !r.Starts.Equal(day(5)) {
			t.Errorf("the result is %+v", r)
		}
		if k := must(s.ServerKey(ctx, "one", "clb.example"))(t); !slices.Equal(k, []byte{1}) {
			t.Errorf("the key is %v", k)
		}
		if k := must(s.ServerKey(ctx, "two", "clb.example"))(t); k != nil {
			t.Errorf("another club knows the key %v", k)
		}
		want(t, s.DropResult(ctx, "one", "r"), nil)
		if _, err := s.Result(ctx, "one", "r"); !errors.Is(err, clubs.ErrNoEntry) {
			t.Errorf("deleted: %v", err)
		}
		for i := range 2 {
			x := clubs.Season{Name: fmt.Sprint(i), Starts: day(1 + i), Ends: day(20), Rule: clubs.ByPlace, Best: 3}
			if full := must(s.PutSeason(ctx, "one", &x, 2))(t); full || x.Number != i+1 {
				t.Errorf("season %d: %d %t", i, x.Number, full)
			}
		}
		if full := must(s.PutSeason(ctx, "one", &clubs.Season{Name: "x", Starts: day(1), Ends: day(2)}, 2))(t); !full {
			t.Error("a third season")
		}
		must(s.PutSeason(ctx, "one", &clubs.Season{Number: 1, Name: "Xuân", Starts: day(4), Ends: day(9), Rule: clubs.ByScore}, 2))(t)
		seasons := must(s.Seasons(ctx, "one"))(t)
		if len(seasons) != 2 || seasons[0].Name != "Xuân" || seasons[0].Best != 0 || seasons[1].Rule != clubs.ByPlace {
			t.Errorf("the seasons are %+v", seasons)
		}
	})
}

// TestPersons checks that a guest is mapped to the account it belongs to, and
// that children of classes are recognised.
func TestPersons(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		clubPeople(t, s, "an", "bo")
		want(t, s.Belong(ctx, "guest", "an", time.Now()), nil)
		must(s.AddClass(ctx, &classes.Class{ID: "class", Name: "Lớp", Teacher: "an", Code: "CODE"}, 9))(t)
		must(s.AddPupil(ctx, pupilOf(t, "class", "child", "Gấu Xanh", "s1"), 9))(t)
		want(t, s.DeleteAccount(ctx, "bo", time.Now()), nil)
		got := must(s.Persons(ctx, []string{"guest", "child", "bo", "unknown"}))(t)
		if got["guest"] != (clubs.Person{Player: "an", Name: "Tên an"}) || !got["child"].Pupil || got["bo"] != (clubs.Person{Player: "bo"}) || got["unknown"].Name != "" {
			t.Errorf("the persons are %+v", got)
		}
	})
}

// TestClubNames checks that a second confirmation of a tie (which says which member a name means)
// is added to the first, that an organiser's tie for the same name replaces the old tie, and that
// ties are deleted with the account.
func TestClubNames(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		clubPeople(t, s, "an", "bo", "chi")
		addClub(t, s, "one", "an")
		put := func(id, player string, led clubs.Word, own bool) error {
			_, err := s.PutClubName(ctx, "one", &clubs.Tie{ID: id, Source: "ab", Name: "Tên", Player: player, Led: led, Own: own}, 2)
			return err
		}
		names := func() (text string) {
			for _, n := range must(s.ClubNames(ctx, "one"))(t) {
				text += fmt.Sprintf("%s %s %d %t; ", n.ID, n.Player, n.Led, n.Own)
			}
			return text
		}
		want(t, put("x", "bo", clubs.NoWord, true), nil)
		want(t, put("x", "bo", clubs.OrganiserWord, false), nil)
		if got := names(); got != "x bo 1 true; " {
			t.Errorf("both words: %s", got)
		}
		if err := put("x", "chi", clubs.NoWord, true); !errors.Is(err, clubs.ErrNameTaken) {
			t.Errorf("a claim to the name of another: %v", err)
		}
		want(t, put("x", "chi", clubs.OrganiserWord, false), nil)
		if got := names(); got != "x chi 1 false; " {
			t.Errorf("another member: %s", got)
		}
		want(t, put("y", "bo", clubs.OwnerWord, false), nil)
		if full := must(s.PutClubName(ctx, "one", &clubs.Tie{ID: "z", Name: "a", Spelling: "b"}, 2))(t); !full {
			t.Error("a third name")
		}
		want(t, s.TrustKey(ctx, "one", "ab", true), nil)
		want(t, s.TrustKey(ctx, "one", "ab", true), nil)
		if got := must(s.TrustedKeys(ctx, "one"))(t); !slices.Equal(got, []string{"ab"}) {
			t.Errorf("trusted: %v", got)
		}
		want(t, s.TrustKey(ctx, "one", "ab", false), nil)
		if got := must(s.TrustedKeys(ctx, "one"))(t); len(got) != 0 {
			t.Errorf("no longer trusted: %v", got)
		}
		want(t, s.DeleteAccount(ctx, "chi", time.Now()), nil)
		if got := names(); got != "y bo 2 false; " {
			t.Errorf("after a deletion: %s", got)
		}
		want(t, s.DropClubName(ctx, "one", "y"), nil)
		if err := s.DropClubName(ctx, "one", "y"); !errors.Is(err, clubs.ErrNoName) {
			t.Errorf("dropped twice: %v", err)
		}
	})
}
