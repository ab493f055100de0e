package store

import (
	"database/sql"
	"errors"
	"testing"
	"time"

	"kydai/internal/classes"
	"kydai/internal/play"
)

// TestClassWork checks on both databases that tasks, progress, simuls, demo
// boards and teachers are stored, and deleted with the child or the class.
func TestClassWork(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		_, err := s.AddClass(ctx, &classes.Class{ID: "one", Name: "Lớp", Teacher: "teacher", Code: "CODE"}, 2)
		want(t, err, nil)
		for player, nick := range map[string]string{"an": "Gấu Xanh", "binh": "Thỏ Nâu"} {
			_, err = s.AddPupil(ctx, pupilOf(t, "one", player, nick, player), 5)
			want(t, err, nil)
		}
		due := time.UnixMicro(time.Now().Add(time.Hour).UnixMicro()).UTC()
		task := classes.Task{ID: "t1", Class: "one", Kind: classes.PlayOut, Title: "Đánh tiếp", Due: due, Work: classes.Work{Game: "g", Side: "second", Level: 3, Goal: classes.ToDraw}}
		if full, err := s.AddTask(ctx, &task, 1); full || err != nil {
			t.Fatal(full, err)
		}
		other := task
		other.ID = "t2"
		if full, err := s.AddTask(ctx, &other, 1); !full || err != nil {
			t.Errorf("one too many: %t %v", full, err)
		}
		list := must(s.Tasks(ctx, "one"))(t)
		if len(list) != 1 || !list[0].Due.Equal(due) || list[0].Work.Goal != classes.ToDraw || list[0].Made.IsZero() {
			t.Errorf("the tasks are %+v", list)
		}
		// A task has only one match in progress per child. The end of the match counts as an
		// attempt or completes the task.
		for _, match := range []string{"m1", "m2"} {
			if id := must(s.BeginGame(ctx, "t1", "an", match))(t); id != "m1" {
				t.Errorf("%s is under way", id)
			}
		}
		if _, err := s.BeginGame(ctx, "t1", "stranger", "m3"); !errors.Is(err, classes.ErrNoClass) {
			t.Errorf("a stranger begins: %v", err)
		}
		ends := func(id, winner, reason string) classes.Progress {
			t.Helper()
			want(t, s.inTx(ctx, "testing", func(tx *sql.Tx) error {
				return applyClassWork(ctx, &Tx{s, tx}, []play.Ended{{ID: id, Winner: winner, Reason: reason, At: due.Add(time.Minute)}, {ID: "x", Reason: play.Wooden}})
			}), nil)
			rows := must(s.ProgressOf(ctx, "one", "an"))(t)
			if len(rows) != 1 {
				t.Fatalf("%d rows", len(rows))
			}
			return rows[0]
		}
		if got := ends("m1", "first", "mate"); got.Tries != 1 || got.Match != "" || !got.Done.IsZero() {
			t.Errorf("after a loss: %+v", got)
		}
		must(s.BeginGame(ctx, "t1", "an", "m4"))(t)
		if got := ends("m4", "none", "abort"); got.Tries != 1 || got.Match != "" || !got.Done.IsZero() {
			t.Errorf("after an abort: %+v", got)
		}
		must(s.BeginGame(ctx, "t1", "an", "m5"))(t)
		got := ends("m5", "none", "stalemate")
		if state, late := got.State(&list[0], due); state != classes.Done || !late || got.Tries != 1 {
			t.Errorf("after a draw: %+v", got)
		}
		lesson := must(s.SolveStep(ctx, "t1", "binh", 1, 2))(t)
		if lesson.Steps != "01" || !lesson.Done.IsZero() {
			t.Errorf("after a step: %+v", lesson)
		}
		if lesson = must(s.SolveStep(ctx, "t1", "binh", 0, 2))(t); lesson.Steps != "11" || lesson.Done.IsZero() {
			t.Errorf("after both: %+v", lesson)
		}
		if list := must(s.ProgressOf(ctx, "one", ""))(t); len(list) != 2 {
			t.Errorf("%d rows of the class", len(list))
		}

		// A board of a simul can start only its own match, with its own two players.
		simul := classes.Simul{ID: "s1", Class: "one", Teacher: "teacher", Terms: classes.Terms{Game: "g"}, Boards: []classes.SimulBoard{
			{Match: "b1", Number: 1, Pupil: "an", Players: [2]string{"teacher", "an"}}, {Match: "b2", Number: 2, Pupil: "binh", Players: [2]string{"binh", "teacher"}},
		}}
		want(t, s.AddSimul(ctx, &simul), nil)
		if _, err := s.Seat(ctx, play.Row{ID: "b1", Game: "g", Players: [2]string{"an", "teacher"}}); !errors.Is(err, play.ErrNotFound) {
			t.Errorf("other sides: %v", err)
		}
		ends("b1", "first", "mate")
		for i, b := range must(s.Simul(ctx, "one", "s1"))(t).Boards {
			if b.State != classes.Waiting || b.Number != i+1 {
				t.Errorf("a board that was not seated is %+v", b)
			}
		}
		if _, err := s.Simul(ctx, "two", "s1"); !errors.Is(err, classes.ErrNoClass) {
			t.Errorf("of another class: %v", err)
		}

		for i := range 2 {
			if v := must(s.SetDemo(ctx, "one", "{}"))(t); v != i+1 {
				t.Errorf("version %d", v)
			}
		}
		for i, teacher := range []string{"second", "third", "fourth"} {
			if full, err := s.AddTeacher(ctx, "one", teacher, 2); err != nil || full != (i == 2) {
				t.Errorf("%s: %t %v", teacher, full, err)
			}
		}
		want(t, s.HandOverClass(ctx, "one", "third"), nil)
		if c := must(s.Class(ctx, "one"))(t); c.Teacher != "third" || len(c.Also) != 1 || c.Also[0] != "second" {
			t.Errorf("handed over: %+v", c)
		}
		if list := must(s.Classes(ctx, "second"))(t); len(list) != 1 {
			t.Errorf("a further teacher has %d classes", len(list))
		}

		want(t, s.DeleteAccount(ctx, "an", time.Now()), nil)
		if list := must(s.ProgressOf(ctx, "one", ""))(t); len(list) != 1 {
			t.Errorf("%d rows after a child", len(list))
		}
		if m := must(s.Simul(ctx, "one", "s1"))(t); len(m.Boards) != 1 {
			t.Errorf("%d boards after a child", len(m.Boards))
		}
		want(t, s.DeleteAccount(ctx, "binh", time.Now()), nil)
		want(t, s.DropClass(ctx, "one"), nil)
		for _, table := range []string{"class_tasks", "class_progress", "class_simuls", "class_boards", "class_demos", "class_teachers"} {
			var n int
			if err := s.reads.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+table).Scan(&n); err != nil || n != 0 {
				t.Errorf("%s has %d rows after the class: %v", table, n, err)
			}
		}
	})
}
