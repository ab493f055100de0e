//go:build !amd64 && !js

package nnue

// fast reports whether this processor has kernels with vector instructions.
const fast = false

func add(to, w []int16)                             { addScalar(to, w) }
func sub(to, w []int16)                             { subScalar(to, w) }
func addSub(to, from, come, gone []int16)           { addSubScalar(to, from, come, gone) }
func addSubSub(to, from, come, gone, gone2 []int16) { addSubSubScalar(to, from, come, gone, gone2) }
func dot(sums, w []int16) int64                     { return dotScalar(sums, w) }
