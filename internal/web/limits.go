package web

import (
	"cmp"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"kydai/game"
	"kydai/internal/wire"
)

// Rate is how often something may happen: so many a second, and so many at
// once.
type Rate struct {
	Second float64
	Burst  int
}

// Limits keep one client from taking what is everybody's. Zero values are the
// defaults.
type Limits struct {
	Message     int  // bytes of a socket's message
	Moves       Rate // moves and acts of a connection, or of a player by REST
	Asks        Rate // messages of a connection
	Watches     int  // matches that a connection watches
	Connections int  // of an address
	Requests    Rate // of an address
	Creates     Rate // matches, offers and tokens of an address
	Hints       Rate // questions to machines of an address
	Queue       int  // answers that wait for a connection
	Tokens      int  // of a player
}

func (l *Limits) defaults() {
	l.Message = cmp.Or(l.Message, wire.MaxMessage)
	l.Moves = cmp.Or(l.Moves, Rate{5, 20})
	l.Asks = cmp.Or(l.Asks, Rate{20, 200})
	l.Watches = cmp.Or(l.Watches, 64)
	l.Connections = cmp.Or(l.Connections, 64)
	l.Requests = cmp.Or(l.Requests, Rate{50, 200})
	l.Creates = cmp.Or(l.Creates, Rate{0.5, 30})
	l.Hints = cmp.Or(l.Hints, Rate{0.5, 20})
	l.Queue = cmp.Or(l.Queue, 256)
	l.Tokens = cmp.Or(l.Tokens, 10)
}

var (
	errTooFast  = game.Err(tooFast, "that is more than one may ask in so short a time; please wait a moment")
	errTooMuch  = game.Err(busyLane, "please wait for the answers first")
	errTooMany  = game.Err(tooManyConns, "there are as many as one may have at a time")
	errNotFound = game.Err(noPlace, "there is nothing here")
)

func (r Rate) limiter() *rate.Limiter { return rate.NewLimiter(rate.Limit(r.Second), r.Burst) }

// forgetAfter is how long a bucket is kept that nobody asks for. It is full
// again by then.
const forgetAfter = 5 * time.Minute

// buckets hold the rates of those who are not one connection.
type buckets struct {
	mu     sync.Mutex
	all    map[string]*bucket
	tidied time.Time
}

type bucket struct {
	limiter *rate.Limiter
	used    time.Time
}

// allow reports whether somebody may do something now.
func (b *buckets) allow(who string, r Rate) bool {
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all == nil {
		b.all = map[string]*bucket{}
	}
	if now.Sub(b.tidied) > forgetAfter {
		b.tidied = now
		for k, v := range b.all {
			if now.Sub(v.used) > forgetAfter {
				delete(b.all, k)
			}
		}
	}
	one := b.all[who]
	if one == nil {
		one = &bucket{limiter: r.limiter()}
		b.all[who] = one
	}
	one.used = now
	return one.limiter.AllowN(now, 1)
}

// counter counts what is open for each address.
type counter struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *counter) enter(who string, limit int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == nil {
		c.n = map[string]int{}
	}
	if c.n[who] >= limit {
		return false
	}
	c.n[who]++
	return true
}

func (c *counter) leave(who string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n[who]--; c.n[who] <= 0 {
		delete(c.n, who)
	}
}
