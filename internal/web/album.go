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

// albumSize is the default number of bytes of pictures that are kept in memory.
// The least recently used pictures are dropped first.
const albumSize = 64 << 20

// photo is a finished picture.
type photo struct {
	key  string
	body []byte
	tag  string // its ETag
}

// exposure is a picture that is being drawn. Other requests for it wait until done is closed.
type exposure struct {
	done  chan struct{}
	photo *photo
	err   error
}

// album is a cache of pictures: it draws each picture once, and only a few at a time.
type album struct {
	most   int // bytes; 0 is albumSize
	mu     sync.Mutex
	size   int
	all    map[string]*list.Element // of *photo
	order  list.List                // most recently used first
	making map[string]*exposure
	desks  chan struct{} // one for each picture that may be drawn at a time
	shelf  *shelf        // of animated pictures; nil means that they are kept in memory only
	now    func() time.Time
}

// film returns an animated picture. It works like get, but also stores pictures on disk and reads
// them from there.
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
			_ = a.shelf.put(key, body, a.now()) // a full disk means only that it is drawn again
		}
		return body, err
	})
}

// get returns a picture, or draws it if admit allows. admit is not called for a
// picture that is cached or being drawn.
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

// find returns a picture from the cache (p), or, if the picture is being drawn,
// the exposure to wait for (e). If both are missing and begin is set, mine is
// true and the caller must draw the picture.
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
