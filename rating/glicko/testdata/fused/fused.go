// Package fused has a sum of products that compilers fuse: the control of
// TestNoFusedInstruction.
package fused

// Sum may be computed by one fused instruction.
func Sum(x, y, z float64) float64 { return x*y + z }
