package play

import (
	"kydai/game/clock"
	"kydai/internal/bus"
	"kydai/match"
)

// NoticePattern is the pattern of the subjects on which nodes hear of notices.
const NoticePattern = "notice.*"

// TellNotice announces a stored notice about a match or an offer, on all nodes.
// If the message is lost, the player finds the notice in the list.
func TellNotice(b bus.Bus, player, about string) {
	if subject, err := bus.Subject("notice", player); err == nil {
		_ = b.Publish(subject, []byte(about))
	}
}

// Turn is the notice that it is a player's turn in a game over days.
type Turn struct {
	Player string // "" for a bot
	Other  string // the other player, whose own turn is over
}

// OverDays reports whether a match with this control is played over days.
func OverDays(c clock.Control) bool { return c.Kind == clock.PerMove && c.Period >= day }

// people lists the players of a match between two different players who are told
// of it. Bots notice by themselves.
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

// turnOf returns the notice of a change to a match in progress; nil if there is
// none.
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
