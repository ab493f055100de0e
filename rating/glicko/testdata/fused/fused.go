// Package fused contains a sum of products that compilers fuse; TestNoFusedInstruction must find
// it.
package fused

// Sum is an expression that a compiler may compute with one fused instruction.
func Sum(x, y, z float64) float64 { return x*y + z }
