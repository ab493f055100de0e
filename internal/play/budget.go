package play

import (
	"context"
	"slices"
	"sync"
	"time"

	"kydai/game"
)

// Engine time budget of one IP address. An address may use budgetBurst at once and regains
// budgetRate of a CPU core: 20 seconds per minute in total. All values are multiplied by
// Tunables.Share if an address is shared by many people.
const (
	budgetBurst = 8 * time.Second
	budgetRate  = 0.2 // in CPU seconds per second
	jobsAtOnce  = 2   // maximum number of jobs of an address in flight
	maxQueue    = 256 // maximum number of waiting jobs of an address
	ranks       = 8   // number of ranks into which addresses are divided by used engine time; rank 0 has used least
)

// unknownPayer is the account for matches whose paying IP address is unknown: matches
// taken over from another node whose players have not reconnected.
const unknownPayer = "?"

// budgets holds the accounts of engine time by IP address. A job reserves its maximum
// time first and is charged only for the time it used. Each node has its own accounts.
type budgets struct {
	clock func() time.Time
	share int // multiplier of the time budget (Tunables.Share); negative means that the budget is unlimited

	mu     sync.Mutex
	all    map[string]*account
	tidied time.Time
	stats  MachineStats
}

// MachineStats holds the counters of the jobs that a node has sent to workers.
type MachineStats struct {
	InFlight int           // jobs sent but not yet answered
	Waiting  int           // jobs waiting for engine time
	Refused  uint64        // jobs refused because the address had no engine time left
	Failed   uint64        // jobs that failed or were not answered in time
	Spent    time.Duration // total time that workers spent on searches
}

type account struct {
	left   time.Duration
	asOf   time.Time
	flying int // jobs in flight
	queue  []*waiter
}

type waiter struct{ wake chan struct{} }

var errNoBudget = game.Err(TooMany, "your address has used up its engine time; please wait some seconds")

func (b *budgets) burst() time.Duration { return time.Duration(b.share) * budgetBurst }

// of returns the account of an IP address and adds the engine time that the address has regained by
// now. The caller must hold the lock of b.
func (b *budgets) of(payer string) *account {
	now := b.clock()
	if b.all == nil {
		b.all = map[string]*account{}
	}
	if now.Sub(b.tidied) > time.Minute {
		b.tidied = now
		for k, a := range b.all {
			if b.refill(a, now); a.left >= b.burst() && a.flying == 0 && len(a.queue) == 0 {
				delete(b.all, k)
			}
		}
	}
	a := b.all[payer]
	if a == nil {
		a = &account{left: b.burst(), asOf: now}
		b.all[payer] = a
	}
	b.refill(a, now)
	return a
}

func (b *budgets) refill(a *account, now time.Time) {
	if passed := now.Sub(a.asOf); passed > 0 {
		a.left = min(a.left+time.Duration(float64(passed)*budgetRate*float64(b.share)), b.burst())
		a.asOf = now
	}
}

// reserved is engine time reserved from an account.
type reserved struct {
	budgets *budgets
	payer   string
	free    bool // the job is not charged to an account
	most    time.Duration
	rank    int // rank by the engine time that the account has used: 0 has used least
}

// take waits until the account has enough engine time for a job and reserves the given duration.
// Waiting jobs are served in order of arrival. If payer is empty, there is no limit and no wait.
// take returns an error if ctx ends or if too many jobs wait.
func (b *budgets) take(ctx context.Context, payer string, most time.Duration) (*reserved, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if payer == "" || b.share < 0 {
		b.stats.InFlight++
		return &reserved{budgets: b, free: true, most: most}, nil
	}
	most = min(most, b.burst())
	a := b.of(payer)
	if len(a.queue) >= maxQueue*b.share {
		b.stats.Refused++
		return nil, errNoBudget
	}
	w := &waiter{make(chan struct{}, 1)}
	a.queue = append(a.queue, w)
	b.stats.Waiting++
	defer func() { b.stats.Waiting-- }()
	for {
		b.refill(a, b.clock())
		enough := a.left >= most
		if a.queue[0] == w && enough && a.flying < jobsAtOnce*b.share {
			a.leave(w)
			return b.reserve(a, payer, most), nil
		}
		pause := time.Second
		if !enough {
			pause = time.Duration(float64(most-a.left)/(budgetRate*float64(b.share))) + time.Millisecond
		}
		b.mu.Unlock()
		err := w.wait(ctx, pause)
		b.mu.Lock()
		if err != nil {
			a.leave(w)
			return nil, err
		}
	}
}

// takeNow reserves the engine time left in the account, up to the given maximum, without waiting.
// It returns an error if less than the given minimum is left.
func (b *budgets) takeNow(payer string, least, most time.Duration) (*reserved, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if payer == "" || b.share < 0 {
		b.stats.InFlight++
		return &reserved{budgets: b, free: true, most: most}, nil
	}
	a := b.of(payer)
	if a.left < least || a.flying >= jobsAtOnce*b.share {
		b.stats.Refused++
		return nil, errNoBudget
	}
	return b.reserve(a, payer, min(most, a.left)), nil
}

func (b *budgets) reserve(a *account, payer string, most time.Duration) *reserved {
	a.left -= most
	a.flying++
	b.stats.InFlight++
	used := float64(b.burst()-a.left) / float64(b.burst())
	return &reserved{budgets: b, payer: payer, most: most, rank: min(max(int(used*ranks), 0), ranks-1)}
}

// spend ends a job and charges the account for the time used.
func (r *reserved) spend(took time.Duration) {
	b := r.budgets
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stats.InFlight--
	b.stats.Spent += took
	if r.free {
		return
	}
	a := b.of(r.payer)
	a.left += r.most - took
	a.flying--
	a.wakeFirst()
}

// failed counts a job that failed or got no response.
func (b *budgets) failed(err error) {
	if err != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.stats.Failed++
	}
}

func (w *waiter) wait(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-w.wake:
	case <-timer.C:
	}
	return nil
}

// leave removes a waiting job from the queue and wakes the next one.
func (a *account) leave(w *waiter) {
	a.queue = slices.DeleteFunc(a.queue, func(x *waiter) bool { return x == w })
	a.wakeFirst()
}

func (a *account) wakeFirst() {
	if len(a.queue) == 0 {
		return
	}
	select {
	case a.queue[0].wake <- struct{}{}:
	default:
	}
}

// figures returns a copy of the counters.
func (b *budgets) figures() MachineStats {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.stats
}
