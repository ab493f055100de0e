//go:build js && wasm

// Command archive reads and writes game records in a Web Worker of the browser. It defines the
// global JavaScript function kydai(request), which takes and returns JSON text. Its main function
// then blocks so that the module stays loaded.
package main

import (
	"syscall/js"

	"kydai/internal/desk/archive"
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
