// Package glicko computes Glicko-2 ratings (Mark Glickman, "Example of the
// Glicko-2 system") and the strength of opponents that do not learn, such as
// engine levels, on the same scale.
//
// Every result has the same bits on every processor, so that ratings which are
// computed again from the rows of ended matches equal the stored ones:
//
//   - A processor may fuse x*y + z into one instruction that rounds once
//     instead of twice. The Go specification allows this unless the product is
//     converted explicitly. All products here go through mul, which does so.
//     TestNoFusedInstruction looks for fused instructions in the assembly.
//   - math.Exp and math.Log have assembly of their own on some processors, with
//     other last bits. This package has its own, of additions, products and
//     divisions. math.Sqrt stays: IEEE 754 defines its result to the last bit.
//   - Sums are taken in the order of the games. There are no maps and no
//     goroutines.
//
// The package imports nothing but math. Time is an argument, in seconds.
package glicko
