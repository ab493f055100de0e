package web

import (
	"container/list"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxBuckets is the maximum number of rate-limit buckets. The least recently used bucket is dropped
// first.
const maxBuckets = 100_000

// buckets holds the state of the rate limits of players and IP addresses, as one token bucket each.
type buckets struct {
	most  int // maximum number of buckets; 0 means maxBuckets
	mu    sync.Mutex
	all   map[string]*list.Element // buckets by player or address; the elements hold *bucket
	order list.List                // the same elements, most recently used first
}

type bucket struct {
	who     string
	limiter *rate.Limiter
	used    time.Time
	refused int // number of requests refused in a row
}

// keptFor returns how long an unused bucket is kept: until it is full again. Dropping a full bucket
// has no effect on the limit.
func (b *bucket) keptFor() time.Duration {
	full := float64(b.limiter.Burst()) / float64(b.limiter.Limit())
	return max(forgetAfter, time.Duration(min(full, 24*3600)*float64(time.Second)))
}

// quota is the state of a rate limit after a request.
type quota struct {
	ok     bool
	policy string
	rate   Rate
	left   float64 // number of further requests that the limit allows now
	slow   bool    // the refusal must be delayed, because many requests in a row were refused
}

// take takes one token from the bucket of a player or address, if the bucket has a token.
func (b *buckets) take(who string, r Rate) quota {
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all == nil {
		b.all = map[string]*list.Element{}
		if b.most == 0 {
			b.most = maxBuckets
		}
	}
	e := b.all[who]
	if e == nil {
		b.tidy(now)
		e = b.order.PushFront(&bucket{who: who, limiter: r.limiter()})
		b.all[who] = e
	} else {
		b.order.MoveToFront(e)
	}
	one, _ := e.Value.(*bucket)
	one.used = now
	ok := one.limiter.AllowN(now, 1)
	if one.refused++; ok {
		one.refused = 0
	}
	return quota{ok: ok, rate: r, left: one.limiter.TokensAt(now), slow: one.refused > patientRefusals}
}

// tidy drops old buckets to make room for new ones. The caller holds b.mu.
func (b *buckets) tidy(now time.Time) {
	for e := b.order.Back(); e != nil; e = b.order.Back() {
		one, _ := e.Value.(*bucket)
		if len(b.all) < b.most && now.Sub(one.used) <= one.keptFor() {
			return
		}
		b.order.Remove(e)
		delete(b.all, one.who)
	}
}

// headers sets the rate limit headers of draft-ietf-httpapi-ratelimit-headers. It also sets
// Retry-After if no requests are left.
func (q quota) headers(h http.Header) {
	window := max(1, int(math.Ceil(float64(q.rate.Burst)/q.rate.Second)))
	wait := 0
	if q.left < 1 {
		wait = max(1, int(math.Ceil((1-q.left)/q.rate.Second)))
	}
	h.Set("RateLimit-Policy", fmt.Sprintf("%q;q=%d;w=%d", q.policy, q.rate.Burst, window))
	h.Set("RateLimit", fmt.Sprintf("%q;r=%d;t=%d", q.policy, max(0, int(q.left)), wait))
	if !q.ok {
		h.Set("Retry-After", strconv.Itoa(wait))
	}
}

// problem returns the error response to a request that exceeds the rate limit.
func (q quota) problem() *Problem {
	p := problemOf(tooFast, tooFastText)
	p.headers = http.Header{}
	q.headers(p.headers)
	return p
}

// counter counts the open connections per player, address or network.
type counter struct {
	mu   sync.Mutex
	open map[string]int
}

// enter counts a new connection under each of the given keys. If any of these keys has reached its
// limit, enter changes nothing and returns false.
func (c *counter) enter(limits map[string]float64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == nil {
		c.open = map[string]int{}
	}
	for who, limit := range limits {
		if float64(c.open[who]) >= limit {
			return false
		}
	}
	for who := range limits {
		c.open[who]++
	}
	return true
}

func (c *counter) leave(who string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[who]--; c.open[who] <= 0 {
		delete(c.open, who)
	}
}
