package webhook_test

import (
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/webhook"
)

// TestRetry checks that a message that the receiver did not accept is sent again with the same id,
// after growing pauses. After the receiver accepts the message, the webhook must not count as
// failing any more.
func TestRetry(t *testing.T) {
	everywhere(t, func(s *site) {
		w := s.node(s.db, "one")
		h := s.add(w, "binh")
		s.at.Answer(func(n int) int { return []int{http.StatusInternalServerError, http.StatusFound, 0, http.StatusOK}[n-1] })
		if _, err := w.Ping(s.t.Context(), webhook.Owner{Player: "binh"}, h.ID); err != nil {
			s.t.Fatal(err)
		}
		for i, pause := range []time.Duration{0, 5 * time.Second, time.Minute, 5 * time.Minute} {
			if pause > 0 {
				s.pass(pause - time.Millisecond)
				if n := s.sendAll(w); n != 0 {
					s.t.Errorf("before the pause of %v %d messages are sent", pause, n)
				}
				s.pass(pause/10 + time.Millisecond)
			}
			if n := s.sendAll(w); n != 1 {
				s.t.Fatalf("after the pause of %v %d messages are sent", pause, n)
			}
			hook, all := s.hook(w, "binh")
			if hook.Failing.IsZero() != (i == 3) || len(all) != 1 || all[0].Attempts != i+1 || all[0].Status != []int{500, 302, 0, 200}[i] {
				s.t.Errorf("after attempt %d: failing since %v, %+v", i+1, hook.Failing, all)
			}
		}
		_, all := s.hook(w, "binh")
		ids := map[string]bool{}
		for _, m := range s.at.Messages() {
			ids[m.ID] = true
			if m.Signed != nil {
				s.t.Error(m.Signed)
			}
		}
		if len(ids) != 1 || all[0].State != webhook.Delivered || s.sendAll(w) != 0 {
			s.t.Errorf("the message has the ids %v and is %s", ids, all[0].State)
		}
	})
}

// TestOffAfterAWeek checks that a webhook that always fails is switched off after a week, and not
// before. A webhook whose receiver answers 410 Gone is switched off at once. The owner can switch a
// webhook on again.
func TestOffAfterAWeek(t *testing.T) {
	everywhere(t, func(s *site) {
		ctx, binh := s.t.Context(), webhook.Owner{Player: "binh"}
		w := s.node(s.db, "one")
		h := s.add(w, "binh")
		s.at.Answer(func(int) int { return http.StatusBadGateway })
		if _, err := w.Ping(ctx, binh, h.ID); err != nil {
			s.t.Fatal(err)
		}
		began, attempts := s.clock(), 0
		for s.clock().Sub(began) < 9*24*time.Hour {
			attempts += s.sendAll(w)
			hook, _ := s.hook(w, "binh")
			if past := s.clock().Sub(began); !hook.Off.IsZero() {
				if past < webhook.Off {
					s.t.Errorf("the hook is off after %v", past)
				}
				break
			}
			s.pass(10 * time.Minute)
		}
		hook, all := s.hook(w, "binh")
		if hook.Off.IsZero() || attempts < 10 || attempts > 20 || all[0].State != webhook.Failed || w.Stats().Off != 1 {
			s.t.Errorf("after %d attempts the hook is %+v, the message %s", attempts, hook, all[0].State)
		}
		if _, err := w.Ping(ctx, binh, h.ID); code(err) != webhook.IsOff {
			s.t.Errorf("a message to a hook that is off: %v", err)
		}
		s.start("m1") // a webhook that is off gets no message about this match
		if err := w.Queue(ctx); err != nil || s.sendAll(w) != 0 {
			s.t.Errorf("a hook that is off is sent something, %v", err)
		}
		if err := w.Switch(ctx, binh, h.ID, []webhook.Event{webhook.Ended, webhook.Turn}); err != nil {
			s.t.Fatal(err)
		}
		s.at.Answer(func(int) int { return http.StatusGone })
		s.pass(time.Second)
		if _, err := w.Ping(ctx, binh, h.ID); err != nil || s.sendAll(w) != 1 {
			s.t.Fatal(err)
		}
		if hook, _ := s.hook(w, "binh"); hook.Off.IsZero() || !slices.Equal(hook.Events, []webhook.Event{webhook.Turn, webhook.Ended}) {
			s.t.Errorf("its receiver is gone, and the hook is %+v", hook)
		}
	})
}

func code(err error) string {
	if e, ok := errors.AsType[*game.Error](err); ok {
		return e.Code
	}
	return ""
}

// TestCrashed checks that if a node dies while it sends a message, another node sends the message
// again, but not before the lease has ended.
func TestCrashed(t *testing.T) {
	everywhere(t, func(s *site) {
		ctx := s.t.Context()
		w := s.node(s.db, "one")
		h := s.add(w, "binh")
		if _, err := w.Ping(ctx, webhook.Owner{Player: "binh"}, h.ID); err != nil {
			s.t.Fatal(err)
		}
		if _, _, ok, err := s.db.TakeDelivery(ctx, "dead", s.clock(), 30*time.Second); !ok || err != nil {
			s.t.Fatal(ok, err)
		}
		s.pass(29 * time.Second)
		if s.sendAll(w) != 0 {
			s.t.Error("a message was sent that another node holds")
		}
		s.pass(2 * time.Second)
		if s.sendAll(w) != 1 {
			s.t.Error("the message of a dead node was not sent")
		}
		// The node that seemed dead reports its result late. This report must not change anything.
		_, all := s.hook(w, "binh")
		late := webhook.Attempt{ID: all[0].ID, Hook: h.ID, Holder: "dead", At: s.clock(), State: webhook.Failed}
		if err := s.db.NoteAttempt(ctx, late, webhook.Off); err != nil {
			s.t.Fatal(err)
		}
		if hook, all := s.hook(w, "binh"); all[0].State != webhook.Delivered || all[0].Attempts != 1 || !hook.Failing.IsZero() {
			s.t.Errorf("the message is %+v", all[0])
		}
	})
}
