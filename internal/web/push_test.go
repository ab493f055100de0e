package web_test

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/internal/dial"
	"kydai/internal/push"
	"kydai/internal/push/pushtest"
	"kydai/internal/store"
	"kydai/internal/web"
)

// pushing returns a function that changes the options of a node so that it sends push messages to
// the test's push service. The node polls for missed notices so rarely that a poll never happens
// during a test.
func pushing(t *testing.T, db *store.Store, at *pushtest.Service) func(*web.Options) {
	return func(o *web.Options) {
		p, err := push.New(t.Context(), push.Options{
			Store: db, Hear: o.Notices.Hear, Transport: at.Lead(dial.Policy{}.Transport()),
			Pace: push.Pace{Hold: 10 * time.Millisecond, Look: 10 * time.Millisecond, Sweep: time.Hour},
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = p.Run(ctx)
		}()
		t.Cleanup(func() { cancel(); <-done })
		o.Push = p
	}
}

// subscribe registers a guest's browser for push messages of most kinds of notices.
func (g *guest) subscribe(b *pushtest.Browser) (v web.PushView) {
	g.t.Helper()
	g.post("/api/me/push", say{
		"endpoint": b.Endpoint, "keys": say{"p256dh": b.Public, "auth": b.Auth}, "kinds": []string{"started", "turn", "challenge", "result"}, "lang": "vi",
	}, &v)
	return v
}

// TestPush plays a correspondence game with hidden pieces between two accounts on two nodes. It
// checks that a device gets one message for each notice. The messages must contain no information
// about the board.
func TestPush(t *testing.T) {
	db, b := newGround(t)
	at := pushtest.New(t)
	one, two := newNode(t, db, b, pushing(t, db, at)), newNode(t, db, b, pushing(t, db, at))
	anna, binh := one.guest(), two.guest()
	binh.register("Bình")
	phone := at.Subscribe()
	v := binh.subscribe(phone)
	if len(v.Devices) != 1 || v.Devices[0].ID != push.IDOf(phone.Endpoint) || v.Devices[0].Lang != "vi" || len(v.Devices[0].Kinds) != 4 {
		t.Fatalf("the devices are %+v", v)
	}
	offer := anna.offer("jieqi", say{"clock": "3d/move", "to": binh.id})
	phone.Wait(1)
	var made struct{ ID string }
	binh.post("/api/offers/"+offer+"/accept", nil, &made)
	phone.Wait(2)
	var snap struct{ Moves []struct{ Code string } }
	anna.post("/api/matches/"+made.ID+"/moves", say{"ply": 0, "code": "b0c2"}, &snap)
	phone.Wait(3)
	anna.post("/api/matches/"+made.ID+"/acts", say{"kind": "resign"}, nil)
	want := []string{
		`{"kind":"challenge","title":"Có người mời bạn chơi","body":"Cờ úp","open":"/c/` + offer + `","tag":"` + offer + `","lang":"vi"}`,
		`{"kind":"started","title":"Ván mới đã bắt đầu","body":"Cờ úp","open":"/g/` + made.ID + `","tag":"` + made.ID + `","lang":"vi"}`,
		`{"kind":"turn","title":"Đến lượt bạn","body":"Cờ úp","open":"/g/` + made.ID + `","tag":"` + made.ID + `","lang":"vi"}`,
		`{"kind":"result","title":"Ván đã kết thúc","body":"Cờ úp","open":"/g/` + made.ID + `","tag":"` + made.ID + `","lang":"vi"}`,
	}
	var got []string
	sizes := map[int]bool{}
	for _, m := range phone.Wait(4) {
		got = append(got, m.Text)
		sizes[m.Size] = true
		if m.Key != v.Key {
			t.Errorf("the message is signed by %s; the browser knows %s", m.Key, v.Key)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the messages are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(sizes) != 1 {
		t.Errorf("the sizes %v tell the messages apart", slices.Collect(maps.Keys(sizes)))
	}
	time.Sleep(200 * time.Millisecond)
	if n := len(phone.Messages()); n != 4 {
		t.Errorf("two nodes sent %d messages for four notices", n)
	}
}

// TestPushDevices checks that a device belongs to its player and is in the player's export. The
// device must be deleted with the session and with the account.
func TestPushDevices(t *testing.T) {
	db, b := newGround(t)
	at := pushtest.New(t)
	s := newNode(t, db, b, pushing(t, db, at))
	anna, binh := s.guest(), s.guest()
	phone, laptop := at.Subscribe(), at.Subscribe()
	anna.subscribe(phone)
	id := push.IDOf(phone.Endpoint)
	list := func(g *guest) int {
		var v web.PushView
		g.get("/api/me/push", &v)
		return len(v.Devices)
	}
	if list(anna) != 1 || list(binh) != 0 {
		t.Errorf("anna has %d devices, binh %d", list(anna), list(binh))
	}
	binh.refused(http.StatusNotFound, push.NoDevice, http.MethodDelete, "/api/me/push/"+id, nil)
	binh.refused(http.StatusNotFound, push.NoDevice, http.MethodPatch, "/api/me/push/"+id, say{"kinds": []string{}})
	var v web.PushView
	if anna.want(http.MethodPatch, "/api/me/push/"+id, say{"kinds": []string{"turn"}}, &v); len(v.Devices) != 1 || !slices.Equal(v.Devices[0].Kinds, []string{"turn"}) {
		t.Errorf("the device is %+v", v)
	}
	anna.refused(http.StatusUnprocessableEntity, "bad-request", http.MethodPatch, "/api/me/push/"+id, say{"kinds": []string{"weather"}})
	for _, endpoint := range []string{"http://example.com/x", "https://127.0.0.1/x", "https://localhost/x"} {
		anna.refused(http.StatusUnprocessableEntity, push.BadEndpoint, http.MethodPost, "/api/me/push",
			say{"endpoint": endpoint, "keys": say{"p256dh": phone.Public, "auth": phone.Auth}, "kinds": []string{}, "lang": "vi"})
	}
	s.bot("Robot").refused(http.StatusForbidden, "not-for-you", http.MethodGet, "/api/me/push", nil)

	// A guest's device must be deleted when the guest gets an account.
	anna.register("Anna")
	if list(anna) != 0 {
		t.Errorf("an account has the guest's devices")
	}
	anna.subscribe(phone)
	anna.subscribe(laptop)
	_, body := anna.ask(http.MethodGet, "/api/account/export", nil)
	var head web.Export
	if err := json.Unmarshal(body[:strings.IndexByte(string(body), '\n')], &head); err != nil || len(head.Devices) != 2 || head.Devices[0].Endpoint != laptop.Endpoint {
		t.Errorf("the export has %+v, %v", head.Devices, err)
	}
	anna.want(http.MethodDelete, "/api/me/push/"+push.IDOf(laptop.Endpoint), nil, &v)
	if len(v.Devices) != 1 {
		t.Errorf("%d devices are left", len(v.Devices))
	}
	anna.want(http.MethodDelete, "/api/session", nil, nil)
	if left, err := db.Devices(t.Context(), anna.id); err != nil || len(left) != 0 {
		t.Errorf("signed out, %d devices are left, %v", len(left), err)
	}
	// The server must not send a message to a device whose session has ended.
	binh.offer("caro", say{"clock": "3d/move", "to": anna.id})
	time.Sleep(150 * time.Millisecond)
	if n := len(at.Asked()); n != 0 {
		t.Errorf("%d messages were sent", n)
	}
}
