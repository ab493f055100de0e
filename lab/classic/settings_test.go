package classic_test

import (
	"strings"
	"testing"
	"time"

	"kydai/games/engines"
	"kydai/lab/classic"
)

// TestRead checks that Read accepts algorithms with their settings. The error for an invalid text
// must give the reason.
func TestRead(t *testing.T) {
	f := engines.Historic("chess")
	c, err := classic.Read("mcts,sims=500,c=2.5,replies=0,eval=material-count", f)
	if err != nil || c.Algorithm != classic.MCTS || c.Sims != 500 || c.Explore != 2.5 || c.Replies != -1 || c.Eval.Name != "material-count" {
		t.Errorf("%+v, %v", c, err)
	}
	c, err = classic.Read("deepening,time=50ms,width=all,depth=3,depth=9", f)
	if err != nil || c.Time != 50*time.Millisecond || c.Width != -1 || c.Depth != 9 {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err = classic.Read("mcts,keep=yes,threads=2", f); err != nil || !c.Keep || c.Threads != 2 {
		t.Errorf("%+v, %v", c, err)
	}
	for _, p := range f.Players {
		c, err := classic.Read(p.Name, f)
		if err != nil || !strings.HasPrefix(p.Spec, c.Algorithm) {
			t.Errorf("%s: %+v, %v", p.Name, c, err)
		}
		if c, err := classic.Read(p.Name+",depth=2", f); err == nil && c.Depth != 2 {
			t.Errorf("%s to depth 2: %+v", p.Name, c)
		}
	}
	for text, want := range map[string]string{
		"magic": "no algorithm magic", "minimax,depth=0": "at least 1", "minimax,depth=65": "at most 64", "minimax,c=2": "no setting c",
		"mcts,c=-1": "above 0", "mcts,sims=x": "whole number", "greedy,eval=taste": "there are", "deepening,time=soon": "duration", "mcts,replies=-1": "whole number", "mcts,keep=maybe": "yes or no", "mcts,threads=65": "at most 64", "": "no algorithm",
	} {
		if _, err := classic.Read(text, f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
