package engine

import (
	"testing"

	"kydai/game"
	rules "kydai/games/caro"
)

// fourCases lists positions that test wins by fours. In the field wins there is one letter for each
// win rule, in the order of rules.Presets (caro9, caro8, caro5plus, freestyle, standard): w means
// that the side to move wins by fours.
var fourCases = []struct{ wins, board string }{
	{"wwwww", "5o2o6/3x1o9/5x9/15/3xx10/3x2x3x4/2o1oo6x2/7x1o5/7o3o3/5o1x6o/10o4/12o2/15/4x2o1xx4/9x5 x"},
	{"wwwww", "15/15/6x1o6/9o5/14x/5o1xx1o4/12o2/7x2xxoo1/6o2x5/5o2o2ox2/4x3x1x4/9x1o1x1/3o1x9/1o8o2o1/3x11 x"},
	{"---ww", "15/15/15/10o4/6o2x1x1x1/6x1o6/x1x3o3o4/1x2x2x1o5/2x3o8/6o1oo5/9ox4/15/9x5/9o5/15 x"},
	{"---ww", "1x3xo8/1x2ox9/2o1o10/3o11/1x13/1o2xx3x5/8x6/3oo1oxxx5/1x7o5/4x1o8/o3o10/2o9o2/4x4o5/9x5/3x11 o"},
	{"---w-", "6xo7/3o10o/1x2o4xo4/4x9x/4ox1o3x3/4o2o2oo3/7x1x4x/7x1x5/4o10/4o1x1x2o3/15/1x13/5x5o3/15/15 o"},
	{"---w-", "5x2x6/2xxo10/4xx9/3o1o9/o5o8/2o4oo1x4/5x9/7x7/4o1oxo1o4/8x6/8x6/3o5o2x2/15/2o1xx1x7/15 o"},
	{"-www-", "15/12ox1/3o3x7/3oo1ox2xo3/3x1x3xo4/15/4o5x1o2/6xx4xx1/6oo7/5x3o5/15/4o10/2x12/15/7o7 x"},
	{"-w-w-", "8x6/9x5/6x8/8o6/4x4o5/4o2ox6/15/1xx1o2x7/o6o7/2x3o8/15/15/2o12/15/15 x"},
	{"-wwww", "7o4x2/1o2o2o2x4/o1o3x1x3x2/6x4o2o/1x2x5o4/2o6x5/o10o2x/7xo6/2o4o7/5xx3x4/15/15/6x8/15/15 x"},
	{"-w-ww", "8x6/1ox3o8/15/2x2x1x1o4x/4x3x1x4/2o1o1o1o6/4oo4oo3/7xo6/4x5x2o1/5x1x7/4o10/15/15/15/15 x"},
}

func TestFourCases(t *testing.T) {
	for _, c := range fourCases {
		for i, rule := range rules.Presets() {
			p, err := rules.Rules{}.New(game.Setup{Start: c.board + " " + rule.Name})
			if err != nil {
				t.Fatal(err)
			}
			pos, ok := p.(*rules.Position)
			if !ok {
				t.Fatal("no position")
			}
			s := NewState(pos)
			solver := newFourSolver(s.board, rootMemory)
			plies, _, sure := solver.solve(200_000)
			if won := c.wins[i] == 'w'; !sure || won != (plies > 0) {
				t.Errorf("%s under %s: %d plies, sure %v, want %c", c.board, rule.Name, plies, sure, c.wins[i])
			}
			if plies == 0 {
				continue
			}
			if line := solver.line(200_000); len(line) != plies {
				t.Errorf("%s under %s: a line of %d in %d plies", c.board, rule.Name, len(line), plies)
			}
			best := func() cell { _, m, _ := solver.solve(200_000); return m }
			if k := newChecker(t, s.board, rule, best); !testing.Short() && !k.attack(plies/2) {
				t.Errorf("%s under %s: the win does not stand", c.board, rule.Name)
			}
		}
	}
}
