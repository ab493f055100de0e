package engine

import (
	"math/rand/v2"
	"testing"

	"kydai/game"
	rules "kydai/games/caro"
)

// eachRule runs a test with every preset of the win rule, with open and with blocking edges.
func eachRule(t *testing.T, do func(t *testing.T, rule rules.WinRule)) {
	t.Helper()
	for _, r := range rules.Presets() {
		for _, edge := range []bool{false, true} {
			r.EdgeBlocks = edge
			name := r.Name
			if edge {
				name += "-edge"
			}
			t.Run(name, func(t *testing.T) { do(t, r) })
		}
	}
}

// wholeLine is a line of cells from edge to edge. Its methods are a slow but simple reference for
// the class table.
type wholeLine struct {
	rule  rules.WinRule
	cells []uint8 // 0 empty, 1 own stone, 2 enemy stone
	known map[string]class
}

// winsThrough reports whether the run of own stones through cell c wins.
func (l *wholeLine) winsThrough(c int) bool {
	lo, hi := c, c
	for lo >= 0 && l.cells[lo] == 1 {
		lo--
	}
	for hi < len(l.cells) && l.cells[hi] == 1 {
		hi++
	}
	blocks := func(i int) bool {
		if i < 0 || i >= len(l.cells) {
			return l.rule.EdgeBlocks
		}
		return l.cells[i] == 2
	}
	return l.rule.Judge(hi-lo-1, blocks(lo) && blocks(hi)) == rules.Wins
}

// filled tries each empty cell: it places the stone there, calls the function do, and removes the
// stone. It returns how often do returned true.
func (l *wholeLine) filled(stone uint8, do func(i int) bool) (n int) {
	for i, v := range l.cells {
		if v == 0 {
			l.cells[i] = stone
			if do(i) {
				n++
			}
			l.cells[i] = 0
		}
	}
	return n
}

// classThrough computes the class of an own stone on cell c directly from the definitions of the
// classes, considering only runs through c. To do so, it tries up to `further` more own stones. If
// further is 0, it can only find fives and fours.
func (l *wholeLine) classThrough(c, further int) class {
	key := string(l.cells)
	if k, ok := l.known[key]; ok {
		return k
	}
	k := l.classAnew(c, further)
	l.known[key] = k
	return k
}

func (l *wholeLine) classAnew(c, further int) class {
	if l.winsThrough(c) {
		return five
	}
	fivePoints := func() int { return l.filled(1, func(int) bool { return l.winsThrough(c) }) }
	if fivePoints() > 0 {
		switch l.filled(2, func(int) bool { return fivePoints() == 0 }) {
		case 0:
			return openFour
		case 1:
			return four
		}
		return fourLoose
	}
	if further == 0 {
		return none
	}
	making := func(least, most class) int {
		return l.filled(1, func(int) bool { k := l.classThrough(c, further-1); return k >= least && k <= most })
	}
	if n := making(openFour, openFour); n > 0 {
		return openThreeSlim + class(min(n-1, 1))
	}
	if making(fourLoose, four) > 0 {
		return three
	}
	switch n := making(openThreeSlim, openThree); {
	case n > 3:
		return openTwoMost
	case n > 2:
		return openTwoMore
	case n > 0:
		return openTwo
	}
	switch {
	case making(three, three) > 0:
		return two
	case making(openTwo, openTwoMost) > 0:
		return openOne
	case making(two, two) > 0:
		return one
	}
	return none
}

// TestClassesAgainstWholeLines checks the class table, which considers only five cells on each
// side. It must agree with a slow search on whole lines of any length.
func TestClassesAgainstWholeLines(t *testing.T) {
	seen := [classes]int{}
	eachRule(t, func(t *testing.T, rule rules.WinRule) {
		r := rand.New(rand.NewPCG(11, 12))
		table := tableFor(rule)
		for range 250 {
			l := &wholeLine{rule: rule, cells: make([]uint8, 5+r.IntN(12)), known: map[string]class{}}
			density := r.IntN(70)
			for i := range l.cells {
				if r.IntN(100) < density {
					l.cells[i] = 1 + uint8(r.IntN(3)/2)
				}
			}
			c := r.IntN(len(l.cells))
			l.cells[c] = 0
			if l.longRun() {
				continue
			}
			var code uint32
			for i := range codeCells {
				at := c + i - reach
				if i >= reach {
					at++
				}
				v := uint32(outside)
				if at >= 0 && at < len(l.cells) {
					v = uint32(l.cells[at])
				}
				code = with(code, i, v)
			}
			text := string(append([]uint8(nil), l.cells...))
			for colour := range 2 {
				l.cells = []uint8(text)
				if colour == 1 {
					for i, v := range l.cells {
						l.cells[i] = [3]uint8{0, 2, 1}[v]
					}
				}
				l.cells[c] = 1
				l.known = map[string]class{}
				got, want := class(table[code]>>(4*colour)&15), l.classThrough(c, 3)
				seen[want]++
				if rule.Most > 5 && rule.Blockable > 5 && got != openFour && (got < fourLoose) == (want < fourLoose) {
					continue // under such a rule an end of a long run may lie outside the code, so the two may differ
				}
				if got != want {
					t.Fatalf("line %v, cell %d, colour %d: class %d, want %d", []uint8(text), c, colour, got, want)
				}
			}
		}
	})
	for k, n := range seen {
		if n == 0 {
			t.Errorf("class %d was never met", k)
		}
	}
}

// longRun reports whether the line already contains a winning run.
func (l *wholeLine) longRun() bool {
	n := 0
	for i, v := range l.cells {
		if v == 0 || i == 0 || l.cells[i-1] != v {
			n = 0
		}
		if n++; v != 0 && n >= 5 {
			return true
		}
	}
	return false
}

// randomBoard plays n random stones near each other and stops before a win.
func randomBoard(r *rand.Rand, size, n int, rule rules.WinRule) *board {
	b := newBoard(size, rule, learnt())
	for range n {
		c := b.centre()
		if b.stones > 0 {
			near := b.nearby()
			all := b.list(&near, nil)
			if len(all) == 0 {
				break
			}
			c = all[r.IntN(len(all))]
		}
		b.make(c)
		if b.won {
			b.undo()
		}
	}
	return b
}

// referees holds two boards of package rules with the same stones. On the board with index 0 black
// is to move, on the other one white. The tests compare the engine with them.
type referees [2]*rules.Board

func referee(t testing.TB, b *board, rule rules.WinRule) (rs referees) {
	t.Helper()
	options := map[string]string{"size": itoa(b.size), "rule": rule.Name}
	if rule.EdgeBlocks {
		options["edge"] = "blocks"
	}
	for turn := range rs {
		p, err := rules.Rules{}.New(game.Setup{Start: b.text(turn), Options: options})
		if err != nil {
			t.Fatal(err)
		}
		pos, ok := p.(*rules.Position)
		if !ok {
			t.Fatal("no position of ours")
		}
		rs[turn] = pos.Board()
	}
	return rs
}

// text returns the board as a position text of package rules.
func (b *board) text(turn int) string {
	text := ""
	for row := b.size - 1; row >= 0; row-- {
		for col := range b.size {
			text += string(".xo"[b.at(row<<rowShift|col)])
		}
		if row > 0 {
			text += "/"
		}
	}
	return text + " " + string("xo"[turn])
}

func itoa(n int) string { return string([]byte{'0' + byte(n/10), '0' + byte(n%10)}) }

// TestThreatsAgainstReferee checks fives, fours and the answers to fives on random boards. The
// engine's results must agree with the win rule of package rules.
func TestThreatsAgainstReferee(t *testing.T) {
	boards := 60
	if testing.Short() {
		boards = 20
	}
	eachRule(t, func(t *testing.T, rule rules.WinRule) {
		r := rand.New(rand.NewPCG(21, 22))
		met := map[int]int{}
		for range boards {
			b := randomBoard(r, 15+r.IntN(6), 10+r.IntN(70), rule)
			ref := referee(t, b, rule)
			for colour := range 2 {
				stone := rules.Stone(colour + 1)
				before := map[cell]bool{}
				b.eachCell(func(at cell) {
					if b.at(at) != vacant {
						return
					}
					wins := ref[0].Wins(b.squareOf(at), stone)
					before[at] = wins
					if wins != (b.kindAt(colour, at) == kindFive) {
						t.Fatalf("%v: a stone of %d wins: %v, kind %d", at, colour, wins, b.kindAt(colour, at))
					}
				})
				if b.hasFive(colour) {
					met[b.checkAnswers(t, ref, colour)]++
				} else {
					b.checkFours(t, ref, colour, before)
				}
			}
		}
		t.Log("answers to fives:", met)
		if met[0] == 0 || met[1] == 0 || rule.Blockable > 0 && met[2] == 0 {
			t.Errorf("too few kinds of threats met: %v", met)
		}
	})
}

// checkAnswers compares the result of the method answers with a slow search that tries every cell:
// on which cells does one enemy stone stop all fives? It returns the number of these cells.
func (b *board) checkAnswers(t *testing.T, ref referees, colour int) int {
	t.Helper()
	var want []cell
	points := b.list(&b.threats[colour][kindFive], nil)
	b.eachCell(func(at cell) {
		if b.at(at) != vacant {
			return
		}
		ref.withStone(b.squareOf(at), rules.Stone(2-colour), func(ref *rules.Board) {
			for _, y := range points {
				if y != at && ref.Wins(b.squareOf(y), rules.Stone(colour+1)) {
					return
				}
			}
			want = append(want, at)
		})
	})
	got := b.answers(colour, nil)
	if len(got) != len(want) {
		t.Fatalf("answers %v, want %v", got, want)
	}
	for _, w := range want {
		if w != got[0] && (len(got) < 2 || w != got[1]) {
			t.Fatalf("answers %v, want %v", got, want)
		}
	}
	return len(want)
}

// checkFours checks which cells the board lists as fours: exactly those on which a stone creates a
// new cell where its colour wins.
func (b *board) checkFours(t *testing.T, ref referees, colour int, before map[cell]bool) {
	t.Helper()
	stone := rules.Stone(colour + 1)
	fours := b.fours(colour)
	b.eachCell(func(at cell) {
		if b.at(at) != vacant || before[at] {
			return
		}
		news := false
		ref.withStone(b.squareOf(at), stone, func(ref *rules.Board) {
			for y, won := range before {
				news = news || y != at && !won && ref.Wins(b.squareOf(y), stone)
			}
		})
		if news != fours.has(at) {
			t.Fatalf("%v: colour %d makes a four: %v, kind %d", at, colour, news, b.kindAt(colour, at))
		}
	})
}

// withStone places a stone on the referee's board on which its colour is to move, calls the given
// function with this board, and removes the stone.
func (rs referees) withStone(sq game.Square, stone rules.Stone, do func(ref *rules.Board)) {
	ref := rs[stone-1]
	ref.Do(game.NewMove(game.NoSquare, sq, 0, 0, 0))
	do(ref)
	ref.Undo()
}
