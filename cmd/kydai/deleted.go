package main

import (
	"bufio"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"kydai/internal/store"
)

const (
	usualDeleted = "deleted" // default name of the list in the data folder
	deletedEvery = time.Minute
)

// deletions keeps the ids of deleted accounts in a file outside the database. A
// restored backup may hold accounts that were deleted after it was made; the next
// start deletes them again. The file is only ever appended to. Every node has its
// own, with the deletions by all nodes.
type deletions struct {
	file  string // "" keeps no list
	store *store.Store
	log   *slog.Logger

	mu sync.Mutex
}

// deletions returns the list of this server. A node of a cluster has none unless
// it is told of a file.
func (s *serving) deletions(of *store.Store, log *slog.Logger) *deletions {
	d := &deletions{file: s.deleted, store: of, log: log}
	switch {
	case s.deleted != "":
	case s.database == "":
		d.file = filepath.Join(s.data, usualDeleted)
	default:
		log.Warn("there is no --deleted-file: a restored backup of the database brings back accounts that were deleted after it was made")
	}
	return d
}

// reconcile makes the file and the database agree: whoever is deleted in one is
// deleted in both.
func (d *deletions) reconcile(ctx context.Context) error {
	if d.file == "" {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	listed, err := d.read()
	if err != nil {
		return err
	}
	stored, err := d.store.Deleted(ctx)
	if err != nil {
		return err
	}
	var missing []string
	for _, id := range stored {
		if !listed[id] {
			missing = append(missing, id)
		}
		delete(listed, id)
	}
	if err := d.add(missing); err != nil {
		return err
	}
	for id := range listed {
		if err := d.store.DeleteAgain(ctx, id, time.Now()); err != nil {
			return err
		}
	}
	if len(listed) > 0 {
		d.log.InfoContext(ctx, "accounts that were deleted before were deleted again", "ids", len(listed))
	}
	return nil
}

// read reads the ids of the file; none if there is no file yet.
func (d *deletions) read() (map[string]bool, error) {
	ids := map[string]bool{}
	f, err := os.Open(d.file)
	if errors.Is(err, fs.ErrNotExist) {
		return ids, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // read-only
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if id := strings.TrimSpace(lines.Text()); id != "" {
			ids[id] = true
		}
	}
	return ids, lines.Err()
}

// add appends ids to the file and waits until they are on disk.
func (d *deletions) add(ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	f, err := os.OpenFile(d.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	// The line feed before them ends a line that a crash cut off.
	_, err = f.WriteString("\n" + strings.Join(ids, "\n") + "\n")
	return errors.Join(err, f.Sync(), f.Close())
}

// note writes the last deletions to the file.
func (d *deletions) note(ctx context.Context) {
	if err := d.reconcile(ctx); err != nil && ctx.Err() == nil {
		d.log.ErrorContext(ctx, "the list of deleted accounts could not be brought up to date; it is tried again", "file", d.file, "err", err)
	}
}

// run notes the deletions by other nodes until ctx ends.
func (d *deletions) run(ctx context.Context) {
	tick := time.NewTicker(deletedEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			d.note(ctx)
		}
	}
}
