package web

import (
	"github.com/prometheus/client_golang/prometheus"

	"kydai/internal/meter"
	"kydai/internal/play"
)

// playMetrics returns a collector for the metrics of live play on this node. It reads all values at
// the same time.
func playMetrics(s *play.Service) prometheus.Collector {
	return meter.NewTable(func(emit meter.Emit) {
		f := s.Figures()
		b, m := f.Bus, f.Machines
		emit("bus_connected", meter.Truth(f.Connected))
		emit("bus_sent_total", float64(b.Sent))
		emit("bus_dropped_total", float64(b.Dropped))
		emit("bus_received_total", float64(b.Received))
		emit("bus_missed_total", float64(b.Missed))
		emit("bus_refused_total", float64(b.Refused))
		emit("bus_reconnects_total", float64(b.Reconnects))
		emit("bus_down_seconds_total", b.Down.Seconds())
		emit("engine_jobs_in_flight", float64(m.InFlight))
		emit("engine_jobs_waiting", float64(m.Waiting))
		emit("engine_jobs_refused_total", float64(m.Refused))
		emit("engine_jobs_failed_total", float64(m.Failed))
		emit("engine_seconds_total", m.Spent.Seconds())
		emit("engine_turn_age_seconds", f.OldestTurn.Seconds())
		emit("nodes", float64(f.Nodes))
		emit("nodes_lost_total", float64(f.NodesLost))
		emit("outages", float64(f.Outages))
		emit("heartbeat_age_seconds", f.HeartbeatAge.Seconds())
		emit("lobby_offers", float64(f.Offers))
		emit("pairing_waiting", float64(f.Waiting))
		emit("matches_watched", float64(f.Matches))
		emit("repairs_total", float64(f.Repairs.Reconcile), "reconcile")
		emit("repairs_total", float64(f.Repairs.Gap), "gap")
		emit("clock_offset_seconds", f.Clock.Offset.Seconds())
		emit("clock_error_seconds", f.Clock.Error.Seconds())
		emit("clock_correction_seconds", f.Clock.Correction.Seconds())
		emit("clock_machine_seconds", f.Clock.Machine.Seconds())
		emit("clock_steps_total", float64(f.Clock.Steps))
		emit("review_positions_total", float64(f.Reviewed))
		emit("reviews_interrupted_total", float64(f.ReviewsCut))
	},
		meter.Gauge("bus_connected", "1 while this node has the message bus; without it play goes on, but nodes hear nothing of each other."),
		meter.Count("bus_sent_total", "Messages handed to the bus."),
		meter.Count("bus_dropped_total", "Messages that could not be sent: the bus was down or its outbox full."),
		meter.Count("bus_received_total", "Messages that the bus brought."),
		meter.Count("bus_missed_total", "Messages thrown away because this node did not keep up; what they told is read from the database."),
		meter.Count("bus_refused_total", "Requests of others turned away for want of time."),
		meter.Count("bus_reconnects_total", "Times the connection to the bus came back."),
		meter.Count("bus_down_seconds_total", "Time without a connection to the bus."),
		meter.Gauge("engine_jobs_in_flight", "Engine jobs that were sent and not answered yet."),
		meter.Gauge("engine_jobs_waiting", "Engine jobs that wait for the budget of their address."),
		meter.Count("engine_jobs_refused_total", "Engine jobs refused because their address had no budget left."),
		meter.Count("engine_jobs_failed_total", "Engine jobs that no worker answered in time: more workers are needed."),
		meter.Count("engine_seconds_total", "Seconds that workers have searched for this node."),
		meter.Gauge("engine_turn_age_seconds", "Age of the oldest turn of an engine that this node has asked workers for; 0 if there is none."),
		meter.Gauge("nodes", "Nodes that serve players, as this node knows it, with itself."),
		meter.Count("nodes_lost_total", "Other nodes that went away without having said so."),
		meter.Gauge("outages", "Outages that are remembered, to give players their time back."),
		meter.Gauge("heartbeat_age_seconds", "Time since this node last wrote its heartbeat to the database, which it does every 2 s."),
		meter.Gauge("lobby_offers", "Open offers in the lobby, as this node knows them."),
		meter.Gauge("pairing_waiting", "Players who wait to be paired, as this node knows it."),
		meter.Gauge("matches_watched", "Matches that somebody watches on this node."),
		meter.Count("repairs_total", "Watched matches that were behind the database, by what found them; a notification was lost.", "by"),
		meter.Gauge("clock_offset_seconds", "Time of the database less the known time, at the last measurement."),
		meter.Gauge("clock_error_seconds", "Largest possible error of the last measurement of that time."),
		meter.Gauge("clock_correction_seconds", "By how much all nodes correct the clock of the database, because it was set. With SQLite: the site's time at the boot of the machine."),
		meter.Gauge("clock_machine_seconds", "Clock of the database, without correction, less the clock of this machine. With SQLite: the site's time less that clock."),
		meter.Count("clock_steps_total", "Times this node found that a clock was set."),
		meter.Count("review_positions_total", "Positions of reviews that workers have answered for this node."),
		meter.Count("reviews_interrupted_total", "Reviews that this node gave back unfinished."),
	)
}
