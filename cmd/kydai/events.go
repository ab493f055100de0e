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

// openEvents creates the service that runs the tournaments of this site.
func (n *node) openEvents() *events.Service {
	return events.New(events.Options{Store: n.store, Random: rand.Reader, Rules: games.Find, Rating: n.eventRating, Speed: eventSpeed, Play: seats{n.play.Pairs(), n.play}, Runs: n.store.RunsEvent, Bus: n.bus, Log: n.log})
}

// openClubs creates the service for the clubs of this site. It signs tournament results with a key
// derived from key.
func (n *node) openClubs(key []byte) *clubs.Service {
	return clubs.New(clubs.Options{Store: n.store, Events: n.events, Random: rand.Reader, Key: results.Derive(key)[32:]})
}

// seats gives the package events access to live play: it seats players at boards and looks after
// their matches.
type seats struct {
	*play.Pairs
	service *play.Service
}

func (s seats) Abort(ctx context.Context, id string) error { return s.service.Abort(ctx, id) }

// eventSpeed returns the speed category of an event's time control in a game; "" if the game or
// the time control is unknown.
func eventSpeed(gameName, control string) string {
	r, ok := games.Find(gameName)
	c, err := clock.Parse(control)
	if !ok || err != nil {
		return ""
	}
	return rating.SpeedOf(c, r.Info().Moves).String()
}

// eventRating returns the rating with which a player enters an event: the player's rating in the
// game at the speed of the event's clock; 0 if the player has none.
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

// pages adds to the options of the web pages the functions that return the names of events and of
// engine programs.
func (n *node) pages(o page.Options) page.Options {
	o.EventName, o.Engines = n.eventName, n.programs
	return o
}

// askPrograms finds out which games the engine programs play, while the server is up.
func (n *node) askPrograms(ctx context.Context) {
	known := n.machines.programs(ctx, n.log)
	n.engines.Store(&known)
}

// programs are the names of the engine programs that are known so far, by game.
func (n *node) programs() map[string][]string {
	if known := n.engines.Load(); known != nil {
		return *known
	}
	return nil
}

// eventName returns the name of an event if everybody may see the event, otherwise "".
func (n *node) eventName(ctx context.Context, id string) string {
	e, err := n.events.Event(ctx, events.Caller{}, id)
	if err != nil {
		return ""
	}
	return e.Settings.Name
}
