package opponents_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"kydai/engine/character"
	"kydai/games"
	"kydai/games/engines"
	"kydai/lab/opponents"
)

// plan returns the plan with which the books in the repository were made. make book GAME=… writes
// the same file again.
func plan(t *testing.T, name string) opponents.Plan {
	t.Helper()
	r, ok := games.Find(name)
	e, ok2 := engines.Find(name)
	set, _, err := character.Of(os.DirFS("../.."), name)
	if !ok || !ok2 || err != nil {
		t.Fatal(name, err)
	}
	return opponents.Plan{Rules: r, Entry: e, Set: set, Seed: 59, Nodes: 6000, Lines: 60, Plies: 10}
}

// TestWriteBook writes the opening book of the game that KYDAI_TEST_BOOK names. Without this
// variable it is skipped.
func TestWriteBook(t *testing.T) {
	name := os.Getenv("KYDAI_TEST_BOOK")
	if name == "" {
		t.Skip("KYDAI_TEST_BOOK names no game")
	}
	p := plan(t, name)
	book, err := p.Book(t.Context(), func(opening string, lines int) { t.Log(opening, lines) })
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", "..", "games", name, "text", "book.json")
	if err := os.WriteFile(file, written(t, book), 0o644); err != nil { //nolint:gosec // a file of the repository
		t.Fatal(err)
	}
}

// written returns the text of a book file, in the format of the client's formatter.
func written(t *testing.T, b character.Book) []byte {
	t.Helper()
	data, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(data, '\n')
}
