package web

import (
	"bytes"
	"encoding/csv"

	"kydai/internal/events"
)

// spreadsheet writes rows as CSV that spreadsheets open: with a mark of UTF-8, and
// without cells that they would take as formulas.
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
		_ = w.Write(safe) // a buffer never fails
	}
	w.Flush()
	return out.Bytes()
}
