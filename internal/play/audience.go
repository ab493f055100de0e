package play

import (
	"runtime"
	"slices"
	"sync"
)

// audience is the set of watchers of a match.
type audience struct {
	mu      sync.Mutex
	list    []*Watch
	telling bool // a goroutine is notifying the watchers; before it stops, it checks for newer states
}

func (a *audience) size() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.list)
}

// has reports whether a player is watching.
func (a *audience) has(player string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.ContainsFunc(a.list, func(w *Watch) bool { return w.by == player })
}

func (a *audience) clear() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, w := range a.list {
		w.at = -1
	}
	a.list = nil
}

// add adds a watcher and sends it the current state.
func (a *audience) add(w *Watch) {
	a.mu.Lock()
	defer a.mu.Unlock()
	w.at = len(a.list)
	a.list = append(a.list, w)
	w.show(w.table.cur.Load())
}

func (a *audience) remove(w *Watch) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if w.at < 0 {
		return
	}
	last := len(a.list) - 1
	a.list[w.at] = a.list[last]
	a.list[w.at].at = w.at
	a.list[last] = nil
	a.list = a.list[:last]
	w.at = -1
}

// tellTurns is the number of watchers that tell notifies before it lets other goroutines run.
const tellTurns = 256

// tell sends the latest state to all watchers.
func (a *audience) tell(t *table) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, w := range a.list {
		if i%tellTurns == tellTurns-1 {
			runtime.Gosched()
		}
		w.show(t.cur.Load())
	}
}

// tellSoon is like tell, but it returns at once and notifies the watchers in the background. If
// several new states arrive meanwhile, the watchers get only the latest.
func (a *audience) tellSoon(t *table) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.list) == 0 || a.telling {
		return
	}
	a.telling = true
	go func() {
		for done := false; !done; {
			last := t.cur.Load()
			a.tell(t)
			a.mu.Lock()
			done = t.cur.Load() == last
			a.telling = !done
			a.mu.Unlock()
		}
	}()
}
