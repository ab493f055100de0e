package picture_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"kydai/game"
	"kydai/picture"
)

// position is a test case: the state that the client's board draws, and the file name of our
// picture of the same position.
type position struct {
	Text  string         `json:"text"`
	PNG   string         `json:"png"`
	State map[string]any `json:"state"`
}

// TestWritePositions writes positions and our pictures of them for e2e/pictures.mjs, which compares
// the pictures with those of a browser.
func TestWritePositions(t *testing.T) {
	dir := os.Getenv("KYDAI_TEST_PICTURES")
	if dir == "" {
		t.Skip("make pictures asks for it")
	}
	each, err := strconv.Atoi(os.Getenv("KYDAI_TEST_POSITIONS"))
	if err != nil {
		t.Fatal(err)
	}
	s := newStudio(t)
	out := map[string][]position{}
	for _, r := range all() {
		name := r.Info().Name
		sets, boards := s.Sets(name), s.Boards(name)
		rnd := rand.New(rand.NewPCG(1, uint64(each))) //nolint:gosec // a weak generator is enough: it only chooses test positions
		for i := range each {
			l := played(t, r, 1+rnd.IntN(120), rnd.Uint64())
			c := scene(t, l, l.Ply(), picture.Look{Set: sets[i%len(sets)], Board: boards[i/2%len(boards)], Language: "vi"})
			c.Flip = i/len(sets)%2 == 1
			pixels, err := s.PNG(&c, 480)
			if err != nil {
				t.Fatal(err)
			}
			// Write each picture to its own file: thousands of them in one text would exceed the
			// longest string in Node.
			file := name + "-" + strconv.Itoa(i) + ".png"
			if err := os.WriteFile(filepath.Join(dir, file), pixels, 0o600); err != nil {
				t.Fatal(err)
			}
			out[name] = append(out[name], position{l.Position().String(), file, stateOf(&c)})
		}
	}
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "positions.json"), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// stateOf converts a scene to the state of the client's board.
func stateOf(c *picture.Scene) map[string]any {
	square := func(sq game.Square) int {
		if sq == game.NoSquare {
			return -1
		}
		return int(sq)
	}
	squares := func(list []game.Square) []int {
		out := []int{}
		for _, sq := range list {
			out = append(out, square(sq))
		}
		return out
	}
	side := "first"
	if c.Flip {
		side = "second"
	}
	marks := []map[string]any{}
	for _, m := range c.Marks {
		marks = append(marks, map[string]any{"kind": m.Kind, "squares": squares(m.Squares), "because": squares(m.Because)})
	}
	return map[string]any{
		"cells": c.Grid.Cells, "width": c.Grid.Width, "height": c.Grid.Height, "orientation": side, "marks": marks,
		"last": map[string]any{"from": square(c.From), "to": square(c.To)}, "interactive": "none",
		"look": map[string]any{"set": c.Set, "board": c.Board, "language": c.Language},
	}
}
