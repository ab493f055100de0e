package web

import (
	"cmp"
	"math"
	"time"

	"golang.org/x/time/rate"

	"kydai/game"
	"kydai/internal/wire"
)

// Rate is a rate limit: events per second, and the number of events that may come
// at once.
type Rate struct {
	Second float64
	Burst  int
}

// times multiplies a rate by n, for several players who share it.
func (r Rate) times(n float64) Rate {
	return Rate{Second: r.Second * n, Burst: max(1, int(math.Ceil(float64(r.Burst)*n)))}
}

// Limits keep one client from using up shared resources. Zero means the
// default. Limits "of an address" apply to each player, by cookie or token; for
// an IP address they are multiplied by Sharing, and for an IPv6 /48 network by
// four times that.
type Limits struct {
	Message     int  // bytes of a socket's message
	Moves       Rate // moves and acts of a connection, or of a player by REST
	Asks        Rate // messages of a connection
	Watches     int  // matches that a connection watches
	Connections int  // sockets and streams of an address
	Requests    Rate // to /api/ of an address
	Pages       Rate // pages and files of an address
	Probes      Rate // /healthz and /readyz of an address
	Offers      int  // in the lobby, of an address; grows with Connections and Sharing
	Creates     Rate // matches, offers and tokens of an address
	Hints       Rate // hints of an address
	Pictures    Rate // pictures that are drawn for an address; those that are kept cost nothing
	Films       Rate // animated ones
	Downloads   Rate // downloads of all games of a player
	Studies     Rate // studies that an address shares
	Queue       int  // answers that wait for a connection
	Tokens      int  // of a player
	Controls    Rate // pings and pongs of a connection
	Bytes       Rate // read from a socket

	Dials   Rate    // new TCP connections of an address
	Open    int     // TCP connections of an address that are no sockets
	AllOpen int     // TCP connections of all addresses that are no sockets
	Sharing float64 // factor for the limits of one address
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
	l.Studies = cmp.Or(l.Studies, Rate{20.0 / 3600, 20}) // 20 an hour
	l.Films = cmp.Or(l.Films, Rate{0.2, 10})
	l.Queue = cmp.Or(l.Queue, 256)
	l.Tokens = cmp.Or(l.Tokens, 10)
	l.Controls = cmp.Or(l.Controls, Rate{5, 50})
	// By default a connection may read at the rate at which all its allowed messages have the
	// maximum size.
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

// wideShare is how many times larger the limits of an IPv6 /48 network are than
// those of one address. Providers give such a network to one customer.
const wideShare = 4

// share takes one request from the limits of the player, the address and the
// network. It returns the state of the tightest limit.
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

// allow takes one request from a rate limit. It returns an error if the limit is used up.
func (s *Server) allow(v visitor, policy string, r Rate) error {
	if q := s.share(v, policy, r); !q.ok {
		return s.over(*q)
	}
	return nil
}

// policies are the names of the rate limits.
var policies = []string{"creates", "downloads", "films", "hints", "moves", "pages", "pictures", "probes", "requests", "studies"}

// over counts a refused request and returns the response.
func (s *Server) over(q quota) *Problem {
	s.metrics.limited.WithLabelValues(q.policy).Inc()
	return q.problem()
}

// mayMove takes one move from the limit of a player's moves by REST. It returns
// an error if the limit is used up.
func (s *Server) mayMove(v visitor) error {
	q := s.buckets.take("moves "+v.ID, s.opts.Limits.Moves)
	q.policy = "moves"
	if !q.ok {
		return s.over(q)
	}
	return nil
}

// admit counts a socket or stream for the player, the address and the network,
// and reports whether all limits allow it; release undoes the count.
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

// forgetAfter is the minimum time for which an unused bucket is kept.
const forgetAfter = 5 * time.Minute
