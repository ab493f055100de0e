package web

import (
	"bytes"
	"encoding/csv"

	"kydai/internal/events"
)

// spreadsheet returns the rows as CSV for spreadsheet programs. The text begins with the UTF-8 byte
// order mark. A cell that a program would read as a formula gets an apostrophe in front.
func spreadsheet(rows [][]string) []byte {
	var out bytes.Buffer
	out.WriteString("\ufeff")
	w := csv.NewWriter(&out)
	w.UseCRLF = true
	for _, row := range rows {
		safe := make([]string, len(row))
		for i, text := range row {
			safe[i] = events.Cell(text)
		}
		_ = w.Write(safe) // writing to a buffer never fails
	}
	w.Flush()
	return out.Bytes()
}
