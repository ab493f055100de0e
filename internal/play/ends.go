package play

import (
	"context"
	"strconv"
	"strings"
	"time"

	"kydai/game"
	"kydai/match"
	"kydai/rating"
)

// Ended is the row of an ended match, as background consumers (such as ratings) receive it.
type Ended struct {
	Number  int64 // consecutive number, from 1; of two matches of a player, the later one has the greater number
	ID      string
	Game    string
	Players [2]string // player ids of the first and the second side; "" for an engine
	Winner  string    // first, second or none
	Reason  string
	Rated   bool
	At      time.Time // time of the end of the match, by the clock of the database
	Facts   Facts     // zero if the match ended before the server stored such facts
}

// Correction is the Reason of a row that is not a match. Such a row corrects the rating of its
// first player in the game and speed of the row.
const Correction = "rating-correction"

// Wooden is the Reason of a row that is not a match on the site. Such a row contains the rated
// result of a game on a physical board of an event, and its id begins with WoodenID.
const (
	Wooden   = "wooden"
	WoodenID = "wood:"
)

// IsMatch reports whether the row is a match played on this site.
func (e *Ended) IsMatch() bool { return e.Reason != Correction && e.Reason != Wooden }

// Facts holds what consumers need to know about an ended match besides its result. It is
// stored as JSON in the row of the ended match.
type Facts struct {
	Speed string `json:"speed,omitempty"` // speed class, see rating.Speed; "" for a match without a clock
	// Uncounted is the reason why the match counts for no rating, whoever the players are (see
	// rating.Why); "" if the match may count. Known is true if the server has determined Uncounted.
	Uncounted string    `json:"uncounted,omitempty"`
	Known     bool      `json:"known,omitempty"`
	Kinds     [2]string `json:"kinds,omitzero"` // kinds of the two players: human, bot, "level 4", "algorithm mcts" or engine
	Moves     [2]int    `json:"moves,omitzero"`
	// AbortedBy is the side, first or second, that aborted the match or did not make its
	// first move in time. It is "" if the match was not aborted or the server aborted it.
	AbortedBy string `json:"abortedBy,omitempty"`
	// Level is the engine level whose strength can be estimated from the match; see
	// rating.Ended.Level.
	Level  int     `json:"level,omitempty"`
	Points float64 `json:"points,omitempty"` // rating points that a Correction adds
	Text   string  `json:"text,omitempty"`   // reason of a Correction
}

var sideNames = [2]string{"first", "second"}

// FactsOf collects the facts of a match that is over. It does not check whether the players have
// accounts; the consumers of ended matches check this. The parameter usualMoves is the usual number
// of moves in this game, from which the speed class follows.
func FactsOf(m *match.Match, usualMoves int) Facts {
	terms := m.Terms()
	e := rating.EndedMatch(m, sideNames)
	f := Facts{
		Speed: rating.SpeedOf(terms.Clock, usualMoves).String(), Uncounted: string(e.Check()), Known: true, Moves: m.Moves(),
		Level: e.Level(),
	}
	if by := m.AbortedBy(); by != game.NoSide {
		f.AbortedBy = sideNames[by.Index()]
	}
	for i, seat := range terms.Seats {
		f.Kinds[i] = seat.Kind.String()
		switch seat.Kind {
		case match.Level:
			f.Kinds[i] += " " + strconv.Itoa(seat.Level)
		case match.Algorithm:
			// Keep only the name: "mcts" from the spec "classic:mcts,sims=300".
			name, _, _ := strings.Cut(strings.TrimPrefix(seat.Spec, "classic:"), ",")
			f.Kinds[i] += " " + name
		default:
		}
	}
	return f
}

// Kinds of opponents in rows written by earlier releases: a person or an engine.
const (
	AgainstHuman   = "human"
	AgainstMachine = "machine"
)

// Undealt is the reason for an event board whose match never started because a player did not take
// part in the deal.
const Undealt = "not-opened"

// Abandoned is the reason for a match that has no result because its players left it.
const Abandoned = match.Abandoned

// RatingCorrection adds points to a player's rating.
type RatingCorrection struct {
	Player, Game, Speed string
	Points              float64
	Text                string // reason of the correction
}

// Tally counts the matches of a game that ended on a day.
type Tally struct {
	Day                           time.Time // start of the day in UTC
	Game                          string
	First, Second, Drawn, Aborted int // number of matches by result
}

// EndsState is the progress of the background tasks that process ended matches, as seen by this
// node.
type EndsState struct {
	Unnumbered int64 // rows without a number, which consumers do not see yet; counted up to 10,000
	Filled     bool  // matches that ended before the table of ended matches existed have been added to it
	Failing    bool  // the last attempt to number the rows failed
	Consumers  []ConsumerState
}

// ConsumerState is the progress of one consumer of ended matches.
type ConsumerState struct {
	Name     string
	Done     int64 // number of the last row that the consumer has processed
	Lag      int64 // number of rows that have a number but are not processed yet
	Failures int64 // failures on this node
	Failing  bool  // true if this node's last attempt to process rows failed
	// LastError and FailedAt (by the local clock) describe the last failure on this node.
	LastError string
	FailedAt  time.Time
}

// Ends is the part of the store for ended matches.
type Ends interface {
	// Statistics counts the ended matches by day and game. The first day is the UTC day that
	// contains the given time.
	Statistics(ctx context.Context, since time.Time) ([]Tally, error)
	// Ends returns the progress of the consumers. It does not query the database.
	Ends() EndsState
}

// Ends returns the progress of consumers of ended matches, as seen by this
// node.
func (s *Service) Ends() EndsState { return s.options.Store.Ends() }

const (
	// StatisticsDays is the maximum number of days of statistics.
	StatisticsDays = 366
	// StatisticsKept is how long a node caches statistics.
	StatisticsKept = 30 * time.Second
	day            = 24 * time.Hour
)

// Statistics counts the matches of the last days, including today, by day and game, earliest day
// first. The result may be up to StatisticsKept old.
func (s *Service) Statistics(ctx context.Context, days int) ([]Tally, error) {
	today := s.Now().UTC().Truncate(day)
	all, err := s.statistics.of(ctx, s.options.Clock, StatisticsKept, func() ([]Tally, error) {
		return s.options.Store.Statistics(ctx, today.Add(-(StatisticsDays-1)*day))
	})
	if err != nil {
		return nil, err
	}
	since := today.Add(-time.Duration(days-1) * day)
	for i := range all {
		if !all[i].Day.Before(since) {
			return all[i:], nil
		}
	}
	return nil, nil
}
