package nnue

// fast reports whether the processor and the operating system support AVX2.
var fast = hasAVX2()

func add(to, w []int16) {
	if fast {
		addAVX2(&to[0], &w[0], len(to))
		return
	}
	addScalar(to, w)
}

func sub(to, w []int16) {
	if fast {
		subAVX2(&to[0], &w[0], len(to))
		return
	}
	subScalar(to, w)
}

func addSub(to, from, come, gone []int16) {
	if fast {
		addSubAVX2(&to[0], &from[0], &come[0], &gone[0], len(to))
		return
	}
	addSubScalar(to, from, come, gone)
}

func addSubSub(to, from, come, gone, gone2 []int16) {
	if fast {
		addSubSubAVX2(&to[0], &from[0], &come[0], &gone[0], &gone2[0], len(to))
		return
	}
	addSubSubScalar(to, from, come, gone, gone2)
}

func dot(sums, w []int16) int64 {
	if fast {
		return dotAVX2(&sums[0], &w[0], len(sums))
	}
	return dotScalar(sums, w)
}
