package consumertest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"

	"kydai/internal/play"
	"kydai/internal/store"
)

// scenarios lists the ways in which the matches of the test end and the consumer processes them.
// The consumer's final state must be the same for all scenarios.
var scenarios = []struct {
	name string
	run  func(w *world, all []play.Ended) error
}{
	{"one by one", oneByOne},
	{"in another order", reordered},
	{"a new consumer", newConsumer},
	{"a late commit", lateCommit},
	{"several nodes", severalNodes},
	{"broken connections", brokenConnections},
	{"killed processes", killedProcesses},
}

func oneByOne(w *world, all []play.Ended) error {
	for _, e := range all {
		if err := errors.Join(w.end(e), w.pass(), w.pass()); err != nil {
			return err
		}
	}
	return nil
}

// reordered ends the matches in another order, but keeps the order of each player's own matches.
func reordered(w *world, all []play.Ended) error {
	rnd := rand.New(rand.NewPCG(7, 11)) //nolint:gosec // fixed seed: the same order each time
	rest := append([]play.Ended{}, all...)
	for len(rest) > 0 {
		busy := map[string]bool{"": false}
		var free []int
		for i, e := range rest {
			if !busy[e.Players[0]] && !busy[e.Players[1]] {
				free = append(free, i)
			}
			for _, p := range e.Players {
				busy[p] = p != ""
			}
		}
		i := free[rnd.IntN(len(free))]
		if err := w.end(rest[i]); err != nil {
			return err
		}
		rest = append(rest[:i:i], rest[i+1:]...)
		if rnd.IntN(4) == 0 {
			if err := w.pass(); err != nil {
				return err
			}
		}
	}
	return w.pass()
}

// newConsumer is the scenario in which the consumer runs for the first time after all matches have
// been numbered.
func newConsumer(w *world, all []play.Ended) error {
	if err := w.end(all...); err != nil {
		return err
	}
	if _, err := w.store.Number(w.t.Context()); err != nil {
		return err
	}
	return w.pass()
}

// lateCommit keeps the transaction of one match open while all other matches end and are consumed.
// SQLite has only one writer. So with SQLite no other match can end while the transaction is open,
// and the consumer finds nothing new.
func lateCommit(w *world, all []play.Ended) error {
	const at = 20
	if err := errors.Join(w.end(all[:at]...), w.pass()); err != nil {
		return err
	}
	late, err := w.begin(all[at])
	if err != nil {
		return err
	}
	defer func() { _ = late.Rollback() }()
	if w.kind != sqlite {
		for _, e := range all[at+1:] {
			if err := errors.Join(w.end(e), w.pass()); err != nil {
				return err
			}
		}
		numbers, err := w.numbers()
		if err == nil && len(numbers) == at {
			err = errors.New("nothing is numbered while one match is late")
		}
		if err != nil {
			return err
		}
	}
	if err := errors.Join(w.pass(), late.Commit(), w.pass()); err != nil {
		return err
	}
	if w.kind == sqlite {
		return errors.Join(w.end(all[at+1:]...), w.pass())
	}
	return w.pass()
}

// severalNodes is the scenario in which several nodes number matches and run the consumer at the
// same time, and repeatedly lose their leases.
func severalNodes(w *world, all []play.Ended) error {
	var wg sync.WaitGroup
	ctx, stop := context.WithCancel(w.t.Context())
	defer stop()
	failed := make(chan error, 3)
	for range 3 {
		s, err := w.another()
		if err != nil {
			return err
		}
		c := w.subject.New()
		wg.Go(func() {
			for ctx.Err() == nil {
				if err := errors.Join(w.passWith(s, c), w.loseLeases()); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	err := w.end(all...)
	stop()
	wg.Wait()
	close(failed)
	for f := range failed {
		err = errors.Join(err, f)
	}
	return errors.Join(err, w.loseLeases(), w.pass())
}

var errBroken = errors.New("the connection broke")

// brokenConnections breaks the connection after the consumer's writes and before the commit, at the
// first attempt for each batch. The second attempt succeeds.
func brokenConnections(w *world, all []play.Ended) error {
	tries := 0
	c := after(w.subject.New(), func(ctx context.Context, tx *store.Tx) error {
		switch tries++; {
		case tries%2 == 0:
			return nil
		case w.kind == sqlite: // SQLite runs in this process, so no connection can break
			return errBroken
		}
		_ = tx.Exec(ctx, `SELECT pg_terminate_backend(pg_backend_pid())`)
		return nil
	})
	for len(all) > 0 {
		n := min(15, len(all))
		if err := w.end(all[:n]...); err != nil {
			return err
		}
		all = all[n:]
		if err := w.passWith(w.store, c); err == nil {
			return errors.New("a transaction was committed over a broken connection")
		}
		if err := w.passWith(w.store, c); err != nil {
			return err
		}
	}
	return nil
}

// killedProcesses kills processes between the consumer's writes and the commit,
// and after the commit. A restarted node must apply every match once.
func killedProcesses(w *world, all []play.Ended) error {
	for i, when := range []string{whenApplied, whenCommitted, whenApplied} {
		part := all[i*len(all)/3 : (i+1)*len(all)/3]
		if err := errors.Join(w.end(part...), w.kill(when), w.loseLeases()); err != nil {
			return err
		}
	}
	return w.pass()
}

// kill runs a child process that kills itself at the point given by the parameter when (whenApplied
// or whenCommitted).
func (w *world) kill(when string) error {
	test, _, _ := strings.Cut(w.t.Name(), "/")
	cmd := exec.Command(os.Args[0], "-test.run=^"+regexp.QuoteMeta(test)+"$") //nolint:gosec // the test binary itself
	cmd.Env = append(os.Environ(), childEnv+"="+w.address, whenEnv+"="+when)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Exited() {
		return fmt.Errorf("the process was not killed: %w\n%s", err, out)
	}
	return nil
}
