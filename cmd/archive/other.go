//go:build !js || !wasm

// Command archive outside a browser answers one request a line.
package main

import (
	"bufio"
	"fmt"
	"os"

	"kydai/offline/archive"
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
