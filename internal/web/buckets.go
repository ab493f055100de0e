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

// maxBuckets is the maximum number of buckets. The least recently used bucket is dropped first.
const maxBuckets = 100_000

// buckets holds the state of the rate limits of players and addresses.
type buckets struct {
	most  int // 0 is maxBuckets
	mu    sync.Mutex
	all   map[string]*list.Element // of *bucket
	order list.List                // most recently used first
}

type bucket struct {
	who     string
	limiter *rate.Limiter
	used    time.Time
	refused int // in a row
}

// keptFor returns how long an unused bucket is kept: until it is full again, so
// that dropping it changes nothing.
func (b *bucket) keptFor() time.Duration {
	full := float64(b.limiter.Burst()) / float64(b.limiter.Limit())
	return max(forgetAfter, time.Duration(min(full, 24*3600)*float64(time.Second)))
}

// quota is the state of a rate limit after a request.
type quota struct {
	ok     bool
	policy string
	rate   Rate
	left   float64 // requests allowed now
	slow   bool    // so many were refused that the response is delayed
}

// take takes one token from a bucket if the bucket has one.
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

// tidy drops old buckets to make space. The caller holds b.mu.
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

// headers sets the rate limit headers of draft-ietf-httpapi-ratelimit-headers,
// and Retry-After if nothing is left.
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

// problem returns the error response to a request beyond the limit.
func (q quota) problem() *Problem {
	p := problemOf(tooFast, tooFastText)
	p.headers = http.Header{}
	q.headers(p.headers)
	return p
}

// counter counts open connections per key.
type counter struct {
	mu   sync.Mutex
	open map[string]int
}

// enter adds one to the count of each key. If a key has reached its limit, it
// adds nothing and returns false.
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
