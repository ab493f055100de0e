//go:build js && wasm

// Command archive is the reading and writing of records for a Web Worker: it
// sets the global function kydai(request), JSON texts both ways, and waits.
package main

import (
	"syscall/js"

	"kydai/offline/archive"
)

func main() {
	js.Global().Set("kydai", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) == 0 {
			return `{"error":{"code":"bad-request","text":"a request is needed"}}`
		}
		return string(archive.Answer([]byte(args[0].String())))
	}))
	if ready := js.Global().Get("kydaiReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}
