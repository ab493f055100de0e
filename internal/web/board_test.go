package web

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"kydai/game/clock"
	"kydai/internal/play"
)

// TestLobbyTraffic simulates a lobby with 500 offers and 20 changes a second, half of them new
// offers. It checks that the messages to 2,000 clients are at most 5 MB a second in total.
func TestLobbyTraffic(t *testing.T) {
	const offers, changes, clients, seconds, most = 500, 20, 2000, 60, 5 << 20
	rnd := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // random numbers of a test, not secrets
	control, err := clock.Parse("10+5")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	made := func() play.Seek {
		n++
		at := time.Unix(1_700_000_000+int64(n), 0)
		return play.Seek{
			ID: fmt.Sprintf("offer-%016d", n), Owner: fmt.Sprintf("guest-%037d", n), OwnerName: fmt.Sprint("Khách ", n%10_000),
			Proposal: play.Proposal{Deal: play.Deal{Game: "chess", Clock: control, Takebacks: 3}, Open: true, Lasts: 10 * time.Minute},
			Created:  at, Expires: at.Add(10 * time.Minute),
		}
	}
	var stands []play.Seek
	for range offers {
		stands = append(stands, made())
	}
	b := newBoard()
	for waits := true; waits; {
		b, waits = b.next(stands)
	}
	if len(b.shown) != lobbyShown || b.more != offers-lobbyShown {
		t.Fatalf("%d offers are shown and %d are not", len(b.shown), b.more)
	}
	bytes := 0
	for range seconds {
		for range changes / 2 {
			gone := rnd.IntN(len(stands))
			stands = append(stands[:gone:gone], stands[gone+1:]...)
			stands = append(stands, made())
		}
		next, _ := b.next(stands)
		if next != b {
			bytes += len(next.changes)
		}
		b = next
	}
	rate := bytes * clients / seconds
	t.Logf("%d bytes a second for each of %d clients, %.2f MB a second in all; the whole list has %d bytes",
		bytes/seconds, clients, float64(rate)/1e6, len(b.whole))
	if rate > most || bytes == 0 {
		t.Errorf("%d bytes a second; want at most %d", rate, most)
	}
}
