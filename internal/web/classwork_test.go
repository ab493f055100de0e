package web_test

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/account"
	"kydai/internal/web"
	"kydai/internal/wire"
)

// tasksOf returns the tasks of a class as its teacher sees them.
func (s *school) tasksOf() (list []web.ClassTask) {
	s.t.Helper()
	s.teacher.get(s.path()+"/tasks", &list)
	return list
}

// states returns the progress of all children in a task as text: for each child the state, "(late)"
// if the child is late, and the number of attempts.
func states(t *web.ClassTask) (words string) {
	for _, p := range t.List {
		words += " " + p.State
		if p.Late {
			words += "(late)"
		}
		if p.Tries > 0 {
			words += strconv.Itoa(p.Tries)
		}
	}
	return words
}

// reaches waits until the progress of the children in the task with the given id equals the
// expected text, in the form that states returns.
func (s *school) reaches(id, want string) {
	s.t.Helper()
	got := ""
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		for _, t := range s.tasksOf() {
			if t.ID == id {
				got = states(&t)
			}
		}
		if got == want {
			return
		}
	}
	s.t.Fatalf("the children are%s; want%s", got, want)
}

const mateInOne = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"

// TestTasks gives a class three tasks: a lesson, a position to play out, and a tournament (event).
// It checks that the progress follows from the actions of each child, and that the progress is
// deleted with the task and with the class.
func TestTasks(t *testing.T) {
	s := newSchool(t, "Nguyễn Văn An", "Trần Thị Bình")
	an, binh := s.child(0), s.child(1)
	path := s.path() + "/tasks"
	for _, bad := range []say{
		{"kind": "lesson", "game": "none"},
		{"kind": "lesson", "game": "chess", "from": 3, "to": 2},
		{"kind": "lesson", "game": "chess", "to": 1000},
		{"kind": "play", "game": "chess", "level": 1, "side": "first"},
		{"kind": "play", "game": "chess", "goal": "win", "side": "first"},
		{"kind": "play", "game": "chess", "level": 1, "goal": "win", "side": "first", "start": "no position"},
		{"kind": "play", "game": "chess", "level": 1, "goal": "win", "side": "first", "start": "4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"},
		{"kind": "event", "event": "none"},
		{"kind": "lesson", "game": "chess", "due": 1000},
		{"kind": "lesson", "game": "chess", "title": strings.Repeat("a", 201)},
	} {
		s.teacher.refused(http.StatusUnprocessableEntity, "bad-class", http.MethodPost, path, bad)
	}
	an.refused(http.StatusForbidden, "not-for-you", http.MethodPost, path, say{"kind": "lesson", "game": "chess"})
	due := time.Now().Add(time.Hour).UnixMilli()
	var list []web.ClassTask
	s.teacher.post(path, say{"kind": "lesson", "game": "chess", "from": 1, "to": 2, "due": due, "title": "Xe và tượng"}, &list)
	lesson := list[0]
	if len(list) != 1 || lesson.Due != due || lesson.Title != "Xe và tượng" || states(&lesson) != " none none" {
		t.Fatalf("the lesson is %+v", list)
	}
	steps := func(id string) string { return "/api/me/tasks/" + id + "/steps" }
	an.refused(http.StatusUnprocessableEntity, "bad-class", http.MethodPost, steps(lesson.ID), say{"step": 1, "code": "a1a2"})
	an.refused(http.StatusUnprocessableEntity, "bad-class", http.MethodPost, steps(lesson.ID), say{"step": 3, "code": "d1h5"})
	var mine web.MyTask
	an.post(steps(lesson.ID), say{"step": 2, "code": "c1g5"}, &mine)
	if mine.State != "begun" || mine.Steps != "01" {
		t.Errorf("after a step: %+v", mine)
	}
	an.post(steps(lesson.ID), say{"step": 1, "code": "a1a8"}, &mine)
	if mine.State != "done" || mine.Late || mine.DoneAt == 0 {
		t.Errorf("after both steps: %+v", mine)
	}
	s.reaches(lesson.ID, " done none")
	s.teacher.refused(http.StatusNotFound, "not-found", http.MethodGet, "/api/me/tasks", nil)

	// In the task to play a position against an engine level, a game that misses the goal counts as
	// an attempt. The next game can still reach the goal.
	s.teacher.post(path, say{"kind": "play", "game": "chess", "start": mateInOne, "side": "first", "level": 3, "goal": "win"}, &list)
	game := list[0]
	begin := "/api/me/tasks/" + game.ID + "/match"
	var first, again web.Named
	an.post(begin, nil, &first)
	an.post(begin, nil, &again)
	if first.ID == "" || first != again {
		t.Errorf("one task has two games: %v %v", first, again)
	}
	s.reaches(game.ID, " begun none")
	var view wire.View
	an.get("/api/matches/"+first.ID, &view)
	if view.Position != mateInOne || view.Viewer != "first" || view.Seats[1].Level != 3 {
		t.Errorf("the game is %+v", view)
	}
	an.post("/api/matches/"+first.ID+"/acts", say{"kind": "resign"}, nil)
	s.reaches(game.ID, " begun1 none")
	an.post(begin, nil, &again)
	an.post("/api/matches/"+again.ID+"/moves", say{"ply": 0, "code": "e1e8"}, nil)
	s.reaches(game.ID, " done1 none")
	binh.refused(http.StatusUnprocessableEntity, "bad-class", http.MethodPost, "/api/me/tasks/"+lesson.ID+"/match", nil)

	// In this task the children have to enter a tournament (event) of the teacher.
	var e web.EventView
	s.teacher.post("/api/events", woodenEvent(), &e)
	s.teacher.post("/api/events/"+e.ID+"/phase", say{"phase": "open"}, nil)
	s.teacher.post(path, say{"kind": "event", "event": e.ID}, &list)
	if list[0].EventName != "Giải mùa xuân" || states(&list[0]) != " none none" {
		t.Errorf("the task is %+v", list[0])
	}
	binh.post("/api/events/"+e.ID+"/entrants", say{}, nil)
	s.reaches(list[0].ID, " none done")
	var own []web.MyTask
	binh.get("/api/me/tasks", &own)
	if len(own) != 3 || own[0].State != "done" || own[1].State != "none" || own[2].State != "none" {
		t.Errorf("the second child sees %+v", own)
	}

	// Other accounts must have no access to the tasks. The export of the class must contain all
	// tasks.
	other := s.guest()
	other.register("Thầy Khác")
	other.role(s.db, account.Teacher)
	other.refused(http.StatusNotFound, "not-found", http.MethodGet, path, nil)
	other.refused(http.StatusNotFound, "not-found", http.MethodDelete, path+"/"+game.ID, nil)
	s.guest().refused(http.StatusNotFound, "not-found", http.MethodGet, "/api/me/tasks", nil)
	var out web.ClassExport
	s.teacher.get(s.path()+"/export", &out)
	if len(out.Tasks) != 3 || states(&out.Tasks[2]) != " done none" {
		t.Errorf("the export has %+v", out.Tasks)
	}
	_, table := s.teacher.ask(http.MethodGet, s.path()+"/export?as=csv", nil)
	if !bytes.Contains(table, []byte("Xe và tượng")) || !bytes.Contains(table, []byte(",not begun,done,done\r\n")) {
		t.Errorf("the table is %s", table)
	}

	// Progress is deleted with the child, with the task and with the class.
	s.teacher.want(http.MethodDelete, s.path()+"/pupils/"+an.id, nil, nil)
	if rows, err := s.db.ProgressOf(t.Context(), s.class.ID, an.id); err != nil || len(rows) != 0 {
		t.Errorf("of a deleted child: %v %v", rows, err)
	}
	binh.post(steps(lesson.ID), say{"step": 1, "code": "a1a8"}, nil)
	s.teacher.want(http.MethodDelete, path+"/"+lesson.ID, nil, &list)
	if rows, err := s.db.ProgressOf(t.Context(), s.class.ID, ""); err != nil || len(list) != 2 || len(rows) != 0 {
		t.Errorf("after the task: %v %v %v", list, rows, err)
	}
	s.teacher.want(http.MethodDelete, s.path(), nil, nil)
	if tasks, err := s.db.Tasks(t.Context(), s.class.ID); err != nil || len(tasks) != 0 {
		t.Errorf("after the class: %v %v", tasks, err)
	}
}

// thirty returns 30 names of children for a class.
func thirty() []string {
	names := make([]string, 30)
	for i := range names {
		names[i] = "Em số " + string(rune('A'+i%26)) + string(rune('a'+i/26))
	}
	return names
}

// TestSimul checks that a teacher can play against 30 children at once, with the default limits of
// a site. The children must not have to accept an offer, and strangers must not see the matches.
func TestSimul(t *testing.T) {
	db, b := newGround(t)
	s := &school{site: newNode(t, db, b, teaching(db, b), func(o *web.Options) { o.Limits = web.Limits{} }), db: db}
	s.teacher = s.guest()
	s.teacher.register("Cô Hoa")
	s.teacher.role(db, account.Teacher)
	s.teacher.post("/api/classes", say{"name": "Lớp 3A"}, &s.class)
	s.teacher.post(s.path()+"/pupils", say{"names": strings.Join(thirty(), "\n"), "lang": "vi"}, &s.cards)
	// refused, because no child is connected yet
	s.teacher.refused(http.StatusUnprocessableEntity, "bad-class", http.MethodPost, s.path()+"/simuls", say{"game": "chess"})
	children, lines := make([]*guest, 30), make([]*socket, 30)
	var all sync.WaitGroup
	for i := range children {
		all.Go(func() {
			children[i] = s.child(i)
			lines[i] = children[i].connect()
			lines[i].send(wire.LobbyAsk{T: wire.AskLobby, On: true})
			var lobby wire.Lobby
			lines[i].next(wire.TellLobby, &lobby)
		})
	}
	all.Wait()
	before, began := cpuTime(t), time.Now()
	var simul web.SimulView
	s.teacher.post(s.path()+"/simuls", say{"game": "chess", "clock": "30+30", "side": "both"}, &simul)
	if len(simul.Boards) != 30 || !simul.Mine {
		t.Fatalf("the simul has %d boards", len(simul.Boards))
	}
	seated := time.Since(began)
	byChild := map[string]*web.SimulBoard{}
	for i := range simul.Boards {
		b := &simul.Boards[i]
		byChild[b.Player] = b
		if b.State != "seated" || b.Side != []string{"second", "first"}[b.Number%2] || b.Turn != (b.Side == "first") || len(b.Cells) != 64 || b.Name == "" {
			t.Errorf("board %d is %+v", b.Number, b)
		}
	}
	// The teacher moves on each board. Each child is notified of its match and replies on its
	// board.
	hers := s.teacher.connect()
	hers.skip = []string{wire.TellStarted}
	for i := range simul.Boards {
		if b := &simul.Boards[i]; b.Side == "first" {
			hers.send(wire.Move{T: wire.AskMove, ID: b.Match, Ply: 0, Code: "e2e4"})
			var ack wire.Ack
			hers.next(wire.TellAck, &ack)
		}
	}
	for i := range children {
		all.Go(func() {
			b := byChild[children[i].id]
			lines[i].skip = []string{wire.TellOffers}
			var told wire.Started
			lines[i].next(wire.TellStarted, &told)
			if told.ID != b.Match {
				t.Errorf("child %d is told of %s, not %s", i, told.ID, b.Match)
			}
			m := lines[i].watch(told.ID)
			code := "e2e4"
			if b.Side == "first" {
				code = "e7e5"
			}
			lines[i].send(wire.Move{T: wire.AskMove, ID: told.ID, Ply: m.Ply, Code: code})
			m.events()
			if i%3 == 0 {
				lines[i].send(wire.Act{T: wire.AskAct, ID: told.ID, Kind: "resign"})
				m.events()
			}
		})
	}
	all.Wait()
	used := cpuTime(t) - before
	t.Logf("30 boards were seated in %v; with three moves and ten resignations: %v of CPU time, with that of the programs", seated, used)
	at := s.path() + "/simuls/" + simul.ID
	s.teacher.get(at, &simul)
	turns, won := 0, 0
	for i := range simul.Boards {
		switch b := &simul.Boards[i]; {
		case b.Result == "win":
			won++
		case b.Turn:
			turns++
		}
	}
	if turns != 20 || won != 10 {
		t.Errorf("it is the teacher's turn on %d boards, and %d are won", turns, won)
	}

	// Only the class may watch the children's matches: another child of the class may, a stranger
	// may not.
	running := simul.Boards[1]
	children[5].get("/api/matches/"+running.Match, nil)
	stranger := s.guest()
	stranger.register("Người Lạ")
	for _, path := range []string{"", "/record"} {
		stranger.refused(http.StatusNotFound, "not-found", http.MethodGet, "/api/matches/"+running.Match+path, nil)
	}
	line := stranger.connect()
	line.send(wire.Watch{T: wire.AskWatch, ID: running.Match})
	line.fails("not-found")
	var live []web.LiveView
	stranger.get("/api/live", &live)
	if len(live) != 0 {
		t.Errorf("strangers see %+v", live)
	}
	children[0].refused(http.StatusForbidden, "not-for-you", http.MethodGet, at, nil)

	// When the simul ends, matches that are still in progress get no result.
	s.teacher.want(http.MethodDelete, at, nil, &simul)
	results := func() (list string) {
		count := map[string]int{}
		for i := range simul.Boards {
			count[simul.Boards[i].Result+" "+simul.Boards[i].State]++
		}
		return strconv.Itoa(count["win ended"]) + " " + strconv.Itoa(count["none ended"])
	}
	if results() != "10 20" {
		t.Errorf("at the end: %s", results())
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		rows, err := s.db.Simul(t.Context(), s.class.ID, simul.ID)
		ended := 0
		for i := range rows.Boards {
			if rows.Boards[i].State == "ended" {
				ended++
			}
		}
		if err == nil && ended == 30 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d of 30 rows have ended: %v", ended, err)
		}
	}
	var out web.ClassExport
	s.teacher.get(s.path()+"/export", &out)
	if len(out.Simuls) != 1 || len(out.Simuls[0].Boards) != 30 {
		t.Errorf("the export has %d simuls", len(out.Simuls))
	}
	s.teacher.want(http.MethodDelete, s.path(), nil, nil)
	if list, err := s.db.Simuls(t.Context(), s.class.ID, 5); err != nil || len(list) != 0 {
		t.Errorf("after the class: %v %v", list, err)
	}
}

// TestDemoBoard checks that a class follows the teacher's demo board through the socket. A child
// who joins late or reconnects must get the current state, and clients outside the class must get
// nothing.
func TestDemoBoard(t *testing.T) {
	s := newSchool(t, "Nguyễn Văn An", "Trần Thị Bình")
	an, path := s.child(0), s.path()+"/demo"
	ask := wire.DemoAsk{T: wire.AskDemo, On: true}
	line := an.connect()
	line.send(ask)
	var told wire.DemoTold
	line.next(wire.TellDemo, &told)
	if told.Demo != nil || told.Version != 0 {
		t.Errorf("before the first: %+v", told)
	}
	show := say{"game": "chess", "moves": []string{"e2e4", "e7e5"}, "at": 1, "arrows": [][2]int{{12, 28}, {28, 28}}, "comment": "Chiếm trung tâm.\nNhìn ô e4."}
	s.teacher.want(http.MethodPut, path, show, nil)
	line.next(wire.TellDemo, &told)
	if d := told.Demo; told.Version != 1 || d == nil || d.At != 1 || len(d.Moves) != 2 || len(d.Arrows) != 2 || d.Comment != "Chiếm trung tâm.\nNhìn ô e4." {
		t.Errorf("the child sees %+v", told)
	}
	late := s.child(1).connect()
	late.send(ask)
	late.next(wire.TellDemo, &told)
	if told.Version != 1 || told.Demo == nil {
		t.Errorf("a late child sees %+v", told)
	}
	hers := s.teacher.connect()
	hers.send(wire.DemoAsk{T: wire.AskDemo, ID: s.class.ID, On: true})
	hers.next(wire.TellDemo, &told)
	for _, bad := range []say{
		{"game": "none"}, {"game": "chess", "moves": []string{"e2e5"}}, {"game": "chess", "at": 1}, {"game": "chess", "start": "x"},
		{"game": "chess", "arrows": [][2]int{{-1, 2}}}, {"game": "chess", "comment": strings.Repeat("a", 501)},
	} {
		s.teacher.refused(http.StatusUnprocessableEntity, "bad-class", http.MethodPut, path, bad)
	}
	an.refused(http.StatusForbidden, "not-for-you", http.MethodPut, path, show)
	stranger := s.guest()
	stranger.register("Thầy Khác")
	stranger.role(s.db, account.Teacher)
	stranger.refused(http.StatusNotFound, "not-found", http.MethodPut, path, show)
	outside := stranger.connect()
	outside.send(ask)
	outside.fails("not-found")
	outside.send(wire.DemoAsk{T: wire.AskDemo, ID: s.class.ID, On: true})
	outside.fails("not-found")

	line.send(wire.DemoAsk{T: wire.AskDemo})
	s.teacher.want(http.MethodDelete, path, nil, nil)
	late.next(wire.TellDemo, &told)
	hers.next(wire.TellDemo, &told)
	if told.Version != 2 {
		t.Errorf("after the end: %+v", told)
	}
	back := an.connect()
	back.send(ask)
	told = wire.DemoTold{}
	back.next(wire.TellDemo, &told)
	if told.Demo != nil || told.Version != 2 {
		t.Errorf("a child who comes again sees %+v", told)
	}
}

// TestTeachers checks that a class can have several teachers and that its owner can add and remove
// them. It also checks that the class continues when the owner's account is deleted.
func TestTeachers(t *testing.T) {
	s := newSchool(t, "Nguyễn Văn An")
	second, third := s.guest(), s.guest()
	second.register("Thầy Nam")
	second.role(s.db, account.Teacher)
	third.register("Bạn Ba")
	path := s.path() + "/teachers"
	second.refused(http.StatusNotFound, "not-found", http.MethodGet, s.path(), nil)
	s.teacher.refused(http.StatusUnprocessableEntity, "bad-class", http.MethodPost, path, say{"name": "Không Ai Cả"})
	s.teacher.refused(http.StatusUnprocessableEntity, "bad-class", http.MethodPost, path, say{"name": "Bạn Ba"})
	s.teacher.post(path, say{"name": "thầy nam"}, &s.class)
	if len(s.class.Teachers) != 2 || s.class.Teachers[1].Name != "Thầy Nam" || !s.class.Own {
		t.Fatalf("the teachers are %+v", s.class)
	}
	var view web.ClassView
	second.get(s.path(), &view)
	if view.Own || view.List[0].Name != "Nguyễn Văn An" {
		t.Errorf("the second teacher sees %+v", view)
	}
	var heads []web.ClassHead
	second.get("/api/classes", &heads)
	if len(heads) != 1 {
		t.Errorf("the second teacher has %+v", heads)
	}
	second.want(http.MethodPut, s.path(), say{"name": "Lớp 4A"}, &view)
	second.get("/api/players/"+s.cards[0].Player, nil)
	second.refused(http.StatusForbidden, "not-for-you", http.MethodDelete, s.path(), nil)
	second.refused(http.StatusForbidden, "not-for-you", http.MethodPost, path, say{"name": "Cô Hoa"})
	second.refused(http.StatusForbidden, "not-for-you", http.MethodDelete, path+"/"+s.teacher.id, nil)
	s.teacher.want(http.MethodDelete, path+"/"+second.id, nil, nil)
	second.refused(http.StatusNotFound, "not-found", http.MethodGet, s.path(), nil)
	s.teacher.post(path, say{"name": "Thầy Nam"}, nil)
	second.want(http.MethodDelete, path+"/"+second.id, nil, nil) // the second teacher leaves the class
	second.refused(http.StatusNotFound, "not-found", http.MethodGet, s.path(), nil)
}
