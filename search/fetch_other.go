//go:build !amd64

package search

func fetch(*word) {}
