package formats_test

import (
	"fmt"
	"os"
	"strings"

	"kydai/games"
	"kydai/record"
	"kydai/record/formats"
)

const variation = "1. e4 e5 2. Nf3 (2. f4 {the old way}) Nc6 *"

// This example reads a file game by game. Comments and variations are kept.
func ExampleNewReader() {
	rules, _ := games.Find("chess")
	r, err := formats.NewReader("pgn", strings.NewReader(variation), record.ReadOptions{Rules: rules})
	if err != nil {
		panic(err)
	}
	g, err := r.Next()
	if err != nil {
		panic(err)
	}
	line, _ := g.Line()
	fmt.Println(line.Codes())
	// Output: [e2e4 e7e5 g1f3 b8c6]
}

// This example writes a game in a format that the game's rules list.
func ExampleNewWriter() {
	rules, _ := games.Find("chess")
	r, _ := formats.NewReader("pgn", strings.NewReader(variation), record.ReadOptions{Rules: rules})
	g, _ := r.Next()
	w, err := formats.NewWriter("json", os.Stdout, record.WriteOptions{})
	if err != nil {
		panic(err)
	}
	_ = w.Write(g)
	// Output: {"format":"kydai","version":1,"game":"chess","moves":[{"code":"e2e4"},{"code":"e7e5"},{"code":"g1f3","variations":[[{"code":"f2f4","comments":["the old way"]}]]},{"code":"b8c6"}],"result":"*"}
}

// This example detects the format of a file from its first bytes.
func ExampleDetect() {
	fmt.Println(formats.Detect([]byte("[Event \"Hội làng\"]\n\n1. e4 *")))
	fmt.Println(formats.Detect([]byte("(;FF[4]GM[4]SZ[15];B[hh])")))
	// Output:
	// pgn true
	// sgf true
}
