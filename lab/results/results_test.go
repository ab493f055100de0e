package results_test

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"kydai/lab"
	"kydai/lab/results"
)

func TestDescribe(t *testing.T) {
	for text, want := range map[string]results.Side{
		"random":        {Player: "random", Algorithm: "random"},
		"kydai:level=3": {Player: "kydai:level=3", Algorithm: "kydai", Level: 3},
		"classic:ordered,depth=2,width=4,name=mine": {Player: "classic:ordered,depth=2,width=4", Algorithm: "ordered", Depth: 2, Limits: "width=4"},
		"kydai:nodes=500,hash=1":                    {Player: "kydai:nodes=500,hash=1", Algorithm: "kydai", Limits: "nodes=500,hash=1"},
		"uci:/usr/games/stockfish?nodes=500":        {Player: "uci:/usr/games/stockfish?nodes=500", Algorithm: "uci:stockfish", Limits: "nodes=500"},
		"?":                                         {Player: "?", Algorithm: "?"},
	} {
		if got := results.Describe(text); got != want {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

// invented returns rows of invented games between several players, with random results.
func invented(n int, seed uint64) []results.Row {
	rng := rand.New(rand.NewPCG(seed, 1))
	players := []string{"random", "greedy", "classic:ordered,depth=1", "classic:ordered,depth=2", "kydai:level=1", "kydai:level=2"}
	rows := make([]results.Row, n)
	for i := range rows {
		a := rng.IntN(len(players))
		b := (a + 1 + rng.IntN(len(players)-1)) % len(players)
		rows[i] = results.Row{
			Time: time.Date(2026, 1, 2, 3, 4, rng.IntN(60), 0, time.UTC), Version: "v", Run: "match", Game: []string{"g", "h"}[rng.IntN(2)],
			Seed: rng.Uint64() >> 1, Opening: i, Sides: [2]results.Side{results.Describe(players[a]), results.Describe(players[b])},
			Points: float64(rng.IntN(3)) / 2, Why: "mate", Plies: rng.IntN(99),
		}
	}
	return rows
}

func TestAppendAndRead(t *testing.T) {
	rows := invented(50, 1)
	rows[0].Options = results.Options(map[string]string{"b": "2", "a": "1"})
	if rows[0].Options != "a=1,b=2" {
		t.Errorf("options %q", rows[0].Options)
	}
	var file bytes.Buffer
	for _, r := range rows {
		if err := results.Append(&file, r); err != nil {
			t.Fatal(err)
		}
	}
	file.WriteString(`{"time":"2026`) // a killed program leaves an incomplete line
	got, err := results.Read(&file)
	if err != nil || !reflect.DeepEqual(got, rows) {
		t.Errorf("%d of %d rows, %v", len(got), len(rows), err)
	}
	for _, bad := range []string{"x\n", "{}\n", `{"game":"g","points":7}` + "\n"} {
		if _, err := results.Read(strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestLines checks that every game counts once for each of its players, and that the wins of one
// player are the losses of the other.
func TestLines(t *testing.T) {
	rows := invented(900, 2)
	lines := results.Lines(rows, results.Filter{Game: "g"})
	games, inG := 0, 0
	for _, r := range rows {
		if r.Game == "g" {
			inG++
		}
	}
	byPair := map[[2]string]results.Count{}
	for _, l := range lines {
		games += l.Games()
		byPair[[2]string{l.Side.Player, l.Opponent.Player}] = l.Count
	}
	if games != 2*inG || len(lines) != 30 {
		t.Errorf("%d games in %d lines, want %d", games, len(lines), 2*inG)
	}
	for pair, c := range byPair {
		if back := byPair[[2]string{pair[1], pair[0]}]; back.Wins != c.Losses || back.Draws != c.Draws || back.Losses != c.Wins {
			t.Errorf("%v: %+v, the other side %+v", pair, c, back)
		}
	}
	for _, total := range results.Totals(rows, results.Filter{Game: "g"}) {
		sum := 0
		for _, l := range lines {
			if l.Side == total.Side {
				sum += l.Games()
			}
		}
		if sum != total.Games() {
			t.Errorf("%s: %d games by opponent, %d in total", total.Side.Player, sum, total.Games())
		}
	}
	some := results.Lines(rows, results.Filter{Game: "g", Player: "ordered", Opponent: "greedy"})
	if len(some) != 2 || some[0].Side.Depth != 1 || some[1].Side.Depth != 2 {
		t.Errorf("filtered: %+v", some)
	}
}

func TestRates(t *testing.T) {
	c := results.Count{Wins: 3, Draws: 2, Losses: 1}
	if c.Score() != 4.0/6 || c.Decided() != 0.75 {
		t.Errorf("%v with draws, %v without", c.Score(), c.Decided())
	}
	if !math.IsNaN((results.Count{Draws: 4}).Decided()) {
		t.Error("four draws have a rate without draws")
	}
	// The expected values are published values of Wilson's interval.
	for _, w := range []struct {
		rate      float64
		n         int
		low, high float64
	}{{0.5, 10, 0.2366, 0.7634}, {1, 10, 0.7225, 1}, {0, 20, 0, 0.1611}} {
		if low, high := results.Wilson(w.rate, w.n); math.Abs(low-w.low) > 1e-4 || math.Abs(high-w.high) > 1e-4 {
			t.Errorf("%v of %d: %v to %v", w.rate, w.n, low, high)
		}
	}
}

func TestOutput(t *testing.T) {
	lines := results.Lines(invented(400, 3), results.Filter{Game: "h"})
	var table bytes.Buffer
	if err := results.WriteCSV(&table, lines); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(records) != len(lines)+1 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	if got, want := records[1][10], strconv.Itoa(lines[0].Games()); records[0][10] != "games" || got != want {
		t.Errorf("%v: %s games, want %s", records[0], got, want)
	}
	byDepth := results.Chart("t", results.Lines(invented(400, 3), results.Filter{Game: "h", Player: "ordered", Opponent: "greedy"}), true)
	if byDepth.X != "depth" || len(byDepth.Names) != 2 || len(byDepth.Series) != 1 || byDepth.Series[0].Name != "ordered against greedy" {
		t.Errorf("%+v", byDepth)
	}
	bars := results.Chart("t", results.Totals(invented(400, 3), results.Filter{Game: "h", Player: "greedy"}), false)
	if !bars.Bars || len(bars.Names) != 1 || bars.Y != "won of the decided games, %" {
		t.Errorf("%+v", bars)
	}
	for _, c := range []lab.Chart{byDepth, bars} {
		var picture bytes.Buffer
		if err := c.WriteSVG(&picture); err != nil || xml.Unmarshal(picture.Bytes(), new(struct{})) != nil || strings.Contains(picture.String(), "NaN") {
			t.Errorf("%s, %v", picture.String(), err)
		}
	}
}
