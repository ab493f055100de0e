package web

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"kydai/internal/play"
)

// bearers tracks the open sockets and streams by the token, session or guest
// that opened them, so that they can be closed when the token is revoked, the
// session ends or the guest gets an account.
type bearers struct {
	mu  sync.Mutex
	all map[[sha256.Size]byte]*bearer
}

// bearer holds the functions that close the sockets and streams of one token, session or guest.
type bearer struct {
	who  visitor
	ends map[*func()]bool
}

// add registers the function end, which closes a socket or stream that a visitor has opened. The
// returned function forget removes end from the register.
func (b *bearers) add(v visitor, end func()) (forget func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	one := b.all[v.hash]
	if one == nil {
		one = &bearer{who: v, ends: map[*func()]bool{}}
		b.all[v.hash] = one
	}
	one.ends[&end] = true
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if delete(one.ends, &end); len(one.ends) == 0 && b.all[v.hash] == one {
			delete(b.all, v.hash)
		}
	}
}

// end closes all sockets and streams on this node that a token, a session or a guest has opened.
func (b *bearers) end(hash [sha256.Size]byte) {
	b.mu.Lock()
	var ends []func()
	if one := b.all[hash]; one != nil {
		for f := range one.ends {
			ends = append(ends, *f)
		}
	}
	b.mu.Unlock()
	for _, f := range ends {
		f()
	}
}

// hold registers the function end, which the server calls when the visitor's token, session or
// guest cookie becomes invalid. It also starts one more check of the token, session or cookie,
// because it may have become invalid since the first check. The cookie of a new guest is not
// checked again.
func (s *Server) hold(v visitor, end func()) (forget func()) {
	if !v.token && s.opts.People == nil {
		return func() {}
	}
	forget = s.bearers.add(v, end)
	if !v.until.IsZero() {
		drop := forget
		timer := time.AfterFunc(v.until.Sub(s.opts.Play.Now()), end)
		forget = func() { timer.Stop(); drop() }
	}
	if !v.fresh {
		s.pool.Go(func() { s.recheckOne(v) })
	}
	return forget
}

// recheck checks again all tokens, sessions and guest cookies with open connections. The server is
// normally told by a message that one of them has become invalid, but this message may be lost.
func (s *Server) recheck() {
	s.bearers.mu.Lock()
	var all []visitor
	for _, one := range s.bearers.all {
		all = append(all, one.who)
	}
	s.bearers.mu.Unlock()
	for i := range all {
		s.recheckOne(all[i])
	}
}

func (s *Server) recheckOne(v visitor) {
	ctx, cancel := context.WithTimeout(s.ending, askWithin)
	defer cancel()
	var good bool
	var err error
	switch {
	case v.token:
		_, err = s.opts.Play.Tokens().FindToken(ctx, v.hash)
		good = code(err) != play.NotFound
	case v.signed != nil:
		good, err = s.opts.People.Alive(ctx, v.hash, s.opts.Play.Now())
	default:
		good, err = s.opts.People.IsGuest(ctx, v.ID)
	}
	if !good && (err == nil || v.token) {
		s.bearers.end(v.hash)
	}
}
