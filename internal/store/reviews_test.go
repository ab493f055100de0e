package store

import (
	"errors"
	"testing"
	"time"

	"kydai/internal/play"
)

// TestReviews checks that a match has one review, that one holder works on it
// at a time, and that players are served in turn.
func TestReviews(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s := p.open(t)
		ctx := t.Context()
		add := func(match, player string) error {
			return s.AddReview(ctx, play.ReviewRow{Match: match, Player: player, Plies: 3}, 2)
		}
		take := func(holder string, lease time.Duration) string {
			t.Helper()
			r, ok, err := s.TakeReview(ctx, holder, lease)
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				return ""
			}
			return r.Match
		}
		if got := take("a", time.Minute); got != "" {
			t.Fatalf("took %q of none", got)
		}
		for _, m := range []string{"m1", "m2"} {
			if err := add(m, "anna"); err != nil {
				t.Fatal(err)
			}
		}
		if err := add("m3", "anna"); !errors.Is(err, play.ErrBusy) {
			t.Errorf("a third review: %v", err)
		}
		if err := add("m1", "binh"); err != nil { // m1 already has a review, so nothing changes
			t.Errorf("the same match again: %v", err)
		}
		if err := add("b1", "binh"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Review(ctx, "m9"); !errors.Is(err, play.ErrNotFound) {
			t.Errorf("a review of no match: %v", err)
		}
		// Reviews are given to the players in turn. After a review of anna, the review of binh must
		// come next, although anna's second review is older.
		if got := take("a", time.Minute); got != "m1" {
			t.Errorf("first %q", got)
		}
		if got := take("b", time.Minute); got != "b1" {
			t.Errorf("then %q", got)
		}
		if err := s.SaveReview(ctx, "m1", "b", 1, []byte("x"), 0); !errors.Is(err, play.ErrConflict) {
			t.Errorf("the holder of another review: %v", err)
		}
		if err := s.SaveReview(ctx, "m1", "a", 1, []byte("[1]"), 0); err != nil {
			t.Fatal(err)
		}
		r, err := s.Review(ctx, "m1")
		if err != nil || r.Done != 1 || string(r.Body) != "[1]" || r.Player != "anna" || r.Plies != 3 || r.At.IsZero() {
			t.Errorf("the review is %+v, %v", r, err)
		}
		// A holder stops without finishing its review. When its lease has expired, another holder
		// must get the review, with the results stored so far.
		if got := take("c", 0); got != "m1" {
			t.Errorf("after that %q", got)
		}
		time.Sleep(5 * time.Millisecond)
		if got := take("d", time.Minute); got != "m1" {
			t.Errorf("the one of the dead: %q", got)
		}
		if got := take("d", time.Minute); got != "m2" {
			t.Errorf("anna's other one: %q", got)
		}
		if err := s.SaveReview(ctx, "m1", "c", 3, nil, 0); !errors.Is(err, play.ErrConflict) {
			t.Errorf("the dead came back: %v", err)
		}
		if err := s.SaveReview(ctx, "m1", "d", 3, []byte("[1,2,3]"), 0); err != nil {
			t.Fatal(err)
		}
		if got := take("e", time.Minute); got != "" {
			t.Errorf("all are held or done: %q", got)
		}
		if n, err := s.DropReviews(ctx, time.Hour); n != 0 || err != nil {
			t.Errorf("%d were old, %v", n, err)
		}
		time.Sleep(2 * time.Millisecond)
		if n, err := s.DropReviews(ctx, time.Millisecond); n != 3 || err != nil {
			t.Errorf("%d were old, %v", n, err)
		}
	})
}

// TestWholeReviews checks that only completed reviews are returned to the operator's report about a
// player.
func TestWholeReviews(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s := p.open(t)
		ctx := t.Context()
		for match, done := range map[string]int{"whole": 3, "half": 1, "other": 3} {
			must0(t, s.AddReview(ctx, play.ReviewRow{Match: match, Player: match, Plies: 3, Done: done, Body: []byte("[]")}, 2))
		}
		all, err := s.WholeReviews(ctx, []string{"whole", "half", "none"})
		if err != nil || len(all) != 1 || all[0].Match != "whole" || string(all[0].Body) != "[]" {
			t.Errorf("%+v, %v", all, err)
		}
	})
}

func must0(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
