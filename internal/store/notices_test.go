package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/internal/notice"
	"kydai/internal/play"
)

// noticesText lists notices as text, oldest first.
func noticesText(t *testing.T, s *Store, players ...string) string {
	t.Helper()
	list, err := s.Notices(t.Context(), players, 100)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(list)
	words := make([]string, 0, len(list))
	for _, n := range list {
		w := string(n.Kind) + " " + n.Subject + " " + n.Other
		if n.Result != "" {
			w += " " + n.Result
		}
		if n.Seen {
			w += " seen"
		}
		words = append(words, w)
	}
	return strings.Join(words, ", ")
}

// TestNotices checks the notices of a match that lasts several days, from its
// challenge to its result.
func TestNotices(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s := p.open(t)
		ctx := t.Context()
		want := func(player, text string) {
			t.Helper()
			if got := noticesText(t, s, player, "no-one"); got != text {
				t.Errorf("%s is told %q; want %q", player, got, text)
			}
		}
		o := play.Offer{ID: "o", Owner: "anna", To: "binh", Game: "caro", Expires: time.Now().Add(time.Hour)}
		if err := s.Propose(ctx, o); err != nil {
			t.Fatal(err)
		}
		want("binh", "challenge o anna")
		want("anna", "")
		r := play.Row{ID: "m", Game: "caro", Players: [2]string{"anna", "binh"}, Terms: []byte("{}"), Started: []string{"anna", "binh"}}
		if _, err := s.Accept(ctx, "o", r); err != nil {
			t.Fatal(err)
		}
		want("binh", "started m anna") // the notice of the challenge is deleted, because the offer was accepted
		want("anna", "started m binh")

		turn := &play.Turn{Player: "binh", Other: "anna"}
		if _, err := s.Commit(ctx, play.Change{ID: "m", Seq: 0, Ply: 1, Events: [][]byte{[]byte("1")}, Turn: turn}); err != nil {
			t.Fatal(err)
		}
		want("binh", "started m anna, turn m anna")
		if err := s.SeeNotices(ctx, []string{"binh"}, "m"); err != nil {
			t.Fatal(err)
		}
		want("binh", "started m anna seen, turn m anna seen")
		// A change that was not applied must not create a notice.
		if _, err := s.Commit(ctx, play.Change{ID: "m", Seq: 0, Ply: 1, Events: [][]byte{[]byte("x")}, Turn: &play.Turn{Player: "anna", Other: "binh"}}); err == nil {
			t.Error("a change on an old state was applied")
		}
		want("anna", "started m binh")
		if _, err := s.Commit(ctx, play.Change{ID: "m", Seq: 1, Ply: 2, Events: [][]byte{[]byte("2")}, Turn: &play.Turn{Player: "anna", Other: "binh"}}); err != nil {
			t.Fatal(err)
		}
		want("binh", "started m anna seen")
		want("anna", "started m binh, turn m binh")
		end := play.Change{ID: "m", Seq: 2, Ply: 3, Events: [][]byte{[]byte("3")}, Over: true, Result: "first resign", Winner: "first", Reason: "resign",
			Facts: play.Facts{Kinds: [2]string{"human", "human"}}}
		if _, err := s.Commit(ctx, end); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline) && !strings.Contains(noticesText(t, s, "anna"), "result"); {
			time.Sleep(20 * time.Millisecond)
		}
		want("anna", "result m binh won")
		want("binh", "result m anna lost")
	})
}

// TestNoticesBounded checks that only the newest notices are kept, and that a
// player's settings are stored.
func TestNoticesBounded(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s := p.open(t)
		ctx := t.Context()
		for i := range 7 {
			id := fmt.Sprint("m", i)
			if _, err := s.Create(ctx, play.Row{ID: id, Game: "caro", Players: [2]string{"anna", "binh"}, Terms: []byte("{}"), Started: []string{"anna"}}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Millisecond)
		}
		if err := s.TrimNotices(ctx, "anna", 3); err != nil {
			t.Fatal(err)
		}
		if got := noticesText(t, s, "anna"); got != "started m4 binh, started m5 binh, started m6 binh" {
			t.Errorf("the newest three of seven are %q", got)
		}
		if err := s.TrimNotices(ctx, "anna", 3); err != nil || strings.Count(noticesText(t, s, "anna"), "started") != 3 {
			t.Errorf("three of three: %q, %v", noticesText(t, s, "anna"), err)
		}
		seen := time.Now().Add(-time.Hour).Truncate(time.Millisecond).UTC()
		if err := s.SeeAllNotices(ctx, "anna", seen); err != nil {
			t.Fatal(err)
		}
		if err := s.SwitchNotices(ctx, "anna", []notice.Kind{notice.Result, notice.Started}); err != nil {
			t.Fatal(err)
		}
		if err := s.SeeAllNotices(ctx, "anna", seen.Add(-time.Hour)); err != nil { // the time of an older page must not replace the newer time
			t.Fatal(err)
		}
		set, err := s.NoticeSettings(ctx, "anna")
		if err != nil || !set.Seen.Equal(seen) || !slices.Equal(set.Off, []notice.Kind{notice.Result, notice.Started}) {
			t.Errorf("the settings are %+v, %v", set, err)
		}
	})
}
