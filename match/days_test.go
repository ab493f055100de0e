package match

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kydai/game"
)

// table simulates a match on a server. A lock guards the match, a sweeper checks the match at the
// times that NextCheck returns, and storing an event takes some time.
type table struct {
	lock    chan struct{} // holds one token; a Mutex would stop the simulated time of package synctest
	m       *Match
	changed chan struct{} // closed and replaced at each event, to wake the waiting players
	commit  time.Duration
	grace   time.Duration // how long after a deadline the sweeper waits before it calls the flag
}

func newTable(m *Match, commit, grace time.Duration) *table {
	tb := &table{lock: make(chan struct{}, 1), m: m, changed: make(chan struct{}), commit: commit, grace: grace}
	tb.lock <- struct{}{}
	return tb
}

// do runs a command on the match. If the command has added events, do sleeps for the time that a
// commit takes. It then sets the time at which the events became durable (Stamp).
func (tb *table) do(command func(m *Match) error) error {
	<-tb.lock
	defer func() { tb.lock <- struct{}{} }()
	from := tb.m.Seq()
	if err := command(tb.m); err != nil {
		return err
	}
	time.Sleep(tb.commit)
	for seq := from; seq < tb.m.Seq(); seq++ {
		if err := tb.m.Stamp(seq, time.Now()); err != nil {
			panic(err)
		}
	}
	close(tb.changed)
	tb.changed = make(chan struct{})
	return nil
}

func (tb *table) look() (seq int, turn game.Side, over bool, changed chan struct{}) {
	<-tb.lock
	defer func() { tb.lock <- struct{}{} }()
	return tb.m.Seq(), tb.m.Turn(), tb.m.Over(), tb.changed
}

// player waits for the duration that think returns and then plays a random legal move, until the
// match is over. The time at which the move counts as received is before the player waits for the
// lock.
func (tb *table) player(side game.Side, rng *rand.Rand, think func() time.Duration) {
	for {
		_, turn, over, changed := tb.look()
		if over {
			return
		}
		if turn != side {
			<-changed
			continue
		}
		time.Sleep(think())
		received := time.Now()
		_ = tb.do(func(m *Match) error {
			legal := m.line.Legal()
			if m.Turn() != side || len(legal) == 0 {
				return errTurn
			}
			return m.Move(side, m.Ply(), m.line.Position().Encode(legal[rng.IntN(len(legal))]), received)
		})
	}
}

// sweeper checks the match when a player's time is up, which ends the match. It returns when the
// match is over.
func (tb *table) sweeper() {
	for {
		<-tb.lock
		at, ok := tb.m.NextCheck(time.Now(), 0)
		changed := tb.changed
		tb.lock <- struct{}{}
		if !ok {
			return
		}
		select {
		case <-changed:
		case <-time.After(time.Until(at.Add(tb.grace))):
			_ = tb.do(func(m *Match) error { return m.Check(time.Now()) })
		}
	}
}

// audit checks a finished match: if a player has lost on time, the time of the end must be right.
// If the parameter replay is true, audit also checks that the match rebuilt from its stored form is
// the same.
func audit(t *testing.T, tb *table, replay bool) {
	t.Helper()
	m := tb.m
	if !m.Over() {
		t.Error("not over")
		return
	}
	if replay && fingerprint(stored(t, m)) != fingerprint(m) {
		t.Error("the stored match is another one")
	}
	last := m.events[m.Seq()-1]
	if m.Outcome().Why != game.ByTime {
		return
	}
	short, err := Replay(m.rules, *m.terms, m.events[:m.Seq()-1])
	done(t, err)
	deadline, _ := short.Deadline()
	if late := last.At.Sub(deadline); late < 0 || late > tb.grace+tb.commit+time.Millisecond {
		t.Errorf("the flag fell %v after the deadline", late)
	}
}

// TestCorrespondence simulates weeks of correspondence play. It checks that a player who answers
// within three days can play on, however long the game lasts, and that a player who does not
// answer in time loses.
func TestCorrespondence(t *testing.T) {
	for seed := range uint64(6) {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 4))
			began := time.Now()
			m, err := New(rulesOf(t, "othello"), Terms{Game: "othello", Clock: control("3d/move"), Seats: [2]Seat{anna, bao}}, began)
			done(t, err)
			tb := newTable(m, 5*time.Millisecond, 50*time.Millisecond)
			sleepy := seed%2 == 1
			days := func(moves int) func() time.Duration {
				return func() time.Duration {
					moves--
					if sleepy && moves < 0 {
						return 73 * time.Hour
					}
					return time.Duration(rng.Int64N(int64(71 * time.Hour)))
				}
			}
			var wg sync.WaitGroup
			wg.Go(tb.sweeper)
			wg.Go(func() { tb.player(game.First, rand.New(rand.NewPCG(seed, 5)), days(100)) })
			wg.Go(func() { tb.player(game.Second, rand.New(rand.NewPCG(seed, 6)), days(12)) })
			wg.Wait()
			audit(t, tb, true)
			passed := time.Since(began)
			switch {
			case sleepy && m.Outcome() != game.Win(game.First, game.ByTime):
				t.Errorf("outcome %v", m.Outcome())
			case !sleepy && m.Outcome().Why == game.ByTime:
				t.Errorf("a flag fell: %v", m.Outcome())
			case passed < 20*24*time.Hour:
				t.Errorf("only %v passed", passed)
			}
		})
	}
}

// TestBlitz simulates thousands of concurrent blitz games with a slow store. It checks that each
// game ends by its rules or by a flag, that no flag falls early or late, and that no player is
// charged for the time of the store.
func TestBlitz(t *testing.T) {
	total := int(campaign(2000))
	why := map[game.Reason]int{}
	var played time.Duration
	synctest.Test(t, func(t *testing.T) {
		var wg sync.WaitGroup
		tables := make([]*table, total)
		began := time.Now()
		for i := range tables {
			rng := rand.New(rand.NewPCG(uint64(i), 7))
			tm := Terms{Game: "othello", Seats: [2]Seat{anna, bao}, FirstMove: 15 * time.Second}
			tm.Clock = control(pick(rng, "1+0", "0.5+1", "0.1+2x3", "3s/move"))
			m, err := New(rulesOf(t, tm.Game), tm, began)
			done(t, err)
			tb := newTable(m, time.Duration(rng.IntN(40))*time.Millisecond, 100*time.Millisecond)
			tables[i] = tb
			speed := time.Duration(1+rng.IntN(4)) * time.Second
			wg.Go(tb.sweeper)
			for _, s := range []game.Side{game.First, game.Second} {
				r := rand.New(rand.NewPCG(uint64(i), uint64(8+s)))
				wg.Go(func() { tb.player(s, r, func() time.Duration { return time.Duration(r.Int64N(int64(speed))) }) })
			}
		}
		wg.Wait()
		for i, tb := range tables {
			audit(t, tb, i%4 == 0)
			if t.Failed() {
				t.Fatalf("table %d: %s", i, fingerprint(tb.m))
			}
			why[tb.m.Outcome().Why]++
			played += tb.m.last.Sub(began)
		}
	})
	if why[game.ByTime] < total/20 || why[game.Count] < total/20 {
		t.Errorf("ends: %v", why)
	}
	t.Log(fmt.Sprint(total, " games, ", played.Round(time.Minute), " of play: ", why))
}
