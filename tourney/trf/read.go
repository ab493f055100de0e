package trf

import (
	"slices"
	"strings"

	"kydai/tourney"
)

// reader reads a report line by line.
type reader struct {
	file   *File
	line   int
	code   string // code of the last record that was recognised; unknown lines are stored after it
	index  int
	player map[int]bool
	column columns
}

// Read reads a report in UTF-8, Windows-1252 or Windows-1258. Its errors have the type *Error.
func Read(data []byte) (*File, error) {
	text, charset := Decode(data)
	r := &reader{file: &File{}, player: map[int]bool{}}
	if charset == Windows1258 {
		r.column.compose = composer()
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	for line := range strings.SplitSeq(text, "\n") {
		r.line++
		line = strings.TrimRight(line, " \t")
		if strings.TrimSpace(line) == "" {
			continue
		}
		r.column.runes, r.column.bytes = []rune(line), ""
		if err := r.read(code(line), line); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(r.file.Kept, func(a, b Kept) int {
		if c := place(a.Code) - place(b.Code); c != 0 {
			return c
		}
		return a.Index - b.Index
	})
	return r.file, nil
}

func (r *reader) fail(code string, parts ...string) error {
	return &Error{r.line, code, strings.Join(parts, "")}
}

// understood stores the last record that was recognised. Unknown lines that follow it are kept, and
// Write writes them after the same record.
func (r *reader) understood(code string, index int) error {
	r.code, r.index = code, index
	return nil
}

// modern is called for a code that exists only in TRF-2026: it sets the version of the file.
func (r *reader) modern() { r.file.Version = TRF26 }

// again handles a second line with a record that may occur only once: the line is kept unchanged,
// and Write writes it after the first one.
func (r *reader) again(code, line string) error {
	r.code, r.index = code, 0
	return r.keep(line)
}

// keep stores a line that the reader does not interpret. Write writes it unchanged.
func (r *reader) keep(line string) error {
	if r.column.compose != nil {
		line = r.column.compose.Replace(line)
	}
	if slices.Contains(newCodes, code(line)) {
		r.modern()
	}
	r.file.Kept = append(r.file.Kept, Kept{strings.TrimRight(line, " \t"), r.code, r.index})
	return nil
}

func (r *reader) read(code, line string) error {
	f := r.file
	if text := f.Header.text(code); text != nil {
		value := r.column.from(4)
		switch {
		case value == "":
			return nil
		case *text != "":
			return r.again(code, line)
		}
		*text = value
		if slices.Contains(newCodes, code) {
			r.modern()
		}
		return r.understood(code, 0)
	}
	switch code {
	case "001":
		return r.readPlayer(line)
	case "112":
		if value := r.column.from(4); value != "" {
			f.Header.Deputies = append(f.Header.Deputies, value)
			return r.understood(code, len(f.Header.Deputies)-1)
		}
		return nil
	case "132":
		return r.readDates(line)
	case "XXR", "142":
		return r.readRounds(code, line)
	case "XXC", "152":
		return r.readFirst(code, line)
	case "162", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU":
		return r.readScores(code)
	case "013", "310":
		return r.readTeam(code)
	case "240", "260", "XXP", "XXZ":
		return r.readList(code)
	}
	return r.keep(line)
}

// readDates reads the dates of the rounds. If they are not in the usual columns, the line is kept
// unchanged instead.
func (r *reader) readDates(line string) error {
	if r.column.at(4, 91) != "" {
		return r.keep(line)
	}
	var dates []string
	for at := 92; at <= r.column.width(); at += 10 {
		if !r.column.blank(at+8, at+9) {
			return r.keep(line)
		}
		dates = append(dates, r.column.at(at, at+7))
	}
	for len(dates) > 0 && dates[len(dates)-1] == "" {
		dates = dates[:len(dates)-1]
	}
	switch {
	case len(dates) == 0:
		return nil
	case r.file.Header.Dates != nil:
		return r.again("132", line)
	}
	r.file.Header.Dates = dates
	return r.understood("132", 0)
}

func (r *reader) readRounds(code, line string) error {
	n, ok := number(r.column.from(4))
	switch {
	case !ok || n == 0 || n > 999:
		return r.fail("bad-rounds", "the number of rounds is not a number from 1 to 999: ", r.column.from(4))
	case code == "142":
		r.modern()
	}
	if r.file.Rounds > 0 {
		return r.again("142", line)
	}
	r.file.Rounds = n
	return r.understood("142", 0)
}

// readFirst reads the initial colour, which is the colour of the first player in the first round.
// In record XXC it is one of the words white1 and black1 among other words; in record 152 it is W
// or B.
func (r *reader) readFirst(code, line string) error {
	first := tourney.NoColour
	var options []string
	for word := range strings.FieldsSeq(r.column.from(4)) {
		switch low := strings.ToLower(word); {
		case code == "XXC" && low == "white1", code == "152" && low == "w":
			first = tourney.White
		case code == "XXC" && low == "black1", code == "152" && low == "b":
			first = tourney.Black
		case code == "152":
			return r.fail("bad-colour", "the initial colour is neither W nor B: ", word)
		default:
			options = append(options, word)
		}
	}
	f := r.file
	if first == tourney.NoColour && options == nil {
		return nil
	}
	if code == "152" {
		r.modern()
	}
	if first != tourney.NoColour && f.First != tourney.NoColour || options != nil && f.Options != nil {
		return r.again("152", line)
	}
	if first != tourney.NoColour {
		f.First = first
	}
	if options != nil {
		f.Options = options
	}
	return r.understood("152", 0)
}

// readScores reads the values of results: pairs of a letter and a number of points.
func (r *reader) readScores(code string) error {
	rest := r.column.from(4)
	switch code {
	case "BBW", "BBD", "BBL":
		rest = code[2:] + rest
	case "BBU":
		rest = "P" + rest
	case "BBZ", "BBF":
		rest = strings.ToLower(code[2:]) + rest
	default:
		r.modern()
		rest = strings.ToUpper(rest)
	}
	for rest = strings.TrimSpace(rest); rest != ""; {
		letter := rest[0]
		amount := strings.TrimSpace(rest[1:])
		end := strings.IndexFunc(amount, func(c rune) bool { return c != '.' && c != ',' && (c < '0' || c > '9') })
		if end < 0 {
			end = len(amount)
		}
		n, ok := tenths(amount[:end])
		if !strings.Contains(scoreCodes, string(rune(letter))) || end == 0 || !ok || n > 999 {
			return r.fail("bad-scoring", "the points of a result cannot be read: ", rest)
		}
		for _, s := range r.file.Scores {
			if s.Code == letter {
				return r.fail("twice", "the points of this result are given twice: ", string(rune(letter)))
			}
		}
		r.file.Scores = append(r.file.Scores, Score{letter, n})
		if rest = strings.TrimSpace(amount[end:]); rest != "" && code != "162" {
			return r.fail("bad-scoring", "there is more than a number of points: ", rest)
		}
	}
	slices.SortFunc(r.file.Scores, func(a, b Score) int {
		return strings.IndexByte(scoreCodes, a.Code) - strings.IndexByte(scoreCodes, b.Code)
	})
	if len(r.file.Scores) == 0 {
		return r.fail("bad-scoring", "the record has no points")
	}
	return r.understood("162", 0)
}
