package play

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kydai/match"
	"kydai/rating"
)

// LiveMatch is a match under way between two players, for who wants to watch.
type LiveMatch struct {
	Summary
	Clock   string
	Speed   string
	Rated   bool
	Ratings [2]*PlayerRating // in the game and speed of the match; nil without one
	Away    bool             // a player is connected to no node
}

// Live stores what is needed for the list of matches under way.
type Live interface {
	Names
	// UnderWay lists up to n matches of two players in which something happened
	// not longer ago than active: those first whose players have the best
	// ratings in the game, then those with the most moves.
	UnderWay(ctx context.Context, active time.Duration, n int) ([]Summary, error)
	// RatingsAmong lists the ratings of players.
	RatingsAmong(ctx context.Context, players []string) ([]PlayerRating, error)
}

const (
	// LiveKept is how long a node keeps the list of matches under way.
	LiveKept   = 5 * time.Second
	liveActive = 10 * time.Minute // a match without a move for so long is not listed
	liveRead   = 150              // matches that are ordered by the rating of their speed
	liveShown  = 50
)

// Live lists matches under way between two players, the best first: those whose
// players are both connected, then by the ratings of both in its game and speed,
// without those that are provisional, then by moves. The list may be LiveKept
// old, and all who ask share it.
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

// seat fills in the seats of matches.
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

// absent is 1 if a player is not connected, else 0.
func (m *LiveMatch) absent() int {
	if m.Away {
		return 1
	}
	return 0
}

// strength is the sum of the ratings that are certain.
func (m *LiveMatch) strength() (sum float64) {
	for _, r := range m.Ratings {
		if r != nil && !r.Provisional() {
			sum += r.Mean
		}
	}
	return sum
}
