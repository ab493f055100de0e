package play

import (
	"context"
	"time"
)

// Ticket says that a player waits to be paired for a game and time control.
type Ticket struct {
	Player, Name string
	Account      bool // the player has an account and is not a guest
	Fair         bool // the player's client can take part in deals; see Player.Fair
	Game, Clock  string
	Rating       float64 // mean of the player's rating
	Lead         int     // number of paired games with the first side minus number with the second side
	Since        time.Time
	Expires      time.Time
	Match        string // id of the match that the ticket became; "" while the player waits
}

// pool returns the name of the pool in which the player waits.
func (t *Ticket) pool() string { return t.Game + " " + t.Clock }

// Pair is two tickets that become a match. The player of the first ticket gets the first side.
type Pair struct {
	Players [2]string
	Since   [2]time.Time // times since which the two players have waited, as in their tickets
	Game    string
}

// Blocks is the part of the store that records which players have blocked each other.
type Blocks interface {
	// Blocked lists the pairs of players in which the first has blocked the second. A
	// guest that belongs to an account counts as the same person.
	Blocked(ctx context.Context, players []string) ([][2]string, error)
}

// Tickets is the part of the store for players who wait to be paired, and for the boards of events.
type Tickets interface {
	// PutTicket stores a player's only ticket. If the player has an open ticket for the same game
	// and clock, its time Since is kept; an open ticket for another game or clock is replaced.
	// PutTicket returns ErrExists if the current ticket has become a match, unless the id of this
	// match is the parameter over.
	PutTicket(ctx context.Context, t Ticket, lasts time.Duration, over string) error
	// Ticket returns a player's ticket, open or paired. It returns ErrNotFound if the player has no
	// ticket.
	Ticket(ctx context.Context, player string) (Ticket, error)
	// DropTicket deletes a player's open ticket. It returns ErrNotFound if the player has no open
	// ticket.
	DropTicket(ctx context.Context, player string) error
	// RenewTickets extends the open tickets of the given players, including tickets that
	// expired within the last minute.
	RenewTickets(ctx context.Context, players []string, lasts time.Duration) error
	// Waiting lists up to 10,000 open tickets, those that have waited longest first.
	Waiting(ctx context.Context) ([]Ticket, error)
	// LeasePool acquires or renews the lease with which a node may pair a pool. It returns false if
	// another node holds the lease. The lease only saves work: Pair is also safe without a lease.
	LeasePool(ctx context.Context, pool string, lasts time.Duration) (bool, error)
	// Pair turns two open tickets into a match in one transaction. It returns ErrNotFound if a
	// ticket is no longer open or if one player has blocked the other.
	Pair(ctx context.Context, p Pair, r Row) (began time.Time, err error)
	// Seat starts the match of an event board. The same transaction marks as used the row with the
	// consent of both players. Seat returns ErrNotFound if the row names other players, was
	// cancelled, or has already become a match.
	Seat(ctx context.Context, r Row) (began time.Time, err error)
	// SeatCeremony is like Seat, for a match that begins with a ceremony (exchange of numbers for
	// its deal), or for two matches with the same deal and one ceremony. It stores notices that
	// tell the players that the ceremony has begun.
	SeatCeremony(ctx context.Context, c Ceremony) error
	// PairCeremony is like Pair, for a match that begins with a ceremony (exchange of numbers for
	// its deal).
	PairCeremony(ctx context.Context, p Pair, c Ceremony) error
}
