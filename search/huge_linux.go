package search

import (
	"syscall"
	"unsafe"
)

// hugePages asks the system for large pages under fresh memory, before it is
// touched: looking up random places in small pages costs a fifth of the
// speed. It is a wish; nothing depends on it.
func hugePages[T any](s []T) {
	const page = 2 << 20
	if len(s) == 0 {
		return
	}
	start := uintptr(unsafe.Pointer(&s[0]))
	size := uintptr(len(s)) * unsafe.Sizeof(s[0])
	skip := -start & (page - 1)
	if size < skip+page {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), size)
	_ = syscall.Madvise(bytes[skip:], syscall.MADV_HUGEPAGE)
}
