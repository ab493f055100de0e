// Command asm generates the assembly code for neural networks: -kernels int writes the kernels of
// package nnue, -kernels wasm those of package nnue for browsers, and -kernels float those of package
// train. It is a separate module, so that the main module does not depend on the code generator avo.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"   //nolint:revive // programs that use avo import it with a dot
	. "github.com/mmcloughlin/avo/operand" //nolint:revive // programs that use avo import it with a dot
	"github.com/mmcloughlin/avo/reg"
)

// Size of a vector register of AVX2 in bytes, and the number of 16-bit integers (words) and of
// floats in one register.
const (
	register = 32
	words    = 16
	floats   = 8
	// clipAt equals the constant of the same name in package nnue.
	clipAt = 255
)

func main() {
	kernels := flag.String("kernels", "int", "which kernels to write: int, wasm or float")
	flag.Parse()
	if *kernels == "wasm" {
		if err := writeWasm(flag.Lookup("out").Value.String()); err != nil {
			log.Fatal(err)
		}
		return
	}
	if *kernels == "float" {
		floatKernels()
	} else {
		hasAVX2()
		sums("addAVX2", "add adds w to the sums.", nil, []string{"w"}, nil)
		sums("subAVX2", "sub subtracts w from the sums.", nil, nil, []string{"w"})
		sums("addSubAVX2", "addSub is from + come - gone.", []string{"from"}, []string{"come"}, []string{"gone"})
		sums("addSubSubAVX2", "addSubSub is from + come - gone - gone2.", []string{"from"}, []string{"come"}, []string{"gone", "gone2"})
		dot()
	}
	Generate()
}

// hasAVX2 generates a function that checks that the processor supports AVX2 and that the operating
// system saves the vector registers.
func hasAVX2() {
	TEXT("hasAVX2", NOSPLIT, "func() bool")
	Doc("hasAVX2 reports whether the processor and the system have AVX2.")
	eax, ebx, ecx := reg.EAX, reg.EBX, reg.ECX
	MOVL(U32(0), eax)
	MOVL(U32(0), ecx)
	CPUID()
	CMPL(eax, U32(7))
	JL(LabelRef("no"))
	MOVL(U32(1), eax)
	MOVL(U32(0), ecx)
	CPUID()
	const saved = 1<<27 | 1<<28 // CPUID bits: OSXSAVE and AVX
	ANDL(U32(saved), ecx)
	CMPL(ecx, U32(saved))
	JNE(LabelRef("no"))
	MOVL(U32(0), ecx)
	XGETBV()
	ANDL(U32(6), eax) // XCR0 bits: the system saves XMM and YMM registers
	CMPL(eax, U32(6))
	JNE(LabelRef("no"))
	MOVL(U32(7), eax)
	MOVL(U32(0), ecx)
	CPUID()
	TESTL(U32(1<<5), ebx)
	JZ(LabelRef("no"))
	yes := GP8()
	MOVB(U8(1), yes)
	Store(yes, ReturnIndex(0))
	RET()
	Label("no")
	no := GP8()
	MOVB(U8(0), no)
	Store(no, ReturnIndex(0))
	RET()
}

// sums generates a kernel (an assembly function) that adds rows of weights to an array of sums and
// subtracts other rows. The three lists name the kernel's parameters: the array before the change,
// the rows to add and the rows to subtract. If the first list is empty, the kernel changes its
// parameter `to` in place.
func sums(name, about string, from, come, gone []string) {
	signature := "func(to"
	for _, list := range [][]string{from, come, gone} {
		for _, n := range list {
			signature += ", " + n
		}
	}
	TEXT(name, NOSPLIT, signature+" *int16, n int)")
	Pragma("noescape")
	Doc(about)
	to := Load(Param("to"), GP64())
	source := to
	if len(from) > 0 {
		source = Load(Param(from[0]), GP64())
	}
	load := func(list []string) (at []reg.Register) {
		for _, n := range list {
			at = append(at, Load(Param(n), GP64()))
		}
		return at
	}
	plus, minus := load(come), load(gone)
	n := Load(Param("n"), GP64())
	i := GP64()
	XORQ(i, i)
	Label("loop")
	y := YMM()
	place := func(base reg.Register) Mem { return Mem{Base: base, Index: i, Scale: 2} }
	VMOVDQU(place(source), y)
	for _, p := range plus {
		VPADDW(place(p), y, y)
	}
	for _, m := range minus {
		VPSUBW(place(m), y, y)
	}
	VMOVDQU(y, place(to))
	ADDQ(Imm(words), i)
	CMPQ(i, n)
	JL(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// dot generates the kernel (assembly function) of the second layer: the sum of weight × clipped
// sum². First it multiplies a weight by the clipped sum, which fits into 16 bits. It multiplies the
// product by the clipped sum again, adds pairs of results in 32 bits, and adds the totals in 64
// bits.
func dot() {
	TEXT("dotAVX2", NOSPLIT, "func(sums, w *int16, n int) int64")
	Pragma("noescape")
	Doc("dot is the sum of the squares of the clipped sums times the weights.")
	sums := Load(Param("sums"), GP64())
	w := Load(Param("w"), GP64())
	n := Load(Param("n"), GP64())
	zero, clip, total := YMM(), YMM(), YMM()
	VPXOR(zero, zero, zero)
	VPXOR(total, total, total)
	bits := GP32()
	MOVL(U32(clipAt), bits)
	VMOVD(bits, clip.AsX())
	VPBROADCASTW(clip.AsX(), clip)
	i := GP64()
	XORQ(i, i)
	Label("loop")
	v, p := YMM(), YMM()
	VPMAXSW(Mem{Base: sums, Index: i, Scale: 2}, zero, v)
	VPMINSW(clip, v, v)
	VPMULLW(Mem{Base: w, Index: i, Scale: 2}, v, p)
	VPMADDWD(v, p, p)
	VPADDD(p, total, total)
	ADDQ(Imm(words), i)
	CMPQ(i, n)
	JL(LabelRef("loop"))
	low, high, part := YMM(), YMM(), XMM()
	VPMOVSXDQ(total.AsX(), low)
	VEXTRACTI128(Imm(1), total, part)
	VPMOVSXDQ(part, high)
	VPADDQ(high, low, low)
	VEXTRACTI128(Imm(1), low, part)
	VPADDQ(part, low.AsX(), part)
	second := XMM()
	VPSRLDQ(Imm(8), part, second)
	VPADDQ(second, part, part)
	result := GP64()
	VMOVQ(part, result)
	VZEROUPPER()
	Store(result, ReturnIndex(0))
	RET()
}
