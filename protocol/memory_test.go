package protocol_test

import (
	"runtime"
	"testing"

	"kydai/engine"
	"kydai/protocol"
)

func TestFit(t *testing.T) {
	hash := engine.Option{Name: "Hash", Kind: "spin", Least: 1, Most: 1000}
	threads := engine.Option{Name: "Threads", Kind: "spin", Least: 1, Most: 1000}
	for _, c := range []struct {
		memory int
		option engine.Option
		value  string
		most   int
		want   string
		less   bool
	}{
		{0, hash, "900", 1000, "900", false},
		{400, hash, "900", 400, "400", true},
		{400, hash, "400", 400, "400", false},
		{400, hash, "many", 400, "many", false},
		{5000, hash, "2000", 1000, "1000", true},
		{400, threads, "900", 1000, "900", false},
	} {
		got, value, less := protocol.Fit(c.memory, c.option, c.value)
		if got.Most != c.most || value != c.want || less != c.less {
			t.Errorf("%d MiB, %s %s: %d, %s, %v", c.memory, c.option.Name, c.value, got.Most, value, less)
		}
	}
	if n := protocol.Memory(); runtime.GOOS == "linux" && (n < 1 || n > 1<<24) {
		t.Errorf("%d MiB are free", n)
	}
}
