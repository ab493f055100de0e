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

// seats connects tournaments to the play service: it creates and aborts the matches of the
// tournament players.
type seats struct {
	*play.Pairs
	service *play.Service
}

func (s seats) Abort(ctx context.Context, id string) error { return s.service.Abort(ctx, id) }

// eventSpeed returns the speed category of a time control in a game, or "" if the game or the time
// control is unknown.
func eventSpeed(gameName, control string) string {
	r, ok := games.Find(gameName)
	c, err := clock.Parse(control)
	if !ok || err != nil {
		return ""
	}
	return rating.SpeedOf(c, r.Info().Moves).String()
}

// eventRating returns the rating with which a player enters a tournament. This is the player's
// rating in the game at the speed of the tournament's clock, or 0 if the player has no such rating.
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

// pages adds two functions to the options of the web pages: one returns the names of tournaments,
// the other the names of external engine programs.
func (n *node) pages(o page.Options) page.Options {
	o.EventName, o.Engines = n.eventName, n.programs
	return o
}

// askPrograms determines which games each external engine program plays. It runs while the server
// already answers requests.
func (n *node) askPrograms(ctx context.Context) {
	known := n.machines.programs(ctx, n.log)
	n.engines.Store(&known)
}

// programs returns the names of the external engine programs by game, or nil if askPrograms has not
// finished.
func (n *node) programs() map[string][]string {
	if known := n.engines.Load(); known != nil {
		return *known
	}
	return nil
}

// eventName returns the name of a tournament that is public, otherwise "".
func (n *node) eventName(ctx context.Context, id string) string {
	e, err := n.events.Event(ctx, events.Caller{}, id)
	if err != nil {
		return ""
	}
	return e.Settings.Name
}
