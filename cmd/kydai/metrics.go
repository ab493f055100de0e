package main

import (
	"github.com/prometheus/client_golang/prometheus"

	"kydai/internal/certs"
	"kydai/internal/meter"
	"kydai/internal/play"
	"kydai/internal/push"
	"kydai/internal/store"
	"kydai/internal/webhook"
)

// storeMeters registers the histograms of the store.
func storeMeters(r prometheus.Registerer) (m store.Meters) {
	commit := meter.Histograms(r, "commit_seconds", "Time the database took for a batch of changes, by queue.", meter.Seconds, "lane", store.Lanes[:]...)
	batch := meter.Histograms(r, "commit_batch_size", "Changes in a batch, by queue.", meter.Counts, "lane", store.Lanes[:]...)
	for i := range store.Lanes {
		m.Commit[i], m.Batch[i] = commit[i], batch[i]
	}
	return m
}

// playMeters registers the histograms of the play service.
func playMeters(r prometheus.Registerer) play.Meters {
	m := play.Meters{
		FlagLate: meter.Histogram(r, "flag_late_seconds", "From the end of a player's time until the result was durable.", meter.Seconds),
		Resume:   meter.Histogram(r, "resume_seconds", "From when a player's node was lost or drained until the player was back on this one.", meter.Seconds),
	}
	for _, o := range meter.Histograms(r, "engine_wait_seconds", "Time an engine job waited for a worker, beside its search, by priority.", meter.Seconds, "class", play.JobClasses()...) {
		m.EngineWait = append(m.EngineWait, o)
	}
	return m
}

// storeMetrics exports the counters and gauges of the store.
func storeMetrics(s *store.Store) prometheus.Collector {
	return meter.NewTable(func(emit meter.Emit) {
		f := s.Stats()
		for i, lane := range store.Lanes {
			l := &f.Lanes[i]
			emit("commit_queue", float64(l.Waiting), lane)
			emit("commit_queue_age_seconds", l.Oldest.Seconds(), lane)
			emit("commit_conflicts_total", float64(l.Conflicts), lane)
			emit("commit_refused_total", float64(l.Refused), lane)
			emit("commit_doubts_total", float64(l.Doubts), lane)
			emit("commit_no_room_total", float64(l.Full), lane)
		}
		emit("database_connections", float64(f.InUse), "busy")
		emit("database_connections", float64(max(f.Open-f.InUse, 0)), "idle")
		emit("database_connection_waits_total", float64(f.ConnWaits))
		emit("database_damaged", meter.Truth(f.Damaged))
		emit("archive_failing", meter.Truth(f.ArchiveFailing))
		emit("archive_run_seconds", f.ArchiveRunning.Seconds())
		emit("archived_total", float64(f.Archived))
		for _, sh := range f.Shards {
			emit("shard_up", meter.Truth(sh.Up), sh.Letter)
			emit("shard_queue_age_seconds", sh.Oldest.Seconds(), sh.Letter)
		}
	},
		meter.Gauge("commit_queue", "Changes that wait for a batch, by queue.", "lane"),
		meter.Gauge("commit_queue_age_seconds", "Age of the oldest change without an answer, by queue.", "lane"),
		meter.Count("commit_conflicts_total", "Changes refused because the match had advanced; they are tried again.", "lane"),
		meter.Count("commit_refused_total", "Changes refused because the oldest in the queue had waited for more than a second.", "lane"),
		meter.Count("commit_doubts_total", "Batches whose result was not known at first; it was looked up.", "lane"),
		meter.Count("commit_no_room_total", "Batches refused because the disk was full or the file damaged.", "lane"),
		meter.Gauge("database_connections", "Connections to the database.", "state"),
		meter.Count("database_connection_waits_total", "Times a connection had to be waited for."),
		meter.Gauge("database_damaged", "1 once the database was found to be damaged."),
		meter.Gauge("archive_failing", "1 while the last attempt to move ended matches to the archive failed."),
		meter.Gauge("archive_run_seconds", "Since when the attempt under way to move ended matches lasts; 0 if there is none."),
		meter.Count("archived_total", "Ended matches that this node has moved to the archive."),
		meter.Gauge("shard_up", "1 while the shard can be reached; its matches wait while it cannot.", "shard"),
		meter.Gauge("shard_queue_age_seconds", "Age of the oldest move without an answer from the shard.", "shard"),
	)
}

// workerMetrics exports the counters and gauges of the workers in this process.
func workerMetrics(w *play.WorkerStats) prometheus.Collector {
	return meter.NewTable(func(emit meter.Emit) {
		emit("worker_slots", float64(w.Slots.Load()))
		emit("worker_busy", float64(w.Busy.Load()))
		emit("worker_jobs_total", float64(w.Done.Load()))
		emit("worker_refused_total", float64(w.Refused.Load()))
		emit("worker_cut_total", float64(w.Cut.Load()))
		emit("worker_oldest_job_seconds", w.Oldest().Seconds())
	},
		meter.Gauge("worker_slots", "Jobs that the workers of this process can run at a time."),
		meter.Gauge("worker_busy", "Jobs that they run."),
		meter.Count("worker_jobs_total", "Jobs that they have done."),
		meter.Count("worker_refused_total", "Requests that found no free slot."),
		meter.Count("worker_cut_total", "Jobs that were cut short for a more urgent one."),
		meter.Gauge("worker_oldest_job_seconds", "Since when the oldest job under way runs; 0 if there is none."),
	)
}

// busMetrics exports whether a worker is connected to the message bus.
func busMetrics(connected func() bool) prometheus.Collector {
	return meter.NewTable(func(emit meter.Emit) { emit("bus_connected", meter.Truth(connected())) },
		meter.Gauge("bus_connected", "1 while this worker has the message bus; without it there are no jobs."))
}

// webhookMetrics exports the counters and gauges of the webhook sender.
func webhookMetrics(w *webhook.Service) prometheus.Collector {
	return meter.NewTable(func(emit meter.Emit) {
		f := w.Stats()
		emit("webhooks_total", float64(f.Delivered), "delivered")
		emit("webhooks_total", float64(f.Failed), "failed")
		emit("webhooks_total", float64(f.Refused), "refused")
		emit("webhooks_off_total", float64(f.Off))
	},
		meter.Count("webhooks_total", "Attempts to send a message to a webhook, by result; refused means that its address may not be reached.", "result"),
		meter.Count("webhooks_off_total", "Webhooks that were switched off after a week of failures, or because their receiver is gone."),
	)
}

// pushMetrics exports the counters and gauges of push notifications to devices.
func pushMetrics(p *push.Service) prometheus.Collector {
	return meter.NewTable(func(emit meter.Emit) {
		f := p.Stats()
		emit("pushes_total", float64(f.Delivered), "delivered")
		emit("pushes_total", float64(f.Failed), "failed")
		emit("pushes_total", float64(f.Gone), "gone")
		emit("pushes_waiting", float64(f.Waiting))
	},
		meter.Count("pushes_total", "Attempts to send a notice to a device, by result.", "result"),
		meter.Gauge("pushes_waiting", "Notices to devices that wait to be sent."),
	)
}

// certificateMetrics exports the metrics of the site's TLS certificate.
func certificateMetrics(source certs.Source) prometheus.Collector {
	return meter.NewTable(func(emit meter.Emit) {
		end := 0.0
		if source != nil {
			if at := source.NotAfter(); !at.IsZero() {
				end = float64(at.Unix())
			}
		}
		emit("certificate_expiry_timestamp_seconds", end)
	}, meter.Gauge("certificate_expiry_timestamp_seconds", "When the certificate of the site expires, in Unix time; 0 without https or before the first certificate."))
}
