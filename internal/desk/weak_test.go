package desk

import (
	"strconv"
	"testing"
)

// TestThinkWeak checks that the weakness in a request makes a level play worse: in a position whose
// only good move is a long move, the level plays this move less often.
func TestThinkWeak(t *testing.T) {
	// The rook on a1 takes the queen on a8 along the whole file.
	const q = `{"op":"think","game":"chess","start":"q3k3/8/8/8/8/8/8/R3K3 w - - 0 1","level":5`
	takes := func(weak string) (n int) {
		d := newDesk()
		for seed := range 40 {
			if th := ask(t, d, q+weak+`,"seed":`+strconv.Itoa(seed)+`}`); th.Thought != nil && th.Thought.Best() == "a1a8" {
				n++
			}
		}
		return n
	}
	plain, weak := takes(""), takes(`,"weak":{"of":2,"odds":800,"others":100}`)
	if other := takes(`,"weak":{"of":3,"odds":800,"others":100}`); other != plain || weak >= plain || plain < 20 {
		t.Errorf("takes %d times of 40, %d with the weakness for long lines, %d with one for leaps", plain, weak, other)
	}
}
