// Command wasm is the WebAssembly module for browsers that contains all games. With the build tag
// lab it also contains the lab's algorithms. It runs in a Web Worker. Built natively, it reads one
// JSON request per line. The package games/<game>/wasm builds a module for a single game.
package main

import (
	"kydai/internal/desk"
	"kydai/internal/desk/full"
)

func main() { desk.Serve(full.Games()...) }
