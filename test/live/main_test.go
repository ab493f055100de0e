package live

import (
	"flag"
	"os"
	"runtime"
	"strconv"
	"testing"
)

// TestMain lets four tests per processor run in parallel, because the tests mostly wait for
// timeouts.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue { // the command line does not set the flag
		_ = f.Value.Set(strconv.Itoa(4 * runtime.GOMAXPROCS(0))) // the flag accepts every number, so there is no error
	}
	os.Exit(m.Run())
}
