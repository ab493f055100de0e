package chance_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kydai/engine"
	"kydai/lab/chance"
)

// invented returns games with random results that follow a model. Some games are draws.
func invented(n int, m chance.Model, seed uint64) []chance.Game {
	rng := rand.New(rand.NewPCG(seed, 0))
	games := make([]chance.Game, n)
	for i := range games {
		points := int(300 * rng.NormFloat64())
		result := 0.5
		// Some of the games are drawn. The probability of a draw does not change the mean result.
		if p := m.At(points); rng.Float64() > 0.3*4*p*(1-p) {
			q := (p - 0.5*0.3*4*p*(1-p)) / (1 - 0.3*4*p*(1-p))
			result = 0
			if rng.Float64() < q {
				result = 1
			}
		}
		games[i] = chance.Game{{Points: points, Result: result}}
	}
	return games
}

func TestModelIsWinChance(t *testing.T) {
	m := chance.Model{Scale: 137}
	for _, points := range []int{-4000, -137, 0, 1, 137, 900} {
		if want := engine.WinChance(engine.Score{Points: points}, 137); math.Abs(m.At(points)-want) > 1e-12 {
			t.Errorf("%d points: %v, the engine says %v", points, m.At(points), want)
		}
	}
	if math.Abs(m.At(137)-0.75) > 1e-12 {
		t.Errorf("one scale is %v", m.At(137))
	}
}

func TestFitFindsTheModel(t *testing.T) {
	for _, want := range []chance.Model{{Scale: 80}, {Scale: 191}, {Scale: 1000}, {Scale: 200, Shift: 0.3}} {
		games := invented(30_000, want, 7)
		got, ok := chance.FitShifted(games)
		if !ok || math.Abs(got.Scale/want.Scale-1) > 0.05 || math.Abs(got.Shift-want.Shift) > 0.05 {
			t.Errorf("%+v instead of %+v", got, want)
		}
		if want.Shift != 0 {
			continue
		}
		single, ok := chance.Fit(games)
		if !ok || math.Abs(single.Scale/want.Scale-1) > 0.05 || single.Shift != 0 {
			t.Errorf("%+v instead of %+v", single, want)
		}
	}
	if m, ok := chance.Fit(nil); ok {
		t.Errorf("a fit to nothing: %+v", m)
	}
	against := []chance.Game{{{Points: 100, Result: 0}}, {{Points: -100, Result: 1}, {Points: 50, Result: 0.5}}}
	if m, ok := chance.Fit(against); ok {
		t.Errorf("a fit to results against the scores: %+v", m)
	}
}

func TestCompare(t *testing.T) {
	right, wrong := chance.Model{Scale: 200}, chance.Model{Scale: 60}
	games := invented(3000, right, 3)
	d := chance.Compare(games, wrong, right)
	if d.High >= 0 || math.Abs(d.Mean-(chance.Brier(games, right)-chance.Brier(games, wrong))) > 1e-12 {
		t.Errorf("the right scale against a wrong one: %+v", d)
	}
	if d := chance.Compare(games, right, right); d.Mean != 0 || d.Low != 0 || d.High != 0 {
		t.Errorf("a scale against itself: %+v", d)
	}
	scale, ok := chance.ScaleOf(games[:500], rand.New(rand.NewPCG(1, 2)))
	if !ok || scale.Low > 200 || scale.High < 200 || scale.High-scale.Low > 100 {
		t.Errorf("the scale 200 is estimated as %+v", scale)
	}
}

func TestCalibrate(t *testing.T) {
	right := chance.Model{Scale: 200}
	games := invented(20_000, right, 5)
	all := 0
	for i, b := range chance.Calibrate(games[:4000], right, rand.New(rand.NewPCG(2, 2))) {
		all += b.Positions
		if b.Predicted < float64(i)/chance.Bins || b.Predicted > float64(i+1)/chance.Bins {
			t.Errorf("group %d predicts %v", i, b.Predicted)
		}
		if b.Result.Low > b.Result.Mean || b.Result.High < b.Result.Mean || math.Abs(b.Result.Mean-b.Predicted) > 0.06 {
			t.Errorf("group %d: predicted %v, result %+v", i, b.Predicted, b.Result)
		}
	}
	if all != 4000 {
		t.Errorf("%d positions of 4000 are in a group", all)
	}
}

// TestSplit checks that every player has games in both parts of the split.
func TestSplit(t *testing.T) {
	games := make([]chance.Game, 90)
	for i := range games {
		games[i] = chance.Game{{Points: i}}
	}
	fit, test := chance.Split(games)
	if len(fit) != 60 || len(test) != 30 {
		t.Fatalf("%d games to fit and %d to test", len(fit), len(test))
	}
	seen := map[int]int{}
	for _, g := range test {
		seen[g[0].Points%len(chance.Players())]++
	}
	if len(seen) != len(chance.Players()) {
		t.Errorf("games that test by player: %v", seen)
	}
}

func TestReport(t *testing.T) {
	var played []chance.Played
	for i, g := range invented(900, chance.Model{Scale: 200}, 9) {
		p := chance.Played{N: i, Result: g[0].Result, Scores: [][2]int{{g[0].Points, 0}}}
		if i%2 == 1 { // every second game: the same position and result, but from the second side's point of view
			p.Result, p.Scores[0] = 1-p.Result, [2]int{g[0].Points, 1}
		}
		played = append(played, p)
	}
	r, ok := chance.NewReport(played, 60)
	if !ok || r.Verdict() != "better" || r.Games != 900 || r.Positions != 900 || r.Scale.Low > 200 || r.Scale.High < 200 {
		t.Fatalf("%+v", r)
	}
	r.Game, r.Date, r.Nodes, r.Bench = "g", "2026-01-02", 2000, 77
	var source, picture bytes.Buffer
	if err := r.WriteGo(&source); err != nil || !strings.Contains(source.String(), `Date: "2026-01-02", Games: 900, Positions: 900, Nodes: 2000, BenchNodes: 77,`) {
		t.Errorf("%s, %v", source.String(), err)
	}
	if err := r.Chart().WriteSVG(&picture); err != nil || xml.Unmarshal(picture.Bytes(), new(struct{})) != nil {
		t.Errorf("%s, %v", picture.String(), err)
	}
	const page = "# T\n\n|a|b|c|d|e|f|g|\n|---|---|---|---|---|---|---|\n| other | 1 |\n\nend\n"
	once, err := r.Row(page)
	if err != nil || strings.Count(once, "\n| g | 60 | ") != 1 || !strings.Contains(once, "| other | 1 |\n\nend\n") {
		t.Errorf("%q, %v", once, err)
	}
	if twice, err := r.Row(once); err != nil || twice != once {
		t.Errorf("%q, %v", twice, err)
	}
	if _, err := r.Row("no table"); err == nil {
		t.Error("a page without a table is accepted")
	}
}

func TestRead(t *testing.T) {
	h := chance.Header{Format: "kydai-chance-1", Game: "g", Bench: 7, Nodes: 8, Samples: 9, Seed: 10, Players: chance.Players()}
	games := []chance.Played{{N: 0, Players: "a", Result: 0.5, Plies: 9, Scores: [][2]int{{-3, 1}, {4, 0}}}, {N: 2, Players: "b", Result: 1, Mates: 3}}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, v := range []any{h, games[0], games[1]} {
		if err := enc.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	whole := b.Len()
	b.WriteString(`{"n":3,"pla`) // an interrupted run leaves an incomplete line
	got, list, size, err := chance.Read(&b)
	if err != nil || got.Bench != 7 || len(list) != 2 || list[1].Mates != 3 || list[0].Scores[0] != [2]int{-3, 1} || size != int64(whole) {
		t.Errorf("%+v, %+v, %d of %d, %v", got, list, size, whole, err)
	}
	for _, bad := range []string{"{}\n", "x\n", `{"format":"kydai-chance-1"}` + "\nx\n"} {
		if _, _, _, err := chance.Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}
