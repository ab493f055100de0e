package store

import (
	"context"
	"crypto/rand"
	"reflect"
	"strings"
	"sync"
	"testing"

	"kydai/games"
	"kydai/internal/events"
)

// eventNode returns the events service of a node that uses this store.
func eventNode(s *Store) *events.Service {
	return events.New(events.Options{
		Store: s, Random: rand.Reader, Rules: games.Find,
		Speed:  func(string, string) string { return "rapid" },
		Rating: func(context.Context, string, string, string) (int, error) { return 1500, nil },
	})
}

func eventSettings() events.Settings {
	return events.Settings{Name: "Giải", Game: "chess", Clock: "10+5", Format: events.Swiss, Rounds: 3, Scoring: "1-0.5-0", Boards: events.Wood}
}

// TestEvents lets two nodes enter players into an event, pair them and enter results at the same
// time. No change may be lost or stored twice, and the list of events must be up to date.
func TestEvents(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		a, b, ctx := p.open(t), p.open(t), t.Context()
		nodes := []*events.Service{eventNode(a), eventNode(b)}
		boss := events.Caller{ID: "boss", Account: true}
		e := must(nodes[0].Create(ctx, boss, eventSettings()))(t)
		must(nodes[1].OpenEntries(ctx, boss, e.ID))(t)
		var wg sync.WaitGroup
		together := func(n int, f func(i int) error) {
			t.Helper()
			for i := range n {
				wg.Go(func() {
					if err := f(i); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
		}
		players := "abcdef"
		together(12, func(i int) error {
			id := players[i/2 : i/2+1]
			_, err := nodes[i%2].Enter(ctx, events.Caller{ID: id, Name: "Guest " + strings.ToUpper(id)}, e.ID)
			return err
		})
		must(nodes[0].Start(ctx, boss, e.ID))(t)
		together(4, func(i int) error { _, err := nodes[i%2].Pair(ctx, boss, e.ID, 1); return err })
		together(3, func(i int) error {
			_, err := nodes[i%2].Decide(ctx, boss, e.ID, 1, i+1, 0, events.Result{Result: events.FirstWins, Reason: "seen"})
			return err
		})
		one, two := must(nodes[0].Event(ctx, boss, e.ID))(t), must(nodes[1].Event(ctx, boss, e.ID))(t)
		if !reflect.DeepEqual(one, two) || len(one.Entrants) != 6 || len(one.Rounds) != 1 || !one.Rounds[0].Done() || one.Version != 13 {
			t.Errorf("the event is %+v; on the other node %+v", one, two)
		}
		if one.Made.IsZero() || one.Rounds[0].At.Before(one.Made) {
			t.Errorf("made at %v, paired at %v", one.Made, one.Rounds[0].At)
		}
		names := must(nodes[0].Names(ctx, one))(t)
		if !strings.HasPrefix(names[1], "Guest ") || len(names) != 6 {
			t.Errorf("the names are %v", names)
		}
		_, err := nodes[0].Event(ctx, boss, "none")
		want(t, err, events.ErrNoEvent)
		want(t, a.AppendFacts(ctx, 3, events.Head{ID: e.ID}, events.Change{}), events.ErrConflict)

		draft := must(nodes[0].Create(ctx, boss, eventSettings()))(t)
		all := events.Query{Phases: []events.Phase{events.Running, events.Draft}}
		list := must(nodes[0].List(ctx, all, 9))(t)
		if len(list) != 2 || list[0].ID != draft.ID || list[1].ID != e.ID || list[1].Entrants != 6 || list[1].Rounds != 1 || list[1].Phase != events.Running {
			t.Errorf("the list is %+v", list)
		}
		all.Before = list[0]
		if list = must(nodes[0].List(ctx, all, 9))(t); len(list) != 1 || list[0].ID != e.ID {
			t.Errorf("the second page is %+v", list)
		}
		for _, q := range []events.Query{
			{Phases: []events.Phase{events.Over}}, {Phases: []events.Phase{events.Running}, Game: "go"}, {Phases: []events.Phase{events.Running}, Organiser: "x"},
		} {
			if list = must(nodes[0].List(ctx, q, 9))(t); len(list) != 0 {
				t.Errorf("%+v lists %+v", q, list)
			}
		}
	})
}

// TestEventsDumped checks that an event can be restored from a dump, and that
// no fact contains the name of a player.
func TestEventsDumped(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		node := eventNode(s)
		boss := events.Caller{ID: "boss", Account: true}
		e := must(node.Create(ctx, boss, eventSettings()))(t)
		must(node.OpenEntries(ctx, boss, e.ID))(t)
		e = must(node.Enter(ctx, events.Caller{ID: "g", Name: "Bí mật"}, e.ID))(t)
		dump := dumpOf(t, s)
		for line := range strings.SplitSeq(dump, "\n") {
			if strings.Contains(line, "tourney") && strings.Contains(line, "Bí mật") {
				t.Errorf("a name of a player: %s", line)
			}
		}
		into := sqlitePlace(t).open(t)
		must(into.Restore(ctx, strings.NewReader(dump)))(t)
		if back := must(eventNode(into).Event(ctx, boss, e.ID))(t); !reflect.DeepEqual(back, e) {
			t.Errorf("restored: %+v; want %+v", back, e)
		}
	})
}

// TestEventOf checks that EventOf returns the event of a match that is played on an event board,
// and "" for other matches.
func TestEventOf(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		h := events.Head{ID: "e1", Name: "Giải", Game: "chess", Format: events.Swiss, Organiser: "boss", Phase: events.Running, Version: 1}
		e := must(eventNode(s).Create(ctx, events.Caller{ID: "boss", Account: true}, eventSettings()))(t)
		facts := must(s.Facts(ctx, e.ID, 0))(t)
		h.ID, h.Version = e.ID, len(facts)+1
		c := events.Change{
			Facts:  []events.Fact{{Number: h.Version, Kind: events.Claimed, Round: 1, Board: 1, Entrant: 1, Result: &events.Result{Result: events.Drawn}}},
			Boards: []events.Seating{{Match: "m1", Event: e.ID, Round: 1, Board: 1, Players: [2]string{"a", "b"}}},
		}
		if err := s.AppendFacts(ctx, len(facts), h, c); err != nil {
			t.Fatal(err)
		}
		for match, want := range map[string]string{"m1": e.ID, "m2": ""} {
			if got := must(s.EventOf(ctx, match))(t); got != want {
				t.Errorf("match %s is of event %q, want %q", match, got, want)
			}
		}
	})
}
