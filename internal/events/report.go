package events

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"kydai/game"
	"kydai/tourney"
	"kydai/tourney/trf"
	"kydai/tourney/words"
)

// maxReportName is the number of characters of a name in a tournament report.
const maxReportName = 33

// errNoReport is the error of an event whose results have no place in a report.
var errNoReport = game.Err(WrongState, "the results of this event do not fit a tournament report")

// codes are the codes by which reports name the formats of events.
var codes = map[Format]struct{ code, text string }{
	Swiss:      {"FIDE_DUTCH_2025", "Individual: Swiss-System (Dutch)"},
	RoundRobin: {"", "Individual: Round-Robin"},
	Knockout:   {"", "Individual: Knock-out"},
	Double:     {"", "Individual: Double Elimination"},
}

// Report writes the event as a tournament report of FIDE. names are those of the
// entrants; a player without one is named by the number.
func (s *State) Report(version trf.Version, names map[int]string) ([]byte, error) {
	if s.Settings.Format.open() || s.Settings.Games+s.Settings.Deciding > 1 {
		return nil, errNoReport // a player has several games in a round
	}
	t, rank := s.table()
	if len(t.Players) == 0 {
		return nil, game.Err(WrongState, "a tournament report needs entrants")
	}
	var byes []tourney.Bye
	if s.Phase == Running && s.Settings.Format == Swiss && s.next() <= s.total() {
		byes = s.byes(rank)
	}
	file, err := trf.New(t, byes, version, func(number int) string {
		return reportName(names[rank.entrants[number-1]], number)
	})
	if err != nil {
		return nil, errNoReport
	}
	s.head26(file)
	h := &file.Header
	h.Name, h.Type, h.Time = s.Settings.Name, codes[s.Settings.Format].text, s.Settings.Clock
	for i := range s.Rounds {
		h.Dates = append(h.Dates, s.Rounds[i].At.UTC().Format("06/01/02"))
	}
	begun, ended := s.Made, s.Made
	if n := len(s.Rounds); n > 0 {
		begun, ended = s.Rounds[0].At, s.Rounds[n-1].At
	}
	h.Start, h.End = begun.UTC().Format("2006/01/02"), ended.UTC().Format("2006/01/02")
	rated := 0
	for i := range t.Players {
		if t.Players[i].Rating > 0 {
			rated++
		}
	}
	h.Rated = strconv.Itoa(rated)
	places, _ := s.Standings("")
	for _, p := range places {
		if player := file.Player(rank.number[p.Entrant]); player != nil {
			player.Rank = p.Place
		}
	}
	data, err := file.Write()
	if err != nil {
		return nil, errNoReport
	}
	return data, nil
}

// head26 sets what only TRF-2026 has.
func (s *State) head26(file *trf.File) {
	if file.Version != trf.TRF26 {
		return
	}
	file.Header.TypeCode = codes[s.Settings.Format].code
	file.Header.TieBreaks = strings.Join(s.TieBreakCodes(), ",")
}

// reportName fits a name into the columns of a report.
func reportName(name string, number int) string {
	if name = strings.TrimSpace(name); name == "" {
		return "#" + strconv.Itoa(number)
	}
	if utf8.RuneCountInString(name) > maxReportName {
		name = strings.TrimSpace(string([]rune(name)[:maxReportName]))
	}
	return name
}

// TieBreakCodes are the codes of the tie-breaks of the event, as in reports.
func (s *State) TieBreakCodes() []string {
	list := make([]string, len(s.Settings.TieBreaks))
	for i, name := range s.Settings.TieBreaks {
		list[i] = words.TieBreakCode(tieBreaks[name])
	}
	return list
}

// BreakUnit is the number of units of one in the value of a tie-break.
func (s *State) BreakUnit(name string) int {
	unit := scorings[s.Settings.Scoring].Unit
	switch tieBreaks[name] {
	case tourney.DirectEncounter, tourney.Wins, tourney.GamesWon, tourney.GamesWithBlack:
		return 1
	case tourney.SonnebornBerger:
		return unit * unit
	}
	return unit
}

// Points are the units that a result gives to both players of a board, and the
// number of units of a point. ok is false while there is no result.
func (s *State) Points(b *Board) (first, second, unit int, ok bool) {
	p := scorings[s.Settings.Scoring]
	switch b.Result.Result {
	case FirstWins:
		first, second = p.Win, p.Loss
	case SecondWins:
		first, second = p.Loss, p.Win
	case Drawn:
		first, second = p.Draw, p.Draw
	case NobodyWins:
	default:
		return 0, 0, p.Unit, false
	}
	return first, second, p.Unit, true
}

// FileName is the name of the event as part of the name of a file: letters, digits
// and dashes of ASCII, which every system and every header of an answer takes.
func (s *State) FileName(day time.Time) string {
	var b strings.Builder
	for _, r := range s.ID {
		if r < utf8.RuneSelf && r != '_' {
			b.WriteRune(r)
		}
	}
	return "kydai-" + day.UTC().Format("2006-01-02") + "-" + b.String()
}

// ByeName is the name of a kind of bye in a language of package words.
func ByeName(lang, kind string) string { return words.Bye(lang, byeKinds[kind]) }
