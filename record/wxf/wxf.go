// Package wxf reads and writes WXF text: headers, then the moves in the WXF notation.
package wxf

import (
	"strings"

	"kydai/record"
	"kydai/record/internal/build"
)

// Format describes the format.
func Format() record.Format {
	return record.Format{Name: "wxf", Suffixes: []string{"wxf"},
		NewReader: newReader,
		NewWriter: build.NewWriter(write),
		Detect: func(h record.Head) bool {
			upper := strings.ToUpper(h.Text)
			return strings.HasPrefix(upper, formatKey+"\t") || strings.HasPrefix(upper, formatKey+" ") || strings.Contains(upper, startMark)
		},
	}
}
