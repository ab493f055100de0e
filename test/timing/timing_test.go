package timing

import (
	"testing"
	"time"
)

// fake is a testing.TB that only records whether it failed.
type fake struct {
	testing.TB
	failed bool
}

func (f *fake) Helper()               {}
func (f *fake) Errorf(string, ...any) { f.failed = true }

// TestWithin checks that a function that is too slow in every trial fails the test, and that a
// function that is fast in one trial passes. It also checks that no further trial runs after the
// fast trial.
func TestWithin(t *testing.T) {
	slow, once := &fake{}, &fake{}
	runs := 0
	Within(slow, 100*time.Millisecond, 3, func() time.Duration { runs++; return time.Minute })
	if !slow.failed || runs != 3 {
		t.Errorf("a minute in each of %d trials passes a bound of 100 ms", runs)
	}
	runs = 0
	Within(once, 100*time.Millisecond, 5, func() time.Duration {
		runs++
		return time.Minute / time.Duration(1+1000*(runs-1))
	})
	if once.failed || runs != 2 {
		t.Errorf("failed: %v after %d trials, of which the second is quick", once.failed, runs)
	}
}

// TestTrials checks that a scenario that is slow at first gets another trial, and that a scenario
// that is not slow does not.
func TestTrials(t *testing.T) {
	runs := 0
	Trials(t, 3, func(_ *testing.T, slow func(string, ...any)) {
		if runs++; runs == 1 {
			slow("took %v", time.Minute)
		}
	})
	if runs != 2 {
		t.Errorf("%d trials, of which the second is quick", runs)
	}
}
