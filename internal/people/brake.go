package people

import (
	"strings"
	"sync"
	"time"

	"kydai/game"
)

// TooFast is the code of an error about too many wrong guesses.
const TooFast = "too-fast"

// rule says how guesses are slowed: so many in a row are free, then each costs
// twice the time of the one before, from least to most.
type rule struct {
	free        int
	least, most time.Duration
}

var (
	// An address may be shared by many people who mistype.
	addressRule = rule{free: 30, least: 2 * time.Second, most: 5 * time.Minute}
	// Guesses at one account from devices that were never signed in to it.
	strangerRule = rule{free: 10, least: 2 * time.Second, most: 15 * time.Minute}
	// Guesses on a device that was signed in to the account before: the owner is
	// not slowed by what strangers do.
	familiarRule = rule{free: 10, least: time.Second, most: time.Minute}
)

// forgetAfter is how long a series of wrong guesses is remembered.
const forgetAfter = time.Hour

// maxBraked bounds the memory of all series.
const maxBraked = 100_000

type brakeKey struct {
	who  string
	rule rule
}

// keysOf lists what is counted for an attempt to sign in. Unknown names are
// counted as known ones.
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

// brake slows guesses. It counts attempts, not failures, so that many at once
// are not free; a success takes its count back.
type brake struct {
	mu  sync.Mutex
	all map[string]series
}

type series struct {
	n    int
	last time.Time
	open time.Time // before then an attempt is refused
}

// pass counts an attempt, unless it comes too early. release forgets the series
// after a success.
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
			if k.rule != addressRule { // one account of one's own must not open an address
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

// tidy drops series to make room. The brake is locked.
func (b *brake) tidy(now time.Time) {
	if len(b.all) < maxBraked {
		return
	}
	for who, s := range b.all {
		if now.Sub(s.last) > forgetAfter {
			delete(b.all, who)
		}
	}
	for who := range b.all { // any
		if len(b.all) < maxBraked {
			return
		}
		delete(b.all, who)
	}
}
