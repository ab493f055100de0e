package study_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kydai/games"
	"kydai/games/engines"
	"kydai/games/words"
	"kydai/internal/desk"
	"kydai/internal/desk/study"
)

// newDesk creates the session server of a game's study module.
func newDesk(name string) *desk.Desk {
	r, _ := games.Find(name)
	e, _ := engines.Find(name)
	w, _ := words.Find(name)
	return study.Desk(desk.Game{Rules: r, Engine: e}, study.Parts{Solve: study.Solve(engines.Proof), Words: w})
}

func ask(t *testing.T, q map[string]any) desk.Reply {
	t.Helper()
	d := newDesk(q["game"].(string))
	b, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	var r desk.Reply
	if err := json.Unmarshal(d.Answer(b, nil), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// line returns the main line of a solution.
func line(s *desk.Solution) []string {
	var out []string
	for next := s.Next; len(next) > 0; next = next[0].Next {
		out = append(out, next[0].Text)
	}
	return out
}

func TestSolve(t *testing.T) {
	for _, c := range []struct {
		name              string
		q                 map[string]any
		result, kind      string
		moves             int
		unique, shortest  bool
		seconds, attacker string
		line              string
	}{
		{
			"smothered mate", map[string]any{"game": "chess", "start": "6rk/6pp/7N/8/8/8/8/K5Q1 w - - 0 1", "count": 2},
			"proved", "checks", 1, true, true, "", "first", "Nf7#",
		},
		{
			"two first moves", map[string]any{"game": "chess", "start": "k7/8/K7/8/8/8/8/3QR3 w - - 0 1", "count": 1},
			"proved", "checks", 1, false, true, "Re8# Qd8#", "first", "",
		},
		{
			"not in one", map[string]any{"game": "chess", "start": "8/8/8/4k3/8/8/8/KQ6 w - - 0 1", "count": 1},
			"refuted", "all", 1, false, false, "", "first", "",
		},
		{
			"side that is not to move", map[string]any{"game": "chess", "start": "k7/8/1K6/8/8/8/8/3Q4 b - - 0 1", "count": 1, "side": "first"},
			"proved", "checks", 1, false, true, "", "first", "Kb8 Qd8#",
		},
		{
			"does not survive", map[string]any{"game": "chess", "start": "k7/8/1K6/8/8/8/8/3Q4 b - - 0 1", "count": 1, "goal": "survive"},
			"refuted", "checks", 1, false, true, "", "first", "Kb8 Qd8#",
		},
		{
			"in the game's words", map[string]any{
				"game": "xiangqi", "start": "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1", "count": 1, "notation": "vietnamese",
			}, "proved", "checks", 1, false, true, "X9-4", "first", "X8.9",
		},
	} {
		c.q["op"] = "solve"
		r := ask(t, c.q)
		if r.Error != nil {
			t.Errorf("%s: %+v", c.name, r.Error)
			continue
		}
		s := r.Solution
		if s.Result != c.result || s.Kind != c.kind || s.Moves != c.moves || s.Unique != c.unique || s.Shortest != c.shortest || s.Attacker != c.attacker {
			t.Errorf("%s: %+v", c.name, s)
		}
		if got := strings.Join(line(s), " "); c.line != "" && got != c.line {
			t.Errorf("%s: %s instead of %s", c.name, got, c.line)
		}
		var seconds []string
		for _, m := range s.Seconds {
			seconds = append(seconds, m.Text)
		}
		if c.seconds != "" {
			all := slices.Concat(seconds, []string{s.Next[0].Text})
			for _, m := range strings.Fields(c.seconds) {
				if !slices.Contains(all, m) {
					t.Errorf("%s: %s is not among %v", c.name, m, all)
				}
			}
		}
	}
}

// TestRefusals checks that a request that cannot be solved is refused with an error code. If the
// page explains the cause in the user's language, the error also has a reason.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		q         map[string]any
		code, why string
	}{
		{map[string]any{"game": "chess", "start": "nonsense"}, "bad-position", "ranks"},
		{map[string]any{"game": "chess", "goal": "fun"}, "bad-request", ""},
		{map[string]any{"game": "chess", "count": 61}, "bad-request", ""},
		{map[string]any{"game": "chess", "goal": "survive"}, "bad-request", ""},
		{map[string]any{"game": "chess", "side": "third"}, "bad-request", ""},
		{map[string]any{"game": "chess", "notation": "none"}, "bad-request", ""},
		{map[string]any{"game": "chess", "start": "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"}, "game-over", ""},
		{map[string]any{"game": "xiangqi", "options": map[string]string{"law": "online"}}, "no-proof", "law"},
		{map[string]any{"game": "caro", "goal": "draw"}, "no-proof", "goal"},
		{map[string]any{"game": "caro", "options": map[string]string{"opening": "swap2"}}, "no-proof", "opening"},
		{map[string]any{"game": "jieqi"}, "no-proof", "game"},
	} {
		c.q["op"] = "solve"
		r := ask(t, c.q)
		if r.Error == nil || r.Error.Code != c.code || r.Error.Why != c.why || r.Error.Text == "" {
			t.Errorf("%v: %+v", c.q, r.Error)
		}
	}
}

// TestGoals checks that study/goals.json of each game lists the goals that its prover
// accepts.
func TestGoals(t *testing.T) {
	for _, r := range games.All() {
		name := r.Info().Name
		b, err := os.ReadFile(filepath.Join("..", "..", "..", "games", name, "study", "goals.json"))
		if err != nil {
			t.Fatal(err)
		}
		var goals []string
		if err := json.Unmarshal(b, &goals); err != nil {
			t.Fatal(err)
		}
		for _, goal := range []string{"win", "draw", "survive"} {
			r := ask(t, map[string]any{"op": "solve", "game": name, "goal": goal, "count": 1, "seed": 1, "limits": map[string]int{"nodes": 1000}})
			if got := r.Error == nil; got != slices.Contains(goals, goal) {
				t.Errorf("%s, %s: the prover takes it is %v (%+v)", name, goal, got, r.Error)
			}
		}
	}
}

// TestProgress checks that a long search reports how many positions it has searched.
func TestProgress(t *testing.T) {
	d := newDesk("chess")
	told := 0
	d.Answer([]byte(`{"op":"solve","game":"chess","count":6,"limits":{"nodes":200000}}`), func(reply []byte) {
		var r desk.Reply
		if json.Unmarshal(reply, &r) != nil || r.Thought == nil || r.Thought.Nodes == 0 {
			t.Errorf("%s", reply)
		}
		told++
	})
	if told < 2 {
		t.Errorf("told %d times", told)
	}
}

// TestExplain checks that the study module explains why a move is a mistake, with only
// the knowledge of the side to move.
func TestExplain(t *testing.T) {
	r := ask(t, map[string]any{
		"game": "chess", "moves": []string{"e2e4", "e7e5", "d1h5", "b8c6", "f1c4"}, "op": "explain", "code": "g8f6", "notation": "san",
	})
	if r.Error != nil || r.Explained == nil || !r.Explained.Mistake || len(r.Explained.Reasons) == 0 {
		t.Fatalf("%+v %+v", r.Error, r.Explained)
	}
	why := r.Explained.Reasons[0]
	if why.Role != "allows" || why.Code != "mate" || why.Kind != "now" || why.Text != "Qxf7#" || len(why.By) != 1 || why.By[0].Square != 53 {
		t.Errorf("%+v", why)
	}
	r = ask(t, map[string]any{"game": "jieqi", "op": "explain", "seed": 5, "limits": map[string]any{"nodes": 2000}})
	if r.Error != nil || len(r.Explained.Reasons) == 0 || len(r.Explained.Reasons[0].Odds) == 0 {
		t.Errorf("%+v %+v", r.Error, r.Explained)
	}
	// The kinds of a hidden piece are written in the case of its side.
	for moves, capital := range map[string]bool{"": true, "a3a4": false} {
		r := ask(t, map[string]any{"game": "jieqi", "op": "explain", "seed": 5, "moves": strings.Fields(moves), "limits": map[string]any{"nodes": 2000}})
		if r.Error != nil || len(r.Explained.Reasons) == 0 {
			t.Fatalf("after %q: %+v", moves, r.Error)
		}
		for _, o := range r.Explained.Reasons[0].Odds {
			if capital != (o.Letter == strings.ToUpper(o.Letter)) {
				t.Errorf("after %q: %+v", moves, o)
			}
		}
	}
	for name, q := range map[string]map[string]any{
		"illegal-move": {"game": "chess", "op": "explain", "code": "e2e5"},
		"bad-request":  {"game": "chess", "op": "explain", "limits": map[string]any{"nodes": 1 << 40}},
	} {
		if r := ask(t, q); r.Error == nil || r.Error.Code != name {
			t.Errorf("%v: %+v", q, r.Error)
		}
	}
}
