//go:build linux

package chaos_test

import (
	"context"
	"testing"
	"time"

	"kydai/test/load"
)

// nothing is the name of an incident that does not exist. A campaign that may cause only this
// incident causes none.
const nothing = "nothing"

// TestControls injects one fault at a time and checks that the campaign reports the violated
// guarantee. One fault violates no guarantee, and the campaign must report nothing.
func TestControls(t *testing.T) {
	duration(t)
	for _, c := range []struct {
		name   string
		params string
		fault  string
		only   string
		last   time.Duration
		finds  []string // names of guarantees, such as I1, of which one must be reported; empty if all must hold
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
			// With some of the faults, a request never gets a response, so limit how long the
			// clients wait.
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
