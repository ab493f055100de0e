package play

import (
	"sync/atomic"
	"time"

	"kydai/internal/bus"
)

// Observer records values of a distribution, for example in a histogram.
type Observer interface{ Observe(v float64) }

// JobClasses returns the names of the priority classes of engine jobs.
func JobClasses() []string { return classNames[:] }

// Meters are the distributions that a Service measures. A nil field is not measured.
type Meters struct {
	FlagLate   Observer   // seconds from the end of a player's time until the result is durable
	Resume     Observer   // seconds until a player whose node was lost or drained is connected again
	EngineWait []Observer // seconds that an engine job waited for a worker, in the order of JobClasses
}

func (m Meters) waited(c class, d time.Duration) {
	if int(c) < len(m.EngineWait) {
		m.EngineWait[c].Observe(max(d, 0).Seconds())
	}
}

// Figures holds the counters and gauges of a Service.
type Figures struct {
	Machines     MachineStats
	OldestTurn   time.Duration // age of the oldest engine turn that this node has requested
	Bus          bus.Stats
	Connected    bool // whether the bus is connected; while it is not, other nodes receive no messages from this node
	Nodes        int  // nodes that are alive, including this node
	NodesLost    uint64
	Outages      int           // number of outages that this node remembers
	HeartbeatAge time.Duration // time since this node last reached the database
	Offers       int           // open offers in the lobby; 0 while no player on this node watches the lobby
	Waiting      int           // players who wait to be paired, as of the last pairing round
	Matches      int           // matches that one of their players watches on this node
	Repairs      Repairs
	Clock        ClockFigures
	Reviewed     uint64 // review positions that workers have searched
	ReviewsCut   uint64 // reviews that were interrupted
}

// Repairs counts the watched matches that were found to be behind the store because a notification
// from another node was lost.
type Repairs struct {
	Reconcile uint64 // found by the periodic comparison with the store
	Gap       uint64 // found by a reload after the bus reported a gap
}

// ClockFigures describe the difference between this node's clock and the database's clock.
type ClockFigures struct {
	Offset     time.Duration // difference found by the last measurement
	Error      time.Duration // error bound of Offset
	Correction time.Duration // correction that all nodes add to the database's time
	Machine    time.Duration // uncorrected time of the database minus the time of day of this machine
	Steps      uint64        // number of times that a clock was found to have been changed
}

// repairs holds the counters for Repairs.
type repairs struct{ reconcile, gap atomic.Uint64 }

// clockFigures holds the values of ClockFigures as atomics, because one goroutine reads them while
// another writes.
type clockFigures struct {
	offset, within, correction, machine atomic.Int64
	steps                               atomic.Uint64
}

func (f *clockFigures) measured(skew, within, by, machine time.Duration) {
	f.machine.Store(int64(machine))
	f.offset.Store(int64(skew))
	f.within.Store(int64(within))
	f.correction.Store(int64(by))
}

func (f *clockFigures) read() ClockFigures {
	return ClockFigures{
		Offset: time.Duration(f.offset.Load()), Error: time.Duration(f.within.Load()), Correction: time.Duration(f.correction.Load()),
		Machine: time.Duration(f.machine.Load()), Steps: f.steps.Load(),
	}
}
