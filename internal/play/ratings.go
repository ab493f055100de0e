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
	Match     string // "" for a correction
	Opponent  string
	Score     float64 // 1, 0.5 or 0
	At        time.Time
	Before    float64 // mean
	Mean      float64
	Deviation float64
}

// Result counts a player's games by what they have in common.
type Result struct {
	Game, Speed, Side, Against string
	Won, Drawn, Lost           int
}

// Ratings gives access to what consumers of ended matches know of players.
type Ratings interface {
	// RatingsOf lists the ratings of a player, by game and speed.
	RatingsOf(ctx context.Context, player string) ([]PlayerRating, error)
	// RatingHistory lists the latest n changes of a rating, earliest first.
	RatingHistory(ctx context.Context, player, gameName, speed string, n int) ([]RatingPoint, error)
	// Leaders lists up to n players of a game and speed whose rating is not
	// provisional, best first, after a place.
	Leaders(ctx context.Context, gameName, speed string, after Place, n int) ([]PlayerRating, error)
	// ResultsOf counts the games of players, who are ids of one person.
	ResultsOf(ctx context.Context, players []string) ([]Result, error)
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
