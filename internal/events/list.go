package events

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/tourney/trf"
)

// MaxList is the maximum size of a list of entrants, in bytes.
const MaxList = 256 << 10

// maxLines is the maximum number of lines that are read from a list.
const maxLines = 2 * MaxEntrants

// Error codes for lines of a list of entrants.
const (
	NoName        = "no-name"
	BadName       = "bad-name"
	BadRating     = "bad-rating"
	BadTeam       = "bad-team"
	BadCategories = "bad-categories"
	Twice         = "twice" // an earlier line of the list has the same entrant
	Known         = "known" // the same entrant is already in the event
	TooLong       = "too-long"
	BadFile       = "bad-file" // the line cannot be read
)

// Listed is a line of a list of entrants.
type Listed struct {
	Line  int // line number in the list, counted from 1
	Entry Entrant
}

// Mistake is a line of a list that cannot be accepted.
type Mistake struct {
	Line int // line number, counted from 1; 0 if the mistake concerns the whole list
	Code string
	Text string // the text of the line or of the error, shortened
}

// ReadList reads a list of entrants: a FIDE tournament report, a table separated by
// commas, semicolons or tabs, or one name per line. A table may begin with a header row
// in English or Vietnamese; without a header its columns are name, rating, team,
// categories and board. Invalid lines are left out and returned in wrong.
func ReadList(data []byte) (list []Listed, wrong []Mistake) {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(trf.Text(data))
	if isReport(text) {
		list, wrong = readReport(data, text)
	} else {
		list, wrong = readTable(text)
	}
	seen := map[string]bool{}
	list = slices.DeleteFunc(list, func(l Listed) bool {
		code := l.Entry.mistake()
		if key := l.Entry.same(); code == "" {
			if seen[key] {
				code = Twice
			}
			seen[key] = true
		}
		if code != "" {
			wrong = append(wrong, Mistake{l.Line, code, shown(l.Entry.Name)})
		}
		return code != ""
	})
	slices.SortStableFunc(wrong, func(a, b Mistake) int { return a.Line - b.Line })
	return list, wrong
}

// same returns a key for finding entries of the same person: two entries are taken for the same
// person if their name, rating, team and categories are equal.
func (e *Entrant) same() string {
	return strings.Join(append([]string{strings.ToLower(e.Name), strconv.Itoa(e.Rating), e.Team}, e.Categories...), "\x00")
}

// mistake returns the error code of an entrant in a list; "" if the entrant is valid.
func (e *Entrant) mistake() string {
	switch {
	case e.Name == "":
		return NoName
	case !isText(e.Name, MaxName):
		return BadName
	case e.Rating < 0 || e.Rating > maxRating:
		return BadRating
	case e.Team != "" && !isText(e.Team, MaxName) || e.Board < 0 || e.Board > MaxEntrants:
		return BadTeam
	case e.check() != nil:
		return BadCategories
	}
	return ""
}

// shown shortens a text to be shown in a list of mistakes.
func shown(text string) string {
	const most = 60
	if r := []rune(strings.ToValidUTF8(text, "?")); len(r) > most {
		return string(r[:most]) + "…"
	}
	return strings.ToValidUTF8(text, "?")
}

// isReport reports whether a text is a FIDE tournament report: a line begins with 001, the code of
// a player record, or the text begins with 012, the code of the tournament name.
func isReport(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "001 ") {
			return true
		}
	}
	return strings.HasPrefix(text, "012 ")
}

func readReport(data []byte, text string) (list []Listed, wrong []Mistake) {
	file, err := trf.Read(data)
	if err != nil {
		var at *trf.Error
		if errors.As(err, &at) {
			return nil, []Mistake{{at.Line, BadFile, shown(at.Text)}}
		}
		return nil, []Mistake{{0, BadFile, shown(err.Error())}}
	}
	if len(file.Players) > maxLines {
		return nil, []Mistake{{0, TooLong, ""}}
	}
	var lines []int // line numbers of the player records
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		if number++; strings.HasPrefix(line, "001") {
			lines = append(lines, number)
		}
	}
	for i := range file.Players {
		p := &file.Players[i]
		l := Listed{Entry: Entrant{Name: strings.Join(strings.Fields(p.Name), " "), Rating: p.Rating}}
		if i < len(lines) {
			l.Line = lines[i]
		}
		for _, team := range file.Teams {
			if at := slices.Index(team.Players, p.Number); at >= 0 {
				l.Entry.Team, l.Entry.Board = team.Name, at+1
			}
		}
		list = append(list, l)
	}
	return list, nil
}

// EnterList lets an arbiter enter the people in a list before the event starts. The result taken
// holds the new entrants. The result wrong holds the lines that are not accepted, including people
// who have already entered. If the parameter dry is true, nothing is stored.
func (s *Service) EnterList(ctx context.Context, who Caller, id string, data []byte, dry bool) (e *State, taken []Listed, wrong []Mistake, err error) {
	list, mistakes := ReadList(data)
	e, err = s.asArbiter(ctx, who, id, func(e *State) (Change, error) {
		taken, wrong = nil, slices.Clone(mistakes)
		switch {
		case e.Phase != Draft && e.Phase != Open:
			return Change{}, errRunning
		case e.Settings.Boards == Screen:
			return Change{}, game.Err(Bad, "the boards of this event are on screen, so every entrant needs a device")
		case e.Settings.Rated:
			return Change{}, errAccount
		}
		here := map[string]bool{}
		for i := range e.Entrants {
			if x := &e.Entrants[i]; !x.never() && x.Player == "" {
				here[x.same()] = true
			}
		}
		c := Change{}
		for _, l := range list {
			switch n := len(taken); {
			case here[l.Entry.same()]:
				wrong = append(wrong, Mistake{l.Line, Known, shown(l.Entry.Name)})
			case e.entered()+n >= MaxEntrants || len(e.Entrants)+n >= MaxNumber:
				wrong = append(wrong, Mistake{l.Line, TooLong, shown(l.Entry.Name)})
			default:
				l.Entry.ID = len(e.Entrants) + n + 1
				taken = append(taken, l)
				c.Facts = append(c.Facts, Fact{Kind: Entered, Entry: &l.Entry})
			}
		}
		slices.SortStableFunc(wrong, func(a, b Mistake) int { return a.Line - b.Line })
		if dry {
			return Change{}, nil
		}
		return c, nil
	})
	return e, taken, wrong, err
}
