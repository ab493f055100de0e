package ties

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Reason is the reason why a player is reported.
type Reason string

// AllReasons lists the reasons, in the order in which a client offers them.
var AllReasons = []Reason{
	"cheating", // help from an engine or from other people
	"abuse",    // insults, threats and similar messages
	"stalling", // lets the time run out instead of resigning, or leaves the game
	"losing",   // loses games on purpose
	"name",     // an offensive name
	"other",
}

// State is the state of a report: open or closed.
type State string

// States of a report.
const (
	Open   State = "open"
	Closed State = "closed"
)

// Limits of texts, in characters.
const (
	MaxText = 500
	MaxNote = 500
)

// Report is a player's report to the moderators about another player.
type Report struct {
	Number   int // number of the report, counted from 1
	Reporter string
	Reported string
	Match    string // id of the match; "" if the report concerns no match
	Reason   Reason
	Text     string
	At       time.Time
	State    State

	// Moderator is the player id of the moderator who last closed or reopened the report. Note is
	// the moderator's note, and Settled is the time. All three are zero values if no moderator has
	// decided yet.
	Moderator string
	Note      string
	Settled   time.Time

	// Names of the reporter and of the reported player; not stored.
	ReporterName, ReportedName string
}

// Query selects reports.
type Query struct {
	State    State  // "" means any state
	Reported string // id of the reported player; "" means any player
	Reporter string // id of the reporter; "" means any player
	Before   int    // list only reports with a smaller number; 0 lists all
	Limit    int
}

// Reports stores reports.
type Reports interface {
	// AddReport stores a report and returns it with its number. If the reporter has already made
	// the maximum number of reports (most) in the last period (within), AddReport stores nothing
	// and returns full = true.
	AddReport(ctx context.Context, r Report, most int, within time.Duration) (stored Report, full bool, err error)
	// Reports lists reports, the latest first.
	Reports(ctx context.Context, q Query) ([]Report, error)
	// SettleReport stores the state, moderator, note and time of a report. It
	// returns ErrChanged if the report already has that state, ErrNoReport if
	// the report does not exist.
	SettleReport(ctx context.Context, r Report) error
}

// Report stores the report of the account `by` about another player.
func (s *Service) Report(ctx context.Context, by, player string, reason Reason, text, match string, now time.Time) (Report, error) {
	if !slices.Contains(AllReasons, reason) {
		return Report{}, errReason
	}
	p, err := s.other(ctx, by, player)
	if err != nil {
		return Report{}, err
	}
	if match != "" {
		plays, err := s.opts.Plays(ctx, match, p.ID)
		if err != nil {
			return Report{}, err
		}
		if !plays {
			return Report{}, errMatch
		}
	}
	r := Report{Reporter: by, Reported: p.ID, Match: match, Reason: reason, Text: clean(text, MaxText), At: now, State: Open}
	r, full, err := s.opts.Store.AddReport(ctx, r, MaxReports, ReportsIn)
	if full {
		return Report{}, errReports
	}
	return r, err
}

// Reports lists reports for moderators, the latest first. The result next is the value of q.Before
// for the next page; 0 if there are no more reports.
func (s *Service) Reports(ctx context.Context, q Query) (list []Report, next int, err error) {
	if q.Reported != "" {
		p, err := s.opts.Store.Person(ctx, q.Reported)
		if err != nil {
			return nil, 0, err
		}
		q.Reported = p.ID
	}
	n := q.Limit
	q.Limit++
	list, err = s.opts.Store.Reports(ctx, q)
	if len(list) > n {
		list = list[:n]
		next = list[n-1].Number
	}
	return list, next, err
}

// Settle closes or reopens a report. If two moderators make the same decision, the second gets the
// error ErrChanged.
func (s *Service) Settle(ctx context.Context, moderator string, number int, state State, note string, now time.Time) error {
	if state != Open && state != Closed {
		return errState
	}
	return s.opts.Store.SettleReport(ctx, Report{Number: number, State: state, Moderator: moderator, Note: clean(note, MaxNote), Settled: now})
}

// clean removes invisible characters from a text, but keeps new lines. It shortens a text that is
// longer than `most` characters.
func clean(text string, most int) string {
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsGraphic(r) && r != utf8.RuneError {
			return r
		}
		return -1
	}, text))
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}
