package lab_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"math"
	"testing"

	"kydai/engine"
	"kydai/games/engines"
	"kydai/lab"
	"kydai/lab/duel"
	"kydai/lab/player"
)

// uncalibrated hides engine.Calibrated, so that levels search with the evaluation of the full
// strength.
type uncalibrated struct {
	engine.Engine
	engine.Blinkered
	engine.Forgetful
}

// TestAccuracy measures three kinds of levels. The first level overlooks most moves, so it must be
// less accurate, and none of its blunders may be senseless. The second level sees all moves but
// chooses at random, so it must make senseless blunders. All other levels must lose nothing.
func TestAccuracy(t *testing.T) {
	r, _, _ := start(t, "xiangqi")
	entry, _ := engines.Find("xiangqi")
	for l := range entry.Levels {
		entry.Levels[l] = engine.Level{Nodes: 3000}
	}
	usual := entry.New
	entry.New = func() engine.Engine {
		e := usual()
		return uncalibrated{e, e.(engine.Blinkered), e.(engine.Forgetful)}
	}
	all := engine.PieceTable()[0].Often
	entry.Levels[0] = engine.Level{Nodes: 3000, Lines: 4, Slack: 0.1, Heat: 0.05, Often: all, Ease: 5}
	entry.Levels[1] = engine.Level{Nodes: 3000, Lines: 20, Slack: 1, Heat: 5}
	p, err := player.DefaultKinds().Make(r, "kydai:level=2,hash=1")
	if err != nil {
		t.Fatal(err)
	}
	plan := lab.AccuracyPlan{
		Rules: r, Entry: entry, Player: p, Games: 4, Positions: 3, Draws: 3, Nodes: 3000, Seed: 1,
		Openings: &duel.Random{Rules: r, Plies: 8, Seed: 1},
	}
	table, err := lab.Accuracy(context.Background(), plan, nil)
	if err != nil || len(table.Accuracy) != 4 || table.Positions != 12 || table.Moves != 36 {
		t.Fatalf("%+v, %v", table, err)
	}
	rows := table.Rows()
	for l, row := range rows {
		// All levels except the first two make exactly the same search as the judge, so they must
		// lose nothing.
		if l > 1 && (math.Abs(row.Accuracy-100) > 1e-9 || row.Loss > 1e-9 || math.Abs(row.Agreement-1) > 1e-9 || row.Blunders != 0) {
			t.Errorf("level %d: %+v", l+1, row)
		}
	}
	if rows[0].Accuracy >= 99 || rows[0].Loss <= 0 || rows[2].Step <= 0 {
		t.Errorf("a level that overlooks most: %+v, the last %+v", rows[0], rows[2])
	}
	// Each blunder costs more than engine.MostSlack, so the blunders together cannot cost more than
	// the total loss.
	if r := rows[0]; r.Blunders <= 0 || r.Blunders*engine.MostSlack > r.Loss {
		t.Errorf("blunders %v with a loss of %v", r.Blunders, r.Loss)
	}
	c := table.Causes[0]
	if n := c.Overlooked + c.Deep + c.Senseless; float64(n) != math.Round(36*rows[0].Blunders) || c.Overlooked == 0 || c.Senseless != 0 {
		t.Errorf("%d blunders: %+v", n, c)
	}
	if c := table.Causes[1]; c.Senseless == 0 || c.Overlooked != 0 {
		t.Errorf("a level that plays anything with open eyes: %+v", c)
	}
	var b bytes.Buffer
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	if records, err := csv.NewReader(&b).ReadAll(); err != nil || len(records) != engine.Levels+1 {
		t.Errorf("%d records, %v", len(records), err)
	}
	if c := table.Chart("t"); len(c.Names) != engine.Levels || c.Series[0].Values[1] != rows[1].Accuracy {
		t.Errorf("%+v", c)
	}
}
