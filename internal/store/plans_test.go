package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/internal/play"
)

// plansText lists the plans of a match as text, oldest first.
func plansText(t *testing.T, s *Store, match string) string {
	t.Helper()
	list, err := s.Plans(t.Context(), match)
	if err != nil {
		t.Fatal(err)
	}
	words := make([]string, 0, len(list))
	for _, p := range list {
		if p.At.IsZero() || p.Match != match {
			t.Errorf("a plan is %+v", p)
		}
		words = append(words, fmt.Sprint(p.Player, " ", p.ID, " ", p.Ply, " ", p.Turn, " ", strings.Join(p.Moves, "-")))
	}
	return strings.Join(words, ", ")
}

// daysMatch stores a match without moves between anna and binh.
func daysMatch(t *testing.T, s *Store, id string) {
	t.Helper()
	if _, err := s.Create(t.Context(), play.Row{ID: id, Game: "caro", Players: [2]string{"anna", "binh"}, Terms: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
}

// TestPlans checks that plans are stored, listed and deleted, that their number
// is limited, and that a plan needs a match in progress.
func TestPlans(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s := p.open(t)
		ctx := t.Context()
		daysMatch(t, s, "m")
		plan := play.Plan{ID: "one", Match: "m", Player: "anna", Ply: 3, Turn: 5, Moves: []string{"h8", "i9"}}
		if err := s.AddPlan(ctx, plan, 2); err != nil {
			t.Fatal(err)
		}
		two := plan
		two.ID, two.Player = "two", "binh"
		if err := s.AddPlan(ctx, two, 2); err != nil {
			t.Fatal(err)
		}
		if got := plansText(t, s, "m"); got != "anna one 3 5 h8-i9, binh two 3 5 h8-i9" {
			t.Errorf("the plans are %q", got)
		}
		var many []string
		var mu sync.Mutex
		var wg sync.WaitGroup
		for i := range 6 { // at the same time, as from several devices
			wg.Go(func() {
				more := plan
				more.ID = fmt.Sprint("more", i)
				err := s.AddPlan(ctx, more, 2)
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					many = append(many, more.ID)
				} else if !errors.Is(err, play.ErrConflict) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if len(many) != 1 {
			t.Errorf("a player with one plan of two could store %d more", len(many))
		}
		for _, c := range []struct {
			player string
			ids    []string
			want   int
		}{{"binh", append(many, "one"), 0}, {"anna", many, 1}, {"anna", many, 0}, {"anna", []string{"a\x00b"}, 0}} {
			if n, err := s.DropPlans(ctx, "m", c.player, c.ids); n != c.want || err != nil {
				t.Errorf("%s deletes %v: %d, %v", c.player, c.ids, n, err)
			}
		}
		for _, bad := range []play.Plan{
			{ID: "x", Match: "none", Player: "anna", Moves: []string{"h8"}},
			{ID: "x", Match: "m", Player: "anna", Moves: []string{"h8 i9"}},
			{ID: "x", Match: "m", Player: "an\x00na", Moves: []string{"h8"}},
		} {
			if err := s.AddPlan(ctx, bad, 2); err == nil {
				t.Errorf("a plan was stored: %+v", bad)
			}
		}
		// Archiving a match deletes its plans. Plans of other matches stay.
		daysMatch(t, s, "n")
		other := plan
		other.Match = "n"
		if err := s.AddPlan(ctx, other, 2); err != nil {
			t.Fatal(err)
		}
		end := play.Change{ID: "m", Seq: 0, Ply: 3, Events: [][]byte{[]byte("3")}, Over: true, Result: "first resign", Winner: "first", Reason: "resign"}
		if _, err := s.Commit(ctx, end); err != nil {
			t.Fatal(err)
		}
		if err := s.AddPlan(ctx, two, 9); !errors.Is(err, play.ErrConflict) {
			t.Errorf("a plan for a match that is over: %v", err)
		}
		if _, err := s.Archive(ctx); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(10 * time.Second); plansText(t, s, "m") != "" && time.Now().Before(deadline); {
			time.Sleep(10 * time.Millisecond) // the background archiver may still be moving the match
		}
		if got := plansText(t, s, "m"); got != "" {
			t.Errorf("the match is over and has the plans %q", got)
		}
		if got := plansText(t, s, "n"); got != "anna one 3 5 h8-i9" {
			t.Errorf("another match has the plans %q", got)
		}
	})
}

// TestRemind checks that a player gets one reminder per turn, even if several nodes send it, and
// that the reminder is deleted when the turn ends.
func TestRemind(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s := p.open(t)
		ctx := t.Context()
		daysMatch(t, s, "m")
		now := time.Date(2026, 1, 4, 0, 0, 0, 0, time.UTC)
		r := play.Reminder{Match: "m", Seq: 0, Player: "anna", Other: "binh", Since: now.Add(-54 * time.Hour), At: now}
		var wg sync.WaitGroup
		var mu sync.Mutex
		var told []bool
		for i := range 8 {
			again := r
			again.At = now.Add(time.Duration(i) * time.Second)
			wg.Go(func() {
				ok, err := s.Remind(ctx, again)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				told = append(told, ok)
			})
		}
		wg.Wait()
		slices.SortFunc(told, func(a, b bool) int {
			switch {
			case a == b:
				return 0
			case a:
				return -1
			}
			return 1
		})
		if !told[0] || slices.Contains(told[1:], true) {
			t.Errorf("eight nodes told %v", told)
		}
		if got := noticesText(t, s, "anna"); got != "soon m binh" {
			t.Errorf("anna is told %q", got)
		}
		if err := s.SeeNotices(ctx, []string{"anna"}, "m"); err != nil {
			t.Fatal(err)
		}
		if got := noticesText(t, s, "anna"); got != "soon m binh seen" {
			t.Errorf("anna has seen %q", got)
		}
		// The move deletes the reminder, and a reminder for the previous turn is refused.
		c := play.Change{ID: "m", Seq: 0, Ply: 1, Events: [][]byte{[]byte("1")}, Turn: &play.Turn{Player: "binh", Other: "anna"}}
		if _, err := s.Commit(ctx, c); err != nil {
			t.Fatal(err)
		}
		if ok, err := s.Remind(ctx, r); ok || err != nil {
			t.Errorf("reminded of a turn that is over: %v, %v", ok, err)
		}
		if got := noticesText(t, s, "anna"); got != "" {
			t.Errorf("after the move anna is told %q", got)
		}
		// A reminder row that a node of an earlier release has left behind must not prevent the
		// next reminder.
		next := play.Reminder{Match: "m", Seq: 1, Player: "binh", Other: "anna", Since: now, At: now.Add(54 * time.Hour)}
		old := next
		old.At = now.Add(-time.Hour)
		for i, c := range []struct {
			r    play.Reminder
			want bool
		}{{old, true}, {next, true}, {next, false}} {
			if ok, err := s.Remind(ctx, c.r); ok != c.want || err != nil {
				t.Errorf("reminder %d: %v, %v", i, ok, err)
			}
		}
		end := play.Change{ID: "m", Seq: 1, Ply: 1, Events: [][]byte{[]byte("2")}, Over: true, Result: "first time", Winner: "first", Reason: "time"}
		if _, err := s.Commit(ctx, end); err != nil {
			t.Fatal(err)
		}
		if ok, err := s.Remind(ctx, play.Reminder{Match: "m", Seq: 2, Player: "binh", Other: "anna", Since: now, At: now.Add(99 * time.Hour)}); ok || err != nil {
			t.Errorf("reminded in a match that is over: %v, %v", ok, err)
		}
	})
}
