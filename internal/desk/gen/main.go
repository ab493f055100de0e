// Command gen generates code from the message types of package desk: their JSON codec
// (internal/desk/codec.go) and the TypeScript types for the web client
// (ui/src/session/messages.ts). It reads the Go source of the packages desk and engine; the types
// Limits, Weakness and Thought of package engine are part of the messages.
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
			err = os.WriteFile(filepath.Join(root, name), text, 0o644) //nolint:gosec // source code may be readable by every user
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// generate returns the contents of the generated files by path. root is the root of the
// repository.
func generate(root string) (map[string][]byte, error) {
	m, err := parse(filepath.Join(root, "internal", "desk", "message.go"),
		filepath.Join(root, "engine", "engine.go"), filepath.Join(root, "engine", "weakness.go"))
	if err != nil {
		return nil, err
	}
	codec, err := goCodec(m)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{"internal/desk/codec.go": codec, "ui/src/session/messages.ts": typeScript(m)}, nil
}
