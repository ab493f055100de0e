// Package dhtmlxq reads and writes DhtmlXQ, the text format of dpxq.com. It also finds such
// text inside a web page.
package dhtmlxq

import (
	"strings"

	"kydai/record"
	"kydai/record/internal/build"
)

// Format describes the format.
func Format() record.Format {
	return record.Format{Name: formatName, Suffixes: []string{"dhtmlxq", "ubb"}, Tree: true,
		NewReader: newReader,
		NewWriter: build.NewWriter(write),
		Detect: func(h record.Head) bool {
			return strings.Contains(h.Text, "["+mark)
		},
	}
}
