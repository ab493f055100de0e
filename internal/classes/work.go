package classes

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kydai/internal/events"
	"kydai/internal/play"
)

// Play is what is needed of live play.
type Play interface {
	// Start starts a match of a player against an engine.
	Start(ctx context.Context, by play.Player, n play.NewMatch) (id string, err error)
	// NewID draws the id of a match.
	NewID() (string, error)
	// Seat starts a match. play.ErrNotFound if there is no consent to it, or it
	// has started already.
	Seat(ctx context.Context, b play.Seating) error
	// Abort ends a match without a result.
	Abort(ctx context.Context, id string) error
	// Online reports which of the players are connected.
	Online(players []string) map[string]bool
}

// Events is what is needed of events.
type Events interface {
	Event(ctx context.Context, who events.Caller, id string) (*events.State, error)
}

// WorkStore keeps the rows of tasks, simuls and demo boards.
type WorkStore interface {
	// AddTask stores a task with the current time. full is true, and nothing is
	// stored, if the class has as many as allowed.
	AddTask(ctx context.Context, t *Task, most int) (full bool, err error)
	// Tasks lists the tasks of a class, the latest first.
	Tasks(ctx context.Context, class string) ([]Task, error)
	// DropTask deletes a task of a class with its progress, or returns an error
	// with the code NotFound.
	DropTask(ctx context.Context, class, id string) error
	// ProgressOf lists what the children of a class have done, or one child.
	ProgressOf(ctx context.Context, class, player string) ([]Progress, error)
	// SolveStep notes a solved step, counted from 0, of a lesson of so many steps.
	SolveStep(ctx context.Context, task, player string, step, of int) (Progress, error)
	// BeginGame notes the match in which a child plays a task, unless one is under
	// way, and returns the one that is.
	BeginGame(ctx context.Context, task, player, match string) (string, error)

	// AddSimul stores a simul with its boards and the current time.
	AddSimul(ctx context.Context, m *Simul) error
	// Simuls lists the simuls of a class without boards, the latest first.
	Simuls(ctx context.Context, class string, n int) ([]Simul, error)
	// Simul returns a simul of a class with its boards; ErrNoClass if there is none.
	Simul(ctx context.Context, class, id string) (Simul, error)

	// SetDemo stores what the demo board of a class shows; "" is nothing.
	SetDemo(ctx context.Context, class, body string) (version int, err error)
	// Demo returns what the demo board of a class shows; "" is nothing.
	Demo(ctx context.Context, class string) (body string, version int, at time.Time, err error)

	// AddTeacher adds a teacher to a class; full is true, and nothing is stored, if
	// it has as many as allowed.
	AddTeacher(ctx context.Context, class, teacher string, most int) (full bool, err error)
	// DropTeacher takes a teacher from a class, if it has that one.
	DropTeacher(ctx context.Context, class, teacher string) error
	// HandOverClass makes another teacher of a class its owner.
	HandOverClass(ctx context.Context, class, teacher string) error
}

// line cleans a text of one line as typed: single spaces, nothing that cannot be
// printed.
func line(s string, most int) (string, bool) {
	s = strings.Join(strings.Fields(s), " ")
	ok := s != "" && utf8.ValidString(s) && utf8.RuneCountInString(s) <= most &&
		strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
	return s, ok
}
