package engine

import (
	"os"
	"regexp"
	"strconv"
	"testing"

	"kydai/games/chess"
)

// matesIn reports whether the side to move can force mate within n moves. It searches all move
// sequences.
func matesIn(b *chess.Board, n int) bool {
	for _, m := range b.Legal(nil) {
		was := b.Do(m)
		won := isMated(b, n)
		b.Undo(m, was)
		if won {
			return true
		}
	}
	return false
}

// isMated reports whether the side to move is mated, or cannot avoid mate within the opponent's
// next n-1 moves.
func isMated(b *chess.Board, n int) bool {
	if n == 1 && !b.InCheck() {
		return false // the last move of a mate must give check
	}
	replies := b.Legal(nil)
	if len(replies) == 0 {
		return b.InCheck()
	}
	if n == 1 {
		return false
	}
	for _, m := range replies {
		was := b.Do(m)
		ok := matesIn(b, n-1)
		b.Undo(m, was)
		if !ok {
			return false
		}
	}
	return true
}

// TestMatesAreMates proves the number of moves of every mate in at most two moves in the table.
func TestMatesAreMates(t *testing.T) {
	for _, c := range mates {
		if c.moves > 2 {
			continue
		}
		b := board(t, c.fen)
		if !matesIn(&b, c.moves) || c.moves > 1 && matesIn(&b, c.moves-1) {
			t.Errorf("%s is not mate in exactly %d", c.fen, c.moves)
		}
	}
}

// TestMateSuiteIsRight checks the positions in testdata/mates.epd. For a mate in 2 or 3 moves (with
// KYDAI_TEST_LONG also in 4), it proves that the mate exists and that no shorter one does. For
// mates that are one move longer, it proves only that no shorter mate exists.
func TestMateSuiteIsRight(t *testing.T) {
	text, err := os.ReadFile("../testdata/mates.epd")
	if err != nil {
		t.Fatal(err)
	}
	tasks := regexp.MustCompile(`(?m)^([^#].*) dm (\d+);`).FindAllStringSubmatch(string(text), -1)
	if len(tasks) < 80 {
		t.Fatalf("only %d positions", len(tasks))
	}
	most, proved := 3, 0
	if os.Getenv("KYDAI_TEST_LONG") != "" {
		most = 4
	}
	for _, task := range tasks {
		n, err := strconv.Atoi(task[2])
		if err != nil {
			t.Fatal(err)
		}
		b := board(t, task[1])
		if n-1 <= most && matesIn(&b, n-1) {
			t.Errorf("%s is mate in less than %d", task[1], n)
		}
		if n <= most && !matesIn(&b, n) {
			t.Errorf("%s is not mate in %d", task[1], n)
		}
		if n <= most {
			proved++
		}
	}
	t.Logf("%d of %d mates proved", proved, len(tasks))
}
