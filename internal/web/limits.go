package web

import (
	"cmp"
	"math"
	"time"

	"golang.org/x/time/rate"

	"kydai/game"
	"kydai/internal/wire"
)

// Rate is a rate limit: the number of events per second, and the number of events that may come at
// once (burst).
type Rate struct {
	Second float64
	Burst  int
}

// times multiplies a rate limit by n, for several players who share the limit.
func (r Rate) times(n float64) Rate {
	return Rate{Second: r.Second * n, Burst: max(1, int(math.Ceil(float64(r.Burst)*n)))}
}

// Limits keep a single client from using up shared resources. A zero field means the default. A
// limit "per address" applies to each player, identified by cookie or token. All players at one IP
// address together have this limit times Sharing, and all in one IPv6 /48 network have four times
// as much.
type Limits struct {
	Message     int  // maximum size of a message on a socket, in bytes
	Moves       Rate // moves and other commands per connection, or per player by REST
	Asks        Rate // messages per connection
	Watches     int  // matches that one connection may watch
	Connections int  // open sockets and bot streams per address
	Requests    Rate // requests to /api/ per address
	Pages       Rate // requests for pages and files per address
	Probes      Rate // requests to /healthz and /readyz per address
	Offers      int  // open offers in the lobby per address; the default grows with Connections and Sharing
	Creates     Rate // created matches, offers and tokens per address
	Hints       Rate // requests for hints per address
	Pictures    Rate // drawn pictures per address; pictures from the cache do not count
	Films       Rate // drawn animated pictures per address
	Downloads   Rate // downloads of all games of a player, per address
	Studies     Rate // shared studies per address
	Queue       int  // responses that wait to be sent, per connection
	Tokens      int  // tokens per player
	Controls    Rate // pings and pongs per connection
	Bytes       Rate // bytes read per socket

	Dials   Rate    // new TCP connections per address
	Open    int     // open TCP connections per address, without WebSockets
	AllOpen int     // open TCP connections of all addresses, without WebSockets
	Sharing float64 // factor by which the limits of an IP address are larger than those of a player
}

func (l *Limits) defaults() {
	l.Message = cmp.Or(l.Message, wire.MaxMessage)
	l.Moves = cmp.Or(l.Moves, Rate{5, 20})
	l.Asks = cmp.Or(l.Asks, Rate{20, 200})
	l.Watches = cmp.Or(l.Watches, 64)
	l.Connections = cmp.Or(l.Connections, 64)
	l.Requests = cmp.Or(l.Requests, Rate{50, 200})
	l.Pages = cmp.Or(l.Pages, Rate{50, 600})
	l.Probes = cmp.Or(l.Probes, Rate{5, 20})
	l.Creates = cmp.Or(l.Creates, Rate{0.5, 30})
	l.Hints = cmp.Or(l.Hints, Rate{0.5, 20})
	l.Pictures = cmp.Or(l.Pictures, Rate{2, 60})
	l.Downloads = cmp.Or(l.Downloads, Rate{0.02, 3})
	l.Studies = cmp.Or(l.Studies, Rate{20.0 / 3600, 20}) // 20 shared studies per hour on average, and at most 20 at once
	l.Films = cmp.Or(l.Films, Rate{0.2, 10})
	l.Queue = cmp.Or(l.Queue, 256)
	l.Tokens = cmp.Or(l.Tokens, 10)
	l.Controls = cmp.Or(l.Controls, Rate{5, 50})
	// By default, a connection may read the number of bytes per second that its allowed messages
	// have if each has the maximum size.
	l.Bytes = cmp.Or(l.Bytes, Rate{l.Asks.Second * float64(l.Message), 1 << 20})
	l.Dials = cmp.Or(l.Dials, Rate{50, 600})
	l.Open = cmp.Or(l.Open, 256)
	l.AllOpen = cmp.Or(l.AllOpen, 20_000)
	l.Sharing = cmp.Or(l.Sharing, 1)
	l.Offers = cmp.Or(l.Offers, 3*max(1, l.Connections/64)*max(1, int(l.Sharing)))
}

const tooFastText = "that is more than one may ask in so short a time; please wait a moment"

var (
	errTooFast  = game.Err(tooFast, tooFastText)
	errTooMuch  = game.Err(busyLane, "too many requests in flight; please wait for the responses")
	errTooMany  = game.Err(tooManyConns, "you have reached the limit of open connections")
	errNotFound = game.Err(noPlace, "there is no such page or route")
)

func (r Rate) limiter() *rate.Limiter { return rate.NewLimiter(rate.Limit(r.Second), r.Burst) }

// wideShare is the factor by which the limits of an IPv6 /48 network are larger than those of one
// address. Providers give such a network to one customer.
const wideShare = 4

// share counts one request in the rate limits of the player, of the address and of the network. It
// returns the state of the limit that was exceeded, or else of the limit with the fewest requests
// left.
func (s *Server) share(v visitor, policy string, r Rate) *quota {
	var tightest *quota
	take := func(who string, r Rate) bool {
		q := s.buckets.take(policy+" "+who, r)
		q.policy = policy
		if tightest == nil || !q.ok || q.left < tightest.left {
			tightest = &q
		}
		return q.ok
	}
	if v.ID != "" && !v.fresh && !take(v.ID, r) {
		return tightest
	}
	if !take(v.address, r.times(s.opts.Limits.Sharing)) || v.wide == "" {
		return tightest
	}
	take(v.wide, r.times(wideShare*s.opts.Limits.Sharing))
	return tightest
}

// allow counts one request in a rate limit. It returns an error if the limit is reached.
func (s *Server) allow(v visitor, policy string, r Rate) error {
	if q := s.share(v, policy, r); !q.ok {
		return s.over(*q)
	}
	return nil
}

// policies are the names of the rate limits.
var policies = []string{"creates", "downloads", "films", "hints", "moves", "pages", "pictures", "probes", "requests", "studies"}

// over counts a refused request in the metrics and returns the error response.
func (s *Server) over(q quota) *Problem {
	s.metrics.limited.WithLabelValues(q.policy).Inc()
	return q.problem()
}

// mayMove counts one move in the rate limit of a player's moves by REST. It returns an error if the
// limit is reached.
func (s *Server) mayMove(v visitor) error {
	q := s.buckets.take("moves "+v.ID, s.opts.Limits.Moves)
	q.policy = "moves"
	if !q.ok {
		return s.over(q)
	}
	return nil
}

// admit counts a new socket or stream for the player, the address and the network. It returns false
// and counts nothing if one of the three has reached its limit. The method release undoes the count
// when the socket or stream ends.
func (s *Server) admit(v visitor) bool {
	n := float64(s.opts.Limits.Connections)
	limits := map[string]float64{v.address: n * s.opts.Limits.Sharing}
	if !v.fresh && v.ID != "" {
		limits[v.ID] = n
	}
	if v.wide != "" {
		limits[v.wide] = n * s.opts.Limits.Sharing * wideShare
	}
	return s.conns.enter(limits)
}

func (s *Server) release(v visitor) {
	s.conns.leave(v.address)
	if !v.fresh && v.ID != "" {
		s.conns.leave(v.ID)
	}
	if v.wide != "" {
		s.conns.leave(v.wide)
	}
}

// forgetAfter is the minimum time for which an unused rate-limit bucket is kept.
const forgetAfter = 5 * time.Minute
