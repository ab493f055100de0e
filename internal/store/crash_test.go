package store

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/test/servers"
)

// Environment variables of the tests in this file.
const (
	childEnv = "KYDAI_TEST_STORE_CHILD" // address of the database to which TestCrashChild writes
	earlyEnv = "KYDAI_TEST_STORE_EARLY" // the child acknowledges events before the commit, for the control run
	crashEnv = "KYDAI_TEST_CRASH"       // number of kills; if it is set, a test kills the PostgreSQL server, too
)

func kills(t *testing.T, usual int) int {
	t.Helper()
	if n, err := strconv.Atoi(os.Getenv(crashEnv)); err == nil {
		return n
	}
	return usual
}

// acks records which events of each match were acknowledged.
type acks struct {
	mu  sync.Mutex
	seq map[string]int
	all int
}

func (a *acks) add(id string, seq int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.seq == nil {
		a.seq = map[string]int{}
	}
	a.seq[id] = max(a.seq[id], seq+1)
	a.all++
}

// missing counts the acknowledged events that are not stored.
func (a *acks) missing(t *testing.T, s *Store) (lost int) {
	t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	for id, n := range a.seq {
		r, err := s.Load(t.Context(), id)
		if !errors.Is(err, play.ErrNotFound) {
			want(t, err, nil)
		}
		lost += max(0, n-r.Seq)
		for seq, e := range r.Events {
			if !bytes.Equal(e.Body, body(id, seq)) {
				t.Errorf("%s: event %d is damaged", id, seq)
			}
		}
	}
	return lost
}

// play16 plays short matches, sixteen at a time, until ctx ends. It calls the function ack for each
// event: before the event's commit if the parameter early is true, otherwise after it.
func play16(ctx context.Context, s *Store, run string, early bool, ack func(id string, seq int)) {
	var wg sync.WaitGroup
	for w := range 16 {
		wg.Go(func() {
			for g := 0; ctx.Err() == nil; g++ {
				id := fmt.Sprintf("%s-%d-%d", run, w, g)
				if _, err := s.Create(ctx, row(id)); err != nil {
					time.Sleep(10 * time.Millisecond)
					continue
				}
				for seq := 0; seq < 20 && ctx.Err() == nil; seq++ {
					c := move(id, seq)
					c.Over = seq == 19
					if early {
						ack(id, seq)
					}
					if _, err := insist(ctx, s, c); err != nil {
						break
					}
					if !early {
						ack(id, seq)
					}
				}
			}
		})
	}
	wg.Wait()
}

// TestCrashChild is the process that TestKilledProcess kills.
func TestCrashChild(t *testing.T) {
	address := os.Getenv(childEnv)
	if address == "" {
		t.Skip("runs as the child of TestKilledProcess")
	}
	s := placeAt(t, address).open(t)
	play16(t.Context(), s, fmt.Sprint(os.Getpid()), os.Getenv(earlyEnv) != "", func(id string, seq int) {
		_, _ = fmt.Fprintf(os.Stdout, "ack %s %d\n", id, seq)
	})
}

// killOnce runs the child process for a short random time and kills it. It adds all events that the
// child has acknowledged to the events in the parameter said.
func killOnce(t *testing.T, address string, early bool, said *acks) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestCrashChild$")
	cmd.Env = append(os.Environ(), childEnv+"="+address)
	if early {
		cmd.Env = append(cmd.Env, earlyEnv+"=1")
	}
	out := must(cmd.StdoutPipe())(t)
	want(t, cmd.Start(), nil)
	first := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		var once sync.Once
		for lines := bufio.NewScanner(out); lines.Scan(); {
			f := strings.Fields(lines.Text())
			if len(f) == 3 && f[0] == "ack" {
				seq, _ := strconv.Atoi(f[2])
				said.add(f[1], seq)
				once.Do(func() { close(first) })
			}
		}
		once.Do(func() { close(first) })
	}()
	<-first
	time.Sleep(rand.N(300 * time.Millisecond))
	_ = cmd.Process.Kill()
	<-done
	_ = cmd.Wait()
}

// TestKilledProcess kills a process with -9 while it commits. Every event that
// the process had acknowledged must be stored. As a control, the test must
// detect a process that acknowledges events before the commit.
func TestKilledProcess(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		p.open(t) // creates the schema
		said, control := &acks{}, &acks{}
		for range kills(t, 2) {
			killOnce(t, p.address, false, said)
		}
		s := p.open(t)
		lost, found := said.missing(t, s), 0
		// The database server may commit data that the process sent before it was killed. So a kill
		// in the control run may lose no acknowledged change. The run repeats the kill until a
		// change is lost.
		for range 30 {
			killOnce(t, p.address, true, control)
			if found = control.missing(t, s); found > 0 {
				break
			}
		}
		t.Logf("%d acknowledged, %d lost; control: %d of %d lost", said.all, lost, found, control.all)
		if lost > 0 || said.all == 0 {
			t.Errorf("%d of %d acknowledged changes are lost", lost, said.all)
		}
		if found == 0 {
			t.Error("the control lost nothing: this test proves nothing")
		}
	})
}

// TestKilledServer kills PostgreSQL with -9 while a store writes. The store must continue when the
// server is back, and no acknowledged change may be lost. In a control run with synchronous_commit
// off, acknowledged changes must be lost.
func TestKilledServer(t *testing.T) {
	if os.Getenv(crashEnv) == "" {
		t.Skip(crashEnv + " says how many kills")
	}
	for _, control := range []bool{false, true} {
		t.Run(fmt.Sprint("control ", control), func(t *testing.T) {
			c := servers.NewPostgres(t)
			params := ""
			if control {
				params = "&synchronous_commit=off"
			}
			s := placeAt(t, "postgres://root@"+c.Address()+"/postgres?sslmode=disable"+params).open(t)
			said := &acks{}
			ctx, cancel := context.WithCancel(t.Context())
			var wg sync.WaitGroup
			wg.Go(func() { play16(ctx, s, "run", false, said.add) })
			for range kills(t, 0) {
				time.Sleep(200*time.Millisecond + rand.N(800*time.Millisecond))
				c.Kill()
				c.Start()
			}
			time.Sleep(time.Second)
			cancel()
			wg.Wait()
			lost := said.missing(t, s)
			t.Logf("%d kills, %d acknowledged, %d lost", kills(t, 0), said.all, lost)
			if said.all == 0 || control != (lost > 0) {
				t.Errorf("%d of %d acknowledged changes are lost", lost, said.all)
			}
		})
	}
}
