package compact

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kydai/game"
	"kydai/games"
	"kydai/match"
)

// again packs and unpacks events, in both forms, and checks that the result equals the input. It
// returns the packed form.
func again(t testing.TB, events []Event) []byte {
	t.Helper()
	for _, data := range [][]byte{encode(events, (*writer).event), encode(events, (*writer).raw)} {
		back, err := Decode(data)
		if err != nil {
			t.Fatalf("%d events: %v", len(events), err)
		}
		equal(t, back, events)
	}
	return Encode(events)
}

func equal(t testing.TB, got, want []Event) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d events became %d", len(want), len(got))
	}
	for i := range want {
		if got[i].Began != want[i].Began || !bytes.Equal(got[i].Body, want[i].Body) {
			t.Fatalf("event %d: %d %q became %d %q", i, want[i].Began, want[i].Body, got[i].Began, got[i].Body)
		}
	}
}

// TestMatches checks that random matches of every game, with every kind of event, are the same
// after packing and unpacking.
func TestMatches(t *testing.T) {
	seen := map[match.Kind]int{}
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 1))
		events := stored(rng, randomMatch(t, rng, pick(rng, everyGame()...), 5+rng.IntN(120), true))
		again(t, events)
		for _, e := range events {
			m, err := match.Decode(e.Body)
			if err != nil {
				t.Fatal(err)
			}
			seen[m.Kind]++
		}
	}
	for k := match.Started; k.String() != ""; k++ {
		if seen[k] == 0 {
			t.Errorf("no event of kind %v was packed", k)
		}
	}
}

// TestEdges checks that rare and malformed events are the same after packing and unpacking.
func TestEdges(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	move := func(code string, lag, gave time.Duration) []byte {
		return match.Event{Kind: match.Moved, At: at, Text: code, Lag: lag, Gave: gave}.Encode()
	}
	numbers := []int64{0, 1, -1, 1000, at.UnixMicro(), at.UnixMicro() - 1, at.UnixMicro() + 1, math.MaxInt64, math.MinInt64}
	var all []Event
	for _, body := range [][]byte{
		nil, {}, []byte(" "), []byte("id\x00\xfe0"), []byte("1 start"), []byte("1 start 01"), []byte("2 start 1"), []byte("1 start -1"),
		[]byte("1 move 5 e2e4 7 8"), []byte("1 start 253402300799999"), []byte("1 start 253402300800000"), []byte("1 start 0"),
		[]byte("1 offer 5 first draw 3"), []byte("1 offer 5 first takeback 1000000"), bytes.Repeat([]byte("x"), 5000),
		move("e2e4", 0, 0), move("e7e8q", time.Millisecond, 0), move("a0i9", time.Hour, time.Hour), move("a10p15", time.Hour, 1e6), move("o15", 0, 0),
		move("a16", 0, 0), move("a01", 0, 0), move("q1", 0, 0), move("a1b", 0, 0), move("a1b22", 0, 0), move("a1b2cc", 0, 0), move("pass", 0, 0), move("a", 0, 0),
		move("a1b2~", 0, 0), move("a1b205", 0, 0), move("a99", 0, 0), move("a1b99", 0, 0),
	} {
		for _, began := range numbers {
			again(t, []Event{{began, body}})
			all = append(all, Event{began, body})
		}
	}
	again(t, nil)
	again(t, all)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		again(t, all)
	}
}

// TestRefused checks that damaged bytes and unknown versions give errors with codes.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		data []byte
		code string
	}{
		{nil, Damaged},
		{[]byte{0}, UnknownVersion},
		{[]byte{2, 1, 2, 3}, UnknownVersion},
		{[]byte(" 1767225600000000:31"), UnknownVersion}, // the older text form of events, not packed
		{[]byte{version, 0x00}, Damaged},                 // the length of the body is missing
		{[]byte{version, 0x00, 0xff, 0xff, 0xff, 0x7f}, Damaged},
		{[]byte{version, 0x04, 0x00}, Damaged},        // the body is stored unchanged, so the bit b is not allowed
		{[]byte{version, 2 << kindAt, 0x00}, Damaged}, // a move with the tag form of the other kinds of events
		{[]byte{version, 13 << kindAt, 0x00}, Damaged},
		{[]byte{version, 1<<kindAt | tagBack, 0x01}, Damaged}, // the time is before 1970
	} {
		_, err := Decode(c.data)
		var e *game.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Error() == "" {
			t.Errorf("% x: %v, want %s", c.data, err, c.code)
		}
	}
	whole := again(t, stored(rand.New(rand.NewPCG(3, 3)), randomMatch(t, rand.New(rand.NewPCG(3, 4)), games.All()[0], 30, false)))
	events, _ := Decode(whole)
	for n := range whole { // truncated data gives an error or a shorter list, never different events
		if got, err := Decode(whole[:n]); err == nil {
			equal(t, got, events[:len(got)])
		}
	}
}

// TestOldForm checks that Encode still gives the same bytes as the first release of version 1, and
// that Decode can read these bytes. Databases contain such bytes, so they must stay readable for
// ever.
func TestOldForm(t *testing.T) {
	at := time.UnixMilli(1_767_225_600_000).UTC()
	us := at.UnixMicro()
	later := func(seconds int) time.Time { return at.Add(time.Duration(seconds) * time.Second) }
	events := []Event{
		{us, match.Event{Kind: match.Started, At: at}.Encode()},
		{us + 2_004_000, match.Event{Kind: match.Moved, At: later(2), Text: "e2e4", Lag: 40 * time.Millisecond, Gave: 40 * time.Millisecond}.Encode()},
		{us + 5_003_999, match.Event{Kind: match.Moved, At: later(5), Text: "e7e8q", Lag: 400 * time.Millisecond, Gave: 100 * time.Millisecond}.Encode()},
		{us + 6_000_001, match.Event{Kind: match.Offered, By: game.First, What: match.Takeback, Count: 2, At: later(6)}.Encode()},
		{us + 7_000_001, []byte("?")},
		{us + 8_000_000, match.Event{Kind: match.Ended, Side: game.Second, By: game.First, Text: "resign", At: later(8)}.Encode()},
		{0, match.Event{Kind: match.Rematched, By: game.Second, Text: "next", At: later(7)}.Encode()},
	}
	const want = "\x01" + "\x09\x80\xd0\xea\xb6\xb7\x33\x00" + "\xb1\xd0\x0f\xa0\x1fBD(" + "\xd9\xb8\x17\x9f\x1fGHq\x90\x03d" +
		"\x19\xe8\x07\x01\x09\x02" + "\x01\xc1\x84=\x01?" + "Y\xd0\x0f\x00\x06\x06resign" + "d\xe8\x07\x02\x04next"
	if got := Encode(events); string(got) != want {
		t.Errorf("packed as %q, want %q", got, want)
	}
	back, err := Decode([]byte(want))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, back, events)
}

// TestSize checks the packed size per ply for each game, with clocks and lag.
func TestSize(t *testing.T) {
	for _, rules := range everyGame() {
		var size, text, plies int
		for seed := range uint64(40) {
			rng := rand.New(rand.NewPCG(seed, 2))
			events := stored(rng, randomMatch(t, rng, rules, 65, false))
			size += len(again(t, events))
			for _, e := range events {
				text += len(" 1767225600000000:") + 2*len(e.Body)
				if bytes.HasPrefix(e.Body, []byte("1 move ")) {
					plies++
				}
			}
		}
		each := float64(size) / float64(plies)
		t.Logf("%s: %.2f bytes a ply, as text %.1f, over %d plies", rules.Info().Name, each, float64(text)/float64(plies), plies)
		if each > 12 {
			t.Errorf("%s takes %.2f bytes a ply", rules.Info().Name, each)
		}
	}
}

func everyGame() []game.Rules { return append(games.All(), games.Examples()...) }

func pick[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

// stored adds durable times to events, such as a database would assign.
func stored(rng *rand.Rand, events []match.Event) []Event {
	all := make([]Event, len(events))
	for i, e := range events {
		all[i] = Event{e.At.UnixMicro() + 3000 + int64(rng.ExpFloat64()*4000), e.Encode()}
	}
	return slices.Clip(all)
}

func FuzzDecode(f *testing.F) {
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 5))
		f.Add(Encode(stored(rng, randomMatch(f, rng, everyGame()[seed%5], 30, true))))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		events, err := Decode(data)
		if err != nil {
			return
		}
		again(t, events)
	})
}

func FuzzEncode(f *testing.F) {
	f.Add([]byte("1 start 5"), int64(6), []byte("1 move 7 e2e4 3 2"), int64(8))
	f.Add([]byte("1 over 5 none abort first"), int64(-6), []byte("1 give 3 first 5 late"), int64(0))
	f.Fuzz(func(t *testing.T, a []byte, began int64, b []byte, later int64) {
		again(t, []Event{{began, a}, {later, b}, {later, a}})
	})
}
