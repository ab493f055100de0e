// Package text reads and writes plain text: headers if there are any, then moves.
package text

import (
	"regexp"
	"strings"

	"kydai/record"
	"kydai/record/internal/build"
)

// Headers of plain text that are no tags.
const (
	headerGame   = "Game"
	headerStart  = "Start"
	headerOption = "Option "
)

var headerLine = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_ .-]{0,63}):(?: |$)(.*)$`)

// headerName keeps what a header's key may consist of.
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
			return true // what remains
		},
	}
}
