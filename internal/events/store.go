package events

import (
	"context"
	"slices"
	"time"
	"unicode"
	"unicode/utf8"
)

// Caller is the user who gives a command or reads an event.
type Caller struct {
	ID      string
	Also    []string // ids that the same person used earlier as a guest
	Name    string
	Account bool
}

func (c Caller) is(player string) bool {
	return player != "" && (c.ID == player || slices.Contains(c.Also, player))
}

// Head is the summary of an event in lists. It is computed from the facts.
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
	Rounds    int // number of rounds paired so far
}

func (s *State) head() Head {
	return Head{
		ID: s.ID, Name: s.Settings.Name, Game: s.Settings.Game, Format: s.Settings.Format, Organiser: s.Organiser,
		Phase: s.Phase, Version: s.Version, Entrants: s.entered(), Rounds: len(s.Rounds),
	}
}

// Seating is the database row of a board on screen. It records that both players have agreed to the
// match with this id. Package play deletes the row in the transaction that stores the match.
type Seating struct {
	Match   string
	Event   string
	Round   int
	Board   int
	Players [2]string // player ids: first side, second side
}

// Change holds everything that a command writes in one transaction.
type Change struct {
	Facts  []Fact
	Boards []Seating // new boards on screen
	Cancel []string  // ids of matches to abort, or not to start if they have not started
	Taken  string    // id of the ended match whose result is in Facts
	Called []Named   // names of guests who enter
	Rated  []Game    // results on physical boards to be rated
	Turn   *Turn     // next time to process the event; nil leaves the scheduled time unchanged
}

// Game is a rated game on a physical board.
type Game struct {
	ID      string // unique id of the row that the rating service reads
	Game    string
	Speed   string
	Players [2]string // player ids: first side, second side
	Winner  string    // winner of the game: first, second or none
}

// Named is the name of a player.
type Named struct{ Player, Name string }

// Query selects and pages a list of events.
type Query struct {
	Phases    []Phase
	Game      string // name of the game; "" means any game
	Organiser string // id of the organiser; "" means any organiser
	Entrant   string // player id of an entrant; "" means any
	Before    Head   // last event of the previous page, of which Made and ID are used; zero for the first page
}

// Store is the database interface of the package.
type Store interface {
	// AddEvent stores a new event with its first facts. If the organiser already has the maximum
	// number of unfinished events, given by the parameter most, it stores nothing and returns full
	// = true.
	AddEvent(ctx context.Context, h Head, facts []Fact, most int) (full bool, err error)
	// Facts lists, in order, the facts of an event whose numbers are greater than the given number.
	// It returns ErrNoEvent if there is no such event.
	Facts(ctx context.Context, id string, after int) ([]Fact, error)
	// AppendFacts writes a change to an event. The parameter version is the number of facts that
	// the caller has read, and h is the summary of the event after the change. If the event now has
	// more facts than version, AppendFacts writes nothing and returns ErrConflict. The database
	// sets the times of the new facts.
	AppendFacts(ctx context.Context, version int, h Head, c Change) error
	// ListEvents lists up to n events, the newest first.
	ListEvents(ctx context.Context, q Query, n int) ([]Head, error)
	// DueBoards leases up to n boards that wait for a node. No other caller gets these boards until
	// the lease ends.
	DueBoards(ctx context.Context, n int, lease time.Duration) ([]DueBoard, error)
	// DueEvents leases up to n events whose scheduled time has come. No other caller gets these
	// events until the lease ends.
	DueEvents(ctx context.Context, n int, lease time.Duration) ([]DueEvent, error)
	// CloseBoard records that the match of a cancelled board was aborted.
	CloseBoard(ctx context.Context, match string) error
	// EventOf returns the id of the event that a match belongs to; "" if the match belongs to no
	// event.
	EventOf(ctx context.Context, match string) (string, error)
	// NamesOf returns the current names of players by id. Unknown and deleted players are
	// missing or have an empty name.
	NamesOf(ctx context.Context, players []string) (map[string]string, error)
}

// isText reports whether a text is not empty, has no more characters than the given maximum, and
// has only printable characters.
func isText(text string, most int) bool {
	n := utf8.RuneCountInString(text)
	return n > 0 && n <= most && utf8.ValidString(text) && !slices.ContainsFunc([]rune(text), func(r rune) bool { return !unicode.IsPrint(r) })
}
