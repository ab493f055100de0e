package classic

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"kydai/games"
)

// BenchmarkThreads compares the simulations per second of one thread and of two threads. The two
// settings alternate, and only the fastest run of each counts, so that other work on the machine
// has little effect.
func BenchmarkThreads(b *testing.B) {
	for _, r := range games.All() {
		b.Run(r.Info().Name, func(b *testing.B) {
			p := starting(b, r)
			best := [2]time.Duration{time.Hour, time.Hour}
			const sims = 4000
			for b.Loop() {
				for i := range best {
					began := time.Now()
					MCTS(context.Background(), p, MonteCarlo{
						Eval: Pieces(), Sims: sims, Replies: 1, Threads: i + 1, Rand: rand.New(rand.NewPCG(1, 1)),
					})
					best[i] = min(best[i], time.Since(began))
				}
			}
			b.ReportMetric(sims/best[0].Seconds(), "sims/s,1")
			b.ReportMetric(sims/best[1].Seconds(), "sims/s,2")
			b.ReportMetric(best[0].Seconds()/best[1].Seconds(), "ratio")
		})
	}
}
