package match

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/games"
)

var t0 = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// after returns the time that is the given number of seconds after the start.
func after(seconds float64) time.Time {
	return t0.Add(time.Duration(seconds * float64(time.Second)))
}

func rulesOf(t testing.TB, name string) game.Rules {
	t.Helper()
	r, ok := games.Find(name)
	if !ok {
		t.Fatalf("no game %s", name)
	}
	return r
}

var (
	anna = Seat{Kind: Human, Player: "anna", Name: "Anna"}
	bao  = Seat{Kind: Human, Player: "bao", Name: "Bảo"}
	robo = Seat{Kind: Level, Level: 3, Name: "Level 3"}
)

func control(text string) clock.Control {
	c, err := clock.Parse(text)
	if err != nil {
		panic(err)
	}
	return c
}

// terms returns terms of a chess game between two people, modified by the given functions.
func terms(clockText string, with ...func(*Terms)) Terms {
	t := Terms{Game: "chess", Clock: control(clockText), Seats: [2]Seat{anna, bao}}
	for _, w := range with {
		w(&t)
	}
	return t
}

func againstMachine(t *Terms) {
	t.Seats[1] = robo
	t.Takebacks = Unlimited
}

func start(t testing.TB, terms Terms) *Match {
	t.Helper()
	m, err := New(rulesOf(t, terms.Game), terms, t0)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// play plays the moves. Each move is received one second after the previous event.
func play(t testing.TB, m *Match, codes ...string) {
	t.Helper()
	for _, code := range codes {
		if err := m.Move(m.Turn(), m.Ply(), code, m.last.Add(time.Second)); err != nil {
			t.Fatalf("%s: %v", code, err)
		}
	}
}

func code(err error) string {
	var e *game.Error
	if errors.As(err, &e) {
		return e.Code
	}
	if err != nil {
		return "not a game.Error: " + err.Error()
	}
	return ""
}

// refused checks that a command returns an error with the given code and changes nothing.
func refused(t testing.TB, m *Match, want string, command func() error) {
	t.Helper()
	before := fingerprint(m)
	if err := command(); code(err) != want {
		t.Errorf("answered %q (%v), want %q", code(err), err, want)
	} else if want != "" && err.Error() == "" {
		t.Errorf("%q has no sentence", want)
	}
	if after := fingerprint(m); after != before {
		t.Errorf("a refused command left a trace:\n%s\n%s", before, after)
	}
}

// done fails the test if err is not nil.
func done(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("refused: %v (%s)", err, code(err))
	}
}

var viewers = []game.Side{game.NoSide, game.First, game.Second}

// show prints the complete content of a view.
func show(v View) string {
	line := v.Line
	v.Line = nil
	p := line.Position()
	var legal []string
	for _, m := range line.Legal() {
		legal = append(legal, p.Encode(m))
	}
	setup := line.Setup()
	var options []string
	for _, k := range slices.Sorted(maps.Keys(setup.Options)) {
		options = append(options, k+"="+setup.Options[k])
	}
	return fmt.Sprintf("%+v | %s %v %v | %v | %s %x | %v %v %d", v, setup.Start, options, setup.Secret.Empty(),
		line.Codes(), p, p.Key(), legal, line.Outcome(), line.Undone())
}

// fingerprint prints all data of a match that can be queried, and all data that affects the match's
// responses to later commands.
func fingerprint(m *Match) string {
	var b strings.Builder
	for _, s := range viewers {
		fmt.Fprintln(&b, show(m.View(s)))
	}
	job, ok := m.Job()
	fmt.Fprintln(&b, job, ok)
	at, ok := m.NextCheck(t0, time.Second)
	fmt.Fprintln(&b, at, ok)
	fmt.Fprintln(&b, m.line.Codes(), m.line.Undone())
	fmt.Fprintln(&b, m.quota, m.moved, m.taken, m.offers, m.talk, m.turns, m.used, m.paused, m.last, m.base)
	if !m.Over() && !m.isPaused() {
		fmt.Fprintln(&b, m.since)
	}
	for _, e := range m.events {
		fmt.Fprintln(&b, string(e.Encode()), e.By, e.Began)
	}
	return b.String()
}

// stored encodes and decodes the match, as the store does, and returns the result.
func stored(t testing.TB, m *Match) *Match {
	t.Helper()
	body, err := EncodeTerms(m.Terms())
	done(t, err)
	terms, err := DecodeTerms(body)
	done(t, err)
	terms.Setup.Secret = m.Terms().Setup.Secret
	var events []Event
	for _, e := range m.Since(0) {
		back, err := Decode(e.Encode())
		done(t, err)
		back.Began = e.Began
		events = append(events, back)
	}
	again, err := Replay(m.rules, terms, events)
	done(t, err)
	return again
}

// deal adds a random deal to the terms if their game has hidden pieces.
func deal(t testing.TB, terms *Terms, rng *rand.Rand) {
	t.Helper()
	if d, ok := rulesOf(t, terms.Game).(game.Dealer); ok {
		terms.Setup.Secret = d.Deal(rng.IntN)
	}
}
