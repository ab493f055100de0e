package swiss_test

import (
	"encoding/json"
	"testing"

	"kydai/tourney"
	"kydai/tourney/audit"
	"kydai/tourney/swiss"
)

// FuzzTable pairs arbitrary tables. For every table that Check accepts, ranking must not panic. If
// all rounds of the table satisfy the rules, the next pairing must satisfy them too.
func FuzzTable(f *testing.F) {
	for _, table := range golden(f) {
		for _, rounds := range []int{0, 2, len(table.Rounds)} {
			part := *table
			part.Rounds = table.Rounds[:rounds]
			part.Total = rounds + 1
			text, err := json.Marshal(part)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text, uint8(rounds))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, away uint8) {
		var table tourney.Table
		if json.Unmarshal(text, &table) != nil || len(table.Players) > 40 || len(table.Rounds) > 12 || table.Check() != nil {
			return
		}
		for _, s := range []int{table.Scoring.Win, table.Scoring.Unit} {
			if s > 1000 {
				return
			}
		}
		places := table.Standings(tourney.DirectEncounter, tourney.BuchholzMedian, tourney.SonnebornBerger, tourney.Progressive)
		if len(places) != len(table.Players) {
			t.Fatal("players are missing in the standings")
		}
		for i, round := range table.Rounds {
			before := table
			before.Rounds = table.Rounds[:i]
			if audit.Round(&before, round) != nil {
				return // with faulty earlier rounds, the next pairing may have faults, too
			}
		}
		var byes []tourney.Bye
		if n := len(table.Players); n > 0 && away > 0 {
			byes = append(byes, tourney.Bye{Player: table.Players[int(away)%n].Number, Kind: tourney.HalfBye})
			if !table.Players[int(away)%n].In(len(table.Rounds) + 1) {
				byes = nil
			}
		}
		round, err := swiss.Pair(&table, byes)
		if err != nil {
			return
		}
		if faults := audit.Round(&table, round); faults != nil {
			t.Fatalf("%v in %v", faults, round)
		}
		if _, err := swiss.Explain(&table, byes); err != nil {
			t.Fatal(err)
		}
	})
}
