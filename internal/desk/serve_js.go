//go:build js && wasm

package desk

import "syscall/js"

// Serve runs in a Web Worker. It sets the global function kydai(request, progress), whose
// arguments and result are JSON texts, and kydaiNet(game, file), which gives the engine of a game a
// net as a Uint8Array and returns an error text, or "". Then it blocks.
func (d *Desk) Serve() {
	js.Global().Set("kydai", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) == 0 {
			return `{"error":{"code":"bad-request","text":"the request is missing"}}`
		}
		var progress func([]byte)
		if len(args) > 1 && args[1].Type() == js.TypeFunction {
			progress = func(reply []byte) { args[1].Invoke(string(reply)) }
		}
		return string(d.Answer([]byte(args[0].String()), progress))
	}))
	js.Global().Set("kydaiNet", js.FuncOf(func(_ js.Value, args []js.Value) any {
		file := make([]byte, args[1].Length())
		js.CopyBytesToGo(file, args[1])
		if err := d.Teach(args[0].String(), file); err != nil {
			return err.Error()
		}
		return ""
	}))
	if ready := js.Global().Get("kydaiReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {}
}
