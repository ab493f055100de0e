package live

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/play"
	"kydai/match"
)

// overDays starts a match with three days per move between Anna, who moves first, and
// Bảo, and plays the given moves.
func overDays(t *testing.T, a, b *play.Service, name string, codes ...string) string {
	t.Helper()
	id := between(t, a, b, play.Deal{Game: name, Clock: control("3d/move"), Takebacks: match.Unlimited})
	playAll(t, a, id, 0, codes...)
	return id
}

// playAll plays moves of Anna and Bảo alternately, starting at the given ply.
func playAll(t *testing.T, n *play.Service, id string, from int, codes ...string) {
	t.Helper()
	for i, code := range codes {
		_, err := n.Move(t.Context(), []play.Player{anna, bao}[(from+i)%2], id, play.Move{Ply: from + i, Code: code})
		check(t, err)
	}
}

// reaches waits until a match has at least this number of moves, and checks that its moves are
// exactly the given moves.
func reaches(t *testing.T, n *play.Service, id string, codes ...string) {
	t.Helper()
	var got []string
	eventually(t, 10*time.Second, func() bool {
		snap, _, err := n.Look(t.Context(), play.Player{}, id)
		check(t, err)
		got = codesOf(snap)
		return len(got) >= len(codes)
	})
	if !slices.Equal(got, codes) {
		t.Fatalf("the match has the moves %v; want %v", got, codes)
	}
}

// plansOf returns the plans of a player as text.
func plansOf(t *testing.T, n *play.Service, by play.Player, id string) string {
	t.Helper()
	list, err := n.Plans().List(t.Context(), by, id)
	check(t, err)
	text := ""
	for _, p := range list {
		text += fmt.Sprintf("%d%v", p.Ply, p.Moves)
	}
	return text
}

// TestPlan checks plans: answers that a player of a correspondence game has stored for expected
// moves of the opponent. The node that stores the opponent's move must play the stored answer, as
// if the player had sent it.
func TestPlan(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		a, b := s.node(t), s.node(t)
		id := overDays(t, a, b, "chess", "e2e4")
		client := watch(t, b, bao, id)
		list, err := a.Plans().Add(t.Context(), anna, id, 1, []string{"e7e5", "g1f3", "b8c6", "f1b5"})
		check(t, err)
		if len(list) != 1 || list[0].Player != "anna" {
			t.Fatalf("the plans are %+v", list)
		}
		_, err = a.Plans().Add(t.Context(), anna, id, 1, []string{"c7c5", "g1f3"})
		check(t, err)
		playAll(t, b, id, 1, "e7e5")
		reaches(t, b, id, "e2e4", "e7e5", "g1f3")
		eventually(t, 5*time.Second, func() bool { return plansOf(t, a, anna, id) == "3[b8c6 f1b5]" })
		playAll(t, b, id, 3, "b8c6")
		reaches(t, a, id, "e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
		snap := client.until(t, 5*time.Second, func(s *play.Snapshot) bool { return s.Ply == 5 })
		if snap.View(game.NoSide).Turn != game.Second {
			t.Error("it is not the opponent's turn after the answer")
		}
		client.isPrefix(t, snap, true)
		// A move for which the plan has no answer ends the plan.
		_, err = a.Plans().Add(t.Context(), anna, id, 5, []string{"a7a6", "b5a4"})
		check(t, err)
		playAll(t, b, id, 5, "g8f6")
		eventually(t, 5*time.Second, func() bool { return plansOf(t, a, anna, id) == "" })
		reaches(t, a, id, "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6")
		store := s.openStore(t)
		eventually(t, 5*time.Second, func() bool {
			rows, err := store.Plans(t.Context(), id)
			check(t, err)
			return len(rows) == 0
		})
	})
}

// TestPlansOfBoth stores plans and plays the expected moves. The answers must be played one after
// another, each exactly once. A takeback must end the plan.
func TestPlansOfBoth(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		a, b := s.node(t), s.node(t)
		id := overDays(t, a, b, "caro", "h8")
		_, err := a.Plans().Add(t.Context(), anna, id, 1, []string{"i9", "g7", "f6", "j8"})
		check(t, err)
		playAll(t, b, id, 1, "i9")
		reaches(t, a, id, "h8", "i9", "g7")
		// Anna takes back the answer that her plan has played. The takeback also ends the plan.
		_, err = a.Do(t.Context(), anna, id, play.Command{Kind: play.Propose, What: match.Takeback, Count: 1})
		check(t, err)
		_, err = b.Do(t.Context(), bao, id, play.Command{Kind: play.Accept, What: match.Takeback})
		check(t, err)
		reaches(t, b, id, "h8", "i9")
		eventually(t, 5*time.Second, func() bool { return plansOf(t, b, anna, id) == "" })
		playAll(t, a, id, 2, "g9")
		reaches(t, b, id, "h8", "i9", "g9")
		_, err = a.Plans().Add(t.Context(), anna, id, 3, []string{"f10", "k11", "l12", "m13"})
		check(t, err)
		playAll(t, a, id, 3, "f10")
		reaches(t, b, id, "h8", "i9", "g9", "f10", "k11")
		_, err = b.Plans().Add(t.Context(), anna, id, 5, []string{"l12", "m13"}) // the same moves as those that remain of the existing plan
		check(t, err)
		if got := plansOf(t, b, anna, id); got != "5[l12 m13]" {
			t.Errorf("the same plan again: %s", got)
		}
	})
}

// TestPlanRefused checks which sequences of moves cannot be stored as a plan, and which players may
// neither read nor add plans.
func TestPlanRefused(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	n := s.node(t)
	ctx := t.Context()
	id := overDays(t, n, n, "chess", "e2e4")
	add := func(by play.Player, id string, ply int, want string, codes ...string) {
		t.Helper()
		if _, err := n.Plans().Add(ctx, by, id, ply, codes); code(err) != want {
			t.Errorf("%s stores %v at %d: %v; want %s", by.ID, codes, ply, err, want)
		}
	}
	long := []string{
		"g8f6", "g1f3", "f6g8", "b1c3", "b8c6", "f3g1", "c6b8", "c3b1", "a7a6", "a2a3", "b7b6", "b2b3",
		"c7c6", "c2c3", "d7d6", "d2d3", "e7e6", "f2f3", "f7f6", "g2g3", "g7g6", "h2h3",
	}
	add(bao, id, 1, play.YourTurn, "d2d4", "d7d5")
	add(chi, id, 1, match.NotAPlayer, "e7e5", "g1f3")
	add(play.Player{}, id, 1, match.NotAPlayer, "e7e5", "g1f3")
	add(anna, id, 0, match.Stale, "e7e5", "g1f3")
	add(anna, id, 2, match.Stale, "e7e5", "g1f3")
	add(anna, id, 1, play.BadPlan, "e7e5")
	add(anna, id, 1, play.BadPlan, "e7e5", "g1f3", "b8c6")
	add(anna, id, 1, play.BadPlan, "e7e5", "e4e5")
	add(anna, id, 1, play.BadPlan, long...)
	add(anna, id, 1, "", long[:20]...)
	add(anna, id, 1, "", long[:4]...) // accepted, because these moves are the beginning of an existing plan
	add(anna, id, 1, play.TwoPlans, "g8f6", "b1c3")
	add(anna, id, 1, "", "g8f6", "g1f3", "b8c6", "d2d4")
	add(anna, id, 1, "", "e7e5", "b1c3")
	if _, err := n.Plans().List(ctx, chi, id); code(err) != match.NotAPlayer {
		t.Errorf("somebody else reads plans: %v", err)
	}
	if got := plansOf(t, n, bao, id); got != "" {
		t.Errorf("the opponent reads %s", got)
	}
	list, err := n.Plans().List(ctx, anna, id)
	check(t, err)
	for _, by := range []play.Player{bao, chi} {
		if err := n.Plans().Drop(ctx, by, id, list[0].ID); err == nil {
			t.Errorf("%s deleted a plan of another player", by.ID)
		}
	}
	check(t, n.Plans().Drop(ctx, anna, id, list[0].ID))
	if err := n.Plans().Drop(ctx, anna, id, list[0].ID); code(err) != play.NotFound {
		t.Errorf("a plan that is gone was deleted again: %v", err)
	}
	hidden := overDays(t, n, n, "jieqi")
	snap, _, err := n.Look(ctx, anna, hidden)
	check(t, err)
	playAll(t, n, hidden, 0, anyMove(snap.View(game.First)))
	add(anna, hidden, 1, play.NoPlans, "a0a1", "a9a8")
	many := overDays(t, n, n, "caro", "h8")
	for i := range play.MaxPlans + 1 {
		want := ""
		if i == play.MaxPlans {
			want = play.TooMany
		}
		add(anna, many, 1, want, fmt.Sprintf("%c%d", 'a'+i%7, 1+i/7), "i9")
	}
	quick := between(t, n, n, play.Deal{Game: "chess", Clock: control("10+5")})
	playAll(t, n, quick, 0, "e2e4")
	add(anna, quick, 1, play.NoPlans, "e7e5", "g1f3")
	_, err = n.Do(ctx, bao, id, play.Command{Kind: play.Resign})
	check(t, err)
	add(anna, id, 1, game.GameOver, "e7e5", "g1f3")
	if got := plansOf(t, n, anna, id); got != "" {
		t.Errorf("after the end there are the plans %s", got)
	}
}

// stuck is the store of a node that dies at a chosen call of the store. That call never returns.
type stuck struct {
	play.Store
	reads, before, after atomic.Int32 // calls until the node dies: reads of plans, or before or after a commit; negative: never
	died                 chan struct{}
}

func (s *stuck) die(ctx context.Context) {
	close(s.died)
	<-ctx.Done()
}

func (s *stuck) Plans(ctx context.Context, id string) ([]play.Plan, error) {
	if s.reads.Add(-1) == 0 {
		s.die(ctx)
		return nil, ctx.Err()
	}
	return s.Store.Plans(ctx, id)
}

func (s *stuck) Commit(ctx context.Context, c play.Change) (time.Time, error) {
	if s.before.Add(-1) == 0 {
		s.die(ctx)
		return time.Time{}, ctx.Err()
	}
	at, err := s.Store.Commit(ctx, c)
	if s.after.Add(-1) == 0 {
		s.die(ctx)
		return time.Time{}, play.ErrUnknown
	}
	return at, err
}

// TestPlanOfTheDead stores a plan and kills the node that stored the opponent's move, at three
// different points: before it reads the plan, before it stores the answer, and after it has stored
// the answer. Another node must play the answer if it is missing, and the answer must be played
// exactly once.
func TestPlanOfTheDead(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		for name, at := range map[string]func(*stuck){
			"before it has looked":      func(x *stuck) { x.reads.Store(1) },
			"before the answer":         func(x *stuck) { x.before.Store(2) },
			"after the answer is there": func(x *stuck) { x.after.Store(2) },
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				a := s.node(t)
				dying := &stuck{died: make(chan struct{})}
				b, kill := mortal(t, s, func(o *play.Options) {
					dying.Store, o.Store = o.Store, dying
					o.Sweep = time.Hour // no periodic check, so the node plays answers only to moves that it has stored itself
				})
				id := overDays(t, a, a, "chess", "e2e4")
				_, err := a.Plans().Add(t.Context(), anna, id, 1, []string{"e7e5", "g1f3", "b8c6", "f1b5"})
				check(t, err)
				at(dying)
				playAll(t, b, id, 1, "e7e5")
				<-dying.died
				kill()
				want := []string{"e2e4", "e7e5", "g1f3"}
				reaches(t, a, id, want...)
				playAll(t, a, id, 3, "b8c6")
				want = append(want, "b8c6", "f1b5")
				reaches(t, a, id, want...)
				time.Sleep(2 * time.Second) // give the periodic checks of the other node time to play the answer twice by mistake
				reaches(t, a, id, want...)
				snap, _, err := a.Look(t.Context(), anna, id)
				check(t, err)
				moves := 0
				for _, e := range snap.Notices(game.NoSide, 0) {
					if e.Kind == match.Moved {
						moves++
					}
				}
				if moves != len(want) {
					t.Errorf("the match has %d moves in its events; want %d", moves, len(want))
				}
			})
		}
	})
}

// later is a store for nodes whose clock is ahead: its method Rebase does not correct the clock.
type later struct {
	play.Store
	calls *atomic.Int32 // number of stored reminders
}

func (s *later) Rebase(context.Context, time.Duration) error { return nil }

func (s *later) Remind(ctx context.Context, r play.Reminder) (bool, error) {
	told, err := s.Store.Remind(ctx, r)
	if told {
		s.calls.Add(1)
	}
	return told, err
}

// TestReminder checks that a player is reminded exactly once when a quarter of three days
// is left, although three nodes check the match.
func TestReminder(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		a, kill := mortal(t, s)
		id := overDays(t, a, a, "chess", "e2e4", "e7e5", "g1f3")
		store := s.openStore(t)
		told := func() (all []string) {
			for _, player := range []string{anna.ID, bao.ID} {
				list, err := store.Notices(t.Context(), []string{player}, 50)
				check(t, err)
				for _, n := range list {
					if n.Kind == "soon" && n.Subject == id {
						all = append(all, player)
					}
				}
			}
			return all
		}
		time.Sleep(5 * time.Second) // a node checks the match soon after the move, but no reminder is due
		kill()
		if got := told(); len(got) > 0 {
			t.Fatalf("reminded at the start of the turn: %v", got)
		}
		passed := time.Duration(0)
		for _, c := range []struct {
			by   time.Duration
			want int32
		}{{53*time.Hour + 50*time.Minute, 0}, {3 * time.Hour, 1}, {12 * time.Hour, 0}} {
			_, correction, err := store.Reading(t.Context())
			check(t, err)
			check(t, store.Correct(t.Context(), correction, correction+c.by))
			passed += c.by
			var calls atomic.Int32
			var kills []func()
			for range 3 {
				_, kill := mortal(t, s, func(o *play.Options) {
					o.Store = &later{o.Store, &calls}
					o.Sweep = 20 * time.Millisecond
				})
				kills = append(kills, kill)
			}
			if c.want > 0 {
				eventually(t, 5*time.Second, func() bool { return len(told()) > 0 })
			}
			time.Sleep(2500 * time.Millisecond) // longer than two leases on the match, so that every node had time to check the match
			for _, kill := range kills {
				kill()
			}
			if calls.Load() != c.want {
				t.Errorf("%v after the move there were %d reminders; want %d", passed, calls.Load(), c.want)
			}
		}
		if got := told(); !slices.Equal(got, []string{bao.ID}) {
			t.Errorf("reminded were %v", got)
		}
	})
}
