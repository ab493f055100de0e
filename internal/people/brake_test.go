package people

import (
	"fmt"
	"testing"
	"time"
)

// TestBrake checks that guesses at an account are slowed down more and more, from all devices
// together, except from a device that has been signed in to the account before. It also checks that
// guesses at another account from another address are not slowed down.
func TestBrake(t *testing.T) {
	var b brake
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	guess := func(d Device, at time.Time) bool {
		_, err := b.pass(keysOf("Hưng", "hung", d), at)
		return err == nil
	}
	// Guess once per second for ten minutes, each time from a different address.
	let := 0
	for i := range 600 {
		if guess(Device{Address: fmt.Sprint("10.0.0.", i)}, now.Add(time.Duration(i)*time.Second)) {
			let++
		}
	}
	if let < strangerRule.free || let > 20 {
		t.Errorf("%d of 600 guesses were let through", let)
	}
	now = now.Add(600 * time.Second)
	home := Device{Address: "10.1.1.1", Familiar: func(id string) bool { return id == "hung" }}
	if !guess(home, now) {
		t.Error("the owner's own device is locked out")
	}
	if _, err := b.pass(keysOf("Lan", "lan", Device{Address: "10.1.1.2"}), now); err != nil {
		t.Error("another account is slowed")
	}
	if guess(Device{Address: "10.1.1.3"}, now) {
		t.Error("a stranger is let through")
	}
	if !guess(Device{Address: "10.1.1.3"}, now.Add(time.Hour+strangerRule.most)) {
		t.Error("it never ends")
	}
}

// TestBrakeRelease checks that a successful sign-in deletes the count of earlier guesses at the
// account, but not the count of guesses from the same address.
func TestBrakeRelease(t *testing.T) {
	var b brake
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	one := Device{Address: "10.0.0.1"}
	for i := range strangerRule.free - 1 {
		if _, err := b.pass(keysOf("Hưng", "hung", one), now); err != nil {
			t.Fatal(i, err)
		}
	}
	release, err := b.pass(keysOf("Hưng", "hung", one), now)
	if err != nil {
		t.Fatal(err)
	}
	release()
	if n := b.all["address 10.0.0.1"].n; n != strangerRule.free-1 {
		t.Errorf("%d are counted for the address", n)
	}
	if _, ok := b.all["account hung"]; ok {
		t.Error("the account is still slowed")
	}
}

// TestBrakeUnknown checks that guesses at unknown names are slowed down like guesses at existing
// names.
func TestBrakeUnknown(t *testing.T) {
	var b brake
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	refused := [2]int{}
	for i := range 30 {
		for j, id := range []string{"hung", ""} {
			d := Device{Address: fmt.Sprint(j, ".", i)}
			if _, err := b.pass(keysOf(fmt.Sprint("name", j), id, d), now); err != nil {
				refused[j]++
			}
		}
	}
	if refused[0] == 0 || refused[0] != refused[1] {
		t.Errorf("refused: %v", refused)
	}
}

// TestBrakeBound checks that the brake keeps at most maxBraked series.
func TestBrakeBound(t *testing.T) {
	var b brake
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range maxBraked + 100 {
		_, _ = b.pass([]brakeKey{{fmt.Sprint(i), addressRule}}, now)
	}
	if len(b.all) > maxBraked {
		t.Errorf("%d series", len(b.all))
	}
}
