package people

import (
	"strings"
	"sync"
	"time"

	"kydai/game"
)

// TooFast is the error code for too many wrong guesses.
const TooFast = "too-fast"

// rule says how guesses are slowed down. The first attempts in a row have no delay; free is the
// number of these attempts. The next attempt has the delay least. Each further attempt doubles the
// delay, up to the delay most.
type rule struct {
	free        int
	least, most time.Duration
}

var (
	// addressRule limits the guesses from one IP address. Many people may share the address and
	// mistype their passwords, so it allows more guesses than the other rules.
	addressRule = rule{free: 30, least: 2 * time.Second, most: 5 * time.Minute}
	// strangerRule limits the guesses at one account from devices that have never been signed in to
	// it.
	strangerRule = rule{free: 10, least: 2 * time.Second, most: 15 * time.Minute}
	// familiarRule limits the guesses from a device that has been signed in to the account before.
	// They are counted separately, so that guesses from other devices cannot slow the owner down.
	familiarRule = rule{free: 10, least: time.Second, most: time.Minute}
)

// forgetAfter is the time without attempts after which a series of attempts is deleted.
const forgetAfter = time.Hour

// maxBraked is the maximum number of series of attempts kept in memory.
const maxBraked = 100_000

type brakeKey struct {
	who  string
	rule rule
}

// keysOf lists the series in which an attempt to sign in is counted. Attempts with unknown names
// are counted in the same way, so that the delays do not reveal whether a name exists.
func keysOf(name, id string, d Device) []brakeKey {
	keys := []brakeKey{{"address " + d.Address, addressRule}}
	who := strings.ToLower(cut(name, maxAgent))
	if id != "" {
		who = id
		if d.Familiar != nil && d.Familiar(id) {
			return append(keys, brakeKey{"familiar " + id + " " + d.Address, familiarRule})
		}
	}
	return append(keys, brakeKey{"account " + who, strangerRule})
}

// brake slows down the guessing of secrets. It counts each attempt before its result is known, so
// that concurrent attempts cannot exceed the limit. A successful attempt is taken off the count.
type brake struct {
	mu  sync.Mutex
	all map[string]series
}

type series struct {
	n    int
	last time.Time
	open time.Time // attempts before this time are refused
}

// pass counts an attempt in each series, or returns an error if the attempt comes too early. After
// a successful attempt, call release. release deletes the series of the account, and takes this
// attempt off the count of the IP address.
func (b *brake) pass(keys []brakeKey, now time.Time) (release func(), err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all == nil {
		b.all = map[string]series{}
	}
	b.tidy(now)
	for _, k := range keys {
		if s := b.all[k.who]; now.Before(s.open) {
			return nil, game.Err(TooFast, "there were too many wrong attempts; please wait a while, or use a recovery code or another device that is signed in")
		}
	}
	for _, k := range keys {
		s := b.all[k.who]
		if now.Sub(s.last) > forgetAfter {
			s = series{}
		}
		s.n, s.last = s.n+1, now
		if over := s.n - k.rule.free; over >= 0 {
			s.open = now.Add(min(k.rule.most, k.rule.least<<min(over, 20)))
		}
		b.all[k.who] = s
	}
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, k := range keys {
			if k.rule != addressRule { // signing in to an account of one's own must not reset the count of the IP address
				delete(b.all, k.who)
				continue
			}
			if s, ok := b.all[k.who]; ok {
				s.n--
				b.all[k.who] = s
			}
		}
	}, nil
}

// tidy removes series if there are too many: first expired series, then arbitrary ones. The caller
// must hold b.mu.
func (b *brake) tidy(now time.Time) {
	if len(b.all) < maxBraked {
		return
	}
	for who, s := range b.all {
		if now.Sub(s.last) > forgetAfter {
			delete(b.all, who)
		}
	}
	for who := range b.all { // still too many: remove arbitrary series
		if len(b.all) < maxBraked {
			return
		}
		delete(b.all, who)
	}
}
