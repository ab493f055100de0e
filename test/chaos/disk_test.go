//go:build linux

package chaos_test

import (
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
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "mode=0700,size="+diskSize); err != nil {
		t.Skipf("no file system of its own can be mounted here (root may): %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
}

// fill writes a file until the disk is full, waits for length, and deletes the file.
func fill(dir string, length time.Duration) error {
	name := filepath.Join(dir, "filler")
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(name) }()
	defer func() { _ = f.Close() }()
	block := make([]byte, 1<<20)
	for end := time.Now().Add(length); time.Now().Before(end); {
		_, err := f.Write(block)
		switch {
		case err == nil:
		case errors.Is(err, syscall.ENOSPC):
			// If a write fails, write smaller blocks, so that no space is left for SQLite, not even
			// the last pages.
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
	if err := fill(p.site.file, stopped); err != nil {
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
