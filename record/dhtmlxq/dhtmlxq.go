// Package dhtmlxq reads and writes DhtmlXQ, the text of dpxq.com, also within a page.
package dhtmlxq

import (
	"strings"

	"kydai/record"
)

// Format describes the format.
func Format() record.Format {
	return record.Format{Name: formatName, Suffixes: []string{"dhtmlxq", "ubb"}, Tree: true,
		NewReader: newReader,
		NewWriter: newWriter,
		Detect: func(h record.Head) bool {
			return strings.Contains(h.Text, "["+mark)
		},
	}
}
