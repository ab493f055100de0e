// Package operator implements the operator's view of a site: the pending tasks of all nodes, and a
// data sheet for each rated player. The sheet shows the times of the player's moves and how often
// the moves agree with the engine. The package does not decide whether a player cheats.
package operator

import (
	"context"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

// Work counts the pending tasks of all nodes of a site. Counts stop at MostCounted.
type Work struct {
	Live       int // matches in progress
	Overdue    int // matches in progress whose scheduled check is late
	Backlog    int // ended matches that are not in the archive yet
	Ceremonies int // fair deals (verifiable shuffles of the pieces) that are not complete yet
	Offers     int // open offers and challenges
	Tickets    int // players who wait for an opponent
	Watched    int // engine-against-engine matches with at least one spectator
	Leases     []Lease
	Levels     time.Time   // time of the last estimate of the levels' strengths; zero if there is none
	Nodes      []play.Node // nodes that sent a heartbeat in the last minute
}

// MostCounted is the largest number that Work contains. Counting stops there, so that the
// operator's page does not become slower on a large site.
const MostCounted = 10_000

// Lease records that one node performs a task until the time Until. The node extends the lease as
// long as it performs the task.
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
	Score            float64 // score of Player: 1, 0.5 or 0
	Reason           string  // reason why the game ended
	Before, After    float64 // rating of Player before and after the game
}

// Store reads the database rows that the operator may see.
type Store interface {
	// Work counts the pending tasks of all nodes.
	Work(ctx context.Context) (Work, error)
	// RatedGames lists the latest n rated games of a player, latest first.
	RatedGames(ctx context.Context, player string, n int) ([]RatedGame, error)
	// Peers lists recent games of other players in the same game and at the same speed as the given
	// rated game. The ratings of these players differ from the rating in the parameter mean by at
	// most the parameter width. The parameter players limits the number of players rated above that
	// rating, and also the number of players rated below it; players with the nearest ratings come
	// first. The parameter games limits the number of games of each player; the latest games come
	// first.
	Peers(ctx context.Context, of RatedGame, mean, width float64, players, games int) ([]RatedGame, error)
	// Records returns the rows of matches from the live table or the archive. It skips unknown ids.
	Records(ctx context.Context, ids []string) ([]play.Row, error)
	// WholeReviews returns the completed reviews of matches. It skips matches without a completed
	// review.
	WholeReviews(ctx context.Context, ids []string) ([]play.ReviewRow, error)
}

// Options configure a Service. All fields are required.
type Options struct {
	Store Store
	Rules func(name string) (game.Rules, bool)
	// Scale returns the score with which a player wins three games of four, in the engine's score
	// units. It returns 0 if the game has no engine.
	Scale func(name string) float64
}

// Service implements the operations of the operator. It is safe for concurrent use.
type Service struct {
	opts  Options
	turns chan struct{} // capacity 1: only one sheet is computed at a time
}

// New creates a Service.
func New(o Options) *Service { return &Service{opts: o, turns: make(chan struct{}, 1)} }

// Work counts the pending tasks of all nodes.
func (s *Service) Work(ctx context.Context) (Work, error) { return s.opts.Store.Work(ctx) }
