package store

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

func TestCreateAndLoad(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		r := row("m1")
		r.Ply = 2
		r.CheckAt = time.UnixMicro(1_900_000_000_123_456).UTC()
		r.Events = []play.Event{{Body: []byte("start")}, {Body: nil}, {Body: []byte{0, 255}}}
		began := must(s.Create(ctx, r))(t)
		got := must(s.Load(ctx, "m1"))(t)
		equalBodies(t, got.Events, []byte("start"), nil, []byte{0, 255})
		if got.Events[0].Began != began || got.Created != began {
			t.Errorf("began %v and created %v, but Create said %v", got.Events[0].Began, got.Created, began)
		}
		if got.ID != "m1" || got.Game != r.Game || got.Players != r.Players || got.Seq != 3 || got.Ply != 2 || got.Over || !got.CheckAt.Equal(r.CheckAt) ||
			!bytes.Equal(got.Terms, r.Terms) || !bytes.Equal(got.Secret.Open(), r.Secret.Open()) || !got.Ended.IsZero() {
			t.Errorf("loaded another match than was stored")
		}
		_, err := s.Create(ctx, r)
		want(t, err, play.ErrExists)
		_, err = s.Load(ctx, "m2")
		want(t, err, play.ErrNotFound)

		bare := play.Row{ID: "bare"}
		must(s.Create(ctx, bare))(t)
		if got := must(s.Load(ctx, "bare"))(t); !got.Secret.Empty() || len(got.Terms) != 0 || !got.CheckAt.IsZero() {
			t.Error("a bare match came back with something")
		}
		for _, bad := range []play.Row{{}, {ID: "x\x00"}, {ID: "x", Game: "\xff"}, {ID: "x", Over: true}} {
			if _, err := s.Create(ctx, bad); code(err) != play.BadRow {
				t.Errorf("a bad row gave %v", err)
			}
		}
	})
}

func code(err error) string {
	if e, ok := err.(*game.Error); ok { //nolint:errorlint // the error must be of this type itself, not wrapped
		return e.Code
	}
	return ""
}

func TestCommit(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, other, ctx := p.open(t), p.open(t), t.Context()
		newMatch(t, s, "m")
		before := must(s.Now(ctx))(t)
		b0 := must(s.Commit(ctx, move("m", 0)))(t)
		two := play.Change{ID: "m", Seq: 1, Ply: 2, Events: [][]byte{[]byte("a"), []byte("b")}}
		b1 := must(other.Commit(ctx, two))(t)
		after := must(s.Now(ctx))(t)
		if b0.Before(before) || b1.Before(b0) || after.Before(b1) {
			t.Errorf("stamps out of order: %v %v %v %v", before, b0, b1, after)
		}
		for _, seq := range []int{0, 1, 2, 4} {
			_, err := s.Commit(ctx, move("m", seq))
			want(t, err, play.ErrConflict)
		}
		_, err := s.Commit(ctx, move("nobody", 0))
		want(t, err, play.ErrConflict)
		got := must(other.Load(ctx, "m"))(t)
		equalBodies(t, got.Events, body("m", 0), []byte("a"), []byte("b"))
		if got.Seq != 3 || got.Ply != 2 || got.Events[0].Began != b0 || got.Events[2].Began != b1 {
			t.Errorf("got %d events, ply %d", got.Seq, got.Ply)
		}
		for _, bad := range []play.Change{{ID: "m", Seq: 3}, {ID: "m", Seq: -1, Events: [][]byte{{1}}}, {ID: "m\x00", Events: [][]byte{{1}}}, {ID: "m", Seq: 1 << 31, Events: [][]byte{{1}}}} {
			if _, err := s.Commit(ctx, bad); code(err) != play.BadRow {
				t.Errorf("a bad change gave %v", err)
			}
		}
	})
}

// TestEachJudgedOnItsOwn checks that in a batch of valid and invalid changes the valid changes are
// applied and the invalid changes are refused.
func TestEachJudgedOnItsOwn(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		var batch []*submission
		for i := range 60 {
			id := fmt.Sprint("m", i)
			if i%5 != 4 {
				newMatch(t, s, id)
			}
			if i%5 == 3 {
				must(insist(ctx, s, move(id, 0)))(t)
			}
			c := move(id, 0)
			c.Over = i%5 == 1
			batch = append(batch, &submission{change: c, nonce: int64(i)})
		}
		began := must(s.applier.apply(ctx, batch))(t)
		for i := range 60 {
			id := fmt.Sprint("m", i)
			if _, ok := began[id]; ok != (i%5 < 3) {
				t.Errorf("%s: accepted %v", id, ok)
			}
			if i%5 == 4 {
				continue
			}
			r := must(s.Load(ctx, id))(t)
			equalBodies(t, r.Events, body(id, 0))
			if r.Over != (i%5 == 1) {
				t.Errorf("%s: over %v", id, r.Over)
			}
		}
	})
}

// TestOneWins submits the same event number of the same matches from several goroutines through two
// stores. It checks that exactly one of the events is accepted, and that the accepted event is
// stored.
func TestOneWins(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		stores, ctx := [2]*Store{p.open(t), p.open(t)}, t.Context()
		const matches, plies, rivals = 6, 12, 4
		var wg sync.WaitGroup
		for m := range matches {
			id := fmt.Sprint("m", m)
			newMatch(t, stores[0], id)
			wg.Go(func() {
				for seq := range plies {
					var won atomic.Int32
					var winner atomic.Value
					var round sync.WaitGroup
					for r := range rivals {
						round.Go(func() {
							c := move(id, seq)
							c.Events[0] = fmt.Appendf(nil, "%d of %d", r, seq)
							_, err := insist(ctx, stores[r%2], c)
							if err == nil {
								won.Add(1)
								winner.Store(string(c.Events[0]))
							} else if err != play.ErrConflict {
								t.Error(err)
							}
						})
					}
					round.Wait()
					if won.Load() != 1 {
						t.Errorf("%s at %d: %d were accepted", id, seq, won.Load())
						return
					}
					row, err := stores[0].Load(ctx, id)
					if err != nil || len(row.Events) != seq+1 || string(row.Events[seq].Body) != winner.Load() {
						t.Errorf("%s at %d: what is stored is not the winner's (%v)", id, seq, err)
						return
					}
				}
			})
		}
		wg.Wait()
	})
}

func TestArchive(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		newMatch(t, s, "m")
		newMatch(t, s, "still")
		must(s.Commit(ctx, move("m", 0)))(t)
		must(s.Commit(ctx, move("still", 0)))(t)
		last := move("m", 1)
		last.Events = append(last.Events, []byte("over"))
		last.Over, last.Result = true, "first:mate"
		began := must(s.Commit(ctx, last))(t)
		archiveAll(t, s)
		events := 1
		if s.shards != nil {
			events = 0 // the event of the other match is on the shard
		}
		if n, e := count(t, s, "live"), count(t, s, "events"); n != 1 || e != events {
			t.Errorf("%d live matches and %d events are left, want 1 and %d", n, e, events)
		}
		got := must(s.Load(ctx, "m"))(t)
		equalBodies(t, got.Events, body("m", 0), body("m", 1), []byte("over"))
		if !got.Over || got.Result != "first:mate" || got.Seq != 3 || got.Ply != 2 || got.Events[2].Began != began || !got.Ended.Equal(began) ||
			!bytes.Equal(got.Secret.Open(), row("m").Secret.Open()) || !bytes.Equal(got.Terms, row("m").Terms) || got.Created.IsZero() || !got.CheckAt.IsZero() {
			t.Error("the archived match is not the one that was played")
		}
		_, err := s.Commit(ctx, move("m", 3))
		want(t, err, play.ErrConflict)
		_, err = s.Create(ctx, row("m"))
		want(t, err, play.ErrExists)

		// Events such as chat can be added after the end of a match.
		after := play.Change{ID: "m", Seq: 3, Ply: 2, Over: true, Events: [][]byte{[]byte("rematch?"), nil}}
		b := must(s.Commit(ctx, after))(t)
		_, err = s.Commit(ctx, after)
		want(t, err, play.ErrConflict)
		got = must(s.Load(ctx, "m"))(t)
		equalBodies(t, got.Events, body("m", 0), body("m", 1), []byte("over"), []byte("rematch?"), nil)
		if got.Events[4].Began != b || got.Result != "first:mate" {
			t.Errorf("after the end: began %v, want %v; result %q", got.Events[4].Began, b, got.Result)
		}
	})
}

func TestCheckAtIsLazy(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		at := func(minutes int) time.Time {
			return time.UnixMicro(2e15).UTC().Add(time.Duration(minutes) * time.Minute)
		}
		newMatch(t, s, "m")
		seq := 0
		for _, step := range []struct {
			at    time.Time
			rearm bool
			want  time.Time
		}{
			{at(5), false, at(5)},
			{at(9), false, at(5)},
			{at(3), false, at(3)},
			{time.Time{}, false, at(3)},
			{at(8), true, at(8)},
			{time.Time{}, true, time.Time{}},
			{at(1), false, at(1)},
		} {
			c := move("m", seq)
			c.CheckAt, c.Rearm = step.at, step.rearm
			must(s.Commit(ctx, c))(t)
			seq++
			if got := must(s.Load(ctx, "m"))(t).CheckAt; !got.Equal(step.want) {
				t.Errorf("after %v (rearm %v) it is %v, want %v", step.at, step.rearm, got, step.want)
			}
		}
		want(t, s.Arm(ctx, "m", seq-1, at(7)), play.ErrConflict)
		want(t, s.Arm(ctx, "m", seq, at(7)), nil)
		if got := must(s.Load(ctx, "m"))(t).CheckAt; !got.Equal(at(7)) {
			t.Errorf("armed for %v, want %v", got, at(7))
		}
	})
}

// later is a time after the end of all tests. Tests pass it as the node's time, so that only the
// database's clock decides which matches are due.
var later = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)

// TestDueWhileTheClockIsWrong checks Due while the database's clock was set forward and is not
// corrected yet: matches that are not due must not be returned, and a lease must end by the correct
// time.
func TestDueWhileTheClockIsWrong(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		now, by, err := s.Reading(ctx)
		want(t, err, nil)
		late, soon := row("late"), row("soon")
		late.CheckAt, soon.CheckAt = now.Add(-time.Second), now.Add(time.Hour)
		must(s.Create(ctx, late))(t)
		must(s.Create(ctx, soon))(t)
		want(t, s.Correct(ctx, by, by+2*time.Hour), nil)
		if ids := must(s.Due(ctx, now, 10, time.Minute))(t); len(ids) != 1 || ids[0] != "late" {
			t.Errorf("due are %v, want the one that is late", ids)
		}
		if got := must(s.Load(ctx, "late"))(t).CheckAt; got.After(now.Add(time.Minute)) {
			t.Errorf("it is leased for %v", got.Sub(now))
		}
	})
}

func TestDue(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		stores, ctx := [2]*Store{p.open(t), p.open(t)}, t.Context()
		now := must(stores[0].Now(ctx))(t)
		for i := range 40 {
			r := row(fmt.Sprint("m", i))
			switch i % 4 {
			case 0:
				r.CheckAt = now.Add(time.Hour)
			case 1: // a match that is never due
			default:
				r.CheckAt = now.Add(-time.Duration(i) * time.Second)
			}
			must(stores[0].Create(ctx, r))(t)
		}
		if first := must(stores[0].Due(ctx, later, 1, time.Minute))(t); len(first) != 1 || first[0] != "m39" {
			t.Errorf("the longest overdue is m39, got %v", first)
		}
		var mu sync.Mutex
		seen := map[string]int{}
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				ids, err := stores[i%2].Due(ctx, later, 7, time.Minute)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				for _, id := range ids {
					seen[id]++
				}
			})
		}
		wg.Wait()
		for id, n := range seen {
			if n != 1 {
				t.Errorf("%s was leased %d times", id, n)
			}
		}
		if rest := must(stores[0].Due(ctx, later, 100, time.Millisecond))(t); len(seen)+len(rest) != 19 {
			t.Errorf("%d and %d were leased, want 19", len(seen), len(rest))
		}
		newMatch(t, stores[0], "short")
		want(t, stores[0].Arm(ctx, "short", 0, now), nil)
		must(stores[0].Due(ctx, later, 1, 5*time.Millisecond))(t)
		time.Sleep(20 * time.Millisecond)
		if again := must(stores[0].Due(ctx, later, 100, time.Minute))(t); len(again) == 0 {
			t.Error("a lease that ended gave nothing back")
		}
	})
}

func TestSeqs(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		const n = 10_000
		ids := make([]string, n)
		var values []string
		for i := range ids {
			ids[i] = fmt.Sprintf("m%08d", i*7919)
			if i%10 != 0 {
				values = append(values, fmt.Sprintf("('%s', '', '', '', 1, '', '', 1, %d, 0, FALSE, '')", ids[i], i))
			}
		}
		for some := range slices.Chunk(values, 450) {
			if _, err := s.db.ExecContext(ctx, `INSERT INTO live (id, game, first, second, created, terms, secret, check_at, seq, ply, finished, result) VALUES `+strings.Join(some, ", ")); err != nil {
				t.Fatal(err)
			}
		}
		newMatch(t, s, "done")
		c := move("done", 0)
		c.Over = true
		must(s.Commit(ctx, c))(t)
		began := time.Now()
		got := must(s.Seqs(ctx, slices.Concat(ids, []string{"done"})))(t)
		took := time.Since(began)
		if len(got) != n-n/10+1 || got[ids[4321]] != 4321 || got["done"] != 1 {
			t.Errorf("%d answers; %s is at %d, done at %d", len(got), ids[4321], got[ids[4321]], got["done"])
		}
		t.Logf("10,001 ids in %v", took)
		if empty := must(s.Seqs(ctx, nil))(t); len(empty) != 0 {
			t.Errorf("no ids gave %v", empty)
		}
	})
}

func TestListsOfGames(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		for i := range 6 {
			r := row(fmt.Sprint("m", i))
			r.Players = [2]string{"anna", fmt.Sprint("p", i)}
			if i%2 == 1 {
				r.Players = [2]string{fmt.Sprint("p", i), "anna"}
			}
			must(s.Create(ctx, r))(t)
			time.Sleep(2 * time.Millisecond)
			if i < 4 {
				c := move(r.ID, 0)
				c.Over, c.Result = true, "draw"
				must(insist(ctx, s, c))(t)
			}
		}
		live := must(s.Playing(ctx, "anna"))(t)
		if len(live) != 2 || live[0].ID != "m5" || live[1].Players != [2]string{"anna", "p4"} || live[0].Over || !live[0].Ended.IsZero() || live[0].Created.IsZero() {
			t.Errorf("playing: %+v", live)
		}
		done := must(s.Played(ctx, "anna", play.Cursor{}, 3))(t)
		if len(done) != 3 || done[0].ID != "m3" || done[2].ID != "m1" || !done[0].Over || done[0].Result != "draw" || done[0].Ply != 1 {
			t.Fatalf("played: %+v", done)
		}
		if rest := must(s.Played(ctx, "anna", play.Cursor{Ended: done[2].Ended}, 3))(t); len(rest) != 1 || rest[0].ID != "m0" {
			t.Errorf("the next page: %+v", rest)
		}
		if none := must(s.Played(ctx, "p5", play.Cursor{}, 3))(t); len(none) != 0 {
			t.Errorf("p5 has finished nothing, got %+v", none)
		}
	})
}

func TestRowsPrintNoSecret(t *testing.T) {
	r := row("m")
	r.Events = []play.Event{{Body: []byte("hush")}}
	c := move("m", 0)
	c.Events[0] = []byte("hush")
	for _, v := range []any{r, &r, c, &c, r.Events, []play.Row{r}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%q"} {
			out := fmt.Sprintf(verb, v)
			if bytes.Contains([]byte(out), []byte("hush")) || bytes.Contains([]byte(out), []byte("68757368")) || bytes.Contains([]byte(out), []byte("104 117")) {
				t.Errorf("%s of %T tells: %s", verb, v, out)
			}
		}
	}
}
