// Package load plays matches against running servers as players do: guests by
// REST, one WebSocket each, moves by what the frames say is legal, and back to
// another node when one goes away. It measures how long moves take, keeps what
// every client was told, and at the end holds that against what the servers
// say was played.
//
// It knows no game: what is legal it is told, and whether the record is legal
// it asks package games.
package load

import (
	"cmp"
	"errors"
	"log/slog"
	"time"

	"kydai/game/clock"
)

// Options say what to play, and where. URLs, Matches and For must be given.
type Options struct {
	URLs    []string      // of the nodes: http://127.0.0.1:8080
	Matches int           // at a time, between two people
	Pace    float64       // moves a second in each match; 0 is as fast as they are acknowledged
	For     time.Duration // after all matches have begun
	Games   []string      // empty is all that the servers have
	Seed    uint64
	Control string // the time control; "" is 30+30

	// Twins is in how many of the matches every seat is played by two clients
	// through different nodes, which send different moves for the same ply.
	Twins int
	// Machines is how many more matches are played against a machine.
	Machines int
	// Sleepers is how many more matches have a short clock and somebody who
	// lets his flag fall.
	Sleepers int

	Longest int           // moves after which somebody resigns; 0 is 160
	Silence time.Duration // after so long without an answer a connection is dead; 0 is 10 s
	Finish  time.Duration // for what was sent last to be answered, at most; 0 is 30 s
	Settle  time.Duration // of quiet at the end, before what clients know must be the record; 0 is 2 s
	History bool          // keep what was asked and answered: Report.History
	Frames  bool          // keep what clients of hidden games were sent: Report.Frames
	Begun   func()        // called when all matches have begun; may be nil
	Ended   func()        // called when For has passed; may be nil
	Log     *slog.Logger  // nil is nowhere
}

// Most that is ever done.
const (
	maxMatches = 50_000
	maxFor     = 24 * time.Hour
	maxPace    = 1000
)

func (o *Options) check() error {
	switch {
	case len(o.URLs) == 0:
		return errors.New("load: there is no URL of a server")
	case o.Matches < 0 || o.Machines < 0 || o.Sleepers < 0 || o.Twins < 0 || o.Twins > o.Matches:
		return errors.New("load: a number of matches is out of range")
	case o.Matches+o.Machines+o.Sleepers < 1 || o.Matches+o.Machines+o.Sleepers > maxMatches:
		return errors.New("load: from 1 to 50000 matches can be played at a time")
	case o.For <= 0 || o.For > maxFor:
		return errors.New("load: it lasts longer than 0 and at most a day")
	case o.Pace < 0 || o.Pace > maxPace:
		return errors.New("load: a match has from 0 to 1000 moves a second")
	}
	o.Control = cmp.Or(o.Control, "30+30")
	o.Longest = cmp.Or(o.Longest, 160)
	o.Silence = cmp.Or(o.Silence, 10*time.Second)
	o.Finish = cmp.Or(o.Finish, 30*time.Second)
	o.Settle = cmp.Or(o.Settle, 2*time.Second)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	_, err := clock.Parse(o.Control)
	return err
}
