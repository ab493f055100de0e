//go:build !js || !wasm

// Command wasm outside a browser answers one request a line, so that the
// same desk can be tried from a terminal.
package main

import (
	"bufio"
	"fmt"
	"os"

	"kydai/offline"
)

func main() {
	desk := offline.NewDesk()
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		fmt.Println(string(desk.Answer(in.Bytes(), nil)))
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, "kydai:", err)
		os.Exit(1)
	}
}
