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

// A level that searches is more accurate than one that glances at every move.
func TestAccuracy(t *testing.T) {
	r, _, _ := start(t, "xiangqi")
	entry, _ := engines.Find("xiangqi")
	for l := range entry.Levels {
		entry.Levels[l] = engine.Level{Nodes: 3000}
	}
	entry.Levels[0].Glance = 1
	p, err := player.DefaultKinds().Make(r, "kydai:level=2,hash=1")
	if err != nil {
		t.Fatal(err)
	}
	plan := lab.AccuracyPlan{
		Rules: r, Entry: entry, Player: p, Games: 4, Positions: 3, Nodes: 3000, Seed: 1,
		Openings: &duel.Random{Rules: r, Plies: 8, Seed: 1},
	}
	table, err := lab.Accuracy(context.Background(), plan, nil)
	if err != nil || len(table.Accuracy) != 4 || table.Positions != 12 {
		t.Fatalf("%+v, %v", table, err)
	}
	rows := table.Rows()
	for l, row := range rows {
		// All levels but the first make the very search of the judge.
		if l > 0 && (math.Abs(row.Accuracy-100) > 1e-9 || row.Loss > 1e-9 || math.Abs(row.Agreement-1) > 1e-9 || row.Blunders != 0) {
			t.Errorf("level %d: %+v", l+1, row)
		}
	}
	if rows[0].Accuracy >= 99 || rows[0].Loss <= 0 || rows[1].Step <= 0 {
		t.Errorf("a level that only glances: %+v, the next %+v", rows[0], rows[1])
	}
	// Each blunder loses more than a fifth.
	if r := rows[0]; r.Blunders <= 0 || r.Blunders*0.20 > r.Loss {
		t.Errorf("blunders %v with a loss of %v", r.Blunders, r.Loss)
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
