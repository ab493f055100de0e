package play

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"kydai/internal/bus"
)

const (
	lobbySubject = "lobby.all"
	// lobbyPause is the shortest interval between two notifications of lobby
	// watchers.
	lobbyPause = time.Second
	// lobbyRead is the interval at which the offers are reloaded completely from the store. Between
	// two reloads, changes arrive over the bus.
	lobbyRead = 5 * time.Second
	// lobbyRemember is how long the id of a removed offer is remembered, so that a store query that
	// began before the removal does not bring the offer back.
	lobbyRemember = 15 * time.Second
)

// lobbyNews is the bus message about a change of the lobby.
type lobbyNews struct {
	Added   *Offer   `json:"added,omitempty"`
	Gone    string   `json:"gone,omitempty"`
	Renewed []string `json:"renewed,omitempty"`
	Until   int64    `json:"until,omitempty"` // new expiry of renewed offers, in microseconds
}

// standing is an open offer as this node knows it.
type standing struct {
	Seek
	heard time.Time // local time of the last message about the offer
}

// openOffers holds the open offers while players on this node watch the lobby. The node that
// changes an offer publishes the change. Periodic reloads from the store make up for lost messages.
type openOffers struct {
	options lobbyOptions
	site    func() time.Time // the site's time
	load    func(ctx context.Context) ([]Seek, error)

	mu       sync.Mutex
	watchers map[int]func([]Seek)
	next     int
	sub      bus.Subscription
	seeks    map[string]standing
	gone     map[string]time.Time // ids of recently removed offers, with the local time of removal
	known    bool                 // the offers have been read from the store
	read     time.Time            // local time of the last reload
	waiting  bool                 // a notification is scheduled
	told     time.Time            // local time of the last notification
	last     []Seek               // offers of the last notification

	telling sync.Mutex // held during a notification of the watchers
	reading sync.Mutex // held during a reload
}

func newOpenOffers(o lobbyOptions, site func() time.Time, load func(context.Context) ([]Seek, error)) *openOffers {
	return &openOffers{
		options: o, site: site, load: load, watchers: map[int]func([]Seek){},
		seeks: map[string]standing{}, gone: map[string]time.Time{},
	}
}

// now lists the open offers, oldest first. The result known is false if the offers have not been
// loaded yet.
func (l *openOffers) now() (seeks []Seek, known bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.list(), l.known
}

// watch calls f until the caller calls the returned function cancel; see Lobby.Watch.
func (l *openOffers) watch(f func([]Seek)) (cancel func()) {
	l.telling.Lock()
	l.mu.Lock()
	l.next++
	key := l.next
	l.watchers[key] = f
	if l.sub == nil {
		// ignore the error: without the subscription, check still reloads the offers periodically
		l.sub, _ = l.options.Bus.Subscribe(lobbySubject, bus.Handler{
			Message: func(_ string, data []byte) { l.heard(data) },
			Gap:     func(bus.Gap) { l.readAgain() },
		})
	}
	last, known := l.last, l.known
	l.mu.Unlock()
	if known {
		f(last)
	}
	l.telling.Unlock()
	if !known {
		go l.readAgain()
	}
	return func() {
		l.telling.Lock()
		defer l.telling.Unlock()
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.watchers, key)
		if len(l.watchers) == 0 && l.sub != nil {
			l.sub.Cancel()
			l.sub, l.known, l.last = nil, false, nil
			clear(l.seeks)
		}
	}
}

// changed applies a change made by this node and publishes it.
func (l *openOffers) changed(n lobbyNews) {
	if data, err := json.Marshal(n); err == nil {
		_ = l.options.Bus.Publish(lobbySubject, data) // if the message is lost, a reload recovers the change
	}
	l.take(n)
}

func (l *openOffers) heard(data []byte) {
	var n lobbyNews
	if json.Unmarshal(data, &n) == nil {
		l.take(n)
	}
}

// take applies a change to the open offers.
func (l *openOffers) take(n lobbyNews) {
	now := l.options.Clock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if n.Gone != "" {
		delete(l.seeks, n.Gone)
		l.gone[n.Gone] = now
	}
	for _, id := range n.Renewed {
		if s, ok := l.seeks[id]; ok {
			s.Alive, s.heard = time.UnixMicro(n.Until), now
			l.seeks[id] = s
		}
	}
	if n.Added != nil {
		if seek, err := decodeSeek(*n.Added); err == nil {
			l.seeks[seek.ID] = standing{seek, now}
		}
	}
	l.tellSoon()
}

// tellSoon schedules a notification of the watchers. The lobby must be locked.
func (l *openOffers) tellSoon() {
	if l.waiting || len(l.watchers) == 0 || !l.known {
		return
	}
	l.waiting = true
	time.AfterFunc(max(0, lobbyPause-l.options.Clock().Sub(l.told)), l.tell)
}

// tell notifies the watchers if the open offers have changed.
func (l *openOffers) tell() {
	l.telling.Lock()
	defer l.telling.Unlock()
	l.mu.Lock()
	l.waiting = false
	seeks := l.list()
	if slices.EqualFunc(l.last, seeks, func(a, b Seek) bool { return a.ID == b.ID }) && l.last != nil || !l.known {
		l.mu.Unlock()
		return
	}
	l.last, l.told = seeks, l.options.Clock()
	watchers := slices.Collect(maps.Values(l.watchers))
	l.mu.Unlock()
	for _, f := range watchers {
		f(seeks)
	}
}

// list returns the open offers, oldest first. The lobby must be locked.
func (l *openOffers) list() []Seek {
	now, local := l.site(), l.options.Clock()
	list := make([]Seek, 0, len(l.seeks))
	for id, s := range l.seeks {
		if !s.Alive.After(now) {
			delete(l.seeks, id)
			continue
		}
		list = append(list, s.Seek)
	}
	for id, at := range l.gone {
		if local.Sub(at) > lobbyRemember {
			delete(l.gone, id)
		}
	}
	slices.SortFunc(list, func(a, b Seek) int {
		if c := a.Created.Compare(b.Created); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return list
}

// check reloads the offers if that is due, and notifies the watchers of expired offers.
func (l *openOffers) check(context.Context) {
	l.mu.Lock()
	watched := len(l.watchers) > 0
	due := !l.known || l.options.Clock().Sub(l.read) >= lobbyRead
	l.tellSoon()
	l.mu.Unlock()
	if watched && due {
		l.readAgain()
	}
}

// readAgain reloads all offers from the store.
func (l *openOffers) readAgain() {
	l.reading.Lock()
	defer l.reading.Unlock()
	began := l.options.Clock()
	ctx, cancel := context.WithTimeout(context.Background(), catchUp)
	defer cancel()
	all, err := l.load(ctx)
	if err != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.watchers) == 0 {
		return
	}
	fresh := make(map[string]standing, len(all))
	for _, seek := range all {
		if _, gone := l.gone[seek.ID]; !gone {
			fresh[seek.ID] = standing{seek, began}
		}
	}
	for id, s := range l.seeks {
		if !s.heard.Before(began) {
			fresh[id] = s // keep the newer state from a message that arrived during the reload
		}
	}
	l.seeks, l.known, l.read = fresh, true, began
	l.tellSoon()
}
