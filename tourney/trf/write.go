package trf

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"kydai/tourney"
)

// newCodes lists the record codes that exist only in TRF-2026.
var newCodes = []string{
	"142", "152", "162", "172", "182", "192", "202", "212", "222", "352", "362",
	"240", "250", "260", "299", "300", "310", "320", "330", "801", "802",
}

// order lists the record codes in the order in which Write writes the records. The code "" stands
// for the unknown lines at the top of the file.
var order = []string{
	"", "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "142", "152", "162",
	"172", "182", "192", "202", "212", "222", "352", "362", "001", "310", "240", "XXZ", "260",
}

// scoreCodes contains the codes of Score in the order in which Write writes them.
const scoreCodes = "WDLPAZXzf"

func place(code string) int {
	for i, c := range order {
		if c == code {
			return i
		}
	}
	return len(order)
}

// text returns a pointer to the header text that belongs to a record code. It returns nil if no
// text belongs to the code.
func (h *Header) text(code string) *string {
	switch code {
	case "012":
		return &h.Name
	case "022":
		return &h.City
	case "032":
		return &h.Federation
	case "042":
		return &h.Start
	case "052":
		return &h.End
	case "062":
		return &h.Players
	case "072":
		return &h.Rated
	case "082":
		return &h.Teams
	case "092":
		return &h.Type
	case "102":
		return &h.Arbiter
	case "122":
		return &h.Time
	}
	return h.newText(code)
}

func (h *Header) newText(code string) *string {
	switch code {
	case "172":
		return &h.RankMethod
	case "182":
		return &h.Controller
	case "192":
		return &h.TypeCode
	case "202":
		return &h.TieBreaks
	case "212":
		return &h.Order
	case "222":
		return &h.TimeCode
	case "352":
		return &h.BoardColours
	case "362":
		return &h.MatchPoints
	}
	return nil
}

// writer collects the lines of a report. It remembers the first error.
type writer struct {
	out  strings.Builder
	err  error
	file *File
	kept int
}

// Write writes the report in UTF-8. Lines end with CR and LF. Write returns an *Error if a text or
// number does not fit its columns.
func (f *File) Write() ([]byte, error) {
	w := &writer{file: f}
	for _, code := range order {
		lines := f.lines(w, code)
		for i, line := range lines {
			for part := range strings.SplitSeq(line, "\n") {
				w.line(part)
			}
			if i < len(lines)-1 {
				w.keep(code, i)
			}
		}
		w.keep(code, -1)
	}
	w.keep("", -2)
	if w.err != nil {
		return nil, w.err
	}
	return []byte(w.out.String()), nil
}

// line writes a line without the blanks at its end.
func (w *writer) line(text string) {
	if strings.ContainsAny(text, "\r\ufeff") || !utf8.ValidString(text) {
		w.fail("bad-text", text)
	}
	w.out.WriteString(strings.TrimRight(text, " \t") + "\r\n")
}

// keep writes the lines that were kept after the record with the given code and index. The index -1
// means all remaining lines after records with this code, and -2 all remaining lines of the file.
// The kept lines are already sorted by their place in the file.
func (w *writer) keep(code string, index int) {
	for ; w.kept < len(w.file.Kept); w.kept++ {
		k := w.file.Kept[w.kept]
		at, here := place(k.Code), place(code)
		if index != -2 && (at > here || at == here && index >= 0 && k.Index > index) {
			return
		}
		w.line(k.Text)
	}
}

func (w *writer) fail(code, what string) {
	if w.err == nil {
		w.err = &Error{Code: code, Text: "this cannot be written to a tournament report: " + what}
	}
}

// lines returns the texts of all records with the given code. If a record needs several lines, its
// text contains them separated by LF.
func (f *File) lines(w *writer, code string) (list []string) {
	switch code {
	case "001":
		for i := range f.Players {
			list = append(list, f.Players[i].line(w))
		}
	case "112":
		for _, d := range f.Header.Deputies {
			list = append(list, "112 "+d)
		}
	case "132":
		list = f.dates(w)
	case "142":
		if f.Rounds > 0 {
			list = append(list, f.pick("XXR ", "142 ")+strconv.Itoa(f.Rounds))
		}
	case "152":
		list = whole(f.first())
	case "162":
		list = whole(f.scores(w))
	case "310":
		for _, t := range f.Teams {
			list = append(list, t.line(w))
		}
	case "240":
		for _, b := range f.Byes {
			list = append(list, "240 "+string(rune(b.Kind))+" "+digits(b.Round, 3)+w.list(b.Players))
		}
	case "XXZ":
		if len(f.Absent) > 0 {
			list = append(list, "XXZ"+w.list(f.Absent))
		}
	case "260":
		for _, b := range f.Forbidden {
			head := "XXP"
			if b.First > 0 {
				head = "260 " + digits(b.First, 3) + " " + digits(b.Last, 3)
			}
			list = append(list, head+w.list(b.Players))
		}
	default:
		if text := f.Header.text(code); text != nil && *text != "" {
			list = append(list, code+" "+*text)
		}
	}
	return list
}

func whole(lines []string) []string {
	if lines == nil {
		return nil
	}
	return []string{strings.Join(lines, "\n")}
}

func (f *File) pick(old, modern string) string {
	if f.Version == TRF26 {
		return modern
	}
	return old
}

func (f *File) dates(w *writer) []string {
	if len(f.Header.Dates) == 0 {
		return nil
	}
	text := "132" + strings.Repeat(" ", 88)
	for _, d := range f.Header.Dates {
		text += w.left(d, 8) + "  "
	}
	return []string{text}
}

func (f *File) first() (list []string) {
	word := map[tourney.Colour]string{tourney.White: f.pick("white1", "W"), tourney.Black: f.pick("black1", "B")}[f.First]
	options := strings.Join(f.Options, " ")
	if f.Version == TRF26 {
		if word != "" {
			list = append(list, "152 "+word)
		}
		if options != "" {
			list = append(list, "XXC "+options)
		}
	} else if both := strings.TrimSpace(word + " " + options); both != "" {
		list = append(list, "XXC "+both)
	}
	return list
}

func (f *File) scores(w *writer) (list []string) {
	modern := ""
	for _, s := range f.Scores {
		switch {
		case s.Code == 'z' || s.Code == 'f':
			list = append(list, "BB"+strings.ToUpper(string(rune(s.Code)))+" "+w.points(s.Tenths))
		case f.Version == TRF26:
			modern += string(rune(s.Code)) + w.points(s.Tenths) + "    "
		case s.Code == 'P':
			list = append(list, "BBU "+w.points(s.Tenths))
		case strings.IndexByte("WDL", s.Code) >= 0:
			list = append(list, "BB"+string(rune(s.Code))+" "+w.points(s.Tenths))
		default:
			w.fail("bad-scoring", "the points of "+string(rune(s.Code))+" in TRF16")
		}
	}
	if modern != "" {
		list = append([]string{"162  " + modern}, list...)
	}
	return list
}

func (t *Team) line(w *writer) string {
	if t.Number == 0 {
		players := w.list(t.Players)
		if players != "" {
			players = players[1:]
		}
		return "013 " + w.left(t.Name, 32) + players
	}
	blank := func(n, width int, text string) string {
		if n == 0 {
			return strings.Repeat(" ", width)
		}
		return w.right(text, width)
	}
	return "310 " + w.number(t.Number, 3) + " " + w.left(t.Name, 32) + " " + w.left(t.Nick, 5) + " " +
		blank(t.Strength, 6, strconv.Itoa(t.Strength)) + " " + blank(t.Match, 6, points(t.Match)) + " " +
		blank(t.Games, 6, points(t.Games)) + " " + blank(t.Rank, 3, strconv.Itoa(t.Rank)) + " " + w.list(t.Players)
}

func (w *writer) list(players []int) string {
	var b strings.Builder
	for _, p := range players {
		b.WriteString(" " + w.number(p, 4))
	}
	return b.String()
}
