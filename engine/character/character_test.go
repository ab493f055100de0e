package character

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
)

// timed is a Turn for a test of Pace: the golden file holds the expected thinking time.
type timed Turn

func (t timed) wait(luck float64) int64 { return Pace(Turn(t), luck).Milliseconds() }

func millis(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// TestFiles checks the characters and the opening book of every game that has them.
func TestFiles(t *testing.T) {
	read := 0
	for _, r := range games.All() {
		set, book, err := Of(os.DirFS("../.."), r.Info().Name)
		if err != nil {
			t.Error(err)
		}
		if len(set.Characters) == 0 {
			continue
		}
		read++
		// The highest level plays at full strength, so its character must have no taste (a
		// preference that changes the choice of moves).
		for level := 1; level <= engine.Levels; level++ {
			c, ok := set.At(level)
			if !ok || (c.Taste == Taste{}) != (level == engine.Levels) {
				t.Errorf("%s: level %d has the taste %v", r.Info().Name, level, c.Taste)
			}
			if (c.Weakness == Weakness{}) != (level == engine.Levels) {
				t.Errorf("%s: level %d has the weakness %v", r.Info().Name, level, c.Weakness)
			}
		}
		// In games with hidden pieces, a book line ends when a move reveals a piece, so it need not
		// contain the whole plan.
		_, hides := r.(game.Dealer)
		for _, o := range set.Openings {
			if !hides && !planned(o, book) {
				t.Errorf("%s: no line of the book has the whole plan of %s", r.Info().Name, o.Name)
			}
			if hides && o.Side == game.First.String() && len(book.Next(o.Name, nil)) == 0 {
				t.Errorf("%s: the book has no line of %s", r.Info().Name, o.Name)
			}
		}
	}
	if read == 0 {
		t.Error("no game has characters")
	}
}

// planned reports whether one line of the book contains all moves of an opening's plan.
func planned(o Opening, b Book) bool {
	return slices.ContainsFunc(b.Lines, func(line string) bool {
		words := strings.Fields(line)
		var own []string
		for i, code := range words[2:] {
			if (i%2 == 0) == (o.Side == game.First.String()) {
				own = append(own, code)
			}
		}
		return words[0] == o.Name && len(o.Wanted(own)) == 0
	})
}

// TestPaceLosesNoGame checks that the pauses that imitate thinking do not use up the clock, even in
// a long game that starts with only 3 s.
func TestPaceLosesNoGame(t *testing.T) {
	left, inc := 3*time.Second, time.Duration(0)
	for ply := range 400 {
		wait := Pace(Turn{Ply: ply, Choices: 40, Timed: true, Left: left, Inc: inc}, 0.99)
		if wait > left/40 {
			t.Fatalf("ply %d: waits %v of %v", ply, wait, left)
		}
		left -= wait
	}
	if left <= 0 {
		t.Error("the time is used up")
	}
	if quick, slow := Pace(Turn{Ply: 30, Choices: 30, Obvious: true}, 0.5), Pace(Turn{Ply: 30, Choices: 30}, 0.5); quick >= slow {
		t.Errorf("taking back takes %v, any other move %v", quick, slow)
	}
	if most := Pace(Turn{Ply: 30, Choices: 60}, 1); most > Longest {
		t.Errorf("waits %v, longer than %v", most, Longest)
	}
}

// TestTasteIsSmall checks three rules for a taste, the preference that may replace an engine
// level's move. The new move may differ from the level's move by at most Slack of winning chance. A
// blunder of the level is not replaced. In a won game no move is replaced.
func TestTasteIsSmall(t *testing.T) {
	likes := Taste{Take: 100}
	all := []Candidate{
		{Code: "best", Chance: 0.5}, {Code: "near", Chance: 0.48, Facts: Facts{Take: 1}}, {Code: "poor", Chance: 0.25, Facts: Facts{Take: 1, Check: 1}},
	}
	for chosen, want := range map[string]string{"best": "near", "near": "near", "poor": "poor", "unknown": "unknown"} {
		if got := likes.Choose(all, chosen, Slack); got != want {
			t.Errorf("the level chose %s, the character %s, want %s", chosen, got, want)
		}
	}
	for i := range all {
		all[i].Chance += 0.48
	}
	if got := likes.Choose(all, "best", Slack); got != "best" {
		t.Errorf("a won game is delayed by %s", got)
	}
}

// TestBadWeakness checks that a character file is refused if its weakness is unknown to the engine,
// does not make the level overlook more, or makes it overlook more for other reasons too. A slack
// that is too large is refused, too.
func TestBadWeakness(t *testing.T) {
	good := Character{Name: "eager", Taste: Taste{Forward: 1}, Trait: "forward", Nodes: 1, Weakness: Weakness{Name: "backward", Odds: 300, Others: 90}}
	if err := (Set{Characters: []Character{{Name: "eager", Taste: Taste{Forward: 1}, Trait: "forward", Nodes: 1, Slack: 0.3}}}).check(); err == nil {
		t.Error("a taste may lose a third of the winning chance")
	}
	for _, c := range []struct {
		weakness Weakness
		ok       bool
	}{
		{good.Weakness, true}, {Weakness{}, true}, {Weakness{Name: "sideways", Odds: 300, Others: 90}, false},
		{Weakness{Name: "backward", Odds: 90, Others: 90}, false}, {Weakness{Name: "backward", Odds: 300, Others: 120}, false},
		{Weakness{Name: "backward", Odds: 300}, false},
	} {
		one := good
		one.Weakness = c.weakness
		if err := (Set{Characters: []Character{one}}).check(); (err == nil) != c.ok {
			t.Errorf("%v: %v", c.weakness, err)
		}
	}
}
