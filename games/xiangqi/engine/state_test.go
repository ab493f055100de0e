package engine

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"kydai/engine"
	"kydai/engine/alphabeta"
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/search"
)

func stateOf(tb testing.TB, line *game.Line) *State {
	tb.Helper()
	fresh, err := start(alphabeta.NewPool(func() Evaluator { return newHandcrafted(DefaultWeights()) }), line)
	if err != nil {
		tb.Fatal(err)
	}
	return fresh().(*State)
}

// TestUndoRestores checks that Undo and UndoPass restore the state completely.
func TestUndoRestores(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, fen := range BenchPositions {
		s := stateOf(t, lineOf(t, fen))
		type shot struct {
			key   uint64
			eval  int
			check bool
			text  string
		}
		take := func() shot { return shot{s.Key(), s.Eval(), s.InCheck(), fenOf(s.board)} }
		var stack []shot
		var passes []bool
		for range 500 {
			if len(stack) > 0 && (rng.IntN(3) == 0 || len(stack) > 60) {
				if passes[len(passes)-1] {
					s.UndoPass()
				} else {
					s.Undo()
				}
				if got, want := take(), stack[len(stack)-1]; got != want {
					t.Fatalf("%+v became %+v", want, got)
				}
				stack, passes = stack[:len(stack)-1], passes[:len(passes)-1]
				continue
			}
			before := take()
			if rng.IntN(8) == 0 && s.DoPass() {
				stack, passes = append(stack, before), append(passes, true)
				continue
			}
			ms := s.Moves(nil)
			if len(ms) == 0 {
				if len(stack) == 0 {
					break
				}
				continue
			}
			if !s.Do(ms[rng.IntN(len(ms))]) {
				t.Fatal("a legal move was refused")
			}
			stack, passes = append(stack, before), append(passes, false)
		}
	}
}

func TestHotPathDoesNotAllocate(t *testing.T) {
	s := stateOf(t, lineOf(t, BenchPositions[3]))
	buf := make([]game.Move, 0, 128)
	out := make([]int32, 128)
	n := testing.AllocsPerRun(100, func() {
		ms := s.Moves(buf[:0])
		s.Score(ms, out[:len(ms)])
		for _, m := range ms {
			s.Do(m)
			s.InCheck()
			s.Verdict(1)
			s.Eval()
			s.Undo()
		}
		s.Score(s.Noisy(buf[:0]), out)
		if s.DoPass() {
			s.Eval()
			s.UndoPass()
		}
	})
	if n != 0 {
		t.Errorf("%f allocations", n)
	}
}

// TestScoreKeepsStagesApart checks that ratings separate good captures, quiet moves and bad
// captures.
func TestScoreKeepsStagesApart(t *testing.T) {
	for _, fen := range BenchPositions {
		s := stateOf(t, lineOf(t, fen))
		ms := s.Moves(nil)
		out := make([]int32, len(ms))
		s.Score(ms, out)
		for i, m := range ms {
			if quiet := out[i] < search.Good && out[i] > search.Bad; quiet != (m.Taken() == 0) {
				t.Errorf("%s %s is rated %d", fen, xiangqi.Code(m), out[i])
			}
			if m.Taken() != 0 && (exchange(s.board, m) < 0) != (out[i] <= search.Bad) && exchangeValues[m.Taken()] < exchangeValues[m.Piece()] {
				t.Errorf("%s %s is rated %d, exchange %d", fen, xiangqi.Code(m), out[i], exchange(s.board, m))
			}
		}
	}
}

// verdictAfter plays the codes in played on a line, then the codes in searched on a search state of
// that line. It returns the verdict of the state.
func verdictAfter(t *testing.T, fen string, played, searched []string) (int, bool) {
	t.Helper()
	line := lineOf(t, fen, played...)
	s := stateOf(t, line)
	p := line.Position()
	for i, code := range searched {
		if score, over := s.Verdict(i); i > 0 && over {
			t.Fatalf("over before %s: %d", code, score)
		}
		s.InCheck() // a search calls InCheck in every position too
		if code == "" {
			if !s.DoPass() {
				t.Fatal("cannot pass")
			}
			p = passed(t, p)
			continue
		}
		m, err := p.Decode(code)
		if err != nil {
			t.Fatal(err)
		}
		s.Do(m)
		p = p.Play(m)
	}
	return s.Verdict(len(searched))
}

// passed returns the position p with the turn passed to the other side.
func passed(t *testing.T, p game.Position) game.Position {
	b := p.(*xiangqi.Position).Board()
	b.DoPass()
	return position(t, fenOf(b))
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name, fen        string
		played, searched []string
		score            int
		over             bool
	}{
		{"second time in the search", "3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 0 1", nil, []string{"e2a2", "d9d8", "a2e2", "d8d9"}, 0, true},
		{"second time on the board", "3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 0 1", []string{"e2a2", "d9d8", "a2e2"}, []string{"d8d9"}, 0, false},
		{"third time on the board", "3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 0 1",
			[]string{"e2a2", "d9d8", "a2e2", "d8d9", "e2a2", "d9d8", "a2e2"}, []string{"d8d9"}, 0, true},
		{"a pass lies between", "3k5/9/9/9/9/8n/9/4R4/9/5K3 w - - 0 1", nil, []string{"e2a2", "", "a2e2", ""}, 0, false},
		{"perpetual, checked side to move", "4k4/9/9/9/9/9/9/R8/9/5K3 w - - 0 1", nil,
			[]string{"a2e2", "e9d9", "e2d2", "d9e9", "d2e2"}, -search.Outlawed, true},
		{"perpetual, checker to move", "3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 0 1", nil,
			[]string{"e2d2", "d9e9", "d2e2", "e9d9"}, search.Outlawed, true},
		{"perpetual begun on the board", "3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 0 1",
			[]string{"e2d2", "d9e9", "d2e2", "e9d9", "e2d2", "d9e9", "d2e2"}, []string{"e9d9"}, search.Outlawed, true},
		{"no piece to attack with", "4k4/9/9/9/9/9/9/9/3p5/3K5 w - - 0 1", nil, []string{"d0d1"}, 0, true},
		{"move limit", "3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 119 90", nil, []string{"e2e3"}, 0, true},
		{"before the move limit", "3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 118 90", nil, []string{"e2e3"}, 0, false},
	} {
		score, over := verdictAfter(t, c.fen, c.played, c.searched)
		if score != c.score || over != c.over {
			t.Errorf("%s: %d %v, want %d %v", c.name, score, over, c.score, c.over)
		}
	}
}

// TestRepetitionOutlastsTheCount checks that the search still finds repetitions of earlier
// positions when many checks have stopped the count for the move limit.
func TestRepetitionOutlastsTheCount(t *testing.T) {
	line := lineOf(t, "3k5/9/9/9/9/9/9/4R4/9/5K3 w - - 0 1", "e2d2", "d9e9", "d2e2", "e9d9", "e2d2", "d9e9", "d2e2")
	p := line.Position().(*xiangqi.Position)
	b, past := historyOf(line)
	s := NewState(b, xiangqi.LawOf(line.Setup()), 2, past, newHandcrafted(DefaultWeights()))
	s.InCheck() // a search calls InCheck in every position too
	m, err := p.Decode("e9d9")
	if err != nil {
		t.Fatal(err)
	}
	s.Do(m)
	if score, over := s.Verdict(1); score != search.Outlawed || !over {
		t.Errorf("%d %v, want %d", score, over, search.Outlawed)
	}
}

// best searches a line within limits and returns the best move and its score.
func best(t *testing.T, line *game.Line, lim engine.Limits) (string, engine.Score) {
	t.Helper()
	info, err := New().Think(context.Background(), line, lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	return info.Best(), info.Lines[0].Score
}

func TestFindsMates(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		moves     int
	}{
		{"two rooks", "3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1", 1},
		{"no move is a loss too", "3k5/9/4P4/9/9/9/9/9/9/4K4 w - - 0 1", 1},
		{"black mates", "1r2k4/9/9/9/9/9/9/9/r8/3K5 b - - 0 1", 1},
		{"two rooks from afar", "4k4/9/9/9/9/9/9/R8/9/1R1K5 w - - 0 1", 2},
	} {
		_, score := best(t, lineOf(t, c.fen), engine.Limits{Depth: 8})
		if score.Mate <= 0 || c.moves > 0 && score.Mate != c.moves {
			t.Errorf("%s: %+v, want mate in %d", c.name, score, c.moves)
		}
	}
}

// TestTakesTheDrawWhenLosing checks that the engine chooses a draw by repetition for the weaker
// side.
func TestTakesTheDrawWhenLosing(t *testing.T) {
	line := lineOf(t, "3k5/9/9/9/9/9/9/R7r/4A4/R2AKC3 w - - 0 1")
	for range 2 {
		for _, code := range []string{"a2a3", "i2i3", "a3a2", "i3i2"} {
			if line.Outcome().Over() || line.Ply() == 7 {
				break
			}
			if err := line.Play(code); err != nil {
				t.Fatal(err)
			}
		}
	}
	move, score := best(t, line, engine.Limits{Depth: 6})
	if move != "i3i2" || score.Points != 0 || score.Mate != 0 {
		t.Errorf("played %s for %+v instead of the draw i3i2", move, score)
	}
}

// TestStopsCheckingInTime checks that even a side that is far behind stops giving check in time,
// because it would lose by perpetual check.
func TestStopsCheckingInTime(t *testing.T) {
	line := lineOf(t, "3k5/9/9/n7n/p7p/9/9/4R4/9/5K3 w - - 0 1",
		"e2d2", "d9e9", "d2e2", "e9d9", "e2d2", "d9e9")
	if line.Outcome().Over() {
		t.Fatal(line.Outcome())
	}
	move, score := best(t, line, engine.Limits{Depth: 5})
	if err := line.Play(move); err != nil {
		t.Fatal(err)
	}
	for _, m := range line.Legal() {
		next := line.Clone()
		if err := next.Push(m); err != nil {
			t.Fatal(err)
		}
		if o := next.Outcome(); o.Why == game.PerpetualCheck {
			t.Errorf("%s for %+v loses by %s", move, score, o.Why)
		}
	}
}

// TestMatesOfTheCollection checks that the engine finds mates in which every move gives check. The
// program test/suites counts the results for the whole collection.
func TestMatesOfTheCollection(t *testing.T) {
	dir := os.Getenv("KYDAI_TEST_DATA")
	if dir == "" {
		t.Skip("KYDAI_TEST_DATA is not set")
	}
	text, err := os.ReadFile(filepath.Join(dir, "xiangqi", "mates.json"))
	if err != nil {
		t.Skip(err)
	}
	var file struct {
		Puzzles []struct {
			ID, FEN             string
			ChecksOnlyMatePlies *int
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	const every = 40
	limit := engine.Limits{Nodes: 100_000}
	e := New()
	solved, tried := map[int]int{}, map[int]int{}
	for i, p := range file.Puzzles {
		if p.ChecksOnlyMatePlies == nil || *p.ChecksOnlyMatePlies > 7 || i%every != 0 {
			continue
		}
		n := *p.ChecksOnlyMatePlies
		limit.Mate = (n + 1) / 2
		e.NewGame()
		info, err := e.Think(context.Background(), lineOf(t, p.FEN), limit, nil)
		if err != nil {
			t.Fatal(err)
		}
		tried[n]++
		if info.Lines[0].Score.Mate > 0 {
			solved[n]++
		}
	}
	for n := 1; n <= 7; n += 2 {
		t.Logf("mate in %d plies: %d of %d", n, solved[n], tried[n])
		if missed := tried[n] - solved[n]; missed > max(1, tried[n]/10) {
			t.Errorf("mate in %d plies: only %d of %d", n, solved[n], tried[n])
		}
	}
}
