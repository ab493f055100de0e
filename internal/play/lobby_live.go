package play

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kydai/match"
	"kydai/rating"
)

// LiveMatch is a match in progress between two players, in a list for spectators.
type LiveMatch struct {
	Summary
	Clock   string
	Speed   string
	Rated   bool
	Ratings [2]*PlayerRating // ratings in the game and speed of the match; nil for a player without a rating
	Away    bool             // at least one player is not connected to any node
}

// Live is the part of the store for the list of matches in progress.
type Live interface {
	Names
	// UnderWay lists up to n matches between two players in which an event has happened within the
	// duration active. Matches whose players have the best ratings in the game come first, then
	// those with the most moves.
	UnderWay(ctx context.Context, active time.Duration, n int) ([]Summary, error)
	// RatingsAmong lists all ratings of the given players.
	RatingsAmong(ctx context.Context, players []string) ([]PlayerRating, error)
}

const (
	// LiveKept is how long a node caches the list of matches in progress.
	LiveKept   = 5 * time.Second
	liveActive = 10 * time.Minute // a match without an event for this long is not listed
	liveRead   = 150              // number of matches to read from the store, of which the liveShown best are listed
	liveShown  = 50
)

// Live lists matches in progress between two players, best first: those whose players are
// both connected, then by the sum of both ratings in the match's game and speed
// (provisional ratings are not counted), then by the number of moves. All callers share
// the list, which may be LiveKept old.
func (l *Lobby) Live(ctx context.Context) ([]LiveMatch, error) {
	return l.live.of(ctx, l.options.Clock, LiveKept, func() ([]LiveMatch, error) { return l.underWay(ctx) })
}

func (l *Lobby) underWay(ctx context.Context) ([]LiveMatch, error) {
	list, err := l.options.Store.UnderWay(ctx, liveActive, liveRead)
	if err != nil {
		return nil, err
	}
	all := make([]LiveMatch, 0, len(list))
	var players []string
	for i := range list {
		terms, bad := match.DecodeTerms(list[i].Terms)
		rules, ok := l.options.Rules(list[i].Game)
		if bad != nil || !ok {
			continue
		}
		all = append(all, LiveMatch{Summary: list[i], Clock: terms.Clock.String(), Speed: rating.SpeedOf(terms.Clock, rules.Info().Moves).String(), Rated: terms.Rated})
		players = append(players, list[i].Players[:]...)
	}
	ratings, err := l.options.Store.RatingsAmong(ctx, players)
	if err != nil {
		return nil, err
	}
	by := map[[3]string]*PlayerRating{}
	for i := range ratings {
		r := &ratings[i]
		r.Rating = r.On(l.time.Now())
		by[[3]string{r.Player, r.Game, r.Speed}] = r
	}
	online := l.cluster.Online(players)
	for i := range all {
		m := &all[i]
		for n, id := range m.Players {
			m.Ratings[n] = by[[3]string{id, m.Game, m.Speed}]
			m.Away = m.Away || !online[id]
		}
	}
	slices.SortStableFunc(all, func(a, b LiveMatch) int {
		return cmp.Or(a.absent()-b.absent(), cmp.Compare(b.strength(), a.strength()), cmp.Compare(b.Ply, a.Ply), cmp.Compare(a.ID, b.ID))
	})
	all = all[:min(len(all), liveShown)]
	return all, l.seat(ctx, all)
}

// seat fills in the player or engine on each side of each match.
func (l *Lobby) seat(ctx context.Context, all []LiveMatch) error {
	list := make([]Summary, len(all))
	for i := range all {
		list[i] = all[i].Summary
	}
	err := withSeats(ctx, l.options.Store, list)
	for i := range all {
		all[i].Summary = list[i]
	}
	return err
}

// absent returns 1 if a player of the match is not connected, otherwise 0.
func (m *LiveMatch) absent() int {
	if m.Away {
		return 1
	}
	return 0
}

// strength returns the sum of the players' ratings that are not provisional.
func (m *LiveMatch) strength() (sum float64) {
	for _, r := range m.Ratings {
		if r != nil && !r.Provisional() {
			sum += r.Mean
		}
	}
	return sum
}
