// Package sgf reads and writes SGF: trees of nodes in brackets, for games with stones.
package sgf

import (
	"regexp"

	"kydai/record"
	"kydai/record/internal/build"
)

// head matches the beginning of a tree.
var head = regexp.MustCompile(`^\(\s*;\s*[A-Z]`)

// Format describes the format.
func Format() record.Format {
	return record.Format{Name: formatName, Suffixes: []string{"sgf"}, Tree: true,
		NewReader: newReader,
		NewWriter: build.NewWriter(write),
		Detect: func(h record.Head) bool {
			return head.MatchString(h.Text)
		},
	}
}
