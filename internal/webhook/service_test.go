package webhook_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/internal/webhook"
	"kydai/internal/webhook/webhooktest"
	"kydai/test/servers"
)

// site is a database with a receiver of webhooks and a clock that the test controls.
type site struct {
	t       *testing.T
	address string
	db      *store.Store
	at      *webhooktest.Receiver

	mu  sync.Mutex
	now time.Time
}

// everywhere runs a test on SQLite and on PostgreSQL.
func everywhere(t *testing.T, f func(s *site)) {
	t.Run("sqlite", func(t *testing.T) { f(newSite(t, filepath.Join(t.TempDir(), "kydai.db"))) })
	t.Run("postgres", func(t *testing.T) {
		at, _ := servers.Schema(t, servers.PostgresAddress())
		f(newSite(t, at))
	})
}

func newSite(t *testing.T, address string) *site {
	t.Helper()
	s := &site{t: t, address: address, at: webhooktest.New(t), now: time.Now().Add(time.Minute)}
	s.db = s.open()
	return s
}

func (s *site) open() *store.Store {
	s.t.Helper()
	open := store.OpenFile
	if strings.HasPrefix(s.address, "postgres:") {
		open = store.OpenServer
	}
	db, err := open(s.t.Context(), s.address, store.Options{})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = db.Close() })
	return db
}

// clock returns the current time as the webhook services see it.
func (s *site) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *site) pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

func (s *site) node(db *store.Store, name string, change ...func(*webhook.Options)) *webhook.Service {
	o := webhook.Options{Store: db, Policy: s.at.Policy(), Node: name, Now: s.clock, Pace: webhook.Pace{Look: 5 * time.Millisecond}}
	for _, f := range change {
		f(&o)
	}
	return webhook.New(o)
}

// add creates a webhook for all events of a player.
func (s *site) add(w *webhook.Service, player string) webhook.Hook {
	s.t.Helper()
	h, err := w.Add(s.t.Context(), webhook.Owner{Player: player}, s.at.Address(), webhook.Events, time.Time{})
	if err != nil {
		s.t.Fatal(err)
	}
	s.at.Trust(h.Secret.Reveal())
	time.Sleep(2 * time.Millisecond) // the webhook gets only events that happen after its creation
	return h
}

// hook returns the player's only webhook, and its messages.
func (s *site) hook(w *webhook.Service, player string) (webhook.Hook, []webhook.Delivery) {
	s.t.Helper()
	list, err := w.List(s.t.Context(), webhook.Owner{Player: player})
	if err != nil || len(list) != 1 {
		s.t.Fatalf("the hooks are %v, %v", list, err)
	}
	all, err := w.Deliveries(s.t.Context(), webhook.Owner{Player: player}, list[0].ID)
	if err != nil {
		s.t.Fatal(err)
	}
	return list[0], all
}

func (s *site) start(id string) {
	s.t.Helper()
	_, err := s.db.Create(s.t.Context(), play.Row{ID: id, Game: "caro", Players: [2]string{"anna", "binh"}, Terms: []byte("{}"), Started: []string{"anna", "binh"}})
	if err != nil {
		s.t.Fatal(err)
	}
}

// commit stores a move in a match. After the move it is the turn of the first of the given players.
// If the parameter over is true, the move ends the match.
func (s *site) commit(id string, seq int, to, from string, over bool) {
	s.t.Helper()
	c := play.Change{ID: id, Seq: seq, Ply: seq + 1, Events: [][]byte{[]byte("h8")}, Turn: &play.Turn{Player: to, Other: from}}
	if over {
		c.Turn, c.Over, c.Result, c.Winner, c.Reason = nil, true, "first five", "first", "five"
		c.Facts = play.Facts{Known: true, Kinds: [2]string{"human", "human"}}
	}
	if _, err := s.db.Commit(s.t.Context(), c); err != nil {
		s.t.Fatal(err)
	}
}

// run starts sending messages; it stops when the test ends.
func (s *site) run(w *webhook.Service) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	s.t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			s.t.Error(err)
		}
	})
}

// sendAll sends all messages that are due and returns how many it sent.
func (s *site) sendAll(w *webhook.Service) (n int) {
	s.t.Helper()
	for {
		ok, err := w.SendOne(s.t.Context())
		if err != nil {
			s.t.Fatal(err)
		}
		if !ok {
			return n
		}
		n++
	}
}

// TestEvents checks that two nodes together send each event once, with a signature and without
// information about the board.
func TestEvents(t *testing.T) {
	everywhere(t, func(s *site) {
		one, two := s.node(s.db, "one"), s.node(s.open(), "two")
		s.add(one, "binh")
		s.run(one)
		s.run(two)
		s.start("m1")
		s.at.Wait(1)
		s.commit("m1", 0, "binh", "anna", false)
		s.at.Wait(2)
		s.commit("m1", 1, "anna", "binh", false)
		s.commit("m1", 2, "", "", true)
		s.at.Wait(3)
		time.Sleep(100 * time.Millisecond)
		var types []string
		ids := map[string]bool{}
		for _, m := range s.at.Messages() {
			types, ids[m.ID] = append(types, m.Type), true
			if m.Signed != nil || m.Data["match"] != "m1" || m.Data["game"] != "caro" || m.Data["other"] != "anna" || m.Data["player"] != "binh" || strings.Contains(m.Body, "h8") {
				s.t.Errorf("the message is %s, %v", m.Body, m.Signed)
			}
			if m.Type == "ended" && (m.Data["result"] != "lost" || m.Data["reason"] != "five") {
				s.t.Errorf("the end is told as %s", m.Body)
			}
		}
		if !slices.Equal(types, []string{"started", "turn", "ended"}) || len(ids) != 3 {
			s.t.Errorf("the messages are %v, of %d ids", types, len(ids))
		}
		if n := one.Stats().Delivered + two.Stats().Delivered; n != 3 {
			s.t.Errorf("%d messages are counted", n)
		}
	})
}

// TestOnce checks that two nodes together send each message once while new messages are being
// created.
func TestOnce(t *testing.T) {
	everywhere(t, func(s *site) {
		const each = 6
		one, two := s.node(s.db, "one"), s.node(s.open(), "two")
		for i := range 6 {
			owner := webhook.Owner{Player: fmt.Sprint("p", i)}
			h := s.add(one, owner.Player)
			for range each {
				s.pass(time.Millisecond)
				if _, err := one.Ping(s.t.Context(), owner, h.ID); err != nil {
					s.t.Fatal(err)
				}
			}
		}
		s.run(one)
		s.run(two)
		s.at.Wait(6 * each)
		time.Sleep(200 * time.Millisecond)
		ids := map[string]int{}
		for _, m := range s.at.Messages() {
			ids[m.ID]++
		}
		if len(ids) != 6*each || len(s.at.Messages()) != 6*each {
			s.t.Errorf("%d messages came %d times", len(ids), len(s.at.Messages()))
		}
		if one.Stats().Delivered == 0 || two.Stats().Delivered == 0 {
			s.t.Log("one node has sent everything")
		}
	})
}
