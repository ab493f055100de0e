//go:build linux

package chaos_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// diskSize is the size of the small file system for the database.
const diskSize = "256m"

// fullDisk is the name of an incident. The name contains "database" because the database is
// unavailable during the incident.
const fullDisk = "disk of the database full"

// smallDisk mounts a small file system on a folder. It skips the test if
// mounting is not permitted.
func smallDisk(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "mode=0711,size="+diskSize); err != nil {
		t.Skipf("no file system of its own can be mounted here (root may): %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
}

// postgresDisk mounts a small file system in a folder that the user postgres can enter.
func postgresDisk(t *testing.T) string {
	t.Helper()
	// t.TempDir cannot be used here, because the user postgres has no access to that folder.
	parent, err := os.MkdirTemp("", "kydai-disk") //nolint:usetesting // the comment above gives the reason
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(parent) })
	if err := os.Chmod(parent, 0o711); err != nil { //nolint:gosec // the user postgres must be able to enter the folder
		t.Fatal(err)
	}
	dir := filepath.Join(parent, "disk")
	smallDisk(t, dir)
	return dir
}

// fill writes a file until the disk is full, keeps the disk full until ctx ends, and deletes the
// file.
func fill(ctx context.Context, dir string) error {
	name := filepath.Join(dir, "filler")
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(name) }()
	defer func() { _ = f.Close() }()
	block := make([]byte, 1<<20)
	for ctx.Err() == nil {
		_, err := f.Write(block)
		switch {
		case err == nil:
		case errors.Is(err, syscall.ENOSPC):
			// If a write fails, write smaller blocks, so that no space is left for the database, not
			// even the last pages.
			if len(block) > 512 {
				block = block[:len(block)/2]
			} else {
				time.Sleep(20 * time.Millisecond)
			}
		default:
			return err
		}
	}
	return nil
}

func (p *plan) fillDisk(*rand.Rand) {
	ctx, cancel := context.WithTimeout(context.Background(), stopped)
	defer cancel()
	if err := fill(ctx, p.site.file); err != nil {
		p.site.t.Error(err)
	}
}

// TestChaosDisk kills nodes that share a SQLite file and sometimes fills their disk. It checks that
// acknowledged moves are kept and that play continues when the disk has space again.
func TestChaosDisk(t *testing.T) {
	d := duration(t)
	s := newSite(t, setting{sqlite: true, small: true, nodes: 2, workers: 2})
	c := wage(t, s, usual(d), anything(d))
	c.mustHold(t)
	c.mustHave(t, fullDisk)
}

// mustHave fails the test unless the campaign had an incident of this kind.
func (c *campaign) mustHave(t *testing.T, kind string) {
	t.Helper()
	for _, i := range c.plan.incidents {
		if i.kind == kind {
			return
		}
	}
	t.Errorf("no incident was a %q: the campaign was too short", kind)
}
