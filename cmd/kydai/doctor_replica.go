package main

import (
	"context"
	"time"

	"kydai/internal/store"
)

// replicaBehind is the lag at which nodes stop querying a replica.
const replicaBehind = 10 * time.Second

// checkReplica checks the database replica that answers list queries. The server also works without
// the replica, because the primary then answers these queries. So this check reports at most a
// warning, never a failure.
func (p *patient) checkReplica(ctx context.Context) {
	if p.use.Replica == "" {
		return
	}
	if p.database == "" {
		p.note(warn, "replica", "drop --database-replica, or set --database", "a replica is named and no primary: it is not used")
		return
	}
	in, err := store.InspectServer(ctx, p.use.Replica)
	if err != nil {
		p.note(warn, "replica", "check address, password, pg_hba.conf and the network; the primary answers lists meanwhile", "the replica cannot be used: %v", err)
		return
	}
	primary, err := store.InspectServer(ctx, p.database)
	if err != nil {
		return // checkDatabase has already reported this error
	}
	behind := primary.Beat.Sub(in.Beat)
	switch {
	case !in.Standby:
		p.note(warn, "replica", "give --database-replica the address of a standby", "the server of --database-replica is no standby")
	case in.Schema != primary.Schema:
		p.note(warn, "replica", "give --database-replica a standby of this database", "the replica has schema step %d, the primary %d: it is behind, or another database", in.Schema, primary.Schema)
	case behind > replicaBehind:
		p.note(warn, "replica", "look at pg_stat_replication on the primary; the primary answers lists meanwhile", "the replica is %v behind the primary", behind.Round(time.Second))
	case !in.Feedback:
		p.note(warn, "replica", "set hot_standby_feedback = on at the replica", "long exports from the replica may be cancelled")
	default:
		p.note(fine, "replica", "", "%s answers as a replica in %v", in.Server, in.Latency.Round(10*time.Microsecond))
	}
}
