package words

import (
	"fmt"
	"os"
	"slices"
	"sort"
	"strconv"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/reason"
)

func names() []string {
	var all []string
	for name := range list() {
		all = append(all, name)
	}
	sort.Strings(all)
	return all
}

// TestLot prints randomly chosen sentences for people to check. KYDAI_TEST_REASONS is the number of
// sentences per game, KYDAI_TEST_SEED the seed of the games.
func TestLot(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("KYDAI_TEST_REASONS"))
	if err != nil {
		t.Skip("prints sentences to read: make reasons")
	}
	seed, _ := strconv.ParseUint(os.Getenv("KYDAI_TEST_SEED"), 10, 64)
	for _, name := range names() {
		if only := os.Getenv("KYDAI_TEST_GAME"); only != "" && only != name {
			continue
		}
		t.Run(name, func(t *testing.T) { lot(t, name, n, seed) })
	}
}

func lot(t *testing.T, name string, n int, seed uint64) {
	p, texts := newPlayer(t, name, seed), textsOf(t, name)
	asked, answered, said := 0, 0, 0
	codes := map[string]int{}
	p.each(40_000, func(q *reason.Question) bool {
		asked++
		list := reason.Explain(p.words, q)
		if len(list) == 0 {
			return true
		}
		answered++
		fmt.Printf("\n%s | %s | played %s | better %s\n", name, q.Position, show(q.Position, q.Played), show(q.Position, q.Better))
		vi, en := say(q, texts["vi"], list), say(q, texts["en"], list)
		for i := range list {
			said++
			codes[list[i].Role+" "+list[i].Code]++
			fmt.Printf("%4d %s / %s\n", said, en[i], vi[i])
		}
		return said < n
	})
	var counts []string
	for code, n := range codes {
		counts = append(counts, fmt.Sprintf("%s %d", code, n))
	}
	slices.Sort(counts)
	fmt.Printf("\n%s: %d asked, %d answered; %v\n", name, asked, answered, counts)
}

// show formats a line of play for people to read.
func show(p game.Position, l reason.Line) string {
	if len(l.Moves) == 0 {
		return "-"
	}
	text := score(l.Score)
	for i, m := range l.Moves {
		if i == 7 {
			break
		}
		text += " " + p.Encode(m)
		if len(game.CompletionsOf(p, m)) != 1 {
			break
		}
		p = p.Play(m)
	}
	return text
}

func score(s engine.Score) string {
	if s.Mate != 0 {
		return fmt.Sprintf("#%d", s.Mate)
	}
	return fmt.Sprintf("%+d", s.Points)
}
