package lab

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
)

// WriteCSV writes the counts as CSV, with one line per algorithm and depth.
func (t NodesTable) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	records := [][]string{{"depth", "algorithm", "nodes", "leaves", "cuts", "seconds", "branching", "value", "complete"}}
	for d, row := range t.Rows {
		for i, cell := range row {
			if !cell.Searched {
				continue
			}
			records = append(records, []string{
				strconv.Itoa(d + 1), t.Algorithms[i],
				strconv.FormatUint(cell.Nodes, 10), strconv.FormatUint(cell.Leaves, 10), strconv.FormatUint(cell.Cuts, 10),
				strconv.FormatFloat(cell.Time.Seconds(), 'f', 6, 64), decimal(cell.Branching),
				strconv.FormatFloat(cell.Value, 'g', -1, 64), strconv.FormatBool(!cell.Stopped),
			})
		}
	}
	return c.WriteAll(records)
}

func decimal(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// Chart returns a chart of the node counts by depth. It leaves out searches that reached a limit.
func (t NodesTable) Chart(title string) Chart {
	c := Chart{Title: title, X: "depth", Y: "nodes", Log: true}
	for d := range t.Rows {
		c.Names = append(c.Names, strconv.Itoa(d+1))
	}
	for i, name := range t.Algorithms {
		s := Series{Name: name}
		for _, row := range t.Rows {
			v := math.NaN()
			if row[i].Searched && !row[i].Stopped {
				v = float64(row[i].Nodes)
			}
			s.Values = append(s.Values, v)
		}
		c.Series = append(c.Series, s)
	}
	return c
}
