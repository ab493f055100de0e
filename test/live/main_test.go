package live

import (
	"flag"
	"os"
	"runtime"
	"strconv"
	"testing"
)

// TestMain lets four tests per processor run in parallel, because the tests mostly wait for clocks
// and leases.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue { // nothing else was asked for
		_ = f.Value.Set(strconv.Itoa(4 * runtime.GOMAXPROCS(0))) // a number is always accepted
	}
	os.Exit(m.Run())
}
