package webhook_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kydai/internal/dial"
	"kydai/internal/dial/dialtest"
	"kydai/internal/play"
	"kydai/internal/webhook"
)

// TestRefusedAddresses checks that a webhook to a private address is refused unless the operator
// allows the address. It also checks that the server does not connect to a host name that later
// resolves to a private address.
func TestRefusedAddresses(t *testing.T) {
	s := newSite(t, filepath.Join(t.TempDir(), "kydai.db"))
	ctx, binh := t.Context(), webhook.Owner{Player: "binh"}
	r, asked := dialtest.Names(t, "8.8.8.8", "127.0.0.1", "169.254.169.254", "10.1.2.3")
	w := s.node(s.db, "one", func(o *webhook.Options) { o.Policy = dial.Policy{Resolver: r} })
	for _, address := range []string{
		"http://example.org/", "https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://10.0.0.1/", "https://0x7f000001/",
		"https://2130706433/", "https://169.254.169.254/latest", "https://a:b@example.org/", "https://example.org:22/", "https://example.org/#x", "javascript:alert(1)", "",
	} {
		if _, err := w.Add(ctx, binh, address, webhook.Events, time.Time{}); code(err) != webhook.BadAddress {
			t.Errorf("%q: %v", address, err)
		}
	}
	if _, err := r.LookupNetIP(ctx, "ip4", "hook.example.org"); err != nil { // the first lookup resolves to a public address
		t.Fatal(err)
	}
	h, err := w.Add(ctx, binh, "https://hook.example.org/", webhook.Events, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		s.pass(time.Hour)
		if _, err := w.Ping(ctx, binh, h.ID); err != nil || s.sendAll(w) != i+1 {
			t.Fatal(i, err)
		}
		_, all := s.hook(w, "binh")
		for _, d := range all {
			if d.Fault != webhook.NotAllowed || d.Status != 0 {
				t.Errorf("an attempt ended with %d %s", d.Status, d.Fault)
			}
		}
	}
	if w.Stats().Refused == 0 || asked.Load() < 4 || len(s.at.Messages()) != 0 {
		t.Errorf("%+v after %d questions", w.Stats(), asked.Load())
	}
	// A receiver with an untrusted certificate must get no message.
	strict := s.node(s.db, "two", func(o *webhook.Options) { o.Policy.Roots = nil })
	s.add(strict, "anna")
	hook, _ := s.hook(strict, "anna")
	if _, err := strict.Ping(ctx, webhook.Owner{Player: "anna"}, hook.ID); err != nil || s.sendAll(strict) == 0 {
		t.Fatal(err)
	}
	if _, all := s.hook(strict, "anna"); all[0].Fault != webhook.NoTLS || len(s.at.Messages()) != 0 {
		t.Errorf("without trust: %+v", all[0])
	}
}

// TestHookBounds checks the maximum number of webhooks per player and of stored messages per
// webhook. It also checks that webhooks end with the token that created them.
func TestHookBounds(t *testing.T) {
	everywhere(t, func(s *site) {
		ctx, binh := s.t.Context(), webhook.Owner{Player: "binh"}
		w := s.node(s.db, "one")
		token := play.Token{Player: "binh", Name: "bot", Hash: [32]byte{1}}
		if err := s.db.AddToken(ctx, token); err != nil {
			s.t.Fatal(err)
		}
		bot := webhook.Owner{Player: "binh", Token: token.Hash[:]}
		var own webhook.Hook
		for i := range webhook.Most {
			owner := binh
			if i == 0 {
				owner = bot
			}
			h, err := w.Add(ctx, owner, s.at.Address(), webhook.Events, time.Time{})
			if own = h; err != nil {
				s.t.Fatal(err)
			}
		}
		if _, err := w.Add(ctx, binh, s.at.Address(), webhook.Events, time.Time{}); !errors.Is(err, webhook.ErrTooMany) {
			s.t.Errorf("one hook too many: %v", err)
		}
		if _, err := w.Add(ctx, binh, s.at.Address(), []webhook.Event{"ping", "other"}, time.Time{}); code(err) != webhook.BadEvents {
			s.t.Errorf("a hook without events: %v", err)
		}
		count := func(o webhook.Owner) int {
			list, err := w.List(ctx, o)
			if err != nil {
				s.t.Fatal(err)
			}
			return len(list)
		}
		if count(binh) != webhook.Most || count(bot) != 1 || count(webhook.Owner{Player: "anna"}) != 0 {
			s.t.Errorf("hooks: %d, of the token %d", count(binh), count(bot))
		}
		for _, other := range []webhook.Owner{bot, {Player: "anna"}} {
			_, listed := w.Deliveries(ctx, other, own.ID)
			_, pinged := w.Ping(ctx, other, own.ID)
			for _, err := range []error{w.Drop(ctx, other, own.ID), w.Switch(ctx, other, own.ID, webhook.Events), listed, pinged} {
				if !errors.Is(err, webhook.ErrNoHook) {
					s.t.Errorf("a hook of another: %v", err)
				}
			}
		}
		mine, err := w.List(ctx, bot)
		if err != nil {
			s.t.Fatal(err)
		}
		for i := range 5 {
			s.pass(time.Second)
			if _, err := w.Ping(ctx, bot, mine[0].ID); err != nil {
				s.t.Fatal(i, err)
			}
		}
		if err := s.db.TrimDeliveries(ctx, s.clock(), webhook.Old, 3); err != nil {
			s.t.Fatal(err)
		}
		if all, err := w.Deliveries(ctx, bot, mine[0].ID); err != nil || len(all) != 3 {
			s.t.Errorf("%d messages are kept, %v", len(all), err)
		}
		if err := s.db.DropToken(ctx, "binh", token.Hash); err != nil {
			s.t.Fatal(err)
		}
		if s.sendAll(w) != 0 || count(binh) != webhook.Most-1 {
			s.t.Error("a hook is used after its token was revoked")
		}
		if err := s.db.TrimDeliveries(ctx, s.clock(), webhook.Old, 3); err != nil {
			s.t.Fatal(err)
		}
		if all, err := s.db.Deliveries(ctx, mine[0].ID, 10); err != nil || len(all) != 0 {
			s.t.Errorf("%d messages are left, %v", len(all), err)
		}
	})
}

// TestSecretIsHidden checks that no text form of a webhook contains its secret. Only Reveal returns
// the secret.
func TestSecretIsHidden(t *testing.T) {
	h := webhook.Hook{ID: "h", Secret: webhook.Secret("0123456789abcdef0123456789abcdef")}
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{string(text), fmt.Sprint(h), fmt.Sprintf("%v %+v %#v %s %q %x", h, h, h, h.Secret, h.Secret, h.Secret)} {
		if strings.Contains(s, "0123456789abcdef") || strings.Contains(s, "MDEyMzQ1Njc4OWFiY2RlZjAx") || strings.Contains(s, "30313233") || strings.Contains(s, "48 49 50") {
			t.Errorf("the secret is in %s", s)
		}
	}
}
