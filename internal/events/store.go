package events

import (
	"context"
	"slices"
	"time"
	"unicode"
	"unicode/utf8"
)

// Caller is who asks for something.
type Caller struct {
	ID      string
	Also    []string // ids under which the same person has played as a guest
	Name    string
	Account bool
}

func (c Caller) is(player string) bool {
	return player != "" && (c.ID == player || slices.Contains(c.Also, player))
}

// Head is an event in lists. It follows from the facts.
type Head struct {
	ID        string
	Name      string
	Game      string
	Format    Format
	Organiser string
	Phase     Phase
	Version   int
	Made      time.Time
	Entrants  int
	Rounds    int // paired so far
}

func (s *State) head() Head {
	return Head{
		ID: s.ID, Name: s.Settings.Name, Game: s.Settings.Game, Format: s.Settings.Format, Organiser: s.Organiser,
		Phase: s.Phase, Version: s.Version, Entrants: s.entered(), Rounds: len(s.Rounds),
	}
}

// Seating is the row of a board on screen: the consent of both players to a match
// with this id. Live play takes it in the transaction that stores the match.
type Seating struct {
	Match   string
	Event   string
	Round   int
	Board   int
	Players [2]string // first and second
}

// Change is what a command writes in one transaction.
type Change struct {
	Facts  []Fact
	Boards []Seating // of a new round
	Cancel []string  // matches that are not played, or aborted
	Taken  string    // ended match whose result is among the facts
	Called []Named   // names of guests who enter
	Rated  []Game    // results of wooden boards that are rated
	Turn   *Turn     // nil: as before
}

// Game is a game on a wooden board.
type Game struct {
	ID      string // of the row that is rated; unique
	Game    string
	Speed   string
	Players [2]string // first and second
	Winner  string    // first, second or none
}

// Named is the name of a player.
type Named struct{ Player, Name string }

// Query chooses events of a list.
type Query struct {
	Phases    []Phase
	Game      string // "" is any
	Organiser string // "" is any
	Entrant   string // who has entered by herself or himself; "" is any
	Before    Head   // zero, or the last one of the page before: Made and ID
}

// Store keeps the rows.
type Store interface {
	// AddEvent stores a new event with its first facts. full is true, and nothing
	// is stored, if the organiser has most events that are not over.
	AddEvent(ctx context.Context, h Head, facts []Fact, most int) (full bool, err error)
	// Facts lists the facts of an event after a number, in their order. ErrNoEvent if
	// there is no such event.
	Facts(ctx context.Context, id string, after int) ([]Fact, error)
	// AppendFacts writes a change to an event with version facts, whose head is h
	// afterwards. ErrConflict, and nothing is written, if it has more. The facts
	// get the time of the database.
	AppendFacts(ctx context.Context, version int, h Head, c Change) error
	// ListEvents lists up to n events, the newest first.
	ListEvents(ctx context.Context, q Query, n int) ([]Head, error)
	// DueBoards leases up to n boards that wait for a node: no other caller gets
	// them until the lease ends.
	DueBoards(ctx context.Context, n int, lease time.Duration) ([]DueBoard, error)
	// DueEvents leases up to n events whose turn it is: no other caller gets them
	// until the lease ends.
	DueEvents(ctx context.Context, n int, lease time.Duration) ([]DueEvent, error)
	// CloseBoard notes that the match of a cancelled board was aborted.
	CloseBoard(ctx context.Context, match string) error
	// EventOf returns the event to whose boards a match belongs; "" if it is of none.
	EventOf(ctx context.Context, match string) (string, error)
	// NamesOf returns the names of players as they are now. Unknown and deleted
	// ones are left out or empty.
	NamesOf(ctx context.Context, players []string) (map[string]string, error)
}

// isText reports whether a text has 1 to most characters that can be shown.
func isText(text string, most int) bool {
	n := utf8.RuneCountInString(text)
	return n > 0 && n <= most && utf8.ValidString(text) && !slices.ContainsFunc([]rune(text), func(r rune) bool { return !unicode.IsPrint(r) })
}
