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

// maxReportName is the maximum length of a name in a tournament report, in characters.
const maxReportName = 33

// errNoReport is returned for an event whose results cannot be written as a tournament
// report.
var errNoReport = game.Err(WrongState, "the results of this event do not fit a tournament report")

// codes maps the formats of events to their codes and names in FIDE tournament reports.
var codes = map[Format]struct{ code, text string }{
	Swiss:      {"FIDE_DUTCH_2025", "Individual: Swiss-System (Dutch)"},
	RoundRobin: {"", "Individual: Round-Robin"},
	Knockout:   {"", "Individual: Knock-out"},
	Double:     {"", "Individual: Double Elimination"},
}

// Report writes the event as a FIDE tournament report. names are the names of the
// entrants by id; an entrant without a name is shown by number.
func (s *State) Report(version trf.Version, names map[int]string) ([]byte, error) {
	if s.Settings.Format.open() || s.Settings.Games+s.Settings.Deciding > 1 {
		return nil, errNoReport // a report cannot hold several games of a player in one round
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

// head26 sets the header fields that exist only in version TRF-2026 of the report.
func (s *State) head26(file *trf.File) {
	if file.Version != trf.TRF26 {
		return
	}
	file.Header.TypeCode = codes[s.Settings.Format].code
	file.Header.TieBreaks = strings.Join(s.TieBreakCodes(), ",")
}

// reportName shortens a name to the width of its column in a report.
func reportName(name string, number int) string {
	if name = strings.TrimSpace(name); name == "" {
		return "#" + strconv.Itoa(number)
	}
	if utf8.RuneCountInString(name) > maxReportName {
		name = strings.TrimSpace(string([]rune(name)[:maxReportName]))
	}
	return name
}

// TieBreakCodes returns the codes of the event's tie-breaks, as used in tournament
// reports.
func (s *State) TieBreakCodes() []string {
	list := make([]string, len(s.Settings.TieBreaks))
	for i, name := range s.Settings.TieBreaks {
		list[i] = words.TieBreakCode(tieBreaks[name])
	}
	return list
}

// BreakUnit returns the number of internal units that make 1 in the value of a tie-break.
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

// Points returns how many units the result of a board gives to each player, and the number of units
// in a point. The result ok is false while the board has no result.
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

// ByePoints returns how many units a kind of bye gives, and the number of units in a point.
func (s *State) ByePoints(kind string) (points, unit int) {
	p := scorings[s.Settings.Scoring]
	switch kind {
	case PairingBye:
		points = p.Bye
	case FullBye:
		points = p.Win
	case HalfBye:
		points = p.Draw
	}
	return points, p.Unit
}

// FileName returns a name for files about the event. It contains only ASCII letters,
// digits and dashes, so it is safe in file systems and in HTTP headers.
func (s *State) FileName(day time.Time) string {
	var b strings.Builder
	for _, r := range s.ID {
		if r < utf8.RuneSelf && r != '_' {
			b.WriteRune(r)
		}
	}
	return "kydai-" + day.UTC().Format("2006-01-02") + "-" + b.String()
}

// ByeName returns the name of a kind of bye in a language that package words supports.
func ByeName(lang, kind string) string { return words.Bye(lang, byeKinds[kind]) }
