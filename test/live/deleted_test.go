package live

import (
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/play"
	"kydai/match"
)

// resultIn waits until a match is over and returns its outcome.
func resultIn(t *testing.T, n *play.Service, id string) (out game.Outcome) {
	t.Helper()
	eventually(t, 10*time.Second, func() bool {
		snap, _, err := n.Look(t.Context(), play.Player{}, id)
		check(t, err)
		out = snap.View(game.NoSide).Outcome
		return snap.Over
	})
	return out
}

// TestDeletedPlayerLeavesMatches checks that the matches of a deleted account end, both fast and
// correspondence games. The deleted player loses matches in which both players have moved; other
// matches are aborted. An opponent who watches is notified. Matches of other players continue.
func TestDeletedPlayerLeavesMatches(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		a, b, store := s.node(t), s.node(t), s.openStore(t)
		days := overDays(t, a, b, "chess", "e2e4", "e7e5")
		live := between(t, a, b, play.Deal{Game: "chess", Clock: control("5+3"), Takebacks: match.Unlimited})
		playAll(t, a, live, 0, "e2e4", "e7e5")
		young := between(t, a, b, play.Deal{Game: "chess", Clock: control("5+3")})
		seek, err := b.Lobby().Propose(t.Context(), bao, play.Proposal{Deal: play.Deal{Game: "chess", Clock: control("3d/move")}, Side: game.First})
		check(t, err)
		other, err := a.Lobby().Accept(t.Context(), chi, seek.ID)
		check(t, err)
		to, err := b.Lobby().Propose(t.Context(), bao, play.Proposal{Deal: play.Deal{Game: "chess"}, To: anna.ID})
		check(t, err)
		client := watch(t, b, bao, live)

		check(t, store.DeleteAgain(t.Context(), anna.ID, time.Now()))
		for _, id := range []string{days, live} {
			if out := resultIn(t, b, id); out != game.Win(game.Second, game.ByResignation) {
				t.Errorf("the match of a deleted player ended with %+v", out)
			}
		}
		client.until(t, 10*time.Second, func(s *play.Snapshot) bool { return s.Over })
		if out := resultIn(t, b, young); out != game.Draw(game.ByAbort) {
			t.Errorf("the match without moves ended with %+v", out)
		}
		if snap, _, err := b.Look(t.Context(), chi, other); err != nil || snap.Over {
			t.Errorf("a match of other players is over, or %v", err)
		}
		if _, err := store.Offer(t.Context(), to.ID); code(err) != code(play.ErrNotFound) {
			t.Errorf("a challenge to the deleted player still stands: %v", err)
		}
	})
}

// TestDeletedWhileNodesWereDown checks that nodes need only the database rows to end the matches of
// a deleted account. A node that starts later must end these matches, also a match that started
// after the deletion.
func TestDeletedWhileNodesWereDown(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		store := s.openStore(t)
		var id string
		t.Run("before", func(t *testing.T) {
			a := s.node(t)
			id = overDays(t, a, a, "chess", "e2e4", "e7e5")
		})
		check(t, store.DeleteAgain(t.Context(), anna.ID, time.Now().Add(-100*24*time.Hour)))
		n := s.node(t)
		if out := resultIn(t, n, id); out != game.Win(game.Second, game.ByResignation) {
			t.Errorf("the match ended with %+v", out)
		}
		check(t, store.DeleteAgain(t.Context(), chi.ID, time.Now()))
		seek, err := n.Lobby().Propose(t.Context(), bao, play.Proposal{Deal: play.Deal{Game: "chess", Clock: control("3d/move")}, Side: game.First})
		check(t, err)
		late, err := n.Lobby().Accept(t.Context(), chi, seek.ID)
		check(t, err)
		if out := resultIn(t, n, late); out != game.Draw(game.ByAbort) {
			t.Errorf("the match that started after the deletion ended with %+v", out)
		}
	})
}
