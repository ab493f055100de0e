package store

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"kydai/internal/play"
)

// checkWithin is the time limit of the integrity check when a file is opened. A
// large file is checked only in part.
const checkWithin = 5 * time.Second

// health remembers until the process ends that the database was found to be damaged, because later
// reads may return wrong data.
type health struct {
	mu  sync.Mutex
	err error
}

func (h *health) note(err error, log *slog.Logger) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.err == nil {
		h.err = fmt.Errorf("store: %w: %w", play.ErrDamaged, err)
		log.Error("the database is damaged; restore a backup", "err", err)
	}
}

// Health returns an error if the database was found to be damaged.
func (s *Store) Health() error {
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	return s.health.err
}

// checkFile runs SQLite's integrity check and stops it after checkWithin.
func (s *Store) checkFile(ctx context.Context) {
	within, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	var said string
	err := s.reads.QueryRowContext(within, `PRAGMA quick_check(1)`).Scan(&said)
	switch {
	case err != nil && s.dialect.damaged(err):
		s.health.note(err, s.opts.Log)
	case err != nil && within.Err() != nil:
		s.opts.Log.InfoContext(ctx, "the database is large, so only a part was checked for damage", "for", checkWithin)
	case err != nil:
		s.opts.Log.WarnContext(ctx, "the database could not be checked for damage", "err", err)
	case said != "ok":
		s.health.note(fmt.Errorf("%w: quick_check: %s", play.ErrDamaged, said), s.opts.Log)
	}
}
