package engine

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/search"
)

// repetition is a test case of the repetition rules, with the expected result under each rule set.
type repetition struct {
	Name, FEN, Cycle string
	WXF, CXA, Online string
}

func repetitions(t *testing.T) []repetition {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []repetition
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

// begun starts a game under a repetition law and plays the cycle of the test case twice, without
// the last plies; the parameter left is their number.
func begun(t *testing.T, c repetition, law string, left int) *game.Line {
	t.Helper()
	line, err := game.NewLine(xiangqi.Rules{}, game.Setup{Start: c.FEN, Options: map[string]string{xiangqi.LawOption: law}})
	if err != nil {
		t.Fatal(err)
	}
	codes := strings.Fields(c.Cycle)
	for line.Ply() < 2*len(codes)-left {
		if err := line.Play(codes[line.Ply()%len(codes)]); err != nil {
			t.Fatal(err)
		}
	}
	return line
}

// lost returns the losing side from the text of a result.
func lost(result string) game.Side {
	switch result {
	case "red loses":
		return game.First
	case "black loses":
		return game.Second
	}
	return game.NoSide
}

// winning is a score that is higher than the value of a rook.
const winning = 1500

// TestKnowsTheLaw checks that the engine knows the repetition law. The side that breaks the law
// must deviate before the third occurrence of the position; the other side must continue the
// repetition until it wins by the law, or keep a winning score.
func TestKnowsTheLaw(t *testing.T) {
	avoided, taken := 0, 0
	for _, c := range repetitions(t) {
		for law, result := range map[string]string{"wxf": c.WXF, "cxa": c.CXA} {
			loser := lost(result)
			if loser == game.NoSide {
				continue
			}
			line := begun(t, c, law, 1)
			if line.Position().Turn() == loser {
				avoided += avoids(t, c.Name, line, loser)
				continue
			}
			move, score := best(t, line, engine.Limits{Depth: 5})
			if err := line.Play(move); err != nil {
				t.Fatal(err)
			}
			if line.Outcome().Winner == loser.Other() {
				taken++
			} else if score.Mate <= 0 && score.Points < winning {
				t.Errorf("%s, %s: %s for %+v lets the win go", law, c.Name, move, score)
			}
			avoided += avoids(t, c.Name, begun(t, c, law, 2), loser)
		}
	}
	if avoided < 15 || taken < 15 {
		t.Errorf("only %d avoided and %d taken", avoided, taken)
	}
	t.Logf("%d avoided, %d taken", avoided, taken)
}

// avoids lets the engine move for the side that is breaking the repetition law. The move must not
// lose immediately by the law, unless the side has a lost position anyway.
func avoids(t *testing.T, name string, line *game.Line, loser game.Side) int {
	t.Helper()
	if line.Position().Turn() != loser {
		t.Fatalf("%s: not the loser's turn", name)
	}
	move, score := best(t, line, engine.Limits{Depth: 5})
	if score.Mate < 0 {
		return 0
	}
	if err := line.Play(move); err != nil {
		t.Fatal(err)
	}
	if line.Outcome().Winner == loser.Other() {
		t.Errorf("%s: %s for %+v loses by %s", name, move, score, line.Outcome().Why)
	}
	for _, m := range line.Legal() {
		next := line.Clone()
		if err := next.Push(m); err != nil {
			t.Fatal(err)
		}
		if o := next.Outcome(); o.Winner == loser.Other() && strings.HasPrefix(string(o.Why), "perpetual") {
			t.Errorf("%s: %s for %+v loses by %s", name, move, score, o.Why)
			return 0
		}
	}
	return 1
}

// TestVerdictIsTheJudges checks in every test case that the verdict of the search equals the result
// by the rules.
func TestVerdictIsTheJudges(t *testing.T) {
	for _, c := range repetitions(t) {
		for law, result := range map[string]string{"wxf": c.WXF, "cxa": c.CXA} {
			line := begun(t, c, law, 0)
			score, over := stateOf(t, line).Verdict(0)
			want := 0
			switch lost(result) {
			case line.Position().Turn():
				want = search.Outlawed
			case line.Position().Turn().Other():
				want = -search.Outlawed
			}
			if !over || score != want {
				t.Errorf("%s, %s: %d %v, want %d", law, c.Name, score, over, want)
			}
			// In the search, a second occurrence already counts like a third occurrence in the
			// game.
			s := stateOf(t, begun(t, c, law, 2*len(strings.Fields(c.Cycle))))
			for _, code := range strings.Fields(c.Cycle) {
				s.InCheck() // a search calls InCheck in every position too
				s.Do(decodeOn(t, s, code))
			}
			if score, over := s.Verdict(4); !over || score != want {
				t.Errorf("%s, %s in the search: %d %v, want %d", law, c.Name, score, over, want)
			}
		}
	}
}

// decodeOn returns the legal move of a state with the given code.
func decodeOn(t *testing.T, s *State, code string) game.Move {
	t.Helper()
	for _, m := range s.Moves(nil) {
		if xiangqi.Code(m) == code {
			return m
		}
	}
	t.Fatalf("%s is not legal", code)
	return game.NoMove
}

// TestLeavesBarredMoves checks barred moves: the engine plays another move, and returns an error if
// it may choose only among barred moves.
func TestLeavesBarredMoves(t *testing.T) {
	barred := 0
	for _, c := range repetitions(t) {
		if !strings.Contains(c.Online, "varies") {
			continue
		}
		line := begun(t, c, "online", 2*len(strings.Fields(c.Cycle)))
		codes := strings.Fields(c.Cycle)
		for line.Play(codes[line.Ply()%len(codes)]) == nil {
			continue // continue until the line refuses a move
		}
		next := codes[line.Ply()%len(codes)]
		move, _ := best(t, line, engine.Limits{Depth: 4})
		if err := line.Clone().Play(move); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		if _, err := engine.Choices(line, []string{next}); err == nil {
			t.Errorf("%s: %s may be chosen", c.Name, next)
		}
		barred++
	}
	if barred < 10 {
		t.Errorf("only %d cases", barred)
	}
}
