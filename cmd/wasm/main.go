// Command wasm is the browser module with all games and, if built with the tag
// lab, the lab's algorithms. It runs in a Web Worker. Built natively, it reads
// one request per line. games/<game>/wasm builds the module of a single game.
package main

import (
	"kydai/internal/desk"
	"kydai/internal/desk/full"
)

func main() { desk.Serve(full.Games()...) }
