package web

import (
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"runtime"
	"sync"
	"time"
)

// albumSize is the default size limit of the pictures in the memory cache, in bytes. The least
// recently used pictures are dropped first.
const albumSize = 64 << 20

// photo is a finished picture in the cache.
type photo struct {
	key  string
	body []byte
	tag  string // the picture's ETag
}

// exposure is a picture that is being drawn. Other requests for the same picture wait until done is
// closed.
type exposure struct {
	done  chan struct{}
	photo *photo
	err   error
}

// album is a cache of pictures in memory. It draws a picture once for all requests that need it,
// and draws only a few pictures at the same time.
type album struct {
	most   int // size limit in bytes; 0 means albumSize
	mu     sync.Mutex
	size   int
	all    map[string]*list.Element // cached pictures by key; the elements hold *photo
	order  list.List                // the same elements, most recently used first
	making map[string]*exposure
	desks  chan struct{} // limits how many pictures are drawn at the same time
	shelf  *shelf        // cache on disk for animated pictures; nil keeps them in memory only
	now    func() time.Time
}

// film returns an animated picture. It works like get, but also looks for the picture in the cache
// on disk before it draws the picture, and stores a drawn picture there.
func (a *album) film(ctx context.Context, key string, admit func() error, draw func() ([]byte, error)) (*photo, error) {
	var stored []byte
	look := func() error {
		if stored = a.shelf.get(key, a.now()); stored != nil {
			return nil
		}
		return admit()
	}
	return a.get(ctx, key, look, func() ([]byte, error) {
		if stored != nil {
			return stored, nil
		}
		body, err := draw()
		if err == nil {
			_ = a.shelf.put(key, body, a.now()) // if the disk is full, the picture is drawn again next time
		}
		return body, err
	})
}

// get returns a picture from the cache. If the picture is not there and nobody draws it yet, get
// calls admit and, if admit returns no error, draws the picture. If the picture is being drawn, get
// waits for it.
func (a *album) get(ctx context.Context, key string, admit func() error, draw func() ([]byte, error)) (*photo, error) {
	p, e, _ := a.find(key, false)
	if p == nil && e == nil {
		if err := admit(); err != nil {
			return nil, err
		}
		var mine bool
		if p, e, mine = a.find(key, true); mine {
			a.make(ctx, key, e, draw)
		}
	}
	if p != nil {
		return p, nil
	}
	select {
	case <-e.done:
		return e.photo, e.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// find returns the picture p if it is in the cache. If the picture is being drawn, find returns the
// exposure e, for which the caller must wait. Otherwise, if begin is true, find returns a new
// exposure e and mine = true: the caller must draw the picture.
func (a *album) find(key string, begin bool) (p *photo, e *exposure, mine bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if at := a.all[key]; at != nil {
		a.order.MoveToFront(at)
		p, _ = at.Value.(*photo)
		return p, nil, false
	}
	if e = a.making[key]; e != nil || !begin {
		return nil, e, false
	}
	if a.all == nil {
		a.all, a.making = map[string]*list.Element{}, map[string]*exposure{}
		a.desks = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))
		if a.most == 0 {
			a.most = albumSize
		}
	}
	e = &exposure{done: make(chan struct{})}
	a.making[key] = e
	return nil, e, true
}

// make draws a picture as soon as one of the drawing slots is free, and puts it into the cache.
func (a *album) make(ctx context.Context, key string, e *exposure, draw func() ([]byte, error)) {
	var body []byte
	select {
	case a.desks <- struct{}{}:
		body, e.err = draw()
		<-a.desks
	case <-ctx.Done():
		e.err = ctx.Err()
	}
	if e.err == nil {
		sum := sha256.Sum256(body)
		e.photo = &photo{key, body, `"` + hex.EncodeToString(sum[:12]) + `"`}
	}
	a.mu.Lock()
	delete(a.making, key)
	if e.photo != nil {
		a.keep(e.photo)
	}
	a.mu.Unlock()
	close(e.done)
}

// keep puts a picture into the cache and drops others if the cache is too
// large. The caller holds a.mu.
func (a *album) keep(p *photo) {
	a.all[p.key] = a.order.PushFront(p)
	a.size += len(p.body)
	for a.size > a.most && a.order.Len() > 1 {
		at := a.order.Back()
		old, _ := at.Value.(*photo)
		a.order.Remove(at)
		delete(a.all, old.key)
		a.size -= len(old.body)
	}
}
