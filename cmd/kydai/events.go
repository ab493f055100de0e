package main

import (
	"context"
	"crypto/rand"

	"kydai/game/clock"
	"kydai/games"
	"kydai/internal/clubs"
	"kydai/internal/events"
	"kydai/internal/page"
	"kydai/internal/play"
	"kydai/rating"
	results "kydai/tourney/signed"
)

// openEvents creates the tournaments of this site.
func (n *node) openEvents() *events.Service {
	return events.New(events.Options{Store: n.store, Random: rand.Reader, Rules: games.Find, Rating: n.eventRating, Speed: eventSpeed, Play: seats{n.play.Pairs(), n.play}, Runs: n.store.RunsEvent, Bus: n.bus, Log: n.log})
}

// openClubs creates the clubs of this site, which signs results with a key.
func (n *node) openClubs(key []byte) *clubs.Service {
	return clubs.New(clubs.Options{Store: n.store, Events: n.events, Random: rand.Reader, Key: results.Derive(key)[32:]})
}

// seats is live play as events need it.
type seats struct {
	*play.Pairs
	service *play.Service
}

func (s seats) Abort(ctx context.Context, id string) error { return s.service.Abort(ctx, id) }

// eventSpeed is the speed of the clock of an event; "" if there is none.
func eventSpeed(gameName, control string) string {
	r, ok := games.Find(gameName)
	c, err := clock.Parse(control)
	if !ok || err != nil {
		return ""
	}
	return rating.SpeedOf(c, r.Info().Moves).String()
}

// eventRating is the rating with which a player enters an event: of the game and
// the speed of its clock; 0 if there is none.
func (n *node) eventRating(ctx context.Context, player, gameName, control string) (int, error) {
	speed := eventSpeed(gameName, control)
	all, err := n.store.RatingsOf(ctx, player)
	for i := range all {
		if all[i].Game == gameName && all[i].Speed == speed {
			return int(all[i].Mean), nil
		}
	}
	return 0, err
}

// pages adds the names of events and of engine programs to what pages show.
func (n *node) pages(o page.Options) page.Options {
	o.EventName, o.Engines = n.eventName, n.engines
	return o
}

// eventName is the name of an event that everybody may see; "" if there is none.
func (n *node) eventName(ctx context.Context, id string) string {
	e, err := n.events.Event(ctx, events.Caller{}, id)
	if err != nil {
		return ""
	}
	return e.Settings.Name
}
