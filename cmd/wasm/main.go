// Command wasm is the desk with every game and, built with the tag lab, with
// the lab's algorithms: for a Web Worker, or natively for requests by the line.
// The module of one game is games/<game>/wasm.
package main

import (
	"kydai/internal/desk"
	"kydai/internal/desk/full"
)

func main() { desk.Serve(full.Games()...) }
