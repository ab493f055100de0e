// Command gen writes what follows from the messages of package desk: its JSON
// codec (internal/desk/codec.go) and the types of the client
// (ui/src/session/messages.ts). It reads the Go source of package desk and of
// package engine, whose limits and thoughts the messages carry.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	root := filepath.Join("..", "..") // go generate runs in internal/desk
	files, err := generate(root)
	for name, text := range files {
		if err == nil {
			err = os.WriteFile(filepath.Join(root, name), text, 0o644) //nolint:gosec // source, for all to read
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// generate returns the generated files of the tree at root by their paths.
func generate(root string) (map[string][]byte, error) {
	m, err := parse(filepath.Join(root, "internal", "desk", "message.go"), filepath.Join(root, "engine", "engine.go"))
	if err != nil {
		return nil, err
	}
	codec, err := goCodec(m)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{"internal/desk/codec.go": codec, "ui/src/session/messages.ts": typeScript(m)}, nil
}
