package web

import (
	"strconv"
	"strings"

	"kydai/internal/events"
	"kydai/tourney/words"
)

// eventTable returns the entrants, the pairings or the standings of a tournament (event) as CSV.
func eventTable(e *events.State, names map[int]string, which, lang string) []byte {
	t := &table{lang: lang}
	switch which {
	case "entrants":
		t.entrants(e, names)
	case "pairings":
		t.pairings(e, names)
	default:
		t.standings(e, names)
	}
	return spreadsheet(t.rows)
}

// table is a table of text cells. Its first row contains the column titles.
type table struct {
	lang string
	rows [][]string
}

func (t *table) titles(keys ...string) {
	row := make([]string, len(keys))
	for i, k := range keys {
		row[i] = words.Column(t.lang, k)
	}
	t.rows = append(t.rows, row)
}

func (t *table) row(cells ...string) { t.rows = append(t.rows, cells) }

// count returns a number as text, or "" for 0.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func (t *table) entrants(e *events.State, names map[int]string) {
	t.titles("number", "name", "rating", "team", "board", "categories", "enters", "leaves")
	for i := range e.Entrants {
		x := &e.Entrants[i]
		t.row(strconv.Itoa(x.ID), names[x.ID], count(x.Rating), x.Team, count(x.Board), strings.Join(x.Categories, "; "), count(x.Enters), count(x.Leaves))
	}
}

func (t *table) pairings(e *events.State, names map[int]string) {
	t.titles("round", "table", "first", "second", "points1", "points2", "forfeit", "bye", "reason")
	for i := range e.Rounds {
		r := &e.Rounds[i]
		number := strconv.Itoa(i + 1)
		for j := range r.Boards {
			b := &r.Boards[j]
			var one, two, forfeit string
			if first, second, unit, ok := e.Points(b); ok {
				one, two = words.Points(words.English, first, unit), words.Points(words.English, second, unit)
			}
			if b.Forfeit {
				forfeit = "x"
			}
			t.row(number, strconv.Itoa(j+1), names[b.First], names[b.Second], one, two, forfeit, "", b.Reason)
		}
		for _, bye := range r.Byes {
			points, unit := e.ByePoints(bye.Kind)
			t.row(number, "", names[bye.Entrant], "", words.Points(words.English, points, unit), "", "", events.ByeName(t.lang, bye.Kind), "")
		}
	}
}

func (t *table) standings(e *events.State, names map[int]string) {
	t.titles(append([]string{"place", "number", "name", "points"}, e.TieBreakCodes()...)...)
	list, unit := e.Standings("")
	for _, p := range list {
		row := []string{strconv.Itoa(p.Place), strconv.Itoa(p.Entrant), names[p.Entrant], words.Points(words.English, p.Score, unit)}
		for i, v := range p.Values {
			row = append(row, words.Points(words.English, v, e.BreakUnit(e.Settings.TieBreaks[i])))
		}
		t.row(row...)
	}
}
