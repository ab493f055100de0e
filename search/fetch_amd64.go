package search

// fetch prefetches a cache line. It does not wait for the memory.
//
//go:noescape
func fetch(p *word)
