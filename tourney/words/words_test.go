package words_test

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"kydai/tourney"
	"kydai/tourney/swiss"
	"kydai/tourney/words"
)

var update = flag.Bool("update", false, "write the golden sentences again")

// situation is one case of the golden file, with the expected sentences. It asks why two players
// meet in a round of a stored tournament (Other is -1), why the player does not meet the player
// Other, or why the player does not get the bye (Other is 0).
type situation struct {
	Tournament int      `json:"tournament"`
	Round      int      `json:"round"`
	Player     int      `json:"player"`
	Other      int      `json:"other"`
	Kind       string   `json:"kind"`
	Vi         []string `json:"vi"`
	En         []string `json:"en"`
}

const goldenFile = "testdata/golden.json"

// names are the names of players in the tests. A player's number selects the name.
var names = []string{"Thắng", "Phượng", "Hường", "Bảo", "Ân", "Mỹ", "Lan", "Dũng", "Khoa", "Trâm"}

func name(n int) string { return names[n%len(names)] + " (" + strconv.Itoa(n) + ")" }

func tables(t *testing.T) (list []*tourney.Table) {
	t.Helper()
	data, err := os.ReadFile("../swiss/testdata/golden.json")
	if err == nil {
		err = json.Unmarshal(data, &list)
	}
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// before returns a tournament as it was before a round, counted from 1. It also returns the byes
// that were known at that time.
func before(whole *tourney.Table, round int) (*tourney.Table, []tourney.Bye) {
	table := *whole
	table.Rounds = whole.Rounds[:round-1]
	var byes []tourney.Bye
	for _, b := range whole.Rounds[round-1].Byes {
		if b.Kind != tourney.PairingBye {
			byes = append(byes, b)
		}
	}
	return &table, byes
}

// speak sets the fields Kind, Vi and En of a situation: its kind, and its sentences in Vietnamese
// and English.
func speak(t *testing.T, whole *tourney.Table, s *situation) {
	t.Helper()
	table, byes := before(whole, s.Round)
	vi, en := words.New(words.Vietnamese, table, name), words.New(words.English, table, name)
	if s.Tournament%3 == 1 {
		vi, en = vi.ByTurns(), en.ByTurns()
	}
	if s.Other >= 0 {
		answer, err := swiss.WhyNot(table, byes, s.Player, s.Other)
		if err != nil {
			t.Fatal(err)
		}
		s.Kind = "not " + strconv.Itoa(answer.Criterion) + answer.Detail
		if s.Other == 0 {
			s.Kind += " bye"
		}
		s.Vi, s.En = []string{vi.WhyNot(s.Player, s.Other, answer)}, []string{en.WhyNot(s.Player, s.Other, answer)}
		return
	}
	reasons, err := swiss.Explain(table, byes)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reasons {
		if r.Seats[0].Number != s.Player {
			continue
		}
		s.Kind = "rule " + strconv.Itoa(r.Rule)
		for i, seat := range r.Seats {
			s.Kind += " " + strconv.Itoa(int(seat.Force))
			if i == 0 && seat.Floated {
				s.Kind += " floated"
			}
		}
		s.Vi, s.En = vi.Pairing(r), en.Pairing(r)
	}
}

// TestGolden compares the sentences for stored situations with a golden file. The situations were
// drawn at random from stored tournaments, at most three of each kind.
func TestGolden(t *testing.T) {
	list := tables(t)
	if *update {
		draw(t, list)
	}
	data, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	var golden []situation
	if err := json.Unmarshal(data, &golden); err != nil {
		t.Fatal(err)
	}
	if len(golden) < 40 {
		t.Errorf("only %d situations", len(golden))
	}
	for _, want := range golden {
		got := want
		speak(t, list[want.Tournament], &got)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%+v\nwant %+v", got, want)
		}
		check(t, append(got.Vi, got.En...))
	}
}

// check fails the test if a sentence still contains a placeholder.
func check(t *testing.T, sentences []string) {
	t.Helper()
	if len(sentences) < 2 {
		t.Errorf("no sentences: %q", sentences)
	}
	for _, s := range sentences {
		if strings.ContainsAny(s, "{}") || s == "" || s != strings.TrimSpace(s) || strings.Contains(s, "  ") {
			t.Errorf("bad sentence %q", s)
		}
	}
}

func draw(t *testing.T, list []*tourney.Table) {
	t.Helper()
	r := rand.New(rand.NewPCG(2026, 11))
	count := map[string]int{}
	var golden []situation
	for range 900 {
		s := situation{Tournament: r.IntN(len(list)), Other: -1}
		whole := list[s.Tournament]
		if len(whole.Players) > 60 {
			continue
		}
		s.Round = 1 + r.IntN(len(whole.Rounds))
		round := whole.Rounds[s.Round-1]
		g := round.Games[r.IntN(len(round.Games))]
		s.Player = g.White
		switch r.IntN(3) {
		case 0:
			s.Other = round.Games[r.IntN(len(round.Games))].Black
		case 1:
			for _, b := range round.Byes {
				if b.Kind == tourney.PairingBye {
					s.Other = 0
					if r.IntN(4) == 0 {
						s.Player, s.Other = b.Player, -1
					}
				}
			}
		}
		speak(t, whole, &s)
		if s.Kind == "" || count[s.Kind] == 3 {
			continue
		}
		count[s.Kind]++
		golden = append(golden, s)
	}
	data, err := json.MarshalIndent(golden, "", "\t")
	if err == nil {
		err = os.WriteFile(goldenFile, append(data, '\n'), 0o644) //nolint:gosec // test data, which every user may read
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d situations: %v", len(golden), count)
}
