//go:build unix

package player_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/lab/player"
	"kydai/protocol"
)

// TestKilledInMidThought kills the external program with SIGKILL while it searches. After the first
// kill the driver must start the program again and answer. After a second kill during the same move
// the driver must return an error. For the next move it must work again.
func TestKilledInMidThought(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("no /proc to find the program in")
	}
	path := build(t)
	for kind, name := range map[string]string{"uci": "chess", "ucci": "xiangqi", "gomocup": "caro"} {
		t.Run(kind, func(t *testing.T) {
			r, _ := games.Find(name)
			p, err := player.DefaultKinds().Make(r, kind+":"+path+"?args="+kind+"&time=500ms")
			if err != nil {
				t.Fatal(err)
			}
			e, err := p.New(0)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close() //nolint:errcheck // an error of Close does not matter in this test
			l, err := game.NewLine(r, game.Setup{})
			if err != nil {
				t.Fatal(err)
			}
			think := func(kills int) (engine.Thought, error) {
				t.Helper()
				before := children()
				killed := killing(kills)
				info, err := e.Think(context.Background(), l, p.Limits, nil)
				if n := <-killed; n != kills {
					t.Fatalf("%d of %d programs were killed", n, kills)
				}
				after := children()
				if kills == 1 && (len(after) == 0 || slices.Equal(before, after)) {
					t.Errorf("the program was %v and is %v", before, after)
				}
				return info, err
			}
			for i, kills := range []int{1, 0, 2, 0} {
				info, err := think(kills)
				if kills == 2 {
					if !errors.Is(err, protocol.ErrGone) || !strings.Contains(err.Error(), "kydai") {
						t.Fatalf("killed twice: %+v, %v", info, err)
					}
					continue
				}
				if err != nil {
					t.Fatalf("move %d, killed %d times: %v", i, kills, err)
				}
				if err := l.Play(info.Best()); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// killing kills the running external program, and then each program that replaces it, until it has
// killed as many programs as the parameter kills says. It lets each program search for a while
// first. If no program runs for one second, it stops. At the end it sends the number of killed
// programs.
func killing(kills int) <-chan int {
	done := make(chan int, 1)
	go func() {
		var killed []int
		last := time.Now()
		for len(killed) < kills && time.Since(last) < time.Second {
			time.Sleep(40 * time.Millisecond)
			for _, pid := range children() {
				if !slices.Contains(killed, pid) && len(killed) < kills && syscall.Kill(pid, syscall.SIGKILL) == nil {
					killed = append(killed, pid)
					last = time.Now()
				}
			}
		}
		done <- len(killed)
	}()
	return done
}

// children lists the child processes of this process.
func children() (pids []int) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		if f := strings.Fields(rest); len(f) > 1 && f[0] != "Z" && f[1] == strconv.Itoa(os.Getpid()) {
			pids = append(pids, pid)
		}
	}
	return pids
}
