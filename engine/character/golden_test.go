package character

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"kydai/engine"
	"kydai/game"
)

var update = flag.Bool("update", false, "write testdata/golden.json anew")

// golden is the content of a file of test cases with their results. This package and the web client
// (ui/test/taste.test.ts) must compute the same results.
type golden struct {
	Boards []boardCase  `json:"boards"`
	Tastes []tasteCase  `json:"tastes"`
	Books  []bookCase   `json:"books"`
	Lines  []string     `json:"lines"`
	Paces  []paceOfTurn `json:"paces"`
	Weak   []weakCase   `json:"weak"`
}

type weakCase struct {
	Weakness Weakness        `json:"weakness"`
	Want     engine.Weakness `json:"want"`
}

type boardCase struct {
	Width  int      `json:"width"`
	Height int      `json:"height"`
	Cells  []string `json:"cells"`
	From   int      `json:"from"`
	To     int      `json:"to"`
	Mover  string   `json:"mover"`
	Facts  Facts    `json:"facts"`
}

type tasteCase struct {
	Taste  Taste       `json:"taste"`
	All    []Candidate `json:"all"`
	Chosen string      `json:"chosen"`
	Slack  float64     `json:"slack"`
	Code   string      `json:"code"`
}

type bookCase struct {
	Opening string   `json:"opening"`
	Codes   []string `json:"codes"`
	Level   int      `json:"level"`
	Luck    float64  `json:"luck"`
	Code    string   `json:"code"`
}

type paceOfTurn struct {
	Ply     int     `json:"ply"`
	Choices int     `json:"choices"`
	Obvious bool    `json:"obvious"`
	Left    int64   `json:"left"` // milliseconds left on the clock; negative if there is no clock
	Inc     int64   `json:"inc"`
	Luck    float64 `json:"luck"`
	Wait    int64   `json:"wait"`
}

const goldenFile = "testdata/golden.json"

// fill computes the expected results of all cases.
func (g *golden) fill() {
	for i, c := range g.Boards {
		mover := game.First
		if c.Mover == game.Second.String() {
			mover = game.Second
		}
		g.Boards[i].Facts = onBoard(game.Grid{Width: c.Width, Height: c.Height, Cells: c.Cells}, c.From, c.To, mover)
	}
	for i, c := range g.Tastes {
		g.Tastes[i].Code = c.Taste.Choose(c.All, c.Chosen, c.Slack)
	}
	for i, c := range g.Books {
		g.Books[i].Code = Draw(Book{Lines: g.Lines}.Next(c.Opening, c.Codes), c.Level, 8, c.Luck)
	}
	for i, c := range g.Paces {
		g.Paces[i].Wait = turnOf(c).wait(c.Luck)
	}
	for i, c := range g.Weak {
		g.Weak[i].Want = c.Weakness.engine()
	}
}

func turnOf(c paceOfTurn) timed {
	t := Turn{Ply: c.Ply, Choices: c.Choices, Obvious: c.Obvious, Inc: millis(c.Inc)}
	if c.Left >= 0 {
		t.Timed, t.Left = true, millis(c.Left)
	}
	return timed(t)
}

// TestGolden compares the results of this package with those in the golden file, which the tests of
// the client also read.
func TestGolden(t *testing.T) {
	if *update {
		g := drawn()
		g.fill()
		data, err := json.Marshal(g)
		if err == nil {
			err = os.WriteFile(goldenFile, append(data, '\n'), 0o644) //nolint:gosec // a file of the repository
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	var want, got golden
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	got.fill()
	if a, b := text(t, got), text(t, want); a != b {
		t.Errorf("the answers are not those of %s", goldenFile)
	}
	if len(want.Boards) == 0 || !slices.ContainsFunc(want.Tastes, func(c tasteCase) bool { return c.Code != c.Chosen }) {
		t.Error("the file has no cases that tell anything")
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// drawn generates random test cases without results.
func drawn() golden {
	rng := rand.New(rand.NewPCG(59, 1))
	var g golden
	for range 40 {
		c := boardCase{Width: 5 + rng.IntN(6), Height: 5 + rng.IntN(6), Mover: []string{"first", "second"}[rng.IntN(2)]}
		for range c.Width * c.Height {
			c.Cells = append(c.Cells, []string{"", "", "P", "p", "o", "X"}[rng.IntN(6)])
		}
		c.To = rng.IntN(len(c.Cells))
		c.From = -1
		if rng.IntN(4) > 0 {
			c.From = rng.IntN(len(c.Cells))
		}
		g.Boards = append(g.Boards, c)
	}
	for range 40 {
		c := tasteCase{Slack: []float64{Slack, Asked}[rng.IntN(2)], Taste: Taste{Take: rng.NormFloat64(), Trade: rng.NormFloat64(), Check: rng.NormFloat64(), Centre: rng.NormFloat64()}}
		base := 0.05 + 0.95*rng.Float64()
		for i := range 1 + rng.IntN(6) {
			c.All = append(c.All, Candidate{Code: string(rune('a' + i)), Chance: max(0, base-0.05*rng.Float64()), Facts: Facts{Take: float64(rng.IntN(2)), Trade: float64(rng.IntN(2)), Centre: rng.NormFloat64()}})
		}
		c.Chosen = c.All[rng.IntN(len(c.All))].Code
		g.Tastes = append(g.Tastes, c)
	}
	g.Lines = []string{"one 3 a b c", "one 1 a b d", "one 2 a e", "two 1 a b f", "one 1 b"}
	for range 30 {
		c := bookCase{Opening: []string{"one", "two", "three"}[rng.IntN(3)], Level: 1 + rng.IntN(9), Luck: rng.Float64()}
		c.Codes = []string{"a", "b", "c"}[:rng.IntN(3)]
		g.Books = append(g.Books, c)
	}
	for range 60 {
		c := paceOfTurn{Ply: rng.IntN(60), Choices: rng.IntN(60), Obvious: rng.IntN(3) == 0, Left: -1, Luck: rng.Float64()}
		if rng.IntN(2) == 0 {
			c.Left, c.Inc = int64(rng.IntN(100_000)), int64(rng.IntN(3))*1000
		}
		g.Paces = append(g.Paces, c)
	}
	for o := range engine.Oversights {
		g.Weak = append(g.Weak, weakCase{Weakness: Weakness{Name: o.Key(), Odds: 101 + rng.IntN(500), Others: 1 + rng.IntN(100)}})
	}
	g.Weak = append(g.Weak, weakCase{Weakness: Weakness{Name: "unknown", Odds: 300, Others: 90}}, weakCase{})
	return g
}
