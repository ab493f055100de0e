package trf_test

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"kydai/tourney"
	"kydai/tourney/swiss"
	"kydai/tourney/trf"
)

// tables returns the tournaments that are stored for the tests of package swiss.
func tables(t *testing.T) (list []*tourney.Table) {
	t.Helper()
	data, err := os.ReadFile("../swiss/testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestTables writes stored tournaments after each round, in both versions of the format, and reads
// them again. The table that was read must contain the same data and must lead to the same next
// pairing.
func TestTables(t *testing.T) {
	seen := 0
	for _, whole := range tables(t) {
		for rounds := range len(whole.Rounds) {
			table := *whole
			table.Rounds = whole.Rounds[:rounds]
			byes := requested(whole, rounds)
			for _, version := range []trf.Version{trf.TRF16, trf.TRF26} {
				seen++
				compare(t, &table, byes, version)
			}
		}
	}
	if seen < 150 {
		t.Errorf("only %d tables", seen)
	}
}

// requested returns the byes of a round that were known before the round was paired, which are all
// except the pairing-allocated bye.
func requested(t *tourney.Table, round int) (byes []tourney.Bye) {
	for _, b := range t.Rounds[round].Byes {
		if b.Kind != tourney.PairingBye {
			byes = append(byes, b)
		}
	}
	return byes
}

func compare(t *testing.T, table *tourney.Table, byes []tourney.Bye, version trf.Version) {
	t.Helper()
	f, err := trf.New(table, byes, version, func(n int) string { return "Người chơi " + strconv.Itoa(n) })
	if err != nil {
		t.Fatal(err)
	}
	text := write(t, f)
	checkAgain(t, f, text)
	again, next, err := f.Table()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	a, b := table.Lines(), again.Lines()
	for i := range a {
		for r := range a[i].Entries {
			if a[i].Entries[r].Kind == tourney.Absent {
				a[i].Entries[r].Points = b[i].Entries[r].Points
			}
		}
		if a[i].Score != b[i].Score || !reflect.DeepEqual(a[i].Entries, b[i].Entries) {
			t.Fatalf("player %d: %+v, read %+v", a[i].Player.Number, a[i], b[i])
		}
	}
	if again.Scoring != table.Scoring || again.Total != table.Total {
		t.Fatalf("%+v, want %+v", again, table)
	}
	blind := *f
	blind.First = tourney.NoColour
	if found, _, err := blind.Table(); err != nil || len(table.Rounds) > 0 && found.First != table.First {
		t.Fatalf("the initial colour %v is found as %v, %v", table.First, found.First, err)
	}
	if len(table.Players) > 60 {
		return // skip the pairing, which takes too long for so many players
	}
	want, err := swiss.Pair(table, byes)
	got, err2 := swiss.Pair(again, next)
	if !errors.Is(err2, err) || !reflect.DeepEqual(want.Games, got.Games) {
		t.Fatalf("paired %+v %v, after reading %+v %v", want, err, got, err2)
	}
	if err := f.Append(got); err != nil {
		t.Fatal(err)
	}
	after, _, err := f.Table()
	if err != nil {
		t.Fatalf("%v\n%s", err, write(t, f))
	}
	if !reflect.DeepEqual(after.Rounds[len(table.Rounds)].Games, want.Games) {
		t.Fatalf("boards: %+v, want %+v", after.Rounds[len(table.Rounds)].Games, want.Games)
	}
}

// TestClub reads a hand-written report and checks its table.
func TestClub(t *testing.T) {
	f := read(t, "club.trf")
	table, next, err := f.Table()
	if err != nil {
		t.Fatal(err)
	}
	want := tourney.Round{
		Games: []tourney.Game{
			{White: 1, Black: 2, Result: tourney.Draw}, {White: 4, Black: 3, Result: tourney.WhiteWins}, {White: 6, Black: 7, Result: tourney.BlackWins},
		},
		Byes: []tourney.Bye{{Player: 5, Kind: tourney.HalfBye}},
	}
	if !reflect.DeepEqual(table.Rounds[2], want) {
		t.Errorf("%+v", table.Rounds[2])
	}
	if !reflect.DeepEqual(next, []tourney.Bye{{Player: 6, Kind: tourney.ZeroBye}}) || !reflect.DeepEqual(table.Forbidden, [][2]int{{3, 7}}) {
		t.Errorf("%+v, %+v", next, table.Forbidden)
	}
	g := table.Rounds[1].Games
	if at := len(g) - 1; !g[at-1].Forfeit && !g[at].Forfeit {
		t.Errorf("no forfeit in %+v", g)
	}
	table, next, err = read(t, "teams26.trf").Table()
	if err != nil || table.Scoring != (tourney.Scoring{Win: 3, Draw: 1, Bye: 1, Unit: 1}) || table.First != tourney.Black ||
		table.Players[5].Team != "SC Süd" || table.Players[5].Board != 2 || len(table.Forbidden) != 3 ||
		!reflect.DeepEqual(next, []tourney.Bye{{Player: 7, Kind: tourney.HalfBye}}) {
		t.Errorf("%+v, %+v, %v", table, next, err)
	}
}

// TestBefore goes back from a complete tournament to each of its rounds. The table must equal the
// table at that time, and pairing it must give the round that was played.
func TestBefore(t *testing.T) {
	for _, whole := range tables(t) {
		if len(whole.Players) > 60 {
			continue
		}
		f, err := trf.New(whole, nil, trf.TRF16, strconv.Itoa)
		if err != nil {
			t.Fatal(err)
		}
		for round := 1; round <= len(whole.Rounds); round++ {
			table, byes, err := f.Before(round)
			if err != nil || len(table.Rounds) != round-1 || table.Scoring != whole.Scoring {
				t.Fatalf("round %d: %+v, %v", round, table, err)
			}
			got, err := swiss.Pair(table, byes)
			want := whole.Rounds[round-1].Games
			if err != nil || len(got.Games) != len(want) {
				t.Fatalf("round %d: %+v, %v", round, got, err)
			}
			for i, g := range got.Games {
				if g.White != want[i].White || g.Black != want[i].Black {
					t.Fatalf("round %d, board %d: %+v, want %+v", round, i+1, g, want[i])
				}
			}
		}
		for _, round := range []int{0, len(whole.Rounds) + 2} {
			if _, _, err := f.Before(round); err == nil {
				t.Errorf("there is no round %d", round)
			}
		}
	}
}

// TestScoringFromPoints removes the points for results from a report. Table must then find them
// from the points of the players.
func TestScoringFromPoints(t *testing.T) {
	f := read(t, "teams26.trf")
	f.Scores = nil
	table, _, err := f.Table()
	if err != nil || table.Scoring != tourney.ThreeOne {
		t.Errorf("%+v, %v", table, err)
	}
}

// TestEnteredResults checks that a report is accepted if results were entered after it was written,
// while the points of the players are still those from before the round.
func TestEnteredResults(t *testing.T) {
	f := read(t, "club.trf")
	for i, before := range []int{20, 20, 10, 10, 10, 0, 5} { // points before the games of round 3; they already include the bye of round 3
		f.Players[i].Tenths = before
	}
	table, _, err := f.Table()
	if err != nil || table.Lines()[0].Score != 5 {
		t.Errorf("%v", err)
	}
	f.Players[2].Tenths = 5
	if _, _, err := f.Table(); err == nil {
		t.Error("wrong points are accepted")
	}
}

// TestTableErrors changes one thing in a report at a time and checks the error code.
func TestTableErrors(t *testing.T) {
	for code, change := range map[string]func(f *trf.File){
		"results-differ":        func(f *trf.File) { f.Players[0].Cells[0].Result = '=' },
		"points-differ":         func(f *trf.File) { f.Players[0].Tenths = 5 },
		"unknown-player":        func(f *trf.File) { f.Teams = []trf.Team{{Name: "A", Players: []int{99}}} },
		"bad-table":             func(f *trf.File) { f.Forbidden = []trf.Forbidden{{Players: []int{1, 99}}} },
		"scoring-not-supported": func(f *trf.File) { f.Scores = []trf.Score{{Code: 'A', Tenths: 5}} },
		"other-order":           func(f *trf.File) { f.Options = []string{"rank"} },
	} {
		f := read(t, "club.trf")
		change(f)
		_, _, err := f.Table()
		var wrong *trf.Error
		if !errors.As(err, &wrong) || wrong.Code != code || !strings.Contains(wrong.Error(), " ") {
			t.Errorf("%v, want %s", err, code)
		}
	}
}
