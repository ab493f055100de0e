package train

import (
	"math/rand/v2"
	"testing"

	"kydai/engine/nnue"
)

// BenchmarkStep measures the time for one position, in batches of the size that kydai train uses
// by default. The sizes of the net are those of chess at width 128.
func BenchmarkStep(b *testing.B) {
	const features, pieces, batch = 768, 22, 4096
	rng := rand.New(rand.NewPCG(1, 1))
	d := &Data{}
	for range batch {
		s := nnue.Sample{Bucket: rng.IntN(8)}
		for range pieces {
			f := uint16(rng.IntN(features))
			s.Features[0] = append(s.Features[0], f)
			s.Features[1] = append(s.Features[1], features-1-f)
		}
		d.Add(&s, rng.Float64())
	}
	h := nnue.Header{Features: features, Buckets: 8}
	t := newTrainer(h, d, Options{Width: 128, Epochs: 1, Batch: batch, Rate: 1e-3, Threads: 1})
	order := rng.Perm(batch)
	for b.Loop() {
		t.step(order, 1e-3, 1)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/batch, "ns/position")
}
