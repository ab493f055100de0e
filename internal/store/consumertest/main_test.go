package consumertest

import (
	"flag"
	"os"
	"testing"
)

// Most tests wait for the disk most of the time, so more of them run in parallel than there are
// processors.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
