package web

import (
	"github.com/prometheus/client_golang/prometheus"

	"kydai/internal/bus"
	"kydai/internal/play"
)

// engineMetrics show whether there are enough workers: the jobs sent by this
// node, and the workers in this process.
func engineMetrics(r prometheus.Registerer, s *play.Service, w *play.WorkerStats) error {
	gauge := func(name, help string, f func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: space, Name: name, Help: help}, f)
	}
	count := func(name, help string, f func() float64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: space, Name: name, Help: help}, f)
	}
	onBus := func(of func(bus.Stats) uint64) func() float64 {
		return func() float64 {
			stats, _ := s.BusStats()
			return float64(of(stats))
		}
	}
	all := []prometheus.Collector{
		gauge("bus_connected", "1 while this node has the message bus; without it play goes on, but nodes hear nothing of each other.", func() float64 {
			if _, connected := s.BusStats(); connected {
				return 1
			}
			return 0
		}),
		count("bus_sent_total", "Messages handed to the bus.", onBus(func(b bus.Stats) uint64 { return b.Sent })),
		count("bus_dropped_total", "Messages that could not be sent: the bus was down or its outbox full.", onBus(func(b bus.Stats) uint64 { return b.Dropped })),
		count("bus_received_total", "Messages that the bus brought.", onBus(func(b bus.Stats) uint64 { return b.Received })),
		count("bus_missed_total", "Messages thrown away because this node did not keep up; what they told is read from the database.", onBus(func(b bus.Stats) uint64 { return b.Missed })),
		count("bus_refused_total", "Requests of others turned away for want of time.", onBus(func(b bus.Stats) uint64 { return b.Refused })),
		count("bus_reconnects_total", "Times the connection to the bus came back.", onBus(func(b bus.Stats) uint64 { return b.Reconnects })),
		gauge("engine_jobs_in_flight", "Engine jobs that were sent and not answered yet.", func() float64 { return float64(s.Machines().InFlight) }),
		gauge("engine_jobs_waiting", "Engine jobs that wait for the budget of their address.", func() float64 { return float64(s.Machines().Waiting) }),
		count("engine_jobs_refused_total", "Engine jobs refused because their address had no budget left.", func() float64 { return float64(s.Machines().Refused) }),
		count("engine_jobs_failed_total", "Engine jobs that no worker answered in time: more workers are needed.", func() float64 { return float64(s.Machines().Failed) }),
		count("engine_seconds_total", "Seconds that workers have searched for this node.", func() float64 { return s.Machines().Spent.Seconds() }),
	}
	if w != nil {
		all = append(all,
			gauge("worker_slots", "Jobs that the workers of this process can run at a time.", func() float64 { return float64(w.Slots.Load()) }),
			gauge("worker_busy", "Jobs that they run.", func() float64 { return float64(w.Busy.Load()) }),
			count("worker_jobs_total", "Jobs that they have done.", func() float64 { return float64(w.Done.Load()) }),
			count("worker_refused_total", "Requests that found no free slot.", func() float64 { return float64(w.Refused.Load()) }),
			count("worker_cut_total", "Jobs that were cut short for a more urgent one.", func() float64 { return float64(w.Cut.Load()) }),
		)
	}
	for _, c := range all {
		if err := r.Register(c); err != nil {
			return err
		}
	}
	return nil
}
