package search

// fetch begins to bring memory near, without waiting for it.
//
//go:noescape
func fetch(p *word)
