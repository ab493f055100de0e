//go:build !js || !wasm

package desk

import (
	"bufio"
	"fmt"
	"os"
)

// Serve reads requests from standard input, one per line, and handles each of them. This version is
// built for all targets except browsers, for use in a terminal.
func (d *Desk) Serve() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		fmt.Println(string(d.Answer(in.Bytes(), nil)))
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, "kydai:", err)
		os.Exit(1)
	}
}
