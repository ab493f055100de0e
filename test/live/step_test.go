package live

import (
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/play"
	"kydai/match"
)

// ownClock gives the database of a cluster a clock that the test can change.
func (s site) ownClock() (set func(by time.Duration)) {
	s.exec(`CREATE TABLE @SCHEMA.clock_step (by interval NOT NULL)`)
	s.exec(`INSERT INTO @SCHEMA.clock_step VALUES ('0')`)
	s.exec(`CREATE FUNCTION @SCHEMA.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
		AS 'SELECT pg_catalog.clock_timestamp() + by FROM @SCHEMA.clock_step'`)
	return func(by time.Duration) {
		s.exec(`UPDATE @SCHEMA.clock_step SET by = $1 * interval '1 microsecond'`, by.Microseconds())
	}
}

// TestClockStep changes the clock of the database repeatedly while two nodes play. The time of the
// nodes must not jump, and no player may lose on time. The players must not be charged for more
// time than has passed. They may be charged for less, because a move may be stored before the nodes
// notice the change.
func TestClockStep(t *testing.T) {
	t.Parallel()
	s := cluster(t)
	set := s.ownClock()
	nodes := []*play.Service{s.node(t), s.node(t)}
	id := between(t, nodes[0], nodes[1], play.Deal{Game: "chess", Clock: control("60+0")})
	client := watch(t, nodes[0], anna, id)
	codes := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	began, ply := time.Now(), 0
	move := func() {
		t.Helper()
		_, err := nodes[ply%2].Move(t.Context(), []play.Player{anna, bao}[ply%2], id, play.Move{Ply: ply, Code: codes[ply%4]})
		check(t, err)
		ply++
	}
	move()
	move()
	before, at, free := nodes[0].Now(), time.Now(), time.Duration(0)
	db, total := s.openStore(t), time.Duration(0)
	for i, step := range []time.Duration{time.Second, -2 * time.Second, 31 * time.Second, -60 * time.Second, 2 * time.Hour, -4 * time.Hour} {
		total += step
		free += max(min(step, 30*time.Second), 0)
		set(total)
		if i%2 == 0 {
			move() // play a move before the nodes notice the change of the clock
		}
		eventually(t, 40*time.Second, func() bool {
			_, by, err := db.Reading(t.Context())
			check(t, err)
			return (by + total).Abs() < 500*time.Millisecond
		})
		if i == 2 {
			nodes = append(nodes, s.node(t))
		}
		time.Sleep(time.Second) // long enough for a flag that falls by mistake
		for n, node := range nodes {
			if off := node.Now().Sub(before.Add(time.Since(at))).Abs(); off > 500*time.Millisecond {
				t.Errorf("set by %v: time on node %d is off by %v", step, n, off)
			}
		}
		if i%2 == 1 {
			move()
		}
	}
	passed := time.Since(began)
	snap := client.until(t, 5*time.Second, func(s *play.Snapshot) bool { return s.Ply == ply })
	if snap.Over {
		t.Fatalf("the game ended by %v", snap.View(game.NoSide).Outcome)
	}
	used := time.Duration(0)
	for _, left := range snap.View(game.NoSide).Clock.Left {
		used += time.Hour - left
	}
	if used > passed+500*time.Millisecond || used < passed-free-time.Second {
		t.Errorf("%v were charged, and %v have passed", used, passed)
	}
	if given := gifts(snap); len(given) > 0 {
		t.Errorf("given back: %v", given)
	}
}

func gifts(s *play.Snapshot) (list []match.Notice) {
	for _, n := range s.Notices(game.NoSide, 0) {
		if n.Kind == match.Given {
			list = append(list, n)
		}
	}
	return list
}
