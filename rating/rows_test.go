package rating

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"
)

// TestRows recomputes the ratings in a file from its rows. The results must equal the stored
// ratings to the last bit on every processor. `make rated` writes the file and runs this test in
// several builds.
func TestRows(t *testing.T) {
	name := os.Getenv("KYDAI_TEST_RATED_ROWS")
	if name == "" {
		t.Skip("KYDAI_TEST_RATED_ROWS names the file")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]Rating{}
	get := func(player string) Rating {
		if r, ok := all[player]; ok {
			return r
		}
		return New()
	}
	games, equal := 0, 0
	for line := range strings.Lines(string(text)) {
		var first, second string
		var score float64
		var at int64
		var mean, deviation, volatility uint64
		var n int
		switch {
		case scan(line, "game %s %s %g %d", &first, &second, &score, &at):
			all[first], all[second] = Play(get(first), get(second), score, time.UnixMicro(at).UTC())
			games++
		case scan(line, "moved %s %x", &first, &mean):
			all[first] = get(first).Moved(math.Float64frombits(mean))
		case scan(line, "rating %s %x %x %x %d", &first, &mean, &deviation, &volatility, &n):
			r := all[first]
			if math.Float64bits(r.Mean) != mean || math.Float64bits(r.Deviation) != deviation || math.Float64bits(r.Volatility) != volatility || r.Games != n {
				t.Errorf("%s: stored %s, computed %+v", first, strings.TrimSpace(line), r)
				continue
			}
			equal++
		default:
			t.Fatalf("not a row: %q", line)
		}
	}
	t.Logf("%d games, %d ratings equal", games, equal)
	if games == 0 || equal != len(all) {
		t.Errorf("%d of %d ratings are equal", equal, len(all))
	}
}

func scan(line, format string, to ...any) bool {
	n, err := fmt.Sscanf(line, format, to...)
	return err == nil && n == len(to)
}
