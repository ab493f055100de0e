package live

import (
	"flag"
	"os"
	"runtime"
	"strconv"
	"testing"
)

// TestMain runs four tests for each processor at once: they wait for clocks and
// leases much longer than they compute.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue { // nothing else was asked for
		_ = f.Value.Set(strconv.Itoa(4 * runtime.GOMAXPROCS(0))) // a number is always accepted
	}
	os.Exit(m.Run())
}
