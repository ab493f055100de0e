package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/test/servers"
)

func TestParseShard(t *testing.T) {
	s, err := ParseShard("c=postgres://u:secret@one,two/db,closed")
	if err != nil || s != (Shard{"c", "postgres://u:secret@one,two/db", true}) {
		t.Errorf("%v, %v", s, err)
	}
	if text := fmt.Sprint(s, []Shard{s}); strings.Contains(text, "secret") {
		t.Errorf("printed as %q", text)
	}
	for _, bad := range []string{"", "b", "a=postgres://x", "bb=postgres://x", "B=postgres://x", "b=mysql://x", "postgres://x"} {
		if _, err := ParseShard(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

// TestWrongShard checks that databases which are no shard of the site are refused, and that a shard
// keeps its letter.
func TestWrongShard(t *testing.T) {
	p := newSharded(t)
	p.open(t)
	other, _ := servers.Schema(t, servers.PostgresAddress())
	used, _ := servers.Schema(t, servers.PostgresAddress())
	s := must(OpenServer(t.Context(), used, Options{Connections: testConnections}))(t)
	newMatch(t, s, "m")
	want(t, s.Close(), nil)
	for _, c := range []struct {
		name, home string
		list       []Shard
		want       error
	}{
		{"itself", p.home, []Shard{{Letter: "b", Address: p.home}}, errShardHome},
		{"another letter", p.home, []Shard{{Letter: "c", Address: p.shard}}, errShardOther},
		{"another site", other, []Shard{{Letter: "b", Address: p.shard}}, errShardOther},
		{"used", p.home, []Shard{{Letter: "b", Address: used}}, errShardUsed},
		{"one letter twice", p.home, []Shard{{Letter: "b", Address: p.shard}, {Letter: "b", Address: used}}, errTwoShards},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := OpenServer(t.Context(), c.home, Options{Connections: testConnections, Shards: c.list})
			want(t, err, c.want)
		})
	}
	faults, err := InspectShards(t.Context(), p.home, []Shard{{Letter: "b", Address: p.shard}, {Letter: "c", Address: p.home}})
	if err != nil || len(faults) != 1 || faults[0].Letter != "c" {
		t.Errorf("the inspection finds %v, %v", faults, err)
	}
}

// TestClosedShard checks that no match moves to a closed shard, that matches on it are played to
// their end, and that a node without the shard does not show or change them.
func TestClosedShard(t *testing.T) {
	p := newSharded(t)
	s, ctx := p.open(t), t.Context()
	newMatch(t, s, "m")
	must(s.Commit(ctx, move("m", 0)))(t)
	closed := p.open(t, func(o *Options) { o.Shards[0].Closed = true })
	newMatch(t, closed, "n")
	must(closed.Commit(ctx, move("n", 0)))(t)
	must(closed.Commit(ctx, move("m", 1)))(t)
	if at := must(s.standing(ctx, "n"))(t); at.held != heldHere || at.seq != 1 {
		t.Errorf("the new match: %+v", at)
	}
	if at := must(s.standing(ctx, "m"))(t); at.held != "b" || at.seq != 0 {
		t.Errorf("the match on the shard: %+v", at)
	}
	without := must(OpenServer(ctx, p.home, Options{Connections: testConnections}))(t)
	t.Cleanup(func() { _ = without.Close() })
	_, err := without.Load(ctx, "m")
	want(t, err, play.ErrUnavailable)
	for seq := range 3 {
		_, err = without.Commit(ctx, move("m", seq))
		want(t, err, play.ErrConflict)
		_, err = without.Commit(ctx, ending("m", seq))
		want(t, err, play.ErrConflict)
	}
	faults, err := InspectShards(ctx, p.home, nil)
	if err != nil || len(faults) != 1 || !strings.Contains(faults[0].Err.Error(), "1 matches") {
		t.Errorf("the inspection finds %v, %v", faults, err)
	}
	must(closed.Commit(ctx, ending("m", 2)))(t)
	equalBodies(t, must(without.Load(ctx, "m"))(t).Events, body("m", 0), body("m", 1), body("m", 2))
}

// TestShardTime checks that a shard whose clock is wrong gets the time of the home database.
func TestShardTime(t *testing.T) {
	p := newSharded(t)
	s, ctx := p.open(t), t.Context()
	there := s.shards.all[0].opened.Load()
	_, by, err := there.Reading(ctx)
	want(t, err, nil)
	want(t, there.Correct(ctx, by, by+time.Hour), nil)
	s.shards.keepTimes(ctx)
	newMatch(t, s, "m")
	before := must(s.Now(ctx))(t)
	began := must(s.Commit(ctx, move("m", 0)))(t)
	if after := must(s.Now(ctx))(t); began.Before(before.Add(-time.Second)) || began.After(after.Add(time.Second)) {
		t.Errorf("the event began at %v, between %v and %v at home", began, before, after)
	}
}
