package live

import (
	"errors"
	"os"
	"testing"
	"time"

	"kydai/game"
	"kydai/games"
	"kydai/internal/play"
)

// Number of plies of the match that TestReview reviews. With KYDAI_TEST_REVIEW (make review) the
// number is longReview, 100 moves per side, and the review must finish within a minute.
const (
	shortReview = 24
	longReview  = 200
)

// longMatch plays a match of the given length between two people. Then one of them resigns. Knights
// move out and back, with an occasional pawn move, so that no rule ends the game early.
func longMatch(t *testing.T, n *play.Service, plies int) string {
	t.Helper()
	r, _ := games.Find("chess")
	line, err := game.NewLine(r, game.Setup{})
	check(t, err)
	id := between(t, n, n, play.Deal{Game: "chess"})
	players := [2]play.Player{anna, bao}
	for i := range plies {
		code := quiet(line)
		check(t, line.Play(code))
		_, err := n.Move(t.Context(), players[i%2], id, play.Move{Ply: i, Code: code})
		check(t, err)
	}
	_, err = n.Do(t.Context(), players[0], id, play.Command{Kind: play.Resign})
	check(t, err)
	return id
}

// quiet returns a legal move that does not end the game and does not repeat a position for the
// third time.
func quiet(line *game.Line) string {
	for i, m := range line.Legal() {
		if i < line.Ply()%7 || m.Taken() != 0 {
			continue
		}
		next := line.Clone()
		if next.Push(m) == nil && !next.Outcome().Over() && next.Occurrences() < 3 && !game.ClaimOf(next).Over() {
			return line.Position().Encode(m)
		}
	}
	return line.Position().Encode(line.Legal()[0])
}

// TestReview checks that a match between two people cannot be reviewed before it is over. It then
// checks that two workers complete the review, although one of them is killed.
func TestReview(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		n := s.node(t)
		early := between(t, n, n, play.Deal{Game: "chess"})
		if _, err := n.Reviews().Ask(t.Context(), anna, early); code(err) != play.NoHelp {
			t.Errorf("a match in progress: %v", err)
		}
		plies, measured := shortReview, os.Getenv("KYDAI_TEST_REVIEW") != ""
		if measured {
			plies = longReview
		}
		id := longMatch(t, n, plies)
		if _, err := n.Reviews().Get(t.Context(), anna, id); !errors.Is(err, play.ErrNotFound) {
			t.Errorf("a review that nobody asked for: %v", err)
		}
		kill := s.worker(t, level)
		s.worker(t, level)
		began := time.Now()
		r, err := n.Reviews().Ask(t.Context(), chi, id)
		check(t, err)
		if r.Plies != plies+1 {
			t.Errorf("%d positions of %d plies", r.Plies, plies)
		}
		killed := false
		for len(r.Found) < r.Plies {
			if time.Since(began) > 3*time.Minute {
				t.Fatalf("%d of %d positions after %v", len(r.Found), r.Plies, time.Since(began))
			}
			if !killed && (len(r.Found) > plies/4 || plies <= shortReview) {
				killed = true
				kill()
			}
			time.Sleep(50 * time.Millisecond)
			r, err = n.Reviews().Get(t.Context(), bao, id)
			check(t, err)
		}
		t.Logf("%d positions in %v, a worker killed: %v", r.Plies, time.Since(began).Round(time.Millisecond), killed)
		if !killed {
			t.Error("no worker was killed")
		}
		if took := time.Since(began); measured && took > time.Minute {
			t.Errorf("the review took %v", took)
		}
		seen := map[int]bool{}
		for _, f := range r.Found {
			if seen[f.Ply] || len(f.Line) == 0 || f.Played != nil || f.Nodes == 0 {
				t.Errorf("found %+v", f)
			}
			seen[f.Ply] = true
		}
		again, err := n.Reviews().Ask(t.Context(), anna, id)
		check(t, err)
		if len(again.Found) != r.Plies {
			t.Errorf("asked again: %d of %d", len(again.Found), r.Plies)
		}
	})
}
