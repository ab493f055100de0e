package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/ties"
)

// society creates three accounts and a match between two guests. It returns a ties service on this
// store.
func society(t *testing.T, s *Store) *ties.Service {
	t.Helper()
	ctx := t.Context()
	for i, name := range []string{"Anna", "Bảo", "Chi"} {
		want(t, s.AddAccount(ctx, person(t, fmt.Sprint("p", i), name), nil), nil)
	}
	r := row("m")
	r.Players = [2]string{"g0", "g1"}
	r.Names = []play.Called{{Player: "g0", Name: "Guest 0"}, {Player: "g1", Name: "Guest 1"}}
	must(s.Create(ctx, r))(t)
	return ties.New(ties.Options{Store: s, Plays: func(_ context.Context, match, _ string) (bool, error) { return match == "m", nil }})
}

func tieCode(err error) string {
	var e *game.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func namesOf(list []ties.Tie) string {
	var all []string
	for _, one := range list {
		all = append(all, one.Name)
	}
	return strings.Join(all, ", ")
}

func TestFollows(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx, now := p.open(t), t.Context(), time.Now()
		all := society(t, s)
		want(t, all.Follow(ctx, "p0", "p2", now), nil)
		want(t, all.Follow(ctx, "p0", "p1", now), nil)
		want(t, all.Follow(ctx, "p0", "p1", now), nil) // following a player again changes nothing
		want(t, s.Belong(ctx, "g1", "p1", now), nil)
		want(t, all.Unfollow(ctx, "p0", "nobody"), nil)
		for other, code := range map[string]string{"p0": ties.Yourself, "g0": ties.NoPlayer, "nobody": ties.NoPlayer, "": ties.NoPlayer, "a\x00b": ties.NoPlayer} {
			if err := all.Follow(ctx, "p0", other, now); tieCode(err) != code {
				t.Errorf("following %q: %v", other, err)
			}
		}
		if got := namesOf(must(all.Following(ctx, "p0"))(t)); got != "Bảo, Chi" {
			t.Errorf("follows %q", got)
		}
		if follows, blocks, err := all.Between(ctx, "p0", "g1"); err != nil || !follows || blocks {
			t.Errorf("a guest who belongs to p1: %v, %v, %v", follows, blocks, err)
		}
		// A block ends following in both directions and prevents new following.
		want(t, all.Follow(ctx, "p1", "p0", now), nil)
		want(t, all.Block(ctx, "p1", "p0", now), nil)
		if got := namesOf(must(all.Following(ctx, "p0"))(t)) + ";" + namesOf(must(all.Following(ctx, "p1"))(t)); got != "Chi;" {
			t.Errorf("after a block: %q", got)
		}
		if one, two := all.Follow(ctx, "p0", "p1", now), all.Follow(ctx, "p1", "p0", now); tieCode(one) != ties.NotForYou || one.Error() != two.Error() {
			t.Errorf("the refusals tell who has blocked: %v, %v", one, two)
		}
		full, err := s.Follow(ctx, "p0", "p1", 1, now)
		if err != nil || !full {
			t.Errorf("one too many: %v, %v", full, err)
		}
		if full, err = s.Follow(ctx, "p0", "p2", 1, now); err != nil || full {
			t.Errorf("one that is there: %v, %v", full, err)
		}
	})
}

// TestBlocks checks that blocks apply to persons: when a guest joins an account, the account keeps
// the blocks made by the guest and the blocks made by other players against the guest.
func TestBlocks(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx, now := p.open(t), t.Context(), time.Now()
		all := society(t, s)
		want(t, all.Block(ctx, "g0", "g1", now), nil)
		has := func(player, other string, wanted bool) {
			t.Helper()
			if got := must(all.HasBlocked(ctx, player, other))(t); got != wanted {
				t.Errorf("%s has blocked %s: %v", player, other, got)
			}
		}
		has("g0", "g1", true)
		has("g1", "g0", false)
		want(t, s.Belong(ctx, "g0", "p0", now), nil)
		want(t, s.Belong(ctx, "g1", "p1", now), nil)
		for _, mine := range []string{"p0", "g0"} {
			for _, theirs := range []string{"p1", "g1"} {
				has(mine, theirs, true)
				has(theirs, mine, false)
			}
		}
		want(t, all.Block(ctx, "p0", "p1", now), nil) // p1 and the blocked guest g1 are the same person, so this adds nothing
		want(t, all.Block(ctx, "p0", "p2", now.Add(time.Second)), nil)
		list := must(all.Blocks(ctx, "p0"))(t)
		if got := namesOf(list); got != "Chi, Bảo" || list[1].Player != "p1" {
			t.Errorf("blocks %+v", list)
		}
		got := must(s.Blocked(ctx, []string{"p2", "p1", "p0", "nobody"}))(t)
		slices.SortFunc(got, func(a, b [2]string) int { return strings.Compare(a[1], b[1]) })
		if !slices.Equal(got, [][2]string{{"p0", "p1"}, {"p0", "p2"}}) {
			t.Errorf("of four players %v", got)
		}
		want(t, all.Unblock(ctx, "p0", "g1"), nil)
		has("p0", "p1", false)
		has("p0", "p2", true)
		if full, err := s.Block(ctx, "p0", "p1", 1, now); err != nil || !full {
			t.Errorf("one too many: %v, %v", full, err)
		}
		// Deleting an account deletes the blocks made by the account and the blocks made against
		// it.
		want(t, all.Block(ctx, "p1", "p0", now), nil)
		want(t, all.Follow(ctx, "p1", "p2", now), nil)
		want(t, s.DeleteAccount(ctx, "p0", now), nil)
		if n, m := count(t, s, "blocks"), count(t, s, "follows"); n != 0 || m != 1 {
			t.Errorf("%d blocks and %d follows after a deletion", n, m)
		}
		want(t, s.DeleteAccount(ctx, "p2", now), nil)
		if m := count(t, s, "follows"); m != 0 {
			t.Errorf("%d follow a deleted account", m)
		}
		if err := all.Block(ctx, "p1", "p0", now); tieCode(err) != ties.NoPlayer {
			t.Errorf("blocking a deleted account: %v", err)
		}
	})
}

// TestBlockedPair checks that two players are not paired if one has blocked the other, even if the
// block was stored after the pairing round had read the blocks.
func TestBlockedPair(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx, now := p.open(t), t.Context(), time.Now()
		all := society(t, s)
		pair := play.Pair{Players: [2]string{"p0", "p1"}, Game: "chess"}
		for i, player := range pair.Players {
			want(t, s.PutTicket(ctx, ticket(player, "chess"), time.Minute, ""), nil)
			pair.Since[i] = must(s.Ticket(ctx, player))(t).Since
		}
		r := play.Row{ID: "x", Game: "chess", Players: pair.Players, Terms: []byte("{}")}
		want(t, all.Block(ctx, "p1", "p0", now), nil)
		_, err := s.Pair(ctx, pair, r)
		want(t, err, play.ErrNotFound)
		if n := len(must(s.Waiting(ctx))(t)); n != 2 || count(t, s, "leads") != 0 {
			t.Errorf("%d players wait; a refused pair leaves a trace", n)
		}
		want(t, all.Unblock(ctx, "p1", "p0"), nil)
		must(s.Pair(ctx, pair, r))(t)
	})
}

func TestReports(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx, now := p.open(t), t.Context(), time.Now().Truncate(time.Microsecond)
		all := society(t, s)
		want(t, s.Belong(ctx, "g1", "p1", now), nil)
		for _, bad := range []struct{ other, reason, match, code string }{
			{"p0", "abuse", "", ties.Yourself}, {"nobody", "abuse", "", ties.NoPlayer},
			{"p1", "boredom", "", ties.BadReport}, {"p1", "abuse", "another", ties.BadReport},
		} {
			if _, err := all.Report(ctx, "p0", bad.other, ties.Reason(bad.reason), "", bad.match, now); tieCode(err) != bad.code {
				t.Errorf("%+v: %v", bad, err)
			}
		}
		long := "  dòng một\ndòng\u200b hai\x00 " + strings.Repeat("ơ", 600)
		one := must(all.Report(ctx, "p0", "g1", "abuse", long, "m", now))(t)
		if one.Number != 1 || one.Reported != "p1" || !strings.HasPrefix(one.Text, "dòng một\ndòng hai ơ") || len([]rune(one.Text)) != ties.MaxText {
			t.Errorf("%+v", one)
		}
		for range ties.MaxReports - 1 {
			must(all.Report(ctx, "p0", "p2", "cheating", "", "", now))(t)
		}
		if _, err := all.Report(ctx, "p0", "p2", "other", "", "", now); tieCode(err) != ties.TooMany {
			t.Errorf("one too many: %v", err)
		}
		must(all.Report(ctx, "p0", "p2", "other", "", "", now.Add(ties.ReportsIn+time.Second)))(t)

		list, next, err := all.Reports(ctx, ties.Query{State: ties.Open, Limit: 6})
		if err != nil || len(list) != 6 || next != 6 || list[0].Number != 11 || list[0].ReportedName != "Chi" || list[0].ReporterName != "Anna" {
			t.Errorf("%d reports, next %d: %+v, %v", len(list), next, list, err)
		}
		list, next, err = all.Reports(ctx, ties.Query{State: ties.Open, Limit: 6, Before: next})
		if err != nil || len(list) != 5 || next != 0 || list[4].Match != "m" || !list[4].At.Equal(now) {
			t.Errorf("%d reports, next %d: %+v, %v", len(list), next, list, err)
		}
		list, _, err = all.Reports(ctx, ties.Query{Reported: "g1", Limit: 6})
		if err != nil || len(list) != 1 || list[0].Number != 1 {
			t.Errorf("of one player: %+v, %v", list, err)
		}

		want(t, all.Settle(ctx, "p2", 1, ties.Closed, "warned", now), nil)
		want(t, all.Settle(ctx, "p1", 1, ties.Closed, "again", now), ties.ErrChanged)
		if log := must(s.Audit(ctx, "", people.After{}, 9))(t); len(log) != 1 || log[0].Action != people.ClosedReport || log[0].Who != "p2" || log[0].Details["report"] != "1" {
			t.Errorf("the audit log holds %+v", log)
		}
		want(t, all.Settle(ctx, "p1", 99, ties.Closed, "", now), ties.ErrNoReport)
		if err := all.Settle(ctx, "p1", 1, "lost", "", now); tieCode(err) != ties.BadReport {
			t.Errorf("a state that does not exist: %v", err)
		}
		list, _, err = all.Reports(ctx, ties.Query{State: ties.Closed, Limit: 6})
		if err != nil || len(list) != 1 || list[0].Moderator != "p2" || list[0].Note != "warned" || !list[0].Settled.Equal(now) {
			t.Errorf("closed: %+v, %v", list, err)
		}
		want(t, s.DeleteAccount(ctx, "p0", now), nil)
		list, _, err = all.Reports(ctx, ties.Query{State: ties.Closed, Limit: 6})
		if err != nil || len(list) != 1 || list[0].Reporter != "p0" || list[0].ReporterName != "" || list[0].Text != "" {
			t.Errorf("of a deleted account: %+v, %v", list, err)
		}
	})
}

// TestReportsTogether checks that reports stored at the same time get different numbers.
func TestReportsTogether(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		a, b, ctx := p.open(t), p.open(t), t.Context()
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				for range 3 {
					r := ties.Report{Reporter: fmt.Sprint("r", i), Reported: "x", Reason: "other", At: time.Now(), State: ties.Open}
					if _, full, err := []*Store{a, b}[i%2].AddReport(ctx, r, 9, time.Hour); err != nil || full {
						t.Errorf("full %v, %v", full, err)
					}
				}
			})
		}
		wg.Wait()
		if all := must(a.Reports(ctx, ties.Query{Limit: 99}))(t); len(all) != 12 || all[0].Number != 12 {
			t.Errorf("%d reports", len(all))
		}
	})
}
