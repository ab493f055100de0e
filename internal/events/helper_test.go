package events

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"kydai/game"
	"kydai/games"
	"kydai/internal/play"
)

// memory implements Store without a database: it keeps all data in memory. Several services can use
// it concurrently.
type memory struct {
	mu     sync.Mutex
	facts  map[string][]Fact
	heads  map[string]Head
	boards map[string]string // state of each board on screen, by match id
	turn   map[string]*Turn  // the last Turn (scheduled time) of each event, by event id
	// late is called before each change, without holding the lock, so that a test can delay the
	// change.
	late func()
}

func newMemory() *memory {
	return &memory{facts: map[string][]Fact{}, heads: map[string]Head{}, boards: map[string]string{}, turn: map[string]*Turn{}}
}

func (m *memory) AddEvent(_ context.Context, h Head, facts []Fact, most int) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	open := 0
	for _, other := range m.heads {
		if other.Organiser == h.Organiser && other.Phase != Over {
			open++
		}
	}
	if open >= most {
		return true, nil
	}
	m.heads[h.ID] = h
	return false, m.add(h.ID, facts)
}

// add stores each fact in its encoded form, like a database. So a field that Encode omits is lost.
func (m *memory) add(id string, facts []Fact) error {
	for _, f := range facts {
		body, err := f.Encode()
		if err != nil {
			return err
		}
		back, err := Decode(f.Number, time.Unix(int64(f.Number), 0), f.By, string(f.Kind), body)
		if err != nil {
			return err
		}
		m.facts[id] = append(m.facts[id], back)
	}
	return nil
}

func (m *memory) Facts(_ context.Context, id string, after int) ([]Fact, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.facts[id] == nil {
		return nil, ErrNoEvent
	}
	return slices.Clone(m.facts[id][after:]), nil
}

func (m *memory) AppendFacts(_ context.Context, version int, h Head, c Change) error {
	if m.late != nil {
		m.late()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.heads[h.ID].Version != version {
		return ErrConflict
	}
	m.heads[h.ID] = h
	if c.Turn != nil {
		m.turn[h.ID] = c.Turn
	}
	for _, b := range c.Boards {
		m.boards[b.Match] = "waiting"
	}
	for _, id := range c.Cancel {
		m.boards[id] = "cancelled"
	}
	return m.add(h.ID, c.Facts)
}

func (m *memory) ListEvents(context.Context, Query, int) ([]Head, error) { return nil, nil }

func (m *memory) NamesOf(_ context.Context, players []string) (map[string]string, error) {
	names := map[string]string{}
	for _, p := range players {
		names[p] = "Name of " + p
	}
	return names, nil
}

func (m *memory) DueBoards(context.Context, int, time.Duration) ([]DueBoard, error) { return nil, nil }

func (m *memory) DueEvents(context.Context, int, time.Duration) ([]DueEvent, error) { return nil, nil }

func (m *memory) EventOf(context.Context, string) (string, error) { return "", nil }

func (m *memory) CloseBoard(context.Context, string) error { return nil }

// ids generates match ids: m1, m2, m3 and so on.
type ids struct{ n int }

func (i *ids) NewID() (string, error) {
	i.n++
	return "m" + strconv.Itoa(i.n), nil
}

func (*ids) Seat(context.Context, play.Seating) error { return nil }

func (*ids) SeatTwins(context.Context, [2]play.Seating) error { return nil }

func (*ids) Abort(context.Context, string) error { return nil }

// chance is a random source with a fixed seed.
type chance struct{ *rand.ChaCha8 }

func newService(store Store, seed byte) *Service {
	return New(Options{
		Store: store, Random: chance{rand.NewChaCha8([32]byte{seed})}, Rules: games.Find, Play: &ids{},
		Speed:  func(string, string) string { return "rapid" },
		Rating: func(_ context.Context, player, _, _ string) (int, error) { return 1000 + 10*len(player), nil },
	})
}

var boss = Caller{ID: "boss", Name: "Boss", Account: true}

func player(n int) Caller { return Caller{ID: "p" + strconv.Itoa(n), Name: "P", Account: true} }

func wooden() Settings {
	return Settings{
		Name: "Giải mùa xuân", Game: games.All()[0].Info().Name, Clock: "10+5", Format: Swiss, Rounds: 5, Scoring: "1-0.5-0",
		TieBreaks: []string{"buchholz-cut1", "direct"}, Boards: Wood,
	}
}

// running creates an event, enters n entrants and starts the event.
func running(t *testing.T, s *Service, settings Settings, n int) *State {
	t.Helper()
	e := ok(s.Create(t.Context(), boss, settings))(t)
	ok(s.OpenEntries(t.Context(), boss, e.ID))(t)
	for i := range n {
		ok(s.Enter(t.Context(), player(i+1), e.ID))(t)
	}
	return ok(s.Start(t.Context(), boss, e.ID))(t)
}

func ok[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// refused returns a function that fails the test unless the error has the given code.
func refused[T any](_ T, err error) func(t *testing.T, code string) {
	return func(t *testing.T, code string) {
		t.Helper()
		if e, is := errors.AsType[*game.Error](err); !is || e.Code != code {
			t.Fatalf("the error is %v; want the code %s", err, code)
		}
	}
}

// finish lets the arbiter set a result for every board of the last round that has no result.
func finish(t *testing.T, s *Service, e *State, result func(b *Board) string) *State {
	t.Helper()
	round := len(e.Rounds)
	for i := range e.Rounds[round-1].Boards {
		b := &e.Rounds[round-1].Boards[i]
		if b.Result.Result == "" {
			e = ok(s.Decide(t.Context(), boss, e.ID, round, i+1, b.Version, Result{Result: result(b), Reason: "seen"}))(t)
		}
	}
	return e
}

// stronger returns the result of a board in which the entrant with the smaller id wins.
func stronger(b *Board) string {
	if b.First < b.Second {
		return FirstWins
	}
	return SecondWins
}
