package alphabeta

import "testing"

func TestPoolHandsOutEachOnceAndKeepsThem(t *testing.T) {
	made := 0
	p := NewPool(func() int { made++; return made })
	if a, b := p.Next(), p.Next(); a == b {
		t.Errorf("two threads of one search got evaluator %d", a)
	}
	p.Restart()
	if got := p.Next(); got != 1 {
		t.Errorf("the next search got evaluator %d, not the first again", got)
	}
	if p.Next(); made != 2 {
		t.Errorf("%d evaluators made for two threads", made)
	}
}
