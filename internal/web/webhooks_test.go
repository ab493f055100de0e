package web_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/internal/dial"
	"kydai/internal/store"
	"kydai/internal/web"
	"kydai/internal/webhook"
	"kydai/internal/webhook/webhooktest"
)

// hooking returns a function that changes the options of a node so that it sends webhooks to the
// test's receiver.
func hooking(t *testing.T, db *store.Store, node string, policy dial.Policy) func(*web.Options) {
	return func(o *web.Options) {
		w := webhook.New(webhook.Options{Store: db, Policy: policy, Node: node, Now: o.Play.Now, Pace: webhook.Pace{Look: 10 * time.Millisecond}})
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = w.Run(ctx)
		}()
		t.Cleanup(func() { cancel(); <-done })
		o.Webhooks = w
	}
}

const hooksPath = "/api/me/webhooks"

// hook creates a webhook of the guest for all events.
func (g *guest) hook(at *webhooktest.Receiver) (v web.WebhookView) {
	g.t.Helper()
	g.post(hooksPath, say{"url": at.Address(), "events": []string{"started", "turn", "soon", "challenge", "ended"}}, &v)
	at.Trust(v.Secret)
	return v
}

// TestWebhooks plays a correspondence game with hidden pieces between players on two nodes. It
// checks that the receiver gets one signed message for each event. The messages must contain no
// information about the board.
func TestWebhooks(t *testing.T) {
	db, b := newGround(t)
	at := webhooktest.New(t)
	one, two := newNode(t, db, b, hooking(t, db, "one", at.Policy())), newNode(t, db, b, hooking(t, db, "two", at.Policy()))
	anna, binh := one.guest(), two.guest()
	binh.register("Bình")
	made := binh.hook(at)
	if !strings.HasPrefix(made.Secret, "whsec_") || made.URL != at.Address() || len(made.Events) != 5 || made.Off != 0 || made.Token {
		t.Fatalf("the webhook is %+v", made)
	}
	offer := anna.offer("jieqi", say{"clock": "3d/move", "to": binh.id})
	at.Wait(1)
	var begun struct{ ID string }
	binh.post("/api/offers/"+offer+"/accept", nil, &begun)
	at.Wait(2)
	anna.post("/api/matches/"+begun.ID+"/moves", say{"ply": 0, "code": "b0c2"}, nil)
	at.Wait(3)
	anna.post("/api/matches/"+begun.ID+"/acts", say{"kind": "resign"}, nil)
	at.Wait(4)
	time.Sleep(100 * time.Millisecond)
	var types []string
	for _, m := range at.Messages() {
		types = append(types, m.Type)
		if m.Signed != nil || m.Data["game"] != "jieqi" || m.Data["other"] != anna.id || m.Data["player"] != binh.id || strings.Contains(m.Body, "c2") || strings.Contains(m.Body, "secret") {
			t.Errorf("the message is %s, %v", m.Body, m.Signed)
		}
		if (m.Type == "challenge") != (m.Data["offer"] == offer) || (m.Type != "challenge") != (m.Data["match"] == begun.ID) {
			t.Errorf("the message names %s", m.Body)
		}
	}
	if !slices.Equal(types, []string{"challenge", "started", "turn", "ended"}) {
		t.Errorf("the messages are %v", types)
	}

	var list []web.WebhookView
	binh.get(hooksPath, &list)
	var sent []web.DeliveryView
	binh.get(hooksPath+"/"+made.ID+"/deliveries", &sent)
	if len(list) != 1 || list[0].Secret != "" || len(sent) != 4 || sent[0].Event != "ended" || sent[0].State != "delivered" || sent[0].Status != http.StatusNoContent || sent[0].Attempts != 1 {
		t.Errorf("listed are %+v and %+v", list, sent)
	}
	var pinged web.DeliveryView
	binh.post(hooksPath+"/"+made.ID+"/ping", nil, &pinged)
	if last := at.Wait(5)[4]; last.ID != pinged.ID || last.Type != "ping" {
		t.Errorf("the ping is %+v; want %+v", last, pinged)
	}
	binh.want(http.MethodPatch, hooksPath+"/"+made.ID, say{"events": []string{"ended"}}, &list)
	if len(list) != 1 || !slices.Equal(list[0].Events, []string{"ended"}) {
		t.Errorf("switched it is %+v", list)
	}
	status, text := binh.ask(http.MethodGet, "/api/account/export", nil)
	if status != http.StatusOK || !strings.Contains(string(text), at.Address()) || strings.Contains(string(text), made.Secret) {
		t.Errorf("the export is %d %s", status, text)
	}
	binh.want(http.MethodDelete, hooksPath+"/"+made.ID, nil, &list)
	if len(list) != 0 {
		t.Errorf("deleted, and listed is %+v", list)
	}
}

// TestWebhookRights checks that guests cannot have webhooks and that a token needs the scope for
// webhooks. A token gives access only to the webhooks that it created; these are deleted when the
// token ends. Players cannot access the webhooks of other players.
func TestWebhookRights(t *testing.T) {
	db, b := newGround(t)
	at := webhooktest.New(t)
	s := newNode(t, db, b, hooking(t, db, "one", at.Policy()))
	want := say{"url": at.Address(), "events": []string{"ended"}}
	s.guest().refused(http.StatusForbidden, "sign-in-first", http.MethodPost, hooksPath, want)
	s.guest().refused(http.StatusForbidden, "sign-in-first", http.MethodGet, hooksPath, nil)
	reader, _ := s.limited(say{"name": "reader", "scopes": []string{"read", "play", "talk"}})
	reader.refused(http.StatusForbidden, "wrong-scope", http.MethodPost, hooksPath, want)

	anna, binh := s.guest(), s.guest()
	anna.register("Anna")
	binh.register("Bình")
	own := binh.hook(at)
	var token web.TokenView
	binh.post("/api/tokens", say{"name": "hooks", "scopes": []string{"webhooks"}}, &token)
	bot := &guest{s: s, t: t, client: &http.Client{}, token: token.Token, id: token.Player}
	bots := bot.hook(at)
	var list []web.WebhookView
	if bot.get(hooksPath, &list); len(list) != 1 || list[0].ID != bots.ID || !list[0].Token {
		t.Errorf("the token sees %+v", list)
	}
	bot.refused(http.StatusForbidden, "wrong-scope", http.MethodGet, "/api/me/matches", nil)
	for _, g := range []*guest{anna, bot} {
		g.refused(http.StatusNotFound, "no-webhook", http.MethodDelete, hooksPath+"/"+own.ID, nil)
		g.refused(http.StatusNotFound, "no-webhook", http.MethodPatch, hooksPath+"/"+own.ID, say{"events": []string{"turn"}})
		g.refused(http.StatusNotFound, "no-webhook", http.MethodGet, hooksPath+"/"+own.ID+"/deliveries", nil)
		g.refused(http.StatusNotFound, "no-webhook", http.MethodPost, hooksPath+"/"+own.ID+"/ping", nil)
	}
	if binh.get(hooksPath, &list); len(list) != 2 {
		t.Errorf("the player sees %+v", list)
	}
	binh.want(http.MethodDelete, "/api/tokens/"+token.ID, nil, nil)
	if binh.get(hooksPath, &list); len(list) != 1 || list[0].ID != own.ID {
		t.Errorf("after the token was revoked there are %+v", list)
	}
	for range webhook.Most - 1 {
		binh.post(hooksPath, want, nil)
	}
	binh.refused(http.StatusTooManyRequests, "too-many", http.MethodPost, hooksPath, want)
}

// TestWebhookAddresses checks that webhooks to addresses in the server's own network are refused
// unless the operator allows these addresses.
func TestWebhookAddresses(t *testing.T) {
	db, b := newGround(t)
	s := newNode(t, db, b, hooking(t, db, "one", dial.Policy{}))
	g := s.guest()
	g.register("Bình")
	for _, url := range []string{"http://example.org/", "https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://example.org:8443/", "https://user:word@example.org/"} {
		g.refused(http.StatusUnprocessableEntity, "bad-address", http.MethodPost, hooksPath, say{"url": url, "events": []string{"ended"}})
	}
	g.refused(http.StatusUnprocessableEntity, "bad-request", http.MethodPost, hooksPath, say{"url": "https://example.org/", "events": []string{"other"}})
	without := newNode(t, db, b)
	h := without.signIn("Bình")
	h.refused(http.StatusNotFound, "not-found", http.MethodGet, hooksPath, nil)
}
