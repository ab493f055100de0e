package main

import (
	"os"
	"slices"
)

// This file writes the kernels of package nnue for browsers, as the bytes of a WebAssembly module. An
// instruction is a short list of bytes, so the module needs no assembler.

// code is a sequence of encoded WebAssembly instructions.
type code []byte

// Encodings that the kernels use. Those after vector have the prefix byte of vector instructions.
const (
	typeI32, typeF64, typeV128, typeFunc = 0x7f, 0x7c, 0x7b, 0x60

	end, loop, noResult, brIf                 = 0x0b, 0x03, 0x40, 0x0d
	localGet, localSet, localTee              = 0x20, 0x21, 0x22
	i32Const, i32GtS, i32Add, i32Sub, i64Add  = 0x41, 0x4a, 0x6a, 0x6b, 0x7c
	f64FromI64                                = 0xb9
	vector                                    = 0xfd
	v128Load, v128Store, i16x8Splat           = 0x00, 0x0b, 0x10
	i64x2Lane                                 = 0x1d
	i16x8Add, i16x8Sub, i16x8Mul              = 0x8e, 0x91, 0x95
	i16x8MinS, i16x8MaxS                      = 0x96, 0x98
	i32x4Add, i32x4Dot                        = 0xae, 0xba
	i64x2ExtendLow, i64x2ExtendHigh, i64x2Add = 0xc7, 0xc8, 0xce
)

// Sizes in the vector instructions of WebAssembly: bytes of a vector, and vectors that a loop handles
// in one round. One round covers the lane of package nnue, 16 numbers of 16 bits.
const (
	wasmVector = 16
	unrolled   = 2
)

// uleb encodes an unsigned number in the variable-length form of WebAssembly.
func uleb(n int) (b []byte) {
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n))
}

// sleb encodes a signed number in the variable-length form of WebAssembly.
func sleb(n int) (b []byte) {
	for ; n < -0x40 || n >= 0x40; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n&0x7f))
}

// list encodes the number of items, followed by the items.
func list(items ...[]byte) []byte { return append(uleb(len(items)), slices.Concat(items...)...) }

// sized encodes a length in bytes, followed by the bytes.
func sized(b []byte) []byte { return append(uleb(len(b)), b...) }

func text(s string) []byte { return sized([]byte(s)) }

func (c *code) emit(b ...byte) { *c = append(*c, b...) }
func (c *code) get(local int)  { c.emit(append([]byte{localGet}, uleb(local)...)...) }
func (c *code) set(local int)  { c.emit(append([]byte{localSet}, uleb(local)...)...) }
func (c *code) constant(n int) { c.emit(append([]byte{i32Const}, sleb(n)...)...) }
func (c *code) vector(op int)  { c.emit(append([]byte{vector}, uleb(op)...)...) }
func (c *code) advance(ptr int) {
	c.get(ptr)
	c.constant(unrolled * wasmVector)
	c.emit(i32Add)
	c.set(ptr)
}

// memory emits a load or store of the vector with number n behind an address. The numbers in memory
// are aligned to two bytes.
func (c *code) memory(op, n int) {
	c.vector(op)
	c.emit(1)
	c.emit(uleb(n * wasmVector)...)
}

// countDown emits the end of a loop over n numbers: it reduces n by those of one round and repeats
// the loop while n is positive.
func (c *code) countDown(n int) {
	c.get(n)
	c.constant(unrolled * wasmVector / 2)
	c.emit(i32Sub, localTee)
	c.emit(uleb(n)...)
	c.constant(0)
	c.emit(i32GtS, brIf, 0, end)
}

// kernel is one function of the module: its parameters, of type i32, its result, if it has one, the
// number of its local vectors, and its instructions.
type kernel struct {
	name    string
	params  int
	result  []byte
	vectors int
	body    code
}

// sumsKernel creates the kernel that adds rows of weights to an array of sums, and subtracts others.
// Its parameters are the array for the result, the array before the change if it is another one,
// the added and the subtracted rows, and the number of sums.
func sumsKernel(name string, another bool, added, subtracted int) kernel {
	from, rows := 0, 1
	if another {
		from, rows = 1, 2
	}
	n := rows + added + subtracted
	var c code
	c.emit(loop, noResult)
	for v := range unrolled {
		c.get(0) // address of the store
		c.get(from)
		c.memory(v128Load, v)
		for i := range added + subtracted {
			c.get(rows + i)
			c.memory(v128Load, v)
			if i < added {
				c.vector(i16x8Add)
			} else {
				c.vector(i16x8Sub)
			}
		}
		c.memory(v128Store, v)
	}
	for p := range n {
		c.advance(p)
	}
	c.countDown(n)
	return kernel{name: name, params: n + 1, body: c}
}

// dotKernel creates the kernel that returns the sum over all i of clip(sums[i])² × w[i]. Its
// parameters are the sums, the weights w and their number. The product of a clipped sum and a weight
// fits into 16 bits; i32x4.dot multiplies it by the clipped sum and adds neighbours in 32 bits. The
// sum of mostWidth/8 such results fits into 32 bits.
func dotKernel() kernel {
	const sums, w, n, clipped, total, top = 0, 1, 2, 3, 4, 5
	var c code
	c.constant(clipAt)
	c.vector(i16x8Splat)
	c.set(top)
	c.emit(loop, noResult)
	for v := range unrolled {
		c.get(sums)
		c.memory(v128Load, v)
		c.get(top)
		c.vector(i16x8MinS)
		c.constant(0)
		c.vector(i16x8Splat)
		c.vector(i16x8MaxS)
		c.emit(localTee)
		c.emit(uleb(clipped)...)
		c.get(w)
		c.memory(v128Load, v)
		c.vector(i16x8Mul)
		c.get(clipped)
		c.vector(i32x4Dot)
		c.get(total)
		c.vector(i32x4Add)
		c.set(total)
	}
	c.advance(sums)
	c.advance(w)
	c.countDown(n)
	c.get(total)
	c.vector(i64x2ExtendLow)
	c.get(total)
	c.vector(i64x2ExtendHigh)
	c.vector(i64x2Add)
	c.set(total)
	for lane := range byte(2) {
		c.get(total)
		c.vector(i64x2Lane)
		c.emit(lane)
	}
	c.emit(i64Add, f64FromI64)
	return kernel{name: "dot", params: 3, result: []byte{typeF64}, vectors: 3, body: c}
}

// wasmModule returns the module with all kernels. It imports the memory with the name go.mem.
func wasmModule() []byte {
	kernels := []kernel{
		sumsKernel("add", false, 1, 0),
		sumsKernel("sub", false, 0, 1),
		sumsKernel("addSub", true, 1, 1),
		sumsKernel("addSubSub", true, 1, 2),
		dotKernel(),
	}
	var types, functions, exports, bodies [][]byte
	for i, k := range kernels {
		results := make([][]byte, 0, 1)
		for _, r := range k.result {
			results = append(results, []byte{r})
		}
		params := append(uleb(k.params), slices.Repeat([]byte{typeI32}, k.params)...)
		types = append(types, slices.Concat([]byte{typeFunc}, params, list(results...)))
		functions = append(functions, uleb(i))
		exports = append(exports, slices.Concat(text(k.name), []byte{0}, uleb(i)))
		locals := list()
		if k.vectors > 0 {
			locals = list(append(uleb(k.vectors), typeV128))
		}
		bodies = append(bodies, sized(slices.Concat(locals, k.body, []byte{end})))
	}
	imported := slices.Concat(text("go"), text("mem"), []byte{2, 0, 1}) // a memory of at least one page
	module := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range []struct {
		id    byte
		items [][]byte
	}{{1, types}, {2, [][]byte{imported}}, {3, functions}, {7, exports}, {10, bodies}} {
		module = append(module, s.id)
		module = append(module, sized(list(s.items...))...)
	}
	return module
}

// writeWasm writes the module to a file.
func writeWasm(name string) error {
	return os.WriteFile(name, wasmModule(), 0o644) //nolint:gosec // the file is public
}
