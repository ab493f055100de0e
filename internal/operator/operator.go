// Package operator implements the operator's view of a site: the pending tasks
// of all nodes, and for each rated player a sheet with the times of their moves
// and how often the moves agree with the engine. It does not decide whether a
// player cheats.
package operator

import (
	"context"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

// Work counts the pending tasks of all nodes of a site. No count is larger than MostCounted.
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

// MostCounted is the largest count: reading the operator's page must not become
// slower on a large site.
const MostCounted = 10_000

// Lease records that one node performs a task until the time Until. The node
// extends the lease while it performs the task.
type Lease struct {
	Name  string
	Until time.Time
}

// RatedGame is a rated game from the point of view of one player.
type RatedGame struct {
	Player, Opponent string
	Match            string
	Game, Speed      string
	At               time.Time
	Score            float64 // 1, 0.5 or 0
	Reason           string  // why it ended
	Before, After    float64 // rating
}

// Store reads the rows that the operator may see.
type Store interface {
	// Work counts the pending tasks of all nodes.
	Work(ctx context.Context) (Work, error)
	// RatedGames lists the latest n rated games of a player, latest first.
	RatedGames(ctx context.Context, player string, n int) ([]RatedGame, error)
	// Peers lists recent games of other players in the same game and speed. It
	// takes up to players players rated above mean and as many below, none
	// further away than width and the nearest rating first, and the latest games
	// of each of them.
	Peers(ctx context.Context, of RatedGame, mean, width float64, players, games int) ([]RatedGame, error)
	// Records returns the rows of matches, from the live table or the archive.
	// Unknown ids are left out.
	Records(ctx context.Context, ids []string) ([]play.Row, error)
	// WholeReviews returns the completed reviews of matches. Matches without one are left out.
	WholeReviews(ctx context.Context, ids []string) ([]play.ReviewRow, error)
}

// Options configure a Service. All are required.
type Options struct {
	Store Store
	Rules func(name string) (game.Rules, bool)
	// Scale is the advantage, in points of a game's engine, that wins three
	// games of four; 0 if the game has no engine.
	Scale func(name string) float64
}

// Service holds the use cases of the operator. It is safe for concurrent use.
type Service struct {
	opts  Options
	turns chan struct{} // capacity 1: one sheet is made at a time
}

// New creates a Service.
func New(o Options) *Service { return &Service{opts: o, turns: make(chan struct{}, 1)} }

// Work counts the pending tasks of all nodes.
func (s *Service) Work(ctx context.Context) (Work, error) { return s.opts.Store.Work(ctx) }
