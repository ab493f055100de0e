package play

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"math"
	"strings"
	"time"

	"kydai/rating"
)

// PlayerRating is a player's rating in one game and speed.
type PlayerRating struct {
	Player, Game, Speed string
	rating.Rating
}

// RatingPoint is a rating after a change, and the cause of the change.
type RatingPoint struct {
	Match     string // match id; "" for a correction or a game on a physical board
	Opponent  string
	Score     float64 // 1 for a win, 0.5 for a draw, 0 for a loss
	At        time.Time
	Before    float64 // mean of the rating before the change
	Mean      float64
	Deviation float64
}

// Provisional reports whether the rating was too uncertain to be compared with other ratings.
func (p *RatingPoint) Provisional() bool {
	var r rating.Rating
	r.Deviation = p.Deviation
	return r.Provisional()
}

// SideRating is the rating change of one side of a match.
type SideRating struct {
	Side string // "first" or "second"
	RatingPoint
}

// Result counts a player's games with the same game, speed, side and kind of opponent.
type Result struct {
	Game, Speed, Side, Against string
	Won, Drawn, Lost           int
}

// OpponentResult counts one person's games against another person.
type OpponentResult struct {
	Player           string // account id; guest id if the opponent has no account
	Won, Drawn, Lost int
}

// MostOpponents is the maximum number of opponents that statistics list.
const MostOpponents = 20

// Streak counts consecutive wins and consecutive games without a loss, in games against people and
// bots.
type Streak struct {
	Game              string // "" means all games together
	Wins, BestWins    int    // consecutive wins: up to the last game, and the longest series ever
	Unbeaten, BestRun int    // consecutive games without a loss: up to the last game, and the longest series ever
	Losses            int    // consecutive losses up to the last game
}

// Add counts one more game. Games must be added in the order in which they were played.
func (s *Streak) Add(won, lost bool) {
	count := func(n int, more bool) int {
		if more {
			return n + 1
		}
		return 0
	}
	s.Wins, s.Unbeaten, s.Losses = count(s.Wins, won), count(s.Unbeaten, !lost), count(s.Losses, lost)
	s.BestWins, s.BestRun = max(s.BestWins, s.Wins), max(s.BestRun, s.Unbeaten)
}

// PlayerStatistics summarises the games of one person. Games between two ids of the same
// person are not counted.
type PlayerStatistics struct {
	Results   []Result
	Opponents []OpponentResult // up to MostOpponents, the opponent with the most games first
	Streaks   []Streak
}

// LevelStrength is the strength of an engine level, estimated from its games against rated players.
type LevelStrength struct {
	Game  string  `json:"game"`
	Level int     `json:"level"`
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"` // standard error of the mean
	Games int     `json:"games"` // number of games used for the estimate
}

// Known reports whether there are enough games to show the estimate.
func (l *LevelStrength) Known() bool { return l.Games >= rating.LevelGames }

// Within returns the half-width of the 95 % confidence interval of the mean.
func (l *LevelStrength) Within() float64 {
	var r rating.Rating
	r.Deviation = l.Error
	_, high := r.Interval()
	return high
}

// Ratings gives access to the ratings and statistics that the consumers of ended matches
// compute.
type Ratings interface {
	// RatingsOf lists the ratings of a player, by game and speed.
	RatingsOf(ctx context.Context, player string) ([]PlayerRating, error)
	// RatingHistory lists the latest n changes of a rating, earliest first.
	RatingHistory(ctx context.Context, player, gameName, speed string, n int) ([]RatingPoint, error)
	// MatchRatings lists the rating changes of a match, first side first. It returns false if the
	// end of the match has not been processed yet.
	MatchRatings(ctx context.Context, id string) ([]SideRating, bool, error)
	// Leaders lists up to n players whose rating in a game and speed is not provisional, best
	// first. The list begins with the player who follows the given place.
	Leaders(ctx context.Context, gameName, speed string, after Place, n int) ([]PlayerRating, error)
	// StatisticsOf counts the games of one person. The parameter players contains all ids of this
	// person.
	StatisticsOf(ctx context.Context, players []string) (PlayerStatistics, error)
	// Levels lists the strength of a game's engine levels as computed last night, lowest
	// level first. Levels without games are left out.
	Levels(ctx context.Context, gameName string) ([]LevelStrength, error)
	// Names maps player ids to the names of their accounts. Guests are left out.
	Names(ctx context.Context, players []string) (map[string]string, error)
	// Belonging lists the guests who belong to an account.
	Belonging(ctx context.Context, account string) ([]string, error)
	// CorrectRating adds points to a player's rating. It stores the correction as a row with the
	// given id, and returns ErrExists if a row has this id already.
	CorrectRating(ctx context.Context, id string, c RatingCorrection) error
}

// Place is a position in a list of leaders. The zero Place is the beginning of the list.
type Place struct {
	Mean   float64
	Player string
}

// First reports whether the place is the beginning of the list.
func (p Place) First() bool { return p.Player == "" }

// String encodes the place as a cursor for clients; "" for the zero Place.
func (p Place) String() string {
	if p.First() {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(append(binary.BigEndian.AppendUint64(nil, math.Float64bits(p.Mean)), p.Player...))
}

// ParsePlace decodes the output of String.
func ParsePlace(text string) (Place, error) {
	if text == "" {
		return Place{}, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(raw) <= 8 || strings.ContainsRune(string(raw[8:]), 0) {
		return Place{}, errBadCursor
	}
	p := Place{Mean: math.Float64frombits(binary.BigEndian.Uint64(raw)), Player: string(raw[8:])}
	if math.IsNaN(p.Mean) || math.IsInf(p.Mean, 0) {
		return Place{}, errBadCursor
	}
	return p, nil
}

// Ratings returns access to the ratings and results of players.
func (s *Service) Ratings() Ratings { return s.options.Store }
