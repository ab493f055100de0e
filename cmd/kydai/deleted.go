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
	usualDeleted = "deleted" // default name, in the data folder, of the file that lists deleted accounts
	deletedEvery = time.Minute
)

// deletions keeps the ids of deleted accounts in a file outside the database. A database that is
// restored from a backup may contain accounts that were deleted after the backup was made. The next
// start of the server deletes these accounts again. The file is append-only. Every node has its own
// file, which lists the deletions by all nodes.
type deletions struct {
	file  string // path of the file; "" if the server keeps no list
	store *store.Store
	log   *slog.Logger

	mu sync.Mutex
}

// deletions returns the list of deleted accounts of this server. A cluster node keeps no list
// unless a flag gives a file name.
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

// reconcile brings the file and the database to the same state. It adds accounts that are deleted
// in the database to the file, and deletes accounts in the database that the file lists.
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

// read returns the ids in the file, or no ids if the file does not exist.
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
	// The line feed at the start ends a line that an earlier crash may have left incomplete.
	_, err = f.WriteString("\n" + strings.Join(ids, "\n") + "\n")
	return errors.Join(err, f.Sync(), f.Close())
}

// note adds recent deletions to the file. If this fails, it logs the error, and the next call of
// note tries again.
func (d *deletions) note(ctx context.Context) {
	if err := d.reconcile(ctx); err != nil && ctx.Err() == nil {
		d.log.ErrorContext(ctx, "the list of deleted accounts could not be brought up to date; it is tried again", "file", d.file, "err", err)
	}
}

// run writes the deletions by other nodes to the file at regular intervals until ctx ends.
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
