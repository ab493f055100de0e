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

// RatingPoint is a rating after a change, and what has changed it.
type RatingPoint struct {
	Match     string // "" for a correction and a wooden board
	Opponent  string
	Score     float64 // 1, 0.5 or 0
	At        time.Time
	Before    float64 // mean
	Mean      float64
	Deviation float64
}

// Provisional reports whether the rating was too uncertain to be compared.
func (p *RatingPoint) Provisional() bool {
	var r rating.Rating
	r.Deviation = p.Deviation
	return r.Provisional()
}

// SideRating is the change of a rating by a match, from one side.
type SideRating struct {
	Side string // first or second
	RatingPoint
}

// Result counts a player's games by what they have in common.
type Result struct {
	Game, Speed, Side, Against string
	Won, Drawn, Lost           int
}

// OpponentResult counts a person's games against another.
type OpponentResult struct {
	Player           string // account, or guest without one
	Won, Drawn, Lost int
}

// MostOpponents is how many opponents statistics list.
const MostOpponents = 20

// Streak counts games in a row against people and bots.
type Streak struct {
	Game              string // "" is all games together
	Wins, BestWins    int    // won in a row: up to the last game, and the most ever
	Unbeaten, BestRun int    // the same for games that were not lost
	Losses            int    // lost in a row up to the last game
}

// Add counts one more game.
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

// PlayerStatistics is what the games of one person come to. Games between two of
// the person's own ids count for nothing.
type PlayerStatistics struct {
	Results   []Result
	Opponents []OpponentResult // the most games first, up to MostOpponents
	Streaks   []Streak
}

// LevelStrength is the strength of an engine level as games of rated people
// against it tell.
type LevelStrength struct {
	Game  string  `json:"game"`
	Level int     `json:"level"`
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"` // standard error of the mean
	Games int     `json:"games"` // games that counted
}

// Known reports whether there were enough games to show the strength.
func (l *LevelStrength) Known() bool { return l.Games >= rating.LevelGames }

// Within is how far the true strength is from the mean at most, with a
// probability of 95 %.
func (l *LevelStrength) Within() float64 {
	var r rating.Rating
	r.Deviation = l.Error
	_, high := r.Interval()
	return high
}

// Ratings gives access to what consumers of ended matches know of players.
type Ratings interface {
	// RatingsOf lists the ratings of a player, by game and speed.
	RatingsOf(ctx context.Context, player string) ([]PlayerRating, error)
	// RatingHistory lists the latest n changes of a rating, earliest first.
	RatingHistory(ctx context.Context, player, gameName, speed string, n int) ([]RatingPoint, error)
	// MatchRatings lists how a match has changed ratings, first side first. It is
	// false if the match has no end that was counted yet.
	MatchRatings(ctx context.Context, id string) ([]SideRating, bool, error)
	// Leaders lists up to n players of a game and speed whose rating is not
	// provisional, best first, after a place.
	Leaders(ctx context.Context, gameName, speed string, after Place, n int) ([]PlayerRating, error)
	// StatisticsOf counts the games of players, who are ids of one person.
	StatisticsOf(ctx context.Context, players []string) (PlayerStatistics, error)
	// Levels lists the strength of the levels of a game as of the last night, the
	// lowest first. Levels without games are left out.
	Levels(ctx context.Context, gameName string) ([]LevelStrength, error)
	// Names maps players to the names of their accounts; guests are left out.
	Names(ctx context.Context, players []string) (map[string]string, error)
	// Belonging lists the guests who belong to an account.
	Belonging(ctx context.Context, account string) ([]string, error)
	// CorrectRating adds points to a rating by a row of its own. ErrExists if
	// the id is in use.
	CorrectRating(ctx context.Context, id string, c RatingCorrection) error
}

// Place is a place in a list of leaders. The zero Place is before the first.
type Place struct {
	Mean   float64
	Player string
}

// First reports whether the place is before the first player.
func (p Place) First() bool { return p.Player == "" }

// String is the place as a cursor; "" for the zero Place.
func (p Place) String() string {
	if p.First() {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(append(binary.BigEndian.AppendUint64(nil, math.Float64bits(p.Mean)), p.Player...))
}

// ParsePlace reads a cursor.
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

// Ratings returns the ratings and results of players.
func (s *Service) Ratings() Ratings { return s.options.Store }
