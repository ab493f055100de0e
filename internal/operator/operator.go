// Package operator implements what the operator of a site sees of it: the tasks
// under way, and for each rated player a sheet with the times of their moves and
// how they agree with the engine. It judges nobody.
package operator

import (
	"context"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

// Work counts what the nodes of a site have to do. Each count ends at MostCounted.
type Work struct {
	Live       int // matches in progress
	Overdue    int // of them: whose check is late
	Backlog    int // ended matches that are not in the archive yet
	Ceremonies int // deals that are being made
	Offers     int // open offers and challenges
	Tickets    int // players who wait to be paired
	Watched    int // matches of engines that somebody watches
	Leases     []Lease
	Levels     time.Time   // when the strength of the levels was estimated; zero if never
	Nodes      []play.Node // with a heartbeat in the last minute
}

// MostCounted is where counts end: reading the page must not cost more on a large
// site.
const MostCounted = 10_000

// Lease says until when a task is done by one node, which renews it.
type Lease struct {
	Name  string
	Until time.Time
}

// RatedGame is a rated game from the side of one player.
type RatedGame struct {
	Player, Opponent string
	Match            string
	Game, Speed      string
	At               time.Time
	Score            float64 // 1, 0.5 or 0
	Reason           string  // why it ended
	Before, After    float64 // rating
}

// Store reads the rows that the operator sees.
type Store interface {
	// Work counts what is under way.
	Work(ctx context.Context) (Work, error)
	// RatedGames lists the latest n rated games of a player, latest first.
	RatedGames(ctx context.Context, player string, n int) ([]RatedGame, error)
	// Peers lists the latest games of other players of a game and speed whose
	// rating is at most width away from mean: each games of up to players players
	// on either side, the nearest first.
	Peers(ctx context.Context, of RatedGame, mean, width float64, players, games int) ([]RatedGame, error)
	// Records returns the rows of matches, live or archived; unknown ids are left
	// out.
	Records(ctx context.Context, ids []string) ([]play.Row, error)
	// WholeReviews returns the reviews of matches that are done; others are left
	// out.
	WholeReviews(ctx context.Context, ids []string) ([]play.ReviewRow, error)
}

// Options configure a Service. All are required.
type Options struct {
	Store Store
	Rules func(name string) (game.Rules, bool)
	// Scale is how many points of a game's engine win three games of four; 0 if
	// the game has no engine.
	Scale func(name string) float64
}

// Service holds the use cases of the operator. It is safe for concurrent use.
type Service struct {
	opts  Options
	turns chan struct{} // capacity 1: one sheet is made at a time
}

// New makes a service.
func New(o Options) *Service { return &Service{opts: o, turns: make(chan struct{}, 1)} }

// Work counts what is under way on all nodes.
func (s *Service) Work(ctx context.Context) (Work, error) { return s.opts.Store.Work(ctx) }
