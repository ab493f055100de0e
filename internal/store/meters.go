package store

import (
	"database/sql"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"kydai/internal/play"
	"kydai/internal/trace"
)

// Lanes are the names of the three queues in which changes of matches wait to be
// written: moves, ends of matches, and events after the end. SQLite has one
// writer, so with SQLite all changes are in the first queue.
var Lanes = [...]string{"moves", "ends", "late"}

// Meters are the metrics of a store; a nil Meters measures nothing.
type Meters struct {
	Commit [len(Lanes)]play.Observer // seconds that the database needed for a batch
	Batch  [len(Lanes)]play.Observer // number of changes in a batch
}

// LaneStats holds the statistics of one queue.
type LaneStats struct {
	Waiting   int           // number of changes in the queue
	Oldest    time.Duration // age of the oldest change without a result
	Conflicts uint64        // changes refused because their match had advanced
	Refused   uint64        // changes refused because the oldest change had waited too long
	Doubts    uint64        // batches whose result was unknown at first
	Full      uint64        // batches refused because the disk was full
}

// Stats holds the statistics of a store.
type Stats struct {
	Lanes          [len(Lanes)]LaneStats
	Open, InUse    int           // number of open database connections, and number of connections in use
	ConnWaits      int64         // number of times that a query had to wait for a connection
	ArchiveFailing bool          // the archiver's last run failed
	ArchiveRunning time.Duration // duration of the archiver's current run; 0 if no run is in progress
	Archived       uint64        // number of matches that this process has moved to the archive
	Damaged        bool
	Shards         []ShardStats
}

// ShardStats holds the statistics of a shard.
type ShardStats struct {
	Letter string
	Up     bool          // the last check has reached the shard
	Oldest time.Duration // age of the oldest move without a result
}

// laneCounts are the counters of one queue of changes. See LaneStats.
type laneCounts struct {
	conflicts, refused, doubts, full atomic.Uint64
}

// observe adds a value to a metric; o may be nil.
func observe(o play.Observer, v float64) {
	if o != nil {
		o.Observe(v)
	}
}

// Stats returns the statistics of the store.
func (s *Store) Stats() Stats {
	out := Stats{Damaged: s.Health() != nil, ArchiveFailing: s.archiver.failing.Load(), Archived: s.archiver.moved.Load()}
	if since := s.archiver.since.Load(); since != 0 {
		out.ArchiveRunning = time.Since(time.UnixMilli(since))
	}
	for i, c := range []*committer{s.moves, s.ends, s.late} {
		if i == 0 || c != s.moves {
			out.Lanes[i] = c.stats()
		}
	}
	if s.shards != nil {
		for _, sh := range s.shards.all {
			stats := ShardStats{Letter: sh.Letter, Up: sh.up.Load()}
			if there := sh.opened.Load(); there != nil {
				stats.Oldest = there.moves.stats().Oldest
			}
			out.Shards = append(out.Shards, stats)
		}
	}
	seen := map[*sql.DB]bool{}
	for _, db := range []*sql.DB{s.db, s.reads, s.aside, s.tasking} {
		if db == nil || seen[db] {
			continue
		}
		seen[db] = true
		st := db.Stats()
		out.Open, out.InUse, out.ConnWaits = out.Open+st.OpenConnections, out.InUse+st.InUse, out.ConnWaits+st.WaitCount
	}
	if a, ok := s.applier.(*postgresApplier); ok {
		for _, p := range []*pgxpool.Pool{a.moves, a.ends, a.late} {
			st := p.Stat()
			out.Open, out.InUse = out.Open+int(st.TotalConns()), out.InUse+int(st.AcquiredConns())
			out.ConnWaits += st.EmptyAcquireCount()
		}
	}
	return out
}

// span starts the trace span of a batch. The span belongs to the trace of the first traced change
// in the batch.
func (c *committer) span(batch []*submission) *trace.Span {
	for _, sub := range batch {
		if sub.ctx == nil {
			continue
		}
		if _, span := trace.Start(sub.ctx, "sql"); span != nil {
			span.Set(trace.Lane, Lanes[c.lane])
			span.SetNumber(trace.Size, len(batch))
			return span
		}
	}
	return nil
}

// begin records that a batch has been sent to the database and has no result yet. The caller must
// call the returned function when the result is known.
func (c *committer) begin(batch []*submission) (end func()) {
	oldest := batch[0].since
	for _, sub := range batch {
		if sub.since.Before(oldest) {
			oldest = sub.since
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.flights++
	n := c.flights
	c.flying[n] = oldest
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.flying, n)
	}
}

// stats returns the statistics of this queue.
func (c *committer) stats() LaneStats {
	out := LaneStats{Conflicts: c.counts.conflicts.Load(), Refused: c.counts.refused.Load(), Doubts: c.counts.doubts.Load(), Full: c.counts.full.Load()}
	c.mu.Lock()
	defer c.mu.Unlock()
	out.Waiting = len(c.pending)
	oldest := time.Time{}
	for _, at := range c.flying {
		if oldest.IsZero() || at.Before(oldest) {
			oldest = at
		}
	}
	if out.Waiting > 0 && (oldest.IsZero() || c.pending[0].since.Before(oldest)) {
		oldest = c.pending[0].since
	}
	if !oldest.IsZero() {
		out.Oldest = time.Since(oldest)
	}
	return out
}
