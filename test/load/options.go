// Package load plays matches on running servers as players do. Guests register by REST. Each guest
// opens a WebSocket, chooses moves from the legal moves in the frames, and reconnects to another
// node when its node stops. The package measures how long moves take and records the messages that
// every client receives. At the end it compares these messages with the records of the servers.
//
// It does not depend on a particular game: legal moves come from the frames, and package games
// replays the records.
package load

import (
	"cmp"
	"errors"
	"log/slog"
	"time"

	"kydai/game/clock"
)

// Options configure a load test. URLs, Matches and For are required.
type Options struct {
	URLs    []string      // base URLs of the nodes, such as http://127.0.0.1:8080
	Matches int           // number of parallel matches between two guests
	Pace    float64       // moves per second in each match; 0 means without pauses
	For     time.Duration // duration of the measurement, after all matches have started
	Games   []string      // names of the games; empty means all games of the servers
	Seed    uint64
	Control string // time control; "" means 30+30

	// Twins is the number of matches in which each player has two clients (twins) on different
	// nodes. For each turn, the twins send two different moves, and the servers may accept only one
	// of them.
	Twins int
	// Machines is the number of additional matches against an engine.
	Machines int
	// Sleepers is the number of additional matches with a short clock in which
	// one player stops moving and loses on time.
	Sleepers int

	// Brief makes the clients request events without board and legal moves, which are smaller. The
	// clients then compute their legal moves with the rules in this program.
	Brief bool

	Longest int           // number of moves after which a player resigns; 0 means 160
	Silence time.Duration // a connection that is silent for this long is closed; 0 means 10 s
	Finish  time.Duration // time limit for the answers to the last requests; 0 means 30 s
	Settle  time.Duration // waiting time after the last request, so that clients get all events; 0 means 2 s
	History bool          // record all requests and answers in Report.History
	Frames  bool          // record the frames of games with hidden pieces in Report.Frames
	Begun   func()        // called when all matches have started; may be nil
	Ended   func()        // called when For has passed; may be nil
	Log     *slog.Logger  // nil means no log
}

// Upper limits of the options.
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
