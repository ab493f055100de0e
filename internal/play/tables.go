package play

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"kydai/game"
	"kydai/internal/bus"
	"kydai/internal/cluster"
	"kydai/internal/trace"
	"kydai/match"
)

// tableOptions configure tables.
type tableOptions struct {
	Store  Matches
	Bus    bus.Bus
	Rules  func(name string) (game.Rules, bool)
	Clock  func() time.Time // the clock of this machine
	Tracer trace.Tracer     // nil records no traces
	// FlagLate observes, for each loss on time, the seconds from the end of the player's time until
	// the result is stored. It may be nil.
	FlagLate Observer

	Lease, Grace, Commit, Keep time.Duration // see the fields of the same names in Tunables
	Left, LeftAgain            time.Duration // see the fields of the same names in Tunables
}

// thinker requests moves from engines.
type thinker interface {
	// patience returns how long a node waits for the engine to move before it repeats the request.
	// It returns 0 if no engine is to move.
	patience(m *match.Match) time.Duration
	// think requests an engine's move in the background and plays it. If the request fails, think
	// calls the function passed as the last parameter. If this function returns true, think repeats
	// the request.
	think(ctx context.Context, snap *Snapshot, j match.Job, payer string, again func(context.Context) bool)
	// shown is called with every new state of a match.
	shown(snap *Snapshot)
}

// answerer plays the moves that players have stored in advance (plans).
type answerer interface {
	// look is called with every state of a match that this node has stored. It plays a stored
	// answer, if there is one, and must not block.
	look(snap *Snapshot)
	// answer plays the stored answer to the last move of a match, if there is one.
	answer(ctx context.Context, snap *Snapshot) error
}

// tables holds the matches in this node's memory: it loads, changes and shows them. Its parts
// handle timers, notifications from other nodes, engine turns and outages.
type tables struct {
	options  tableOptions
	log      *slog.Logger
	gate     *gate
	time     *timekeeper
	cluster  *cluster.Cluster
	book     *dealBook
	machines thinker

	flags        *flags
	turns        *machineTurns
	follower     *follower
	compensation *compensation
	absences     *absences
	plans        answerer

	mu  sync.Mutex
	all map[string]*table
}

// newTables creates the tables of a node from the other parts of the service.
func newTables(o tableOptions, b base, arrivals *arrivals, book *dealBook, machines thinker) *tables {
	ts := &tables{
		options: o, log: b.log, gate: b.gate, time: b.time, cluster: b.cluster, book: book, machines: machines,
		all: map[string]*table{},
	}
	ts.flags = &flags{options: o, log: b.log, gate: b.gate, time: b.time, cluster: b.cluster, arrivals: arrivals, machines: machines, tables: ts}
	ts.turns = &machineTurns{options: o, log: b.log, gate: b.gate, time: b.time, machines: machines, tables: ts}
	ts.follower = &follower{options: o, log: b.log, cluster: b.cluster, tables: ts}
	ts.compensation = &compensation{log: b.log, gate: b.gate, time: b.time, cluster: b.cluster, tables: ts}
	ts.absences = &absences{options: o, log: b.log, time: b.time, cluster: b.cluster, tables: ts}
	return ts
}

// answerBy sets the service that plays the moves stored in advance.
func (ts *tables) answerBy(plans answerer) { ts.plans = plans }

// countWatched returns the number of matches on this node that are watched by at least one of their
// players.
func (ts *tables) countWatched() (n int) {
	for t := range ts.each {
		if t.players.size() > 0 {
			n++
		}
	}
	return n
}

// sweep handles due matches of all nodes.
func (ts *tables) sweep(ctx context.Context) { ts.flags.sweep(ctx) }

// renewWatched renews the records of watched engine matches on this node.
func (ts *tables) renewWatched(ctx context.Context) { ts.turns.renewWatched(ctx) }

// repaired returns the numbers of watched matches that were found to be behind the store.
func (ts *tables) repaired() Repairs { return ts.follower.repaired() }

// reconcile compares all watched matches with the store and reloads those that are
// behind.
func (ts *tables) reconcile(ctx context.Context) { ts.follower.reconcile(ctx) }

// lookForAbsent updates how long players have been away from their matches.
func (ts *tables) lookForAbsent(ctx context.Context) { ts.absences.look(ctx) }

// absentEvery is the interval of lookForAbsent.
func (ts *tables) absentEvery() time.Duration { return ts.absences.every() }
