// Command gen writes the clients of the API, one file per language, from
// docs/openapi.json: gen FOLDER.
package main

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
)

//go:generate go run . ../..

// heads holds the first part of each generated file: the hand-written code that all operations of a
// client share.
//
//go:embed heads
var heads embed.FS

// files lists the generated files. For each file, the function write returns the content: the head
// file, followed by the code that is generated from the API.
var files = []struct {
	path, head string
	write      func(head string, a *api) ([]byte, error)
}{
	{"clients/go/kydai.go", "heads/kydai.go.txt", golang},
	{"clients/ts/kydai.mjs", "heads/kydai.mjs.txt", javaScript},
	{"clients/ts/kydai.d.mts", "heads/kydai.d.mts.txt", typeScript},
	{"clients/python/kydai.py", "heads/kydai.py.txt", python},
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gen FOLDER")
		os.Exit(2)
	}
	made, err := generate(os.Args[1])
	for path, text := range made {
		if err == nil {
			err = os.WriteFile(filepath.Join(os.Args[1], path), text, 0o644) //nolint:gosec // it is source code
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// generate returns the text of each file by its path below the root.
func generate(root string) (map[string][]byte, error) {
	a, err := load(filepath.Join(root, "docs", "openapi.json"))
	if err != nil {
		return nil, err
	}
	made := map[string][]byte{}
	for _, f := range files {
		head, err := heads.ReadFile(f.head)
		if err != nil {
			return nil, err
		}
		if made[f.path], err = f.write(string(head), a); err != nil {
			return nil, fmt.Errorf("%s: %w", f.path, err)
		}
	}
	return made, nil
}
