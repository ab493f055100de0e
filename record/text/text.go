// Package text reads and writes plain text: optional headers, then moves.
package text

import (
	"regexp"
	"strings"

	"kydai/record"
	"kydai/record/internal/build"
)

// Headers of plain text that are not tags.
const (
	headerGame   = "Game"
	headerStart  = "Start"
	headerOption = "Option "
)

var headerLine = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_ .-]{0,63}):(?: |$)(.*)$`)

// headerName replaces the characters that a header's key must not contain.
func headerName(s string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune("+#=:", c) {
			return '_'
		}
		return c
	}, build.TagName(s))
}

// Format describes the format.
func Format() record.Format {
	return record.Format{Name: "text", Suffixes: []string{"txt", "text"},
		NewReader: newReader,
		NewWriter: build.NewWriter(write),
		Detect: func(record.Head) bool {
			return true // Detect tries plain text last, so this format accepts every other file
		},
	}
}
