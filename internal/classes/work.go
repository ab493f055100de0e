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

// Play is the part of package play that classes need.
type Play interface {
	// Start starts a match of a player against an engine.
	Start(ctx context.Context, by play.Player, n play.NewMatch) (id string, err error)
	// NewID returns a new random match id.
	NewID() (string, error)
	// Seat starts a match. It returns play.ErrNotFound if the players have not consented to the
	// match, or if the match has already started.
	Seat(ctx context.Context, b play.Seating) error
	// Abort ends a match without a result.
	Abort(ctx context.Context, id string) error
	// Online reports which of the players are connected.
	Online(players []string) map[string]bool
}

// Events is the part of the events service that classes need.
type Events interface {
	Event(ctx context.Context, who events.Caller, id string) (*events.State, error)
}

// WorkStore stores tasks, simuls and demo boards; it is part of the Store of the package.
type WorkStore interface {
	// AddTask stores a task with the current time. If the class already has the maximum number of
	// tasks, given by the parameter most, it stores nothing and returns full = true.
	AddTask(ctx context.Context, t *Task, most int) (full bool, err error)
	// Tasks lists the tasks of a class, newest first.
	Tasks(ctx context.Context, class string) ([]Task, error)
	// DropTask deletes a task of a class with its progress, or returns an error
	// with the code NotFound.
	DropTask(ctx context.Context, class, id string) error
	// ProgressOf lists the progress of all children of a class, or of one child if player
	// is not "".
	ProgressOf(ctx context.Context, class, player string) ([]Progress, error)
	// SolveStep records that a child has solved a step of a lesson. The parameter step is the
	// number of the step, counted from 0. The parameter of is the number of steps in the lesson.
	SolveStep(ctx context.Context, task, player string, step, of int) (Progress, error)
	// BeginGame records match as the match in which a child plays a task. If another
	// match is in progress, it changes nothing. It returns the id of the match in
	// progress.
	BeginGame(ctx context.Context, task, player, match string) (string, error)

	// AddSimul stores a simul with its boards and the current time.
	AddSimul(ctx context.Context, m *Simul) error
	// Simuls lists the simuls of a class without their boards, newest first.
	Simuls(ctx context.Context, class string, n int) ([]Simul, error)
	// Simul returns a simul of a class with its boards; ErrNoClass if the class has no such simul.
	Simul(ctx context.Context, class, id string) (Simul, error)

	// SetDemo stores the content of a class's demo board; "" clears it.
	SetDemo(ctx context.Context, class, body string) (version int, err error)
	// Demo returns the content of a class's demo board; "" means that it is empty.
	Demo(ctx context.Context, class string) (body string, version int, at time.Time, err error)

	// AddTeacher adds a teacher to a class. If the class already has the maximum number of
	// additional teachers, given by the parameter most, it stores nothing and returns full = true.
	AddTeacher(ctx context.Context, class, teacher string, most int) (full bool, err error)
	// DropTeacher removes an additional teacher from a class. It does nothing if the player is not
	// an additional teacher of the class.
	DropTeacher(ctx context.Context, class, teacher string) error
	// HandOverClass makes another teacher of a class its owner.
	HandOverClass(ctx context.Context, class, teacher string) error
}

// line normalises a typed line of text: it replaces each run of white space with one space. ok is
// false if the text is empty, has more characters than the given maximum, or has unprintable
// characters.
func line(s string, most int) (string, bool) {
	s = strings.Join(strings.Fields(s), " ")
	ok := s != "" && utf8.ValidString(s) && utf8.RuneCountInString(s) <= most &&
		strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
	return s, ok
}
