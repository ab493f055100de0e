//go:build !js || !wasm

// Command archive, when it is not built for a browser, reads one JSON request
// per line from standard input and prints one response per line.
package main

import (
	"bufio"
	"fmt"
	"os"

	"kydai/internal/desk/archive"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 8<<20)
	for in.Scan() {
		fmt.Println(string(archive.Answer(in.Bytes())))
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, "kydai:", err)
		os.Exit(1)
	}
}
