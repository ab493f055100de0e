package web

import (
	"context"
	"crypto/sha256"
	"sync"

	"kydai/internal/play"
)

// bearers tracks the sockets and streams opened with a token, to close them
// when the token is revoked.
type bearers struct {
	mu  sync.Mutex
	all map[[sha256.Size]byte]map[*func()]bool
}

// add registers a function that closes something opened with a token, until
// forget is called.
func (b *bearers) add(hash [sha256.Size]byte, end func()) (forget func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all[hash] == nil {
		b.all[hash] = map[*func()]bool{}
	}
	b.all[hash][&end] = true
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if delete(b.all[hash], &end); len(b.all[hash]) == 0 {
			delete(b.all, hash)
		}
	}
}

// end closes everything that a token has opened on this node.
func (b *bearers) end(hash [sha256.Size]byte) {
	b.mu.Lock()
	var ends []func()
	for f := range b.all[hash] {
		ends = append(ends, *f)
	}
	b.mu.Unlock()
	for _, f := range ends {
		f()
	}
}

// hold closes something when the visitor's token is revoked. It looks the token
// up again, because it may have been revoked since the first lookup.
func (s *Server) hold(v visitor, end func()) (forget func()) {
	if !v.token {
		return func() {}
	}
	forget = s.bearers.add(v.hash, end)
	s.pool.Go(func() { s.recheckOne(v.hash) })
	return forget
}

// recheck looks up all tokens in use, because the message about a revoked token
// may be lost.
func (s *Server) recheck() {
	s.bearers.mu.Lock()
	var hashes [][sha256.Size]byte
	for h := range s.bearers.all {
		hashes = append(hashes, h)
	}
	s.bearers.mu.Unlock()
	for _, h := range hashes {
		s.recheckOne(h)
	}
}

func (s *Server) recheckOne(hash [sha256.Size]byte) {
	ctx, cancel := context.WithTimeout(s.ending, askWithin)
	defer cancel()
	if _, err := s.o.Play.Tokens().FindToken(ctx, hash); code(err) == play.NotFound {
		s.bearers.end(hash)
	}
}
