// Command wasm is the WebAssembly module with all games for browsers. If it is built with the tag
// lab, it also has the lab's algorithms. It runs in a Web Worker. Built natively, it reads one
// JSON request per line. games/<game>/wasm builds the module for a single game.
package main

import (
	"kydai/internal/desk"
	"kydai/internal/desk/full"
)

func main() { desk.Serve(full.Games()...) }
