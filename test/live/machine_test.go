package live

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/internal/bus"
	"kydai/internal/play"
	"kydai/match"
	"kydai/test/timing"
)

func robot(level int) match.Seat {
	return match.Seat{Kind: match.Level, Level: level, Name: "robot"}
}

var person = match.Seat{Kind: match.Human}

// slow is an engine that starts to search only when the test releases it.
type slow struct {
	inner  engine.Engine
	begun  chan<- struct{}
	letGo  <-chan struct{}
	ignore bool // true if the engine ignores the end of its search time
}

func (e *slow) Think(ctx context.Context, l *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	select {
	case e.begun <- struct{}{}:
	default:
	}
	if e.ignore {
		<-e.letGo
	} else {
		select {
		case <-e.letGo:
		case <-ctx.Done():
		}
	}
	return e.inner.Think(context.WithoutCancel(ctx), l, lim, report)
}

func (e *slow) Close() error { return e.inner.Close() }

// quick is an engine that searches only a few nodes.
type quick struct{ engine.Engine }

func (e quick) Think(ctx context.Context, l *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	lim.Nodes = 50
	return e.Engine.Think(ctx, l, lim, report)
}

// TestMachines lets two engines play a game to the end. A worker dies during the first search, and
// this may delay the game by at most one job deadline.
func TestMachines(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		timing.Trials(t, timing.DefaultTrials, func(t *testing.T, tooSlow func(string, ...any)) {
			n := s.node(t)
			begun, never := make(chan struct{}, 1), make(chan struct{})
			kill := s.worker(t, func(name string, seat match.Seat, seed uint64) (engine.Engine, error) {
				e, err := level(name, seat, seed)
				return &slow{inner: e, begun: begun, letGo: never, ignore: true}, err
			})
			t.Cleanup(func() { close(never) }) // runs before the worker's cleanup, which waits for the engine (cleanups run last to first)
			id, err := n.Start(t.Context(), anna, play.NewMatch{
				Deal: play.Deal{Game: "caro"}, Seats: [2]match.Seat{robot(2), robot(1)},
			})
			check(t, err)
			client := watch(t, n, play.Player{}, id)
			<-begun
			kill()
			died := time.Now()
			s.worker(t, func(name string, seat match.Seat, seed uint64) (engine.Engine, error) {
				e, err := level(name, seat, seed)
				return quick{e}, err
			})
			client.until(t, 10*time.Second, func(s *play.Snapshot) bool { return s.Ply > 0 })
			if late := time.Since(died); late > 4*time.Second {
				tooSlow("the turn of a worker that died was played after %v", late)
			}
			end := client.until(t, 60*time.Second, func(s *play.Snapshot) bool { return s.Over })
			t.Logf("%v after %d plies", end.View(game.NoSide).Outcome, end.Ply)
			if why := end.View(game.NoSide).Outcome.Why; why == game.ByTime || why == play.EngineFailure {
				t.Errorf("the game ended by %s", why)
			}
		})
	})
}

// scripted is an engine that returns a fixed reply to the first move of the game, when the test
// allows it to.
type scripted struct {
	answers map[string]string
	letGo   map[string]chan struct{}
	begun   chan<- string
}

func (e scripted) Think(_ context.Context, l *game.Line, _ engine.Limits, _ func(engine.Thought)) (engine.Thought, error) {
	first := l.Codes()[0]
	e.begun <- first
	<-e.letGo[first]
	return engine.Thought{Lines: []engine.Variation{{Codes: []string{e.answers[first]}}}}, nil
}
func (scripted) Close() error { return nil }

// TestTakeback takes a move back on one node while an engine searches a reply to it, which another
// node requested. The reply must be discarded, even if the game has reached the same ply again when
// the reply arrives.
func TestTakeback(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	a, b := s.node(t), s.node(t)
	begun := make(chan string, 8)
	e := scripted{
		answers: map[string]string{"e2e4": "e7e5", "d2d4": "d7d5"},
		letGo:   map[string]chan struct{}{"e2e4": make(chan struct{}), "d2d4": make(chan struct{})},
		begun:   begun,
	}
	s.worker(t, func(string, match.Seat, uint64) (engine.Engine, error) { return e, nil })
	id, err := a.Start(t.Context(), anna, play.NewMatch{
		Deal: play.Deal{Game: "chess", Takebacks: match.Unlimited}, Seats: [2]match.Seat{person, robot(1)},
	})
	check(t, err)
	_, err = a.Move(t.Context(), anna, id, play.Move{Ply: 0, Code: "e2e4"})
	check(t, err)
	<-begun
	client := watch(t, b, anna, id)
	_, err = b.Do(t.Context(), anna, id, play.Command{Kind: play.Propose, What: match.Takeback, Count: 1})
	check(t, err)
	_, err = b.Move(t.Context(), anna, id, play.Move{Ply: 0, Code: "d2d4"})
	check(t, err)
	if first := <-begun; first != "d2d4" {
		t.Fatalf("the machine is asked about %s again", first)
	}
	close(e.letGo["e2e4"])
	time.Sleep(100 * time.Millisecond)
	close(e.letGo["d2d4"])
	snap := client.until(t, 10*time.Second, func(s *play.Snapshot) bool { return s.Ply == 2 })
	if got := codesOf(snap); got[0] != "d2d4" || got[1] != "d7d5" {
		t.Errorf("the game is %v", got)
	}
}

// broken is an engine that always returns an illegal move.
type broken struct{}

func (broken) Think(context.Context, *game.Line, engine.Limits, func(engine.Thought)) (engine.Thought, error) {
	return engine.Thought{Lines: []engine.Variation{{Codes: []string{"e2e5"}}}}, nil
}
func (broken) Close() error { return nil }

// TestBrokenMachine checks that an engine that keeps sending illegal moves loses.
func TestBrokenMachine(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	n := s.node(t, func(o *play.Options) { o.Slack, o.Sweep = 10*time.Millisecond, 20*time.Millisecond })
	s.worker(t, func(string, match.Seat, uint64) (engine.Engine, error) { return broken{}, nil })
	id, err := n.Start(t.Context(), anna, play.NewMatch{Deal: play.Deal{Game: "chess"}, Seats: [2]match.Seat{robot(1), person}})
	check(t, err)
	snap := watch(t, n, anna, id).until(t, 15*time.Second, func(s *play.Snapshot) bool { return s.Over })
	if out := snap.View(game.NoSide).Outcome; out != game.Win(game.Second, play.EngineFailure) {
		t.Errorf("the game ended by %v", out)
	}
}

// tap records all messages on a bus.
type tap struct {
	bus.Bus
	mu   sync.Mutex
	said map[string][]string // recorded messages by subject
	drop bool
}

func (b *tap) note(subject string, data []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.said == nil {
		b.said = map[string][]string{}
	}
	b.said[subject] = append(b.said[subject], string(data))
}

func (b *tap) Publish(subject string, data []byte) error {
	b.note(subject, data)
	if b.drop {
		return nil
	}
	return b.Bus.Publish(subject, data)
}

func (b *tap) Request(ctx context.Context, subject string, data []byte) ([]byte, error) {
	b.note(subject, data)
	out, err := b.Bus.Request(ctx, subject, data)
	b.note(subject+" answer", out)
	return out, err
}

// TestNothingHiddenCrosses plays a game with hidden pieces. Messages to other nodes may contain
// only event numbers, and messages to workers only the view of the side to move.
func TestNothingHiddenCrosses(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	wire := &tap{Bus: s.openBus(t)}
	n, other := s.node(t, func(o *play.Options) { o.Bus = wire }), s.node(t)
	s.worker(t, level)
	id, err := n.Start(t.Context(), anna, play.NewMatch{Deal: play.Deal{Game: "jieqi"}, Seats: [2]match.Seat{person, robot(1)}})
	check(t, err)
	client, far := watch(t, n, anna, id), watch(t, other, anna, id)
	for range 12 {
		snap := client.until(t, 20*time.Second, func(s *play.Snapshot) bool { return s.Over || s.View(game.First).Turn == game.First })
		if snap.Over {
			break
		}
		v := snap.View(game.First)
		_, err := n.Move(t.Context(), anna, id, play.Move{Ply: snap.Ply, Code: anyMove(v)})
		check(t, err)
		client.until(t, 20*time.Second, func(s *play.Snapshot) bool { return s.Ply > snap.Ply })
	}
	record := client.now()
	far.until(t, 5*time.Second, func(s *play.Snapshot) bool { return s.Seq >= record.Seq })
	far.isPrefix(t, far.now(), true)

	wire.mu.Lock()
	defer wire.mu.Unlock()
	jobs := wire.said["eng.now.jieqi.0"]
	// A game with random moves may end early, so only a minimum number of messages is required.
	if n := record.Ply; n < 6 || len(wire.said["m."+id+".all"]) < n-4 || len(jobs) < n/2-2 {
		t.Fatalf("too little was heard: %d news, %d jobs", len(wire.said["m."+id+".all"]), len(jobs))
	}
	for _, text := range wire.said["m."+id+".all"] {
		var fields map[string]int // decoding fails if a value is not a number
		check(t, json.Unmarshal([]byte(text), &fields))
		if len(fields) != 2 || fields["to"] <= fields["from"] {
			t.Errorf("the news say %s", text)
		}
	}
	for _, text := range jobs {
		var j struct {
			Options map[string]string
			Codes   []string
		}
		check(t, json.Unmarshal([]byte(text), &j))
		if j.Options[game.ViewOption] != game.Second.String() || strings.Contains(text, id) || strings.Contains(strings.ToLower(text), "secret") {
			t.Errorf("a job says %s", text)
		}
		if seen := strings.Join(j.Codes, " "); !isView(record, j.Codes) {
			t.Errorf("a job holds other codes than the second side's view: %s", seen)
		}
	}
}

// isView reports whether codes are a prefix of the moves as the second side saw them.
func isView(record *play.Snapshot, codes []string) bool {
	all := record.View(game.Second).Line.Codes()
	if len(codes) > len(all) {
		return false
	}
	for i, c := range codes {
		if all[i] != c {
			return false
		}
	}
	return true
}

// TestHint checks that a player gets hints in a game against an engine, but not in a game against
// a person.
func TestHint(t *testing.T) {
	t.Parallel()
	s := laptop(t)
	n := s.node(t)
	s.worker(t, level)
	q := play.Question{Ply: -1, Limits: engine.Limits{Nodes: 2000, MultiPV: 3}}
	id, err := n.Start(t.Context(), anna, play.NewMatch{Deal: play.Deal{Game: "chess"}, Seats: [2]match.Seat{person, robot(1)}})
	check(t, err)
	info, err := n.Hint(t.Context(), anna, id, q)
	check(t, err)
	if len(info.Lines) != 3 || info.Best() == "" {
		t.Errorf("the hint is %+v", info)
	}
	if _, err := n.Hint(t.Context(), bao, id, q); code(err) != play.NoHelp {
		t.Errorf("a spectator is answered with %v", err)
	}
	against := between(t, n, n, play.Deal{Game: "chess"})
	if _, err := n.Hint(t.Context(), anna, against, q); code(err) != play.NoHelp {
		t.Errorf("against a person it is answered with %v", err)
	}
	_, err = n.Do(t.Context(), anna, against, play.Command{Kind: play.Resign})
	check(t, err)
	if _, err := n.Hint(t.Context(), bao, against, q); err != nil {
		t.Errorf("after the end: %v", err)
	}
}
