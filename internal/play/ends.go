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

// Ended is the row of an ended match that consumers receive.
type Ended struct {
	Number  int64 // from 1 on without gaps; ordered by time for each player
	ID      string
	Game    string
	Players [2]string // first and second; "" is a seat of no player
	Winner  string    // first, second or none
	Reason  string
	Rated   bool
	At      time.Time // database time
	Facts   Facts     // zero for matches that ended before facts were stored
}

// Correction is the reason in a row that stands for no match. Such a row corrects the rating of
// its first player, in the row's game and speed.
const Correction = "rating-correction"

// Wooden is the reason in a row that stands for no match on the site. Such a row is the rated
// result of a game on a physical board of an event. Its id begins with WoodenID.
const (
	Wooden   = "wooden"
	WoodenID = "wood:"
)

// IsMatch reports whether the row is a match played on this site.
func (e *Ended) IsMatch() bool { return e.Reason != Correction && e.Reason != Wooden }

// Facts holds what consumers need to know about an ended match besides its result. It is
// stored as JSON in the row of the ended match.
type Facts struct {
	Speed string `json:"speed,omitempty"` // see rating.Speed; "" without a clock
	// Uncounted is the reason why the match counts for no rating, whoever played it; see
	// rating.Why. Known is true if this was determined, even if Uncounted is "".
	Uncounted string    `json:"uncounted,omitempty"`
	Known     bool      `json:"known,omitempty"`
	Kinds     [2]string `json:"kinds,omitzero"` // of the players: human, bot, "level 4", "algorithm mcts", engine
	Moves     [2]int    `json:"moves,omitzero"`
	// AbortedBy is the side, first or second, that aborted the match or did not make its
	// first move in time. It is "" if the match was not aborted or the server aborted it.
	AbortedBy string `json:"abortedBy,omitempty"`
	// Level is the engine level whose strength can be estimated from the match; see
	// rating.Ended.Level.
	Level  int     `json:"level,omitempty"`
	Points float64 `json:"points,omitempty"` // of a Correction
	Text   string  `json:"text,omitempty"`   // why it was made
}

var sideNames = [2]string{"first", "second"}

// FactsOf collects the facts of a match that is over. It does not determine whether the players
// have accounts; the consumer does.
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
			// The name of "classic:mcts,sims=300" is mcts.
			name, _, _ := strings.Cut(strings.TrimPrefix(seat.Spec, "classic:"), ",")
			f.Kinds[i] += " " + name
		default:
		}
	}
	return f
}

// Kinds of opponents in rows written by earlier releases.
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
	Text                string // why
}

// Tally counts the matches of a game that ended on a day.
type Tally struct {
	Day                           time.Time // start of the day in UTC
	Game                          string
	First, Second, Drawn, Aborted int // by result
}

// EndsState is how far the background tasks that process ended matches have come, as seen by this
// node.
type EndsState struct {
	Unnumbered int64 // rows not yet visible to consumers; counted up to 10,000
	Filled     bool  // rows of matches older than the table have been added
	Failing    bool  // the last attempt to number rows failed
	Consumers  []ConsumerState
}

// ConsumerState is how far one consumer of ended matches has come.
type ConsumerState struct {
	Name     string
	Done     int64 // number of the last row applied
	Lag      int64 // numbered rows not yet applied
	Failures int64 // failures on this node
	Failing  bool  // the last attempt of this node failed
	// LastError and FailedAt describe the last failure on this node, by its
	// clock.
	LastError string
	FailedAt  time.Time
}

// Ends is the part of the store for ended matches.
type Ends interface {
	// Statistics counts the matches that ended since the beginning of the UTC day of
	// since, by day and game.
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
