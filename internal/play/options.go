package play

import (
	"cmp"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"time"

	"kydai/fair"
	"kydai/game"
	"kydai/internal/bus"
	"kydai/internal/trace"
	"kydai/match"
)

// Options configure a Service. Store, Bus, Rules and Games are required; all other fields
// have defaults.
type Options struct {
	Store Store
	Bus   bus.Bus
	Rules func(name string) (game.Rules, bool)
	Games func() []game.Rules
	// Seat validates the engine seat that a player requests. If Seat is nil, only engine levels are
	// allowed.
	Seat  func(gameName string, s match.Seat) error
	Clock func() time.Time // nil means time.Now
	Rand  io.Reader        // nil means crypto/rand
	Node  string           // name of this node, a single bus token; "" chooses a random name
	Log   *slog.Logger     // nil discards the log
	// Key is the site's secret, from which the key that signs deals is derived. It has at least 32
	// bytes and is the same on all nodes. Without Key, deals cannot be verified.
	Key []byte
	// Letters are the letters of the databases for new matches, as the Store returns them; "" is only
	// the home database.
	Letters string
	// Tracer records traces, which may continue on other nodes; nil records none.
	Tracer trace.Tracer
	// Meters receive the durations that the service measures.
	Meters Meters

	Tunables
}

// Tunables are the numeric settings of a Service. Zero means the default.
type Tunables struct {
	Sweep     time.Duration // interval at which a node looks for matches whose background check is due
	Lease     time.Duration // how long a node owns a match that it has leased for a background check
	Reconcile time.Duration // interval at which watched matches are compared with the store; negative: never (tests only)
	Beat      time.Duration // heartbeat interval
	Grace     time.Duration // how long after a deadline a player loses on time, to allow for lag and clock differences
	Slack     time.Duration // time for an engine's response, added to its search time
	Commit    time.Duration // time limit for storing a change
	Keep      time.Duration // how long an unwatched match stays in memory
	MaxLive   int           // maximum number of matches in progress per player
	MaxOffers int           // maximum number of open offers per player, counted separately for the lobby and other offers
	// MaxMachines is the maximum number of watched matches between engines, over all
	// nodes.
	MaxMachines int
	// Share is the number of people that may share an IP address. The address's limits for engine
	// time, hints and engine matches are multiplied by Share. A negative Share means no limit.
	Share int
	// Paced delays the answers of levels to people: a level answers after the time that a person
	// would take; see character.Pace.
	Paced bool
	// OfferAlive is how long a lobby offer stays open while its owner is not
	// connected.
	OfferAlive time.Duration
	// TicketAlive is how long a player who has disconnected still waits to be paired.
	TicketAlive time.Duration
	Ceremony    time.Duration // time limit of each step of the exchange of numbers before a deal
	// Unmoved is how long each side may take for its first move in a game without a clock; see
	// match.Terms.
	Unmoved time.Duration
	// Left is how long a player must be away before the opponent may claim the game. LeftAgain is
	// the shorter time for a player who has left other games.
	Left, LeftAgain time.Duration
}

func (t *Tunables) defaults() {
	t.Sweep = cmp.Or(t.Sweep, 250*time.Millisecond)
	t.Lease = cmp.Or(t.Lease, time.Second)
	t.Reconcile = cmp.Or(t.Reconcile, 2*time.Second)
	t.Beat = cmp.Or(t.Beat, 2*time.Second)
	t.Grace = cmp.Or(t.Grace, 30*time.Millisecond)
	t.Slack = cmp.Or(t.Slack, time.Second)
	t.Commit = cmp.Or(t.Commit, 30*time.Second)
	t.Keep = cmp.Or(t.Keep, time.Minute)
	t.MaxLive = cmp.Or(t.MaxLive, 100)
	t.MaxOffers = cmp.Or(t.MaxOffers, 10)
	t.MaxMachines = cmp.Or(t.MaxMachines, 64)
	t.Share = cmp.Or(t.Share, 1)
	t.OfferAlive = cmp.Or(t.OfferAlive, 20*time.Second)
	t.TicketAlive = cmp.Or(t.TicketAlive, 8*time.Second)
	t.Left = cmp.Or(t.Left, time.Minute)
	t.LeftAgain = cmp.Or(t.LeftAgain, 20*time.Second)
	t.Ceremony = cmp.Or(t.Ceremony, fair.DefaultCommitTime)
}

// fill validates the options and sets the defaults.
func (o *Options) fill() error {
	if o.Store == nil || o.Bus == nil || o.Rules == nil || o.Games == nil {
		return errors.New("play: a store, a bus and games are needed")
	}
	if o.Key != nil && len(o.Key) < minKey {
		return errors.New("play: the key must have 32 bytes")
	}
	o.defaults()
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Seat == nil {
		o.Seat = levelsOnly
	}
	return nil
}
