package nnue

// The kernels of a browser come from a second, small WebAssembly module, because Go's compiler has no
// vector instructions for WebAssembly. The second module works on the memory of the first one.
// browser/kernels.mjs connects the two; the command in folder asm writes the second module. Where the
// browser has no vector instructions there are no kernels: a program must not use a net then.

// fast reports whether the browser supports vector instructions, so that the second module is there.
var fast = hasVectors() != 0

//go:wasmimport nnue fast
func hasVectors() int32

//go:wasmimport nnue add
//go:noescape
func addVectors(to, w *int16, n int32)

//go:wasmimport nnue sub
//go:noescape
func subVectors(to, w *int16, n int32)

//go:wasmimport nnue addSub
//go:noescape
func addSubVectors(to, from, come, gone *int16, n int32)

//go:wasmimport nnue addSubSub
//go:noescape
func addSubSubVectors(to, from, come, gone, gone2 *int16, n int32)

// The result is a float64, because JavaScript would turn an int64 into a slow big integer. It is
// exact: the sum is far below 2^53.
//
//go:wasmimport nnue dot
//go:noescape
func dotVectors(sums, w *int16, n int32) float64

func add(to, w []int16) { addVectors(&to[0], &w[0], size(to)) }

func sub(to, w []int16) { subVectors(&to[0], &w[0], size(to)) }

func addSub(to, from, come, gone []int16) {
	addSubVectors(&to[0], &from[0], &come[0], &gone[0], size(to))
}

func addSubSub(to, from, come, gone, gone2 []int16) {
	addSubSubVectors(&to[0], &from[0], &come[0], &gone[0], &gone2[0], size(to))
}

func dot(sums, w []int16) int64 { return int64(dotVectors(&sums[0], &w[0], size(sums))) }

// size returns the length of a slice as the kernels take it. No slice is longer than mostWidth.
func size(list []int16) int32 { return int32(len(list)) } //nolint:gosec // see the comment
