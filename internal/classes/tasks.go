package classes

import (
	"context"
	"errors"
	"slices"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/internal/events"
	"kydai/internal/play"
	"kydai/match"
)

// Kind is a kind of task.
type Kind string

// The kinds of tasks.
const (
	Lesson  Kind = "lesson" // solve steps of the lessons of a game
	PlayOut Kind = "play"   // play a position to the end against an engine level
	Enter   Kind = "event"  // enter a tournament of a teacher
)

// The goals of a game against an engine level.
const (
	ToWin  = "win"
	ToDraw = "draw" // a draw or a win
)

// Limits of the tasks of a class.
const (
	MaxTasks = 60  // maximum number of tasks of one class
	MaxTitle = 200 // maximum length of a title, in characters
)

// Work says what the children must do to complete a task.
type Work struct {
	Game string `json:"game,omitempty"`
	// From and To are the first and the last step of a lesson, counted from 1.
	From int `json:"from,omitempty"`
	To   int `json:"to,omitempty"`
	// For a task of kind PlayOut, the next fields are the start position and options of the game,
	// the child's side, the engine level and the goal.
	Start   string            `json:"start,omitempty"` // start position; "" means the usual start position of the game
	Options map[string]string `json:"options,omitempty"`
	Side    string            `json:"side,omitempty"`
	Level   int               `json:"level,omitempty"`
	Goal    string            `json:"goal,omitempty"`

	Event string `json:"event,omitempty"`
}

// Task is an assignment that a teacher gives to a class.
type Task struct {
	ID    string // random id
	Class string
	Kind  Kind
	Title string // title in the teacher's words; may be ""
	Work  Work
	Due   time.Time // due date; zero means no due date
	Made  time.Time

	EventName string // for a task of kind Enter: name of the event; "" if the event is deleted
}

// Steps returns the number of steps of a lesson task, and 0 for other kinds.
func (t *Task) Steps() int {
	if t.Kind != Lesson {
		return 0
	}
	return t.Work.To - t.Work.From + 1
}

// Reached reports whether the result of a match reaches the goal of a task of kind PlayOut.
func (t *Task) Reached(winner, reason string) bool {
	drawn := winner != "first" && winner != "second" && reason != string(game.ByAbort) && reason != string(play.Abandoned)
	return winner == t.Work.Side || t.Work.Goal == ToDraw && drawn
}

// Progress is the progress of one child in one task.
type Progress struct {
	Task, Player string
	Steps        string // for a lesson: one character per step, 1 if solved, else 0
	Tries        int    // number of games that ended without reaching the goal
	Match        string // id of the match in progress
	Begun, Done  time.Time
}

// States of a task for a child.
const (
	NotBegun = "none"
	Begun    = "begun"
	Done     = "done"
)

// State returns the state of the child in the task at the given time. The result late is true if
// the child completed the task after the due date, or has not completed it and the due date has
// passed.
func (p *Progress) State(t *Task, now time.Time) (state string, late bool) {
	state, at := NotBegun, now
	switch {
	case !p.Done.IsZero():
		state, at = Done, p.Done
	case !p.Begun.IsZero():
		state = Begun
	}
	return state, !t.Due.IsZero() && at.After(t.Due)
}

var (
	errNoTask   = game.Err(NotFound, "there is no such task")
	errTasks    = game.Err(TooMany, "a class has at most 60 tasks; delete one first")
	errTitle    = game.Err(Bad, "what a teacher writes to a task has at most 200 characters")
	errDue      = game.Err(Bad, "a task is due in the future, within two years")
	errKind     = game.Err(Bad, "a task is a lesson, a game against a level, or an event")
	errLesson   = game.Err(Bad, "this game has no lesson with these steps")
	errPlayOut  = game.Err(Bad, "a game against a level needs a position that is not over, a side, a level from 1 on and a goal")
	errEvent    = game.Err(Bad, "children enter events that a teacher of the class holds")
	errStep     = game.Err(Bad, "this move does not solve this step of the task")
	errNotPlay  = game.Err(Bad, "this task is no game")
	errNotThere = game.Err(NotFound, "this server has no live play")
)

// maxDue is the longest time from now to the due date of a task.
const maxDue = 2 * 366 * 24 * time.Hour

// Give gives a class a task.
func (s *Service) Give(ctx context.Context, teacher, class string, t Task, now time.Time) (Task, error) {
	if _, err := s.of(ctx, teacher, class); err != nil {
		return Task{}, err
	}
	if t.Title != "" {
		var ok bool
		if t.Title, ok = line(t.Title, MaxTitle); !ok {
			return Task{}, errTitle
		}
	}
	if !t.Due.IsZero() && (t.Due.Before(now) || t.Due.After(now.Add(maxDue))) {
		return Task{}, errDue
	}
	if err := s.checkWork(ctx, teacher, &t); err != nil {
		return Task{}, err
	}
	var err error
	if t.ID, err = token(s.opts.Random, classBytes); err != nil {
		return Task{}, err
	}
	t.Class = class
	full, err := s.opts.Store.AddTask(ctx, &t, MaxTasks)
	if full {
		return Task{}, errTasks
	}
	return t, err
}

// checkWork checks the work of a task and clears the fields that its kind does not use.
func (s *Service) checkWork(ctx context.Context, teacher string, t *Task) error {
	w := t.Work
	switch t.Kind {
	case Lesson:
		all := len(s.lessonOf(w.Game))
		if w.From == 0 {
			w.From = 1
		}
		if w.To == 0 {
			w.To = all
		}
		if w.From < 1 || w.To > all || w.From > w.To {
			return errLesson
		}
		t.Work = Work{Game: w.Game, From: w.From, To: w.To}
	case PlayOut:
		r, ok := s.opts.Rules(w.Game)
		if !ok || w.Level < 1 || w.Level > maxLevel || w.Side != "first" && w.Side != "second" || w.Goal != ToWin && w.Goal != ToDraw {
			return errPlayOut
		}
		if _, ok := w.Options[game.ViewOption]; ok {
			return errPlayOut
		}
		if p, err := r.New(game.Setup{Start: w.Start, Options: w.Options}); err != nil || p.Outcome().Over() {
			return errors.Join(errPlayOut, err)
		}
		t.Work = Work{Game: w.Game, Start: w.Start, Options: w.Options, Side: w.Side, Level: w.Level, Goal: w.Goal}
	case Enter:
		if s.opts.Events == nil {
			return errEvent
		}
		e, err := s.opts.Events.Event(ctx, events.Caller{ID: teacher}, w.Event)
		if errors.Is(err, events.ErrNoEvent) || err == nil && e.Organiser != teacher {
			return errEvent
		}
		if err != nil {
			return err
		}
		t.EventName = e.Settings.Name
		t.Work = Work{Game: e.Settings.Game, Event: w.Event}
	default:
		return errKind
	}
	return nil
}

// maxLevel is the highest engine level of a task. Level 9, the engine without a limit, is not
// for children. If a game has fewer levels, starting the match fails.
const maxLevel = 8

// Tasks lists the tasks of a class, newest first, its children, and their progress by
// task id and player id.
func (s *Service) Tasks(ctx context.Context, teacher, class string) ([]Task, []Pupil, map[[2]string]Progress, error) {
	_, list, err := s.Look(ctx, teacher, class)
	if err != nil {
		return nil, nil, nil, err
	}
	tasks, err := s.opts.Store.Tasks(ctx, class)
	if err != nil {
		return nil, nil, nil, err
	}
	rows, err := s.opts.Store.ProgressOf(ctx, class, "")
	if err != nil {
		return nil, nil, nil, err
	}
	players := make([]string, len(list))
	for i := range list {
		players[i] = list[i].Player
	}
	done, err := s.entered(ctx, tasks, players, byTask(rows))
	return tasks, list, done, err
}

func byTask(rows []Progress) map[[2]string]Progress {
	all := make(map[[2]string]Progress, len(rows))
	for _, p := range rows {
		all[[2]string{p.Task, p.Player}] = p
	}
	return all
}

// entered adds to the given map the progress of the players in tasks of kind Enter, and returns the
// map. A child has completed such a task when the child has entered the event.
func (s *Service) entered(ctx context.Context, tasks []Task, players []string, done map[[2]string]Progress) (map[[2]string]Progress, error) {
	for i := range tasks {
		t := &tasks[i]
		if t.Kind != Enter || s.opts.Events == nil {
			continue
		}
		e, err := s.opts.Events.Event(ctx, events.Caller{}, t.Work.Event)
		if errors.Is(err, events.ErrNoEvent) { // the event is deleted, or is a draft again
			continue
		}
		if err != nil {
			return nil, err
		}
		t.EventName = e.Settings.Name
		for _, p := range players {
			if at, ok := e.Came(p); ok {
				done[[2]string{t.ID, p}] = Progress{Task: t.ID, Player: p, Begun: at, Done: at}
			}
		}
	}
	return done, nil
}

// DropTask deletes a task and the progress of all children in it.
func (s *Service) DropTask(ctx context.Context, teacher, class, id string) error {
	if _, err := s.of(ctx, teacher, class); err != nil {
		return err
	}
	return s.opts.Store.DropTask(ctx, class, id)
}

// MyTasks lists the tasks of a child, newest first, and the child's progress.
func (s *Service) MyTasks(ctx context.Context, player string) ([]Task, map[[2]string]Progress, error) {
	p, err := s.opts.Store.Pupil(ctx, player)
	if err != nil {
		return nil, nil, err
	}
	tasks, err := s.opts.Store.Tasks(ctx, p.Class)
	if err != nil {
		return nil, nil, err
	}
	rows, err := s.opts.Store.ProgressOf(ctx, p.Class, player)
	if err != nil {
		return nil, nil, err
	}
	done, err := s.entered(ctx, tasks, []string{player}, byTask(rows))
	return tasks, done, err
}

// mine returns a task of a child and the child's progress.
func (s *Service) mine(ctx context.Context, player, id string) (Task, Progress, error) {
	tasks, done, err := s.MyTasks(ctx, player)
	if err != nil {
		return Task{}, Progress{}, err
	}
	i := slices.IndexFunc(tasks, func(t Task) bool { return t.ID == id })
	if i < 0 {
		return Task{}, Progress{}, errNoTask
	}
	p := done[[2]string{id, player}]
	p.Task, p.Player = id, player
	return tasks[i], p, nil
}

// Solve records that a child solved a step of a lesson, counted from 1, with the move
// code. It returns the child's progress.
func (s *Service) Solve(ctx context.Context, player, id string, step int, code string) (Task, Progress, error) {
	t, _, err := s.mine(ctx, player, id)
	if err != nil {
		return t, Progress{}, err
	}
	if t.Kind != Lesson || step < t.Work.From || step > t.Work.To || !s.lessonOf(t.Work.Game).solved(step, code) {
		return t, Progress{}, errStep
	}
	p, err := s.opts.Store.SolveStep(ctx, id, player, step-t.Work.From, t.Steps())
	return t, p, err
}

// Begin returns the match in which a child plays out the position of a task. It starts a
// match unless one is in progress.
func (s *Service) Begin(ctx context.Context, by play.Player, id string) (string, error) {
	t, p, err := s.mine(ctx, by.ID, id)
	switch {
	case err != nil:
		return "", err
	case t.Kind != PlayOut:
		return "", errNotPlay
	case p.Match != "":
		return p.Match, nil
	case s.opts.Play == nil:
		return "", errNotThere
	}
	n := play.NewMatch{Deal: play.Deal{
		Game: t.Work.Game, Start: t.Work.Start, Options: t.Work.Options, Clock: clock.Control{}, Takebacks: match.Unlimited,
	}}
	for i, side := range []string{"first", "second"} {
		if n.Seats[i] = (match.Seat{Kind: match.Level, Level: t.Work.Level}); side == t.Work.Side {
			n.Seats[i] = match.Seat{Kind: match.Human}
		}
	}
	started, err := s.opts.Play.Start(ctx, by, n)
	if err != nil {
		return "", err
	}
	id, err = s.opts.Store.BeginGame(ctx, t.ID, by.ID, started)
	if err == nil && id != started { // another request of the same child has already started a match; use that match
		err = s.opts.Play.Abort(ctx, started)
	}
	return id, err
}
