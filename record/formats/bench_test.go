package formats_test

import (
	"bytes"
	"io"
	"testing"

	"kydai/game"
	"kydai/games/caro"
	"kydai/games/chess"
	"kydai/games/xiangqi"
	"kydai/record"
	"kydai/record/formats"
	"kydai/record/recordtest"
)

// BenchmarkRead reads records of random games; the important result is plies/s.
func BenchmarkRead(b *testing.B) {
	for _, c := range []struct {
		format string
		rules  game.Rules
	}{
		{"pgn", chess.Rules{}}, {"json", chess.Rules{}}, {"pgn", xiangqi.Rules{}}, {"wxf", xiangqi.Rules{}}, {"psq", caro.Rules{}},
	} {
		b.Run(c.rules.Info().Name+"/"+c.format, func(b *testing.B) {
			m := recordtest.Maker{Rand: recordtest.Rand(1), Rules: c.rules}
			var text bytes.Buffer
			w, err := formats.NewWriter(c.format, &text, record.WriteOptions{})
			if err != nil {
				b.Fatal(err)
			}
			plies := 0
			for range 50 {
				line := m.Line(&testing.T{}, game.Setup{}, 100)
				plies += line.Ply()
				if err := w.Write(record.FromLine(line)); err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for b.Loop() {
				r, err := formats.NewReader(c.format, bytes.NewReader(text.Bytes()), record.ReadOptions{Rules: c.rules})
				if err != nil {
					b.Fatal(err)
				}
				for {
					if _, err := r.Next(); err == io.EOF {
						break
					} else if err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(plies)*float64(b.N)/b.Elapsed().Seconds(), "plies/s")
		})
	}
}
