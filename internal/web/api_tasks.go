package web

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kydai/internal/classes"
	"kydai/internal/play"
	"kydai/internal/wire"
)

// TaskWork describes the work of a task: what a child has to do.
type TaskWork struct {
	Kind    string            `json:"kind" enum:"lesson,play,event" doc:"Kind of task: solve steps of a lesson, play a position out against an engine level, or enter an event."`
	Title   string            `json:"title,omitempty" maxLength:"800" doc:"Title written by the teacher."`
	Due     int64             `json:"due,omitempty" minimum:"0" doc:"Due time as Unix time in milliseconds; missing if the task has none."`
	Game    string            `json:"game,omitempty" maxLength:"64" doc:"Name of the game of the lesson, or of the game against an engine level."`
	From    int               `json:"from,omitempty" minimum:"0" doc:"First step of the lesson, starting at 1; default: 1."`
	To      int               `json:"to,omitempty" minimum:"0" doc:"Last step of the lesson; default: the last step that exists."`
	Start   string            `json:"start,omitempty" maxLength:"1000" doc:"Start position of the game against a level; default: the standard position."`
	Options map[string]string `json:"options,omitempty" doc:"Options of the rules of the game against a level."`
	Side    string            `json:"side,omitempty" enum:"first,second" doc:"Side of the child in the game against a level."`
	Level   int               `json:"level,omitempty" minimum:"0" maximum:"9" doc:"Engine level to play against, starting at 1."`
	Goal    string            `json:"goal,omitempty" enum:"win,draw" doc:"Result that the child must reach in the game; a win also fulfils the goal draw."`
	Event   string            `json:"event,omitempty" maxLength:"32" doc:"Id of the event."`
}

// TaskState is the progress of a child in a task.
type TaskState struct {
	State  string `json:"state" enum:"none,begun,done" doc:"Progress: not begun, begun or done."`
	Late   bool   `json:"late,omitempty" doc:"True if the task was not done by the due time."`
	Steps  string `json:"steps,omitempty" doc:"Progress in a lesson: one digit per step, 1 for a solved step."`
	Tries  int    `json:"tries,omitempty" doc:"Number of finished games that missed the goal."`
	Match  string `json:"match,omitempty" doc:"Id of the match in progress."`
	DoneAt int64  `json:"doneAt,omitempty"`
}

// MyTask is a task as the child sees it.
type MyTask struct {
	ID string `json:"id"`
	TaskWork
	EventName string `json:"eventName,omitempty"`
	Made      int64  `json:"made"`
	TaskState
}

// PupilState is the progress of a child in a task, as its teacher sees it.
type PupilState struct {
	Player string `json:"player"`
	TaskState
}

// ClassTask is a task as a teacher sees it.
type ClassTask struct {
	ID string `json:"id"`
	TaskWork
	EventName string       `json:"eventName,omitempty"`
	Made      int64        `json:"made"`
	List      []PupilState `json:"list" nullable:"false" doc:"Progress of each child."`
}

// TaskPath holds the ids of a class and of a task in the path of a request.
type TaskPath struct {
	ClassPath
	Task string `path:"task" maxLength:"32" doc:"Id of the task."`
}

// MyTaskPath holds the id of a task of the calling child in the path of a request.
type MyTaskPath struct {
	Task string `path:"task" maxLength:"32" doc:"Id of the task."`
}

// SolvedStep is the body of a request in which a child reports a solved step of a lesson.
type SolvedStep struct {
	Step int    `json:"step" minimum:"1" maximum:"1000" doc:"Number of the lesson's step, starting at 1."`
	Code string `json:"code" minLength:"1" maxLength:"64" doc:"Code of the move that solves the step."`
}

func (t *TaskWork) task() classes.Task {
	return classes.Task{
		Kind: classes.Kind(t.Kind), Title: t.Title, Due: before(t.Due),
		Work: classes.Work{Game: t.Game, From: t.From, To: t.To, Start: t.Start, Options: t.Options, Side: t.Side, Level: t.Level, Goal: t.Goal, Event: t.Event},
	}
}

func workOf(t *classes.Task) TaskWork {
	w := t.Work
	out := TaskWork{
		Kind: string(t.Kind), Title: t.Title, Game: w.Game, From: w.From, To: w.To, Start: w.Start, Options: w.Options, Side: w.Side, Level: w.Level, Goal: w.Goal, Event: w.Event,
	}
	if !t.Due.IsZero() {
		out.Due = wire.Millis(t.Due)
	}
	return out
}

func stateOf(t *classes.Task, p classes.Progress, now time.Time) TaskState {
	state, late := p.State(t, now)
	out := TaskState{State: state, Late: late, Steps: p.Steps, Tries: p.Tries, Match: p.Match}
	if !p.Done.IsZero() {
		out.DoneAt = wire.Millis(p.Done)
	}
	return out
}

func myTask(t *classes.Task, p classes.Progress, now time.Time) MyTask {
	return MyTask{ID: t.ID, TaskWork: workOf(t), EventName: t.EventName, Made: wire.Millis(t.Made), TaskState: stateOf(t, p, now)}
}

// classTasks returns the tasks of a class with the progress of its children.
func (s *Server) classTasks(ctx context.Context, teacher, id string) ([]ClassTask, error) {
	tasks, list, done, err := s.opts.Classes.Tasks(ctx, teacher, id)
	if err != nil {
		return nil, err
	}
	now := s.opts.Play.Now()
	out := make([]ClassTask, len(tasks))
	for i := range tasks {
		t := &tasks[i]
		out[i] = ClassTask{ID: t.ID, TaskWork: workOf(t), EventName: t.EventName, Made: wire.Millis(t.Made), List: make([]PupilState, len(list))}
		for n := range list {
			out[i].List[n] = PupilState{list[n].Player, stateOf(t, done[[2]string{t.ID, list[n].Player}], now)}
		}
	}
	return out, nil
}

// taskCommand registers an operation with which a teacher changes the tasks of a class. The
// function do executes the operation and returns the id of the class. The response is the list of
// the class's tasks.
func taskCommand[I any](s *Server, a huma.API, op huma.Operation, do func(ctx context.Context, all *classes.Service, v visitor, in *I) (class string, err error)) {
	handle(s, a, op, func(ctx context.Context, v visitor, in *I) (*answer[[]ClassTask], error) {
		all, err := s.classes()
		if err != nil {
			return nil, err
		}
		id, err := do(ctx, all, v, in)
		if err != nil {
			return nil, err
		}
		list, err := s.classTasks(ctx, v.ID, id)
		return reply(list), err
	})
}

func (s *Server) taskOperations(a huma.API) {
	const path = classPath + "/{id}/tasks"
	taskCommand(s, a, operation(http.MethodGet, path, "listTasks", "List the tasks of a class with each child's progress, latest first"),
		func(_ context.Context, _ *classes.Service, _ visitor, in *ClassPath) (string, error) {
			return in.ID, nil
		})
	taskCommand(s, a, operation(http.MethodPost, path, "giveTask", "Give a class a task: a lesson, a game against an engine level, or an event"),
		func(ctx context.Context, all *classes.Service, v visitor, in *struct {
			ClassPath
			Body TaskWork
		}) (string, error) {
			_, err := all.Give(ctx, v.ID, in.ID, in.Body.task(), s.opts.Play.Now())
			return in.ID, err
		})
	taskCommand(s, a, operation(http.MethodDelete, path+"/{task}", "dropTask", "Delete a task with the progress of the children"),
		func(ctx context.Context, all *classes.Service, v visitor, in *TaskPath) (string, error) {
			return in.ID, all.DropTask(ctx, v.ID, in.ID, in.Task)
		})
	handle(s, a, operation(http.MethodGet, "/api/me/tasks", "listMyTasks", "List the tasks of the calling child, latest first"),
		func(ctx context.Context, v visitor, _ *none) (*answer[[]MyTask], error) {
			all, err := s.classes()
			if err != nil {
				return nil, err
			}
			tasks, done, err := all.MyTasks(ctx, v.ID)
			now, out := s.opts.Play.Now(), make([]MyTask, len(tasks))
			for i := range tasks {
				out[i] = myTask(&tasks[i], done[[2]string{tasks[i].ID, v.ID}], now)
			}
			return reply(out), err
		})
	handle(s, a, operation(http.MethodPost, "/api/me/tasks/{task}/match", "beginTask",
		"Get the match of the calling child for a task; if none is in progress, start a match"),
		func(ctx context.Context, v visitor, in *MyTaskPath) (*answer[Named], error) {
			all, err := s.classes()
			if err != nil {
				return nil, err
			}
			if err := s.mayBegin(v); err != nil {
				return nil, err
			}
			id, err := all.Begin(ctx, v.Player, in.Task)
			return reply(Named{ID: id}), err
		})
	handle(s, a, operation(http.MethodPost, "/api/me/tasks/{task}/steps", "solveStep", "Record that the calling child has solved a step of a lesson"),
		func(ctx context.Context, v visitor, in *struct {
			MyTaskPath
			Body SolvedStep
		}) (*answer[MyTask], error) {
			all, err := s.classes()
			if err != nil {
				return nil, err
			}
			t, p, err := all.Solve(ctx, v.ID, in.Task, in.Body.Step, in.Body.Code)
			if err != nil {
				return nil, err
			}
			return reply(myTask(&t, p, s.opts.Play.Now())), nil
		})
}

// mayBegin returns an error if a child has begun too many games lately. All children of a class
// share one IP address, so the limit applies to each child and not to the address.
func (s *Server) mayBegin(v visitor) error {
	q := s.buckets.take("begin "+v.ID, s.opts.Limits.Creates)
	q.policy = "creates"
	if !q.ok {
		return s.over(q)
	}
	return nil
}

var _ classes.Play = ClassPlay{}

// ClassPlay gives package classes access to the matches of play.Service.
type ClassPlay struct{ *play.Service }

// NewID returns a new random match id.
func (p ClassPlay) NewID() (string, error) { return p.Pairs().NewID() }

// Seat starts a match of a task or of a simul (simultaneous exhibition) without an offer. The
// caller must first store the row of the task or of the simul's board, which counts as the consent
// of the players. See play.Pairs.
func (p ClassPlay) Seat(ctx context.Context, b play.Seating) error { return p.Pairs().Seat(ctx, b) }
