package store

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"kydai/internal/notice"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/push"
)

// addDevice stores a device whose endpoint URL is derived from its id.
func addDevice(t *testing.T, s *Store, id, player string, session []byte) {
	t.Helper()
	d := push.Device{ID: id, Player: player, Endpoint: "https://example.com/" + id, Public: []byte{4}, Auth: []byte{1}, Kinds: notice.Kinds, Lang: "vi", Session: session}
	if err := s.AddDevice(t.Context(), d, 3); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * time.Millisecond)
}

func deviceIDs(t *testing.T, s *Store, player string) (ids []string) {
	t.Helper()
	list, err := s.Devices(t.Context(), player)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list {
		ids = append(ids, d.ID)
	}
	return ids
}

// TestDevices checks that a player keeps only the newest devices, and that
// devices are deleted with the session, when a guest gets an account, after
// failures, and with the account.
func TestDevices(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s := p.open(t)
		ctx := t.Context()
		want := func(player string, ids ...string) {
			t.Helper()
			if got := deviceIDs(t, s, player); !slices.Equal(got, ids) {
				t.Errorf("%s has the devices %v; want %v", player, got, ids)
			}
		}
		for _, id := range []string{"a", "b", "c", "d"} {
			addDevice(t, s, id, "guest", nil)
		}
		want("guest", "d", "c", "b")
		addDevice(t, s, "b", "guest", nil) // device b is stored already, so it keeps its place in the order
		want("guest", "d", "c", "b")
		addDevice(t, s, "c", "other", nil) // another player now uses the browser of device c
		want("guest", "d", "b")
		want("other", "c")
		if err := s.SwitchDevice(ctx, "guest", "d", []notice.Kind{notice.Turn}); err != nil {
			t.Fatal(err)
		}
		list, err := s.Devices(ctx, "guest")
		if err != nil || !slices.Equal(list[0].Kinds, []notice.Kind{notice.Turn}) || list[0].Endpoint != "https://example.com/d" || list[0].Created.IsZero() {
			t.Errorf("the device is %+v, %v", list, err)
		}
		for i := range 2 {
			if err := s.NoteSent(ctx, "b", false, 2); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				if err := s.NoteSent(ctx, "d", false, 2); err != nil {
					t.Fatal(err)
				}
				if err := s.NoteSent(ctx, "d", true, 2); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := s.NoteSent(ctx, "d", false, 2); err != nil {
			t.Fatal(err)
		}
		want("guest", "d")

		// The guest gets an account. The device that was stored with the guest's cookie must get no
		// more messages.
		now := time.Now().Truncate(time.Second)
		session := people.Session{Hash: people.Hash{1}, Account: "guest", Created: now, Seen: now}
		if err := s.AddAccount(ctx, person(t, "guest", "Hưng"), nil); err != nil {
			t.Fatal(err)
		}
		if err := s.AddSession(ctx, session); err != nil {
			t.Fatal(err)
		}
		want("guest")
		addDevice(t, s, "e", "guest", session.Hash[:])
		addDevice(t, s, "f", "guest", []byte("no session"))
		want("guest", "e")
		if _, err := s.Expire(ctx); err != nil {
			t.Fatal(err)
		}
		var n int
		if err := s.reads.QueryRowContext(ctx, `SELECT COUNT(*) FROM devices`).Scan(&n); err != nil || n != 2 {
			t.Errorf("%d devices are left, %v", n, err) // expected: device c of the player other, and device e
		}
		if err := s.DropSession(ctx, "guest", session.Hash); err != nil {
			t.Fatal(err)
		}
		want("guest")
		one, err := s.PushKey(ctx, "one")
		two, err2 := p.open(t).PushKey(ctx, "two")
		if one != "one" || two != "one" || err != nil || err2 != nil {
			t.Errorf("the keys are %q and %q, %v, %v", one, two, err, err2)
		}
	})
}

// TestTakeDue checks that several nodes together take every due notice once, including notices of
// guests of an account. Notices that are too old, too new or seen, and notices of players without a
// device, must not be taken.
func TestTakeDue(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s := p.open(t)
		ctx := t.Context()
		addDevice(t, s, "a", "binh", nil)
		const matches = 40
		for i := range matches {
			id := fmt.Sprint("m", i)
			if _, err := s.Create(ctx, play.Row{ID: id, Game: "caro", Players: [2]string{"anna", "binh"}, Terms: []byte("{}"), Started: []string{"anna", "binh"}}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.SeeNotices(ctx, []string{"binh"}, "m0"); err != nil {
			t.Fatal(err)
		}
		for _, none := range []struct {
			players     []string
			hold, fresh time.Duration
		}{{nil, time.Hour, 2 * time.Hour}, {nil, 0, -time.Hour}, {[]string{"anna"}, 0, time.Hour}, {[]string{}, 0, time.Hour}} {
			if list, err := s.TakeDue(ctx, none.players, none.hold, none.fresh, 100); err != nil || len(list) != 0 {
				t.Errorf("%+v: %v, %v", none, list, err)
			}
		}
		var mu sync.Mutex
		taken := map[string]int{}
		var nodes sync.WaitGroup
		stores := []*Store{s, p.open(t), p.open(t)}
		for _, db := range stores {
			nodes.Go(func() {
				for range 40 {
					list, err := db.TakeDue(ctx, nil, 0, time.Hour, 3)
					if err != nil {
						t.Errorf("taking notices: %v", err)
					}
					mu.Lock()
					for _, d := range list {
						taken[d.Player+" "+string(d.Kind)+" "+d.Subject+" "+d.Account]++
					}
					mu.Unlock()
				}
			})
		}
		nodes.Wait()
		if len(taken) != matches-1 || taken["binh started m0 binh"] != 0 {
			t.Errorf("%d notices were taken: %v", len(taken), taken)
		}
		for what, n := range taken {
			if n != 1 {
				t.Errorf("%s was taken %d times", what, n)
			}
		}
		// A guest joins an account that has a device.
		if err := s.AddAccount(ctx, person(t, "chi", "Chi"), nil); err != nil {
			t.Fatal(err)
		}
		if err := s.Belong(ctx, "anna", "chi", time.Now()); err != nil {
			t.Fatal(err)
		}
		addDevice(t, s, "b", "chi", []byte("session"))
		o := play.Offer{ID: "o", Owner: "binh", To: "anna", Game: "caro", Expires: time.Now().Add(time.Hour)}
		if err := s.Propose(ctx, o); err != nil {
			t.Fatal(err)
		}
		// Only the node that holds the lease takes notices, so try the stores in turn.
		var list []push.Due
		var err error
		for i := 0; i < len(stores) && err == nil && len(list) == 0; i++ {
			list, err = stores[i].TakeDue(ctx, []string{"anna"}, 0, time.Hour, 100)
		}
		challenges := slices.DeleteFunc(list, func(d push.Due) bool { return d.Kind != notice.Challenge })
		if err != nil || len(challenges) != 1 || challenges[0].Account != "chi" || challenges[0].Player != "anna" {
			t.Errorf("the guest's challenge: %+v, %v", list, err)
		}
	})
}
