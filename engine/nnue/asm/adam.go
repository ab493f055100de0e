package main

import (
	. "github.com/mmcloughlin/avo/build"   //nolint:revive // programs that use avo import it with a dot
	. "github.com/mmcloughlin/avo/operand" //nolint:revive // programs that use avo import it with a dot
	"github.com/mmcloughlin/avo/reg"
)

// adam generates the kernel that updates the weights by the Adam method. The numbers of a step are
// in the order of the fields of the struct adamStep in package train.
func adam() {
	TEXT("adamAVX2", NOSPLIT, "func(w, first, second, g0, g1, g2, g3 *float32, n int, step *float32)")
	Pragma("noescape")
	Doc("adamAVX2 changes n weights by the numbers of the struct adamStep at step; n is a multiple of 8.")
	pointer := func(name string) reg.Register { return Load(Param(name), GP64()) }
	w, first, second, step := pointer("w"), pointer("first"), pointer("second"), pointer("step")
	var grads []reg.Register
	for _, name := range []string{"g0", "g1", "g2", "g3"} {
		grads = append(grads, pointer(name))
	}
	n := pointer("n")
	field := 0
	number := func() reg.VecVirtual {
		y := YMM()
		VBROADCASTSS(Mem{Base: step, Disp: 4 * field}, y)
		field++
		return y
	}
	b1, new1, b2, new2 := number(), number(), number(), number()
	keep, rate, tiny, most, least := number(), number(), number(), number(), number()
	lowest, size := YMM(), YMM()
	VXORPS(lowest, lowest, lowest)
	VSUBPS(most, lowest, lowest)
	VPCMPEQD(size, size, size)
	VPSRLD(Imm(1), size, size) // all bits but the sign
	i := GP64()
	XORQ(i, i)
	Label("loop")
	g, m, v, t := YMM(), YMM(), YMM(), YMM()
	VMOVUPS(float(grads[0], i, 0), g)
	for _, more := range grads[1:] {
		VADDPS(float(more, i, 0), g, g)
	}
	VMULPS(float(first, i, 0), b1, m)
	VMULPS(g, new1, t)
	VADDPS(t, m, m)
	VANDPS(size, m, t)
	VCMPPS(Imm(1), t, least, t) // 1: less
	VANDPS(t, m, m)
	VMOVUPS(m, float(first, i, 0))
	VMULPS(float(second, i, 0), b2, v)
	VMULPS(g, new2, t)
	VMULPS(g, t, t)
	VADDPS(t, v, v)
	VCMPPS(Imm(1), v, least, t)
	VANDPS(t, v, v)
	VMOVUPS(v, float(second, i, 0))
	VSQRTPS(v, v)
	VADDPS(tiny, v, v)
	VMULPS(m, rate, m)
	VDIVPS(v, m, m)
	VMULPS(float(w, i, 0), keep, t)
	VSUBPS(m, t, t)
	VMAXPS(t, lowest, t)
	VMINPS(t, most, t)
	VMOVUPS(t, float(w, i, 0))
	ADDQ(Imm(floats), i)
	CMPQ(i, n)
	JL(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
