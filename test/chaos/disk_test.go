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

// diskSize is that of the file system on which the database of a small site lies.
const diskSize = "256m"

// fullDisk is the kind of incident; its name says that the database is away.
const fullDisk = "disk of the database full"

// smallDisk gives a folder a small file system of its own and skips the test
// where nobody may mount one.
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

// fill writes a file until there is no room left, keeps it so, and makes room
// again.
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
			// The last pages too; then what SQLite frees is taken as well.
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

// TestChaosDisk: nodes that share a file are killed, and their disk is full at
// times. What was acknowledged stays, and play goes on when there is room.
func TestChaosDisk(t *testing.T) {
	d := duration(t)
	s := newSite(t, setting{sqlite: true, small: true, nodes: 2, workers: 2})
	c := wage(t, s, usual(d), anything(d))
	c.mustHold(t)
	c.mustHave(t, fullDisk)
}

// mustHave holds that an incident of this kind happened.
func (c *campaign) mustHave(t *testing.T, kind string) {
	t.Helper()
	for _, i := range c.plan.incidents {
		if i.kind == kind {
			return
		}
	}
	t.Errorf("no incident was a %q: the campaign was too short", kind)
}
