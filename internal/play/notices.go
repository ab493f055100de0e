package play

import (
	"context"
	"time"

	"kydai/game/clock"
	"kydai/internal/bus"
	"kydai/match"
)

// NoticePattern is the bus subject pattern of messages about notices.
const NoticePattern = "notice.*"

// TellNotice announces a stored notice about a match or an offer, on all nodes.
// If the message is lost, the player finds the notice in the list.
func TellNotice(b bus.Bus, player, about string) {
	if subject, err := bus.Subject("notice", player); err == nil {
		_ = b.Publish(subject, []byte(about))
	}
}

// Turn is the notice that it is a player's turn in a correspondence game.
type Turn struct {
	Player string // "" if the side to move is a bot, which gets no notice
	Other  string // the opponent, whose own turn is over
}

// Reminder is the notice that only a quarter of the time for a move is left in a correspondence
// game.
type Reminder struct {
	Match  string
	Seq    int // number of events of the match; if this has changed, the reminder is not stored
	Player string
	Other  string
	Since  time.Time // start of the turn or an earlier time: the deadline minus the time for a move
	At     time.Time // current time
}

// Reminders stores reminders that the time for a move is running out.
type Reminders interface {
	// Remind stores a notice and returns true, unless the match has changed or the player
	// has already been reminded in this turn.
	Remind(ctx context.Context, r Reminder) (bool, error)
}

// RemindAt returns when a player is reminded of a turn with a deadline: in a correspondence game,
// when a quarter of the time for the move is left. It returns false if the player gets no reminder.
func RemindAt(c clock.Control, deadline time.Time) (time.Time, bool) {
	return deadline.Add(-c.Period / 4), OverDays(c) && !deadline.IsZero()
}

// remindAt returns when the player to move in a match is reminded. It returns false if this player
// gets no reminder.
func remindAt(m *match.Match) (time.Time, bool) {
	terms := m.Terms()
	deadline, ok := m.Deadline()
	if !ok || len(people(terms.Seats)) == 0 || terms.Seat(m.Turn()).Kind != match.Human {
		return time.Time{}, false
	}
	return RemindAt(terms.Clock, deadline)
}

// reminderOf returns the reminder that is due in a match at the given time. It returns false if no
// reminder is due.
func reminderOf(id string, m *match.Match, now time.Time) (Reminder, bool) {
	at, ok := remindAt(m)
	if !ok || now.Before(at) {
		return Reminder{}, false
	}
	terms, side := m.Terms(), m.Turn()
	return Reminder{
		Match: id, Seq: m.Seq(), Player: terms.Seat(side).Player, Other: terms.Seat(side.Other()).Player,
		Since: at.Add(-terms.Clock.Period * 3 / 4), At: now,
	}, true
}

// OverDays reports whether a match with this time control is a correspondence game: at
// least one day per move.
func OverDays(c clock.Control) bool { return c.Kind == clock.PerMove && c.Period >= day }

// people lists the human players of a match between two different players; bots are left out,
// because they receive no notices. In a match without two different players the list is empty.
func people(seats [2]match.Seat) (told []string) {
	if seats[0].Player == "" || seats[1].Player == "" || seats[0].Player == seats[1].Player {
		return nil
	}
	for _, seat := range seats {
		if seat.Kind == match.Human {
			told = append(told, seat.Player)
		}
	}
	return told
}

// turnOf returns the notice that tells the player to move that it is their turn. The parameter
// before is the number of plies before the change. The parameter next is the match after the
// change. turnOf returns nil if no notice is needed.
func turnOf(before int, next *match.Match) *Turn {
	terms := next.Terms()
	if next.Ply() == before || !OverDays(terms.Clock) || len(people(terms.Seats)) == 0 {
		return nil
	}
	side := next.Turn()
	t := &Turn{Player: terms.Seat(side).Player, Other: terms.Seat(side.Other()).Player}
	if terms.Seat(side).Kind != match.Human {
		t.Player = ""
	}
	return t
}
