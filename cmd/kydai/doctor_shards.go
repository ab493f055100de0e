package main

import (
	"context"

	"kydai/internal/store"
)

// checkShards checks the shards of the site: that they can be reached, belong to this site and have
// its schema, and that no match is on a shard that is not set.
func (p *patient) checkShards(ctx context.Context) {
	if p.database == "" {
		if len(p.use.Shards) > 0 {
			p.note(fail, "shards", "set --database, or drop --shard", "shards are set without a home database")
		}
		return
	}
	faults, err := store.InspectShards(ctx, p.database, p.use.Shards)
	if err != nil {
		if len(p.use.Shards) > 0 {
			p.note(warn, "shards", "mend the database first", "the shards could not be compared with the home database: %v", err)
		}
		return
	}
	for _, f := range faults {
		p.note(fail, "shards", "see 'Shards' in docs/operations.md", "shard %s: %v", f.Letter, f.Err)
	}
	if len(faults) == 0 && len(p.use.Shards) > 0 {
		p.note(fine, "shards", "", "%d shards can be reached and belong to this site", len(p.use.Shards))
	}
}
