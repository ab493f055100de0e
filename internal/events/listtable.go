package events

import (
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Columns in a table of entrants.
const (
	nameColumn = iota
	ratingColumn
	teamColumn
	categoriesColumn
	boardColumn
	ignored
)

// titles maps column titles, as people and programs write them, to columns.
var titles = map[string]int{
	"name": nameColumn, "player": nameColumn, "full name": nameColumn, "tên": nameColumn, "họ tên": nameColumn, "họ và tên": nameColumn,
	"người chơi": nameColumn, "vđv": nameColumn, "kỳ thủ": nameColumn,
	"rating": ratingColumn, "elo": ratingColumn, "rtg": ratingColumn, "hệ số": ratingColumn, "điểm elo": ratingColumn,
	"team": teamColumn, "club": teamColumn, "đội": teamColumn, "clb": teamColumn, "đơn vị": teamColumn, "câu lạc bộ": teamColumn,
	"category": categoriesColumn, "categories": categoriesColumn, "group": categoriesColumn, "nhóm": categoriesColumn, "bảng": categoriesColumn, "hạng mục": categoriesColumn,
	"board": boardColumn, "bàn": boardColumn, "bàn trong đội": boardColumn, "board in the team": boardColumn,
}

// usualColumns are the default columns of a table without a header row.
var usualColumns = []int{nameColumn, ratingColumn, teamColumn, categoriesColumn, boardColumn}

// counted matches the number before a name in a list, such as "3." or "3)".
var counted = regexp.MustCompile(`^\d{1,4}[.)]\s+`)

// separator returns the column separator of a table: tab, semicolon or comma, whichever
// occurs in the most lines.
func separator(text string) rune {
	best, most := ',', 0
	for _, c := range "\t;," {
		n := 0
		for line := range strings.SplitSeq(text, "\n") {
			if strings.ContainsRune(line, c) {
				n++
			}
		}
		if n > most {
			best, most = c, n
		}
	}
	return best
}

// readTable reads a table with one entrant per line.
func readTable(text string) (list []Listed, wrong []Mistake) {
	in := csv.NewReader(strings.NewReader(text))
	in.Comma, in.FieldsPerRecord, in.LazyQuotes = separator(text), -1, true
	in.TrimLeadingSpace = in.Comma != '\t' // in tab-separated text, trimming would remove empty cells
	columns := usualColumns
	for rows := 0; ; {
		row, err := in.Read()
		var at *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return list, wrong
		case errors.As(err, &at):
			return list, append(wrong, Mistake{at.StartLine, BadFile, ""})
		case err != nil:
			return list, append(wrong, Mistake{0, BadFile, ""})
		}
		line, _ := in.FieldPos(0)
		for i := range row {
			row[i] = cell(row[i])
		}
		if !slices.ContainsFunc(row, func(c string) bool { return c != "" }) {
			continue
		}
		if rows++; rows > maxLines {
			return list, append(wrong, Mistake{line, TooLong, ""})
		}
		if rows == 1 {
			if named := titled(row); named != nil {
				columns = named
				continue
			}
			if _, err := strconv.Atoi(row[0]); err == nil && len(row) > 1 {
				columns = append([]int{ignored}, usualColumns...) // the first column is a running number
			}
		}
		entry, code := entryOf(row, columns)
		if code != "" {
			wrong = append(wrong, Mistake{line, code, shown(strings.Join(row, " · "))})
			continue
		}
		list = append(list, Listed{line, entry})
	}
}

// titled returns the columns that a header row names; nil if the row is not a header.
func titled(row []string) (columns []int) {
	found := false
	for _, title := range row {
		c, ok := titles[strings.ToLower(title)]
		if !ok {
			c = ignored
		}
		found = found || ok && c == nameColumn
		columns = append(columns, c)
	}
	if !found {
		return nil
	}
	return columns
}

// cell returns a cell's text without surrounding blanks, and without the apostrophe that
// prevents spreadsheets from reading the text as a formula.
func cell(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if rest, ok := strings.CutPrefix(text, "'"); ok && rest != "" && strings.ContainsRune(formulas, rune(rest[0])) {
		return rest
	}
	return text
}

// formulas are the characters with which a spreadsheet formula can begin.
const formulas = "=+-@"

// Cell returns a text for a table cell. If a spreadsheet would read the text as a formula, Cell
// puts an apostrophe in front. ReadList removes this apostrophe again.
func Cell(text string) string {
	if text != "" && (strings.ContainsRune(formulas, rune(text[0])) || text[0] == '\t' || text[0] == '\r') {
		return "'" + text
	}
	return text
}

// entryOf converts a row to an entrant. code is the error code if the row is invalid.
func entryOf(row []string, columns []int) (e Entrant, code string) {
	for i, text := range row {
		if i >= len(columns) || text == "" {
			continue
		}
		var err error
		switch columns[i] {
		case nameColumn:
			e.Name = counted.ReplaceAllString(text, "")
		case ratingColumn:
			if e.Rating, err = strconv.Atoi(text); err != nil {
				return e, BadRating
			}
		case teamColumn:
			e.Team = text
		case boardColumn:
			if e.Board, err = strconv.Atoi(text); err != nil {
				return e, BadTeam
			}
		case categoriesColumn:
			for c := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == '|' }) {
				if c = strings.TrimSpace(c); c != "" && !slices.Contains(e.Categories, c) {
					e.Categories = append(e.Categories, c)
				}
			}
		}
	}
	return e, ""
}
