// Package glicko computes Glicko-2 ratings (Mark Glickman, "Example of the Glicko-2 system"). On
// the same scale it estimates the strength of opponents that do not learn, such as engine levels.
//
// Every result has the same bits on every processor, so that ratings recomputed from the rows of
// ended matches equal the stored ratings:
//
//   - A processor may fuse x*y + z into one instruction that rounds once
//     instead of twice. The Go specification allows this unless the product is
//     converted explicitly. All products here go through mul, which does so.
//     TestNoFusedInstruction looks for fused instructions in the assembly.
//   - On some processors, math.Exp and math.Log are written in assembly and
//     differ in the last bits. This package has its own versions, made of
//     additions, products and divisions. It uses math.Sqrt, because IEEE 754
//     defines its result to the last bit.
//   - Sums are taken in the order of the games. There are no maps and no
//     goroutines.
//
// The package imports only math. Times are arguments, in seconds.
package glicko
