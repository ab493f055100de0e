package selfplay

import (
	"context"
	"io"
	"sync"
)

// Run describes a run that plays games and appends them to a file.
type Run struct {
	Header  Header
	Players []*Player // one player for each thread
	First   int       // number of the first game to play; the file already has the games before it
	Games   int       // the run stops before the game with this number; 0 means no limit
	// If Positions is not 0, the run ends with the first game after which the file has at least
	// Positions quiet positions. Quiet is the number of quiet positions in the file before the run.
	Positions, Quiet int
	// Finished is called after every game that was written. Its arguments are the numbers of games
	// and of quiet positions in the file. It may be nil.
	Finished func(games, quiet int)
}

// played is a game or an error that a thread sends. Games arrive in the order in which they end.
type played struct {
	number int
	game   *Game
	err    error
}

// Write plays games and writes them to w in the order of their numbers. If ctx ends, w has received
// all games before the first unfinished one.
func (r Run) Write(ctx context.Context, w io.Writer) error {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan played)
	var threads sync.WaitGroup
	var mu sync.Mutex
	next := r.First
	for _, p := range r.Players {
		threads.Go(func() {
			for inner.Err() == nil {
				mu.Lock()
				number := next
				next++
				mu.Unlock()
				if r.Games > 0 && number >= r.Games {
					return
				}
				g, err := p.Play(inner, number)
				ended <- played{number, g, err}
			}
		})
	}
	go func() {
		threads.Wait()
		close(ended)
	}()
	err := r.inOrder(ended, w, stop)
	if ctx.Err() != nil {
		return nil // an interrupt is a normal way to end a run
	}
	return err
}

// inOrder writes games in the order of their numbers until the run is complete. Then it waits for
// the threads to end.
func (r Run) inOrder(ended <-chan played, w io.Writer, stop func()) error {
	waiting := map[int]played{}
	next, quiet := r.First, r.Quiet
	full := func() bool { return r.Positions > 0 && quiet >= r.Positions }
	done := full()
	if done {
		stop()
	}
	var first error
	for e := range ended {
		if done {
			continue
		}
		waiting[e.number] = e
		for ; !done; next++ {
			g, ok := waiting[next]
			if !ok {
				break
			}
			delete(waiting, next)
			if first = g.err; first == nil {
				first = g.game.Write(w)
			}
			if first == nil {
				quiet += g.game.Quiet
				if r.Finished != nil {
					r.Finished(next+1, quiet)
				}
			}
			if first != nil || full() {
				done = true
				stop()
			}
		}
	}
	return first
}
