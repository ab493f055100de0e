//go:build linux

package chaos_test

import (
	"context"
	"testing"
	"time"

	"kydai/test/load"
)

// nothing is the name of an incident that never happens, so a campaign limited to it has no
// incidents.
const nothing = "nothing"

// TestControls deliberately violates one guarantee at a time, and checks that the campaign detects
// the violation. It also checks that a fault that violates no guarantee is not reported.
func TestControls(t *testing.T) {
	duration(t)
	for _, c := range []struct {
		name   string
		params string
		fault  string
		only   string
		last   time.Duration
		finds  []string // invariants of which at least one must be reported as violated; empty if all must hold
	}{
		{name: "synchronous commit off", params: "&synchronous_commit=off", only: "database killed", last: 15 * time.Second, finds: []string{"I1"}},
		{name: "acknowledged before the commit", fault: "ack-early", only: "node killed", last: 10 * time.Second, finds: []string{"I1", "I2"}},
		{name: "no compare-and-set", fault: "no-cas", only: nothing, last: 5 * time.Second, finds: []string{"I1", "I2"}},
		{name: "publish without reconcile", fault: "no-reconcile", only: nothing, last: 5 * time.Second, finds: []string{"I4"}},
		{name: "the same loss with reconcile", fault: "lossy", only: nothing, last: 5 * time.Second},
		{name: "a leak", fault: "leak", only: nothing, last: 5 * time.Second, finds: []string{"I8"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t, setting{nodes: 2, params: c.params, fault: c.fault})
			// Some requests get no response when a guarantee is violated, so limit how long the run
			// waits for responses.
			o := load.Options{For: c.last, Matches: 30, Twins: 10, Pace: 5, Finish: 3 * time.Second}
			if c.fault == "lossy" {
				o.Finish, o.Settle = 0, 3*time.Second
			}
			got := wage(t, s, o, func(ctx context.Context, p *plan) { p.run(ctx, seed(), time.Second, c.only) })
			if len(c.finds) == 0 {
				got.mustHold(t)
			} else {
				got.mustBreak(t, c.finds...)
			}
		})
	}
}
