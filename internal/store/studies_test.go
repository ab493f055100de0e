package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"kydai/internal/study"
)

// share stores a study of a player and returns its id. The result full is true if the player
// already has the maximum number of studies, which is 2 for a guest and 3 for an account.
func share(t *testing.T, s *Store, owner, body string) (id string, full bool) {
	t.Helper()
	id, full, err := s.AddStudy(t.Context(), &study.Study{ID: owner + "-" + body, Owner: owner, Game: "chess", Body: body}, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	return id, full
}

func studyIDs(t *testing.T, s *Store, owners ...string) string {
	t.Helper()
	list, err := s.Studies(t.Context(), owners)
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	return strings.Join(ids, " ")
}

// TestStudies checks that a study is stored only once per owner, that the number of studies is
// limited, that everybody can open a study, and that only its owner can delete it. A guest's study
// is deleted if it was not opened for 90 days; an account's study stays until the account is
// deleted.
func TestStudies(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		want(t, s.AddAccount(ctx, person(t, "acc", "Anna"), nil), nil)
		for i, body := range []string{"a", "b", "a", "c"} {
			id, full := share(t, s, "guest", body)
			if full != (i == 3) || !full && id != "guest-"+body {
				t.Errorf("sharing %s: %q, full %t", body, id, full)
			}
		}
		for i := range 4 {
			if _, full := share(t, s, "acc", fmt.Sprint(i)); full != (i == 3) {
				t.Errorf("the study %d of an account: full %t", i, full)
			}
		}
		if got := studyIDs(t, s, "guest"); got != "guest-b guest-a" {
			t.Errorf("the guest has %s", got)
		}
		one, err := s.Study(ctx, "guest-a")
		if err != nil || one.Body != "a" || one.Game != "chess" || one.Owner != "guest" || one.Made.IsZero() || one.Seen.Sub(one.Made).Abs() > time.Second {
			t.Errorf("the study is %+v, %v", one, err)
		}
		if _, err := s.Study(ctx, "none"); !errors.Is(err, study.ErrNoStudy) {
			t.Errorf("a study that is none: %v", err)
		}
		want(t, s.DropStudy(ctx, []string{"acc"}, "guest-a"), study.ErrNoStudy)

		// After 100 days in which the guest opened only one of the studies, only that study
		// remains.
		if _, err := s.exec(ctx, `UPDATE studies SET seen = seen - $1`, study.KeptFor.Microseconds()*10/9); err != nil {
			t.Fatal(err)
		}
		must(s.Study(ctx, "guest-b"))(t)
		must(s.Expire(ctx))(t)
		if got := studyIDs(t, s, "guest", "acc"); got != "acc-2 acc-1 acc-0 guest-b" {
			t.Errorf("after 100 days there are %s", got)
		}
		want(t, s.DropStudy(ctx, []string{"other", "guest"}, "guest-b"), nil)
		now, _, err := s.Reading(ctx)
		want(t, err, nil)
		want(t, s.DeleteAccount(ctx, "acc", now), nil)
		if got := studyIDs(t, s, "guest", "acc"); got != "" {
			t.Errorf("after the end there are %s", got)
		}
	})
}
