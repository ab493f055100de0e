package lab_test

import (
	"reflect"
	"strings"
	"testing"

	"kydai/engine"
	"kydai/lab"
)

func TestReadSuite(t *testing.T) {
	r, _, _ := start(t, "chess")
	got, err := lab.ReadSuite(strings.NewReader(`# a comment

6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 dm 1; id "back rank";
1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1 bm Qd1+ d6c6; c0 "either";
`), r)
	want := []lab.Task{
		{ID: "back rank", Start: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", Mate: 1},
		{ID: "line 4", Start: "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", Best: []string{"d6d1", "d6c6"}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	for text, why := range map[string]string{
		"nonsense dm 1;":                                   "line 1: ",
		"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1":             "neither bm nor dm",
		"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 dm 0;":       "a win in 0 moves is not a number of moves",
		"\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 bm Ra9;":   "line 2: ",
		"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 bm a1a8 Ke5": "line 1: ",
	} {
		if _, err := lab.ReadSuite(strings.NewReader(text), r); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestSolved(t *testing.T) {
	answer := func(code string, mate int) engine.Thought {
		return engine.Thought{Lines: []engine.Variation{{Score: engine.Score{Mate: mate}, Codes: []string{code}}}}
	}
	best, mate := lab.Task{Best: []string{"a1a8", "a1a7"}}, lab.Task{Mate: 3}
	both := lab.Task{Best: []string{"a1a8"}, Mate: 3}
	for i, c := range []struct {
		task lab.Task
		info engine.Thought
		want bool
	}{
		{best, answer("a1a7", 0), true}, {best, answer("a1a6", 0), false}, {best, engine.Thought{}, false},
		{mate, answer("h1h2", 3), true}, {mate, answer("h1h2", 2), true}, {mate, answer("h1h2", 4), false},
		{mate, answer("h1h2", -1), false}, {mate, answer("h1h2", 0), false}, {mate, engine.Thought{}, false},
		{both, answer("a1a8", 3), true}, {both, answer("a1a8", 0), false}, {both, answer("h1h2", 3), false},
	} {
		if got := c.task.Solved(c.info); got != c.want {
			t.Errorf("case %d: %v", i, got)
		}
	}
}
