package play

import (
	"context"
	"time"
)

// Ticket is a player who waits to be paired.
type Ticket struct {
	Player, Name string
	Account      bool // not a guest
	Fair         bool // see Player
	Game, Clock  string
	Rating       float64 // mean
	Lead         int     // games with the first side less those with the second, of those paired
	Since        time.Time
	Expires      time.Time
	Match        string // that it became; "" while the player waits
}

// pool is the name of the group in which the player waits.
func (t *Ticket) pool() string { return t.Game + " " + t.Clock }

// Pair is two tickets that become a match, first side first.
type Pair struct {
	Players [2]string
	Since   [2]time.Time // of the tickets
	Game    string
}

// Blocks knows which players do not want to meet each other.
type Blocks interface {
	// Blocked lists the pairs of players of whom the first has blocked the
	// second. Guests who belong to an account are the same person.
	Blocked(ctx context.Context, players []string) ([][2]string, error)
}

// Tickets stores the players who wait to be paired.
type Tickets interface {
	// PutTicket stores a player's only ticket. An open one of the same game and
	// clock keeps its Since; of another, it is replaced. ErrExists if the
	// present ticket has become a match other than over.
	PutTicket(ctx context.Context, t Ticket, lasts time.Duration, over string) error
	// Ticket returns a player's ticket, open or paired; ErrNotFound if there is
	// none.
	Ticket(ctx context.Context, player string) (Ticket, error)
	// DropTicket deletes an open ticket; ErrNotFound if there is none.
	DropTicket(ctx context.Context, player string) error
	// RenewTickets extends the open tickets among those of players, also those
	// that have expired within the last minute.
	RenewTickets(ctx context.Context, players []string, lasts time.Duration) error
	// Waiting lists up to 10,000 open tickets, those that wait longest first.
	Waiting(ctx context.Context) ([]Ticket, error)
	// LeasePool takes or renews the lease of a pool; false if another node has
	// it. It only saves work: Pair is safe without it.
	LeasePool(ctx context.Context, pool string, lasts time.Duration) (bool, error)
	// Pair turns two open tickets into a match, in one transaction. ErrNotFound
	// if one of them is not open any more, or one player has blocked the other.
	Pair(ctx context.Context, p Pair, r Row) (began time.Time, err error)
	// Seat starts the match of a board of an event, in one transaction with the
	// row that holds the consent of both players. ErrNotFound if that row names
	// other players, was cancelled, or has become a match already.
	Seat(ctx context.Context, r Row) (began time.Time, err error)
	// SeatCeremony is Seat for a match, or two with one deal, that begin with a
	// ceremony. The players are told that it has begun.
	SeatCeremony(ctx context.Context, c Ceremony) error
	// PairCeremony is Pair for a match that begins with a ceremony.
	PairCeremony(ctx context.Context, p Pair, c Ceremony) error
}
