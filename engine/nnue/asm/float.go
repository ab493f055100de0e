package main

import (
	. "github.com/mmcloughlin/avo/build"   //nolint:revive // programs that use avo import it with a dot
	. "github.com/mmcloughlin/avo/operand" //nolint:revive // programs that use avo import it with a dot
	"github.com/mmcloughlin/avo/reg"
)

// wide is the number of vector registers that hold one block of a row of floats. A width is a
// multiple of 16, so the rest of a row after the wide blocks consists of blocks of two registers.
const (
	wide   = 8
	narrow = 2
)

// floatKernels generates the kernels (assembly functions) that package train uses.
func floatKernels() {
	sumRows()
	addRows()
	squares()
	slopes()
	adam()
}

// float is the place of a vector of floats: the vector with number i after the index.
func float(base, index reg.Register, i int) Mem {
	return Mem{Base: base, Index: index, Scale: 4, Disp: i * register}
}

// inBlocks generates a loop over the numbers of a row, from 0 to n. It calls body to generate the
// code for a wide block and for a narrow block. The register i counts the numbers.
func inBlocks(i, n reg.Register, body func(label string, vectors int)) {
	next := GP64()
	XORQ(i, i)
	for _, b := range []struct {
		label   string
		vectors int
	}{{"wide", wide}, {"narrow", narrow}} {
		Label(b.label)
		LEAQ(Mem{Base: i, Disp: b.vectors * floats}, next)
		CMPQ(next, n)
		JG(LabelRef(b.label + "End"))
		body(b.label, b.vectors)
		MOVQ(next, i)
		JMP(LabelRef(b.label))
		Label(b.label + "End")
	}
	VZEROUPPER()
	RET()
}

// overRows generates a loop over a list of row numbers. The function each generates the code for a
// row; its parameter points to the number of the row where the current block begins.
func overRows(label string, rows, i, list, count, size reg.Register, each func(row reg.Register)) {
	k, row, start := GP64(), GP64(), GP64()
	LEAQ(Mem{Base: rows, Index: i, Scale: 4}, start)
	XORQ(k, k)
	Label(label + "Rows")
	CMPQ(k, count)
	JGE(LabelRef(label + "RowsEnd"))
	MOVWQZX(Mem{Base: list, Index: k, Scale: 2}, row)
	IMULQ(size, row)
	ADDQ(start, row)
	each(row)
	INCQ(k)
	JMP(LabelRef(label + "Rows"))
	Label(label + "RowsEnd")
}

// sumRows generates the kernel of the first layer. The sums of a block stay in registers while the
// rows are added.
func sumRows() {
	TEXT("sumRowsAVX2", NOSPLIT, "func(to, bias, rows *float32, list *uint16, count, n int)")
	Pragma("noescape")
	Doc("sumRowsAVX2 stores at to the sum of bias and of the rows of the list; rows have n numbers, a multiple of 16.")
	to, bias, rows := Load(Param("to"), GP64()), Load(Param("bias"), GP64()), Load(Param("rows"), GP64())
	list, count, n := Load(Param("list"), GP64()), Load(Param("count"), GP64()), Load(Param("n"), GP64())
	size, i := rowSize(n), GP64()
	inBlocks(i, n, func(label string, vectors int) {
		sums := loadBlock(bias, i, vectors)
		overRows(label, rows, i, list, count, size, func(row reg.Register) {
			for v, y := range sums {
				VADDPS(Mem{Base: row, Disp: v * register}, y, y)
			}
		})
		for v, y := range sums {
			VMOVUPS(y, float(to, i, v))
		}
	})
}

// addRows generates the kernel for the gradients of the first layer. The numbers to add stay in
// registers.
func addRows() {
	TEXT("addRowsAVX2", NOSPLIT, "func(bias, rows, w *float32, list *uint16, count, n int)")
	Pragma("noescape")
	Doc("addRowsAVX2 adds w to bias and to the rows of the list; rows have n numbers, a multiple of 16.")
	bias, rows, w := Load(Param("bias"), GP64()), Load(Param("rows"), GP64()), Load(Param("w"), GP64())
	list, count, n := Load(Param("list"), GP64()), Load(Param("count"), GP64()), Load(Param("n"), GP64())
	size, i := rowSize(n), GP64()
	inBlocks(i, n, func(label string, vectors int) {
		block := loadBlock(w, i, vectors)
		for v, y := range block {
			sum := YMM()
			VADDPS(float(bias, i, v), y, sum)
			VMOVUPS(sum, float(bias, i, v))
		}
		overRows(label, rows, i, list, count, size, func(row reg.Register) {
			for v, y := range block {
				at, sum := Mem{Base: row, Disp: v * register}, YMM()
				VADDPS(at, y, sum)
				VMOVUPS(sum, at)
			}
		})
	})
}

// rowSize generates the number of bytes of a row of n floats.
func rowSize(n reg.Register) reg.Register {
	size := GP64()
	MOVQ(n, size)
	SHLQ(Imm(2), size)
	return size
}

func loadBlock(from, i reg.Register, vectors int) (block []reg.VecVirtual) {
	for v := range vectors {
		y := YMM()
		VMOVUPS(float(from, i, v), y)
		block = append(block, y)
	}
	return block
}

// clipped generates the numbers at a place, limited to the range from 0 to 1.
func clipped(from Mem, zero, one reg.Register) reg.Register {
	c := YMM()
	VMAXPS(from, zero, c)
	VMINPS(c, one, c)
	return c
}

// zeroAndOne generates the limits of the clipped sums.
func zeroAndOne() (zero, one reg.Register) {
	low, high, bits := YMM(), YMM(), GP32()
	VXORPS(low, low, low)
	MOVL(U32(0x3f800000), bits) // 1 as a float
	VMOVD(bits, high.AsX())
	VBROADCASTSS(high.AsX(), high)
	return low, high
}

// squares generates the kernel of the second layer. It keeps 16 partial sums in two registers, and
// then adds halves until one number is left.
func squares() {
	TEXT("squaresAVX2", NOSPLIT, "func(sums, out *float32, n int) float32")
	Pragma("noescape")
	Doc("squaresAVX2 is the sum of the squares of the clipped sums times the weights out; n is a multiple of 16.")
	sums, out, n := Load(Param("sums"), GP64()), Load(Param("out"), GP64()), Load(Param("n"), GP64())
	zero, one := zeroAndOne()
	total := []reg.VecVirtual{YMM(), YMM()}
	for _, t := range total {
		VXORPS(t, t, t)
	}
	i := GP64()
	XORQ(i, i)
	Label("loop")
	for v, t := range total {
		c, p := clipped(float(sums, i, v), zero, one), YMM()
		VMULPS(c, c, p)
		VMULPS(float(out, i, v), p, p)
		VADDPS(p, t, t)
	}
	ADDQ(Imm(narrow*floats), i)
	CMPQ(i, n)
	JL(LabelRef("loop"))
	all, half := total[0], XMM()
	VADDPS(total[1], all, all)
	VEXTRACTF128(Imm(1), all, half)
	x := all.AsX()
	VADDPS(half, x, x)
	VMOVHLPS(x, x, half)
	VADDPS(half, x, x)
	VMOVSHDUP(x, half)
	VADDSS(half, x, x)
	VZEROUPPER()
	Store(x, ReturnIndex(0))
	RET()
}

// slopes generates the kernel for the gradients of the second layer and of the sums. Where a sum
// was clipped, its gradient is zero.
func slopes() {
	TEXT("slopesAVX2", NOSPLIT, "func(sums, out, gradOut, back *float32, slope float32, n int)")
	Pragma("noescape")
	Doc("slopesAVX2 adds slope × c² to gradOut, where c is a clipped sum, and stores 2 × slope × c × out at back,",
		"or zero where the sum was clipped; n is a multiple of 16.")
	sums, out := Load(Param("sums"), GP64()), Load(Param("out"), GP64())
	gradOut, back := Load(Param("gradOut"), GP64()), Load(Param("back"), GP64())
	n := Load(Param("n"), GP64())
	slope, twice := YMM(), YMM()
	Load(Param("slope"), slope.AsX())
	VBROADCASTSS(slope.AsX(), slope)
	VADDPS(slope, slope, twice)
	zero, one := zeroAndOne()
	i := GP64()
	XORQ(i, i)
	Label("loop")
	for v := range narrow {
		c, p, inside := clipped(float(sums, i, v), zero, one), YMM(), YMM()
		VCMPPS(Imm(0), float(sums, i, v), c, inside) // 0: equal
		VMULPS(c, slope, p)
		VMULPS(c, p, p)
		VADDPS(float(gradOut, i, v), p, p)
		VMOVUPS(p, float(gradOut, i, v))
		VMULPS(c, twice, p)
		VMULPS(float(out, i, v), p, p)
		VANDPS(inside, p, p)
		VMOVUPS(p, float(back, i, v))
	}
	ADDQ(Imm(narrow*floats), i)
	CMPQ(i, n)
	JL(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
