package certs

import (
	"crypto/tls"
	"log/slog"
	"os"
	"sync"
	"time"
)

// lookAgain is the minimum time between two checks for changes of the certificate files or of this
// machine's addresses.
const lookAgain = 10 * time.Second

// Files provides a certificate from two PEM files. Files reads them again when one of them has
// changed.
type Files struct {
	cert, key string
	log       *slog.Logger
	now       func() time.Time

	mu     sync.Mutex
	pair   *tls.Certificate
	seen   [2]stamp
	looked time.Time
}

var _ Source = (*Files)(nil)

// stamp identifies a version of a file by its time of change and its size.
type stamp struct {
	changed time.Time
	size    int64
}

// NewFiles reads the files of a certificate and its private key.
func NewFiles(cert, key string, log *slog.Logger, now func() time.Time) (*Files, error) {
	f := &Files{cert: cert, key: key, log: log, now: now, looked: now()}
	seen, err := f.stamps()
	if err != nil {
		return nil, err
	}
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return nil, err
	}
	f.pair, f.seen = &pair, seen
	return f, nil
}

// Config implements Source.
func (f *Files) Config() *tls.Config {
	return config(func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return f.current(), nil })
}

// NotAfter implements Source.
func (f *Files) NotAfter() time.Time { return f.current().Leaf.NotAfter }

func (f *Files) stamps() (all [2]stamp, err error) {
	for i, name := range []string{f.cert, f.key} {
		info, err := os.Stat(name)
		if err != nil {
			return all, err
		}
		all[i] = stamp{info.ModTime(), info.Size()}
	}
	return all, nil
}

// current returns the certificate. If changed files cannot be used, for example because a file is
// still being written, the old certificate stays in use and the files are tried again later.
func (f *Files) current() *tls.Certificate {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.now()
	if now.Sub(f.looked) < lookAgain {
		return f.pair
	}
	f.looked = now
	seen, err := f.stamps()
	if err == nil && seen == f.seen {
		return f.pair
	}
	if err == nil {
		var pair tls.Certificate
		if pair, err = tls.LoadX509KeyPair(f.cert, f.key); err == nil {
			f.pair, f.seen = &pair, seen
			f.log.Info("the TLS certificate was read again", "file", f.cert, "expires", pair.Leaf.NotAfter)
			return f.pair
		}
	}
	f.log.Error("the TLS files have changed and cannot be used; the certificate of before stays", "file", f.cert, "err", err)
	return f.pair
}
