package engine

import (
	"sync"

	"kydai/game"
	rules "kydai/games/caro"
	"kydai/search/classic"
)

// Historic returns the historical evaluator and players of this game, with which the lab compares
// engines: the evaluator of a published report and its three levels. The report searches only the
// four best squares. Its patterns ignore the rule that a row of five may not win if it is blocked
// or too long.
func Historic() classic.Family {
	return classic.Family{
		Evaluators: []classic.Evaluator{{
			Name:    "report",
			About:   "patterns in all lines, and the four best squares by windows of five",
			Value:   reportValue,
			Unit:    4,
			Rate:    reportRate,
			Width:   4,
			Decided: reportDecided,
			Explore: 2 * reportDecided,
		}},
		Players: []classic.Player{
			{Name: "report-easy", Spec: "ordered,depth=1,width=4,eval=report", About: "the report's algorithm to depth 1"},
			{Name: "report-medium", Spec: "ordered,depth=4,width=4,eval=report", About: "the report's algorithm to depth 4"},
			{Name: "report-hard", Spec: "ordered,depth=6,width=4,eval=report", About: "the report's algorithm to depth 6"},
		},
		Features: &classic.Features{Names: windowNames, Visit: visitWindows},
	}
}

// windowNames lists the names of the learnt weights. A window is a row of five cells with stones of
// one side only. There is a weight for each number of stones in a window. Windows of the side to
// move have the name "move", those of the opponent "wait".
var windowNames = []string{"move 1", "move 2", "move 3", "move 4", "wait 1", "wait 2", "wait 3", "wait 4"}

// windowScale holds, for one to four stones, about how many such windows a position has. The counts
// are divided by these numbers, because learning works best with values near 1.
var windowScale = [4]float64{40, 10, 3, 1}

// visitWindows calls the function visit with the index of each weight in windowNames and the number
// of its windows, divided by windowScale. It does nothing while the opening has not yet decided
// which side plays which colour.
func visitWindows(p game.Position, visit func(weight int, x float64)) {
	pos, ok := p.(*rules.Position)
	if !ok || pos.Holder(rules.Black) == game.NoSide {
		return
	}
	own, sign := rules.Black, 1.0
	if pos.Holder(own) != pos.Turn() {
		own = rules.White
	}
	if pos.Turn() == game.Second {
		sign = -1
	}
	b := newReportBoard(pos, own)
	var counts [8]float64
	b.lines(func(from, step, n int) {
		for start := 0; start+5 <= n; start++ {
			var stones [3]int
			for i := range 5 {
				stones[b.cells[from+(start+i)*step]]++
			}
			switch own, other := stones[reportOwn], stones[reportOther]; {
			case own > 0 && other == 0 && own < 5:
				counts[own-1]++
			case other > 0 && own == 0 && other < 5:
				counts[4+other-1]--
			}
		}
	})
	for i, x := range counts {
		if x != 0 {
			visit(i, sign*x/windowScale[i%4])
		}
	}
}

// Values of an empty cell in a window of five cells. If the window has own stones only,
// reportAttack gives the value, by their number. If it has enemy stones only, reportDefence does.
var (
	reportAttack  = [5]float64{0, 4, 28, 256, 2308}
	reportDefence = [5]float64{0, 1, 9, 85, 769}
)

// reportDecided is the limit above which the value of a position means that the game is decided,
// for either side.
const reportDecided = 3000

// Codes of the cells in the report's patterns.
const (
	reportEmpty = iota
	reportOther
	reportOwn
)

// reportPatterns lists the report's patterns with their values. A pattern may occur anywhere in a
// line.
var reportPatterns = []struct {
	value float64
	cells []string
}{
	{4, []string{"02221", "12220"}},
	{6, []string{"0220"}},
	{12, []string{"020220", "022020", "02220"}},
	{1000, []string{
		"0022221", "1222200", "1222020", "0202221", "0222021", "1202220",
		"0202220", "0222020", "0222201", "1022220", "220220", "022022",
	}},
	{3000, []string{"022220", "2022202"}},
	{10000, []string{"22222"}},
}

// Lengths of the shortest and the longest pattern. patternFillings is the number of possible
// contents of longestPattern cells.
const (
	shortestPattern = 4
	longestPattern  = 7
	patternFillings = 3 * 3 * 3 * 3 * 3 * 3 * 3
)

type reportTable [longestPattern - shortestPattern + 1][patternFillings]float64

// reportWorth()[n-4][code] is the value of n adjacent cells with the given contents. A pattern of
// the opponent counts negative. The contents are the base-3 digits of the code.
var reportWorth = sync.OnceValue(func() *reportTable {
	worth := new(reportTable)
	for _, group := range reportPatterns {
		for _, p := range group.cells {
			own, other := 0, 0
			for _, c := range p {
				own = own*3 + int(c-'0')
				other = other*3 + [...]int{reportEmpty, reportOwn, reportOther}[c-'0']
			}
			worth[len(p)-shortestPattern][own] += group.value
			worth[len(p)-shortestPattern][other] -= group.value
		}
	}
	return worth
})

// reportBoard holds the stones of a position from the point of view of one side, as own stones and
// enemy stones.
type reportBoard struct {
	size  int
	cells [rules.MaxSize * rules.MaxSize]uint8
}

func newReportBoard(p *rules.Position, own rules.Stone) (b reportBoard) {
	b.size = p.Size()
	for sq := range b.size * b.size {
		switch p.At(game.Square(sq)) {
		case rules.Empty:
		case own:
			b.cells[sq] = reportOwn
		default:
			b.cells[sq] = reportOther
		}
	}
	return b
}

// reportValue adds up the values of all patterns: own patterns minus the opponent's. It is 0 until
// the colours are settled.
func reportValue(p game.Position, s game.Side) float64 {
	pos, ok := p.(*rules.Position)
	if !ok || pos.Holder(rules.Black) == game.NoSide {
		return 0
	}
	own := rules.Black
	if pos.Holder(own) != s {
		own = rules.White
	}
	b := newReportBoard(pos, own)
	sum, worth := 0.0, reportWorth()
	b.lines(func(from, step, n int) { sum += b.line(worth, from, step, n) })
	return sum
}

// lines calls f for every line of at least four cells, with the first cell, the step to the next
// cell and the number of cells.
func (b *reportBoard) lines(f func(from, step, n int)) {
	size := b.size
	for i := range size {
		f(i*size, 1, size)
		f(i, size, size)
		if n := size - i; n >= shortestPattern {
			f(i, size+1, n)        // diagonals from the lower edge to the right
			f(size-1-i, size-1, n) // diagonals from the lower edge to the left
			if i > 0 {
				f(i*size, size+1, n) // diagonals from the left edge to the right
				f(i*size+size-1, size-1, n)
			}
		}
	}
}

// line returns the value of all patterns in one line.
func (b *reportBoard) line(worth *reportTable, from, step, n int) (sum float64) {
	var four, five, six, seven int // base-3 codes of the last four, five, six and seven cells
	for i := range n {
		c := int(b.cells[from+i*step])
		four, five, six, seven = four%27*3+c, five%81*3+c, six%243*3+c, seven%729*3+c
		if i >= 6 {
			sum += worth[0][four] + worth[1][five] + worth[2][six] + worth[3][seven]
			continue
		}
		if i >= 3 {
			sum += worth[0][four]
		}
		if i >= 4 {
			sum += worth[1][five]
		}
		if i >= 5 {
			sum += worth[2][six]
		}
	}
	return sum
}

// reportRate rates the moves of the side to move. Of two equally good squares, the square nearer to
// the centre gets the higher rating, so the first stone goes to the centre. Choices, which have no
// square, get the lowest rating.
func reportRate(p game.Position, ms []game.Move, out []float64) {
	pos, ok := p.(*rules.Position)
	if !ok {
		clear(out)
		return
	}
	b := newReportBoard(pos, nextStone(pos))
	rates := b.rateSquares()
	for i, m := range ms {
		out[i] = -1
		if m.OnBoard() {
			out[i] = rates[m.To()] - b.offCentre(int(m.To()))
		}
	}
}

// nextStone returns the colour of the next stone.
func nextStone(p *rules.Position) rules.Stone {
	if p.Stage() == rules.Playing {
		if p.Holder(rules.Black) == p.Turn() {
			return rules.Black
		}
		return rules.White
	}
	return p.Board().Next()
}

// rateSquares returns the rating of each square: the sum of its attack and defence values over all
// windows of five.
func (b *reportBoard) rateSquares() (rates [rules.MaxSize * rules.MaxSize]float64) {
	b.lines(func(from, step, n int) {
		for start := 0; start+5 <= n; start++ {
			var stones [3]int
			for i := range 5 {
				stones[b.cells[from+(start+i)*step]]++
			}
			v := 0.0
			switch own, other := stones[reportOwn], stones[reportOther]; {
			case own > 0 && other > 0 || stones[reportEmpty] == 0:
				continue
			case own > 0:
				v = reportAttack[own]
			case other > 0:
				v = reportDefence[other]
			}
			for i := range 5 {
				if sq := from + (start+i)*step; b.cells[sq] == reportEmpty {
					rates[sq] += v
				}
			}
		}
	})
	return rates
}

// offCentre returns the distance of a square from the centre, scaled to be less than one.
func (b *reportBoard) offCentre(sq int) float64 {
	far := func(a int) int { return max(2*a-b.size+1, b.size-1-2*a) }
	return float64(max(far(sq/b.size), far(sq%b.size))) / (2 * rules.MaxSize)
}
