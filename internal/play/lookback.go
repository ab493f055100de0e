package play

import (
	"context"
	"errors"
	"math"
	"time"

	"kydai/internal/bus"
	"kydai/internal/cluster"
)

// lookBack determines whether all nodes were down before this node started. If so, it records that
// no player could play since the last heartbeat.
func (k *timekeeper) lookBack(all context.Context) {
	ctx, cancel := context.WithTimeout(all, catchUp)
	defer cancel()
	// Read the heartbeats of all known nodes, even very old ones, because the clock may just have
	// been changed.
	nodes, err := k.options.Store.Alive(ctx, math.MaxInt64)
	if err != nil {
		k.log.WarnContext(ctx, "the heartbeats of the last run could not be read", "err", err)
		return
	}
	var last time.Time
	for _, n := range nodes {
		if n.ID != k.options.Node {
			_, err := k.cluster.Queries().FirstMove(ctx, n.ID, "", k.Now())
			if !errors.Is(err, bus.ErrNobody) {
				k.join(ctx, n.ID)
				return // another node is running or may be running
			}
		}
		if n.Beat.After(last) {
			last = n.Beat
		}
	}
	if k.Now().Sub(last).Abs() > rebaseAfter {
		k.rebase(all)
	}
	if age := k.Now().Sub(last); age < 0 || age > cluster.RememberOutage {
		return
	}
	k.cluster.AllAway(last, k.Now())
	k.log.InfoContext(ctx, "no node was running; players get clock time back", "since", last)
}

// rebaseAfter is the time for which all nodes must have been down before the clock correction is
// dropped.
const rebaseAfter = time.Minute

func (k *timekeeper) rebase(ctx context.Context) {
	err := k.options.Store.Rebase(ctx, k.cluster.Silent())
	if err == nil {
		var r anchor
		if r, k.by, err = k.read(ctx, measurements); err == nil {
			k.at.Store(&r)
		}
	}
	if err != nil {
		k.log.WarnContext(ctx, "the cluster time could not be compared with the system clock", "err", err)
	}
}
