package protocol

import "fmt"

// Term is a part of a static evaluation in points, from the point of view of the side that
// moved first.
type Term struct {
	Name   string
	Points float64
}

// TermLines formats the terms as a table that ends with their sum.
func TermLines(terms []Term) []string {
	lines := make([]string, 0, len(terms)+1)
	sum := 0.0
	for _, t := range terms {
		sum += t.Points
		lines = append(lines, fmt.Sprintf("%-16s %+9.2f", t.Name, t.Points))
	}
	return append(lines, fmt.Sprintf("%-16s %+9.2f points for the side that began", "sum", sum))
}
