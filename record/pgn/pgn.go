// Package pgn reads and writes PGN, the format of tag pairs and move text, for all games.
package pgn

import (
	"strings"

	"kydai/record"
	"kydai/record/internal/build"
)

// Format describes the format.
func Format() record.Format {
	return record.Format{Name: "pgn", Suffixes: []string{"pgn"}, Tree: true,
		NewReader: newReader,
		NewWriter: build.NewWriter(write),
		Detect: func(h record.Head) bool {
			return strings.ContainsRune("[{%;", rune(h.Text[0])) || strings.ContainsAny(h.Text, "{$(")
		},
	}
}
