//go:build linux

package chaos_test

import (
	"context"
	"os"
	"syscall"
	"testing"
	"time"

	"kydai/test/load"
)

// olderEnv is the environment variable with the path of the previous release's program,
// for TestVersions.
const olderEnv = "KYDAI_TEST_OLDER"

// TestVersions plays on three nodes of the previous release. It replaces them one after another by
// nodes of the current code, which migrate the database schema, and then replaces these one after
// another by nodes of the previous release. During both replacements, nodes of both releases share
// the database and the matches. All guarantees must hold.
func TestVersions(t *testing.T) {
	older := os.Getenv(olderEnv)
	if older == "" {
		t.Skip(olderEnv + " names no older program")
	}
	newer := build(t, "kydai", "./cmd/kydai")
	s := newSite(t, setting{nodes: 3, program: older})
	from := s.schemaStep()
	matches := int(number(matchEnv, 60))
	replaced := 0
	c := wage(t, s, load.Options{For: 75 * time.Second, Matches: matches, Pace: number(paceEnv, 1), Silence: orderly, Control: "10+10"}, func(ctx context.Context, p *plan) {
		for _, program := range []string{newer, older} {
			for _, n := range s.nodes {
				p.note("node replaced", func() {
					n.signal(syscall.SIGTERM)
					if err := n.wait(); err != nil {
						t.Errorf("%s: %v", n.name, err)
					}
					n.path = program
					n.start()
					replaced++
				})
				after(ctx, 3*time.Second) // play for a while on nodes of both releases
			}
		}
	})
	c.mustHold(t)
	to := s.schemaStep()
	t.Logf("schema step %s before, %s after; %d nodes replaced, up and down; %d clients came back", from, to, replaced, len(c.report.Resumed))
	if replaced != 2*len(s.nodes) {
		t.Errorf("%d nodes were replaced", replaced)
	}
	if from == to {
		t.Errorf("both programs have the schema step %s: name an older one", from)
	}
	if len(c.report.Resumed) < matches {
		t.Errorf("only %d clients lost their node", len(c.report.Resumed))
	}
	if n := c.report.Errors["draining"]; n != 0 {
		t.Errorf("%d commands were refused by nodes that stop", n)
	}
}
