package rating

import (
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/match"
)

// Ended is what decides whether a match counts. All of it follows from the rows
// of the match and of its players.
type Ended struct {
	Terms   match.Terms
	Outcome game.Outcome
	Moves   [2]int // of each side, first side first
	// ByServer reports that the server or an arbiter ended the match, not the
	// rules, a player or the clock.
	ByServer bool
	// Accounts are the accounts of the players, "" for a guest. Two ids of one
	// person have the same account.
	Accounts [2]string
}

// EndedMatch collects what decides about a match that is over.
func EndedMatch(m *match.Match, accounts [2]string) Ended {
	return Ended{Terms: m.Terms(), Outcome: m.Outcome(), Moves: m.Moves(), ByServer: m.EndedByServer(), Accounts: accounts}
}

// Why says why a match does not count. The codes are stable: they are stored
// and translated.
type Why string

// The reasons why a match does not count. Counts is none.
const (
	Counts     Why = ""
	Unfinished Why = "unfinished"  // the match is not over
	Unrated    Why = "unrated"     // agreed so
	Aborted    Why = "aborted"     // aborted or abandoned: there is no result
	ByServer   Why = "server"      // the server or an arbiter ended the match
	Machine    Why = "machine"     // a program plays one of the sides
	Guest      Why = "guest"       // a player has no account
	SamePerson Why = "same-person" // both players are one person
	Odds       Why = "odds"        // time, moves or pieces were given
	OwnStart   Why = "own-start"   // the game did not begin as its rules say
	NoClock    Why = "no-clock"    // the match has no speed
	TooShort   Why = "too-short"   // fewer than two moves of each side
)

// leastMoves is the number of moves of each side from which on a match counts.
const leastMoves = 2

// Check says whether a match counts for ratings, and if not, why. The order of
// the reasons is that in which they are declared.
func (e *Ended) Check() Why {
	t := &e.Terms
	for _, c := range []struct {
		not bool
		why Why
	}{
		{!e.Outcome.Over(), Unfinished},
		{!t.Rated, Unrated},
		{e.Outcome.Why == game.ByAbort || e.Outcome.Why == match.Abandoned, Aborted},
		{e.ByServer, ByServer},
		{t.Seats[0].Kind != match.Human || t.Seats[1].Kind != match.Human, Machine},
		{e.Accounts[0] == "" || e.Accounts[1] == "", Guest},
		{e.Accounts[0] == e.Accounts[1] || t.Seats[0].Player == t.Seats[1].Player, SamePerson},
		{t.Extra != [2]time.Duration{} || len(t.Opening) > 0 || t.Takebacks != 0, Odds},
		{t.Setup.Start != "", OwnStart},
		{t.Clock.Kind == clock.Unlimited, NoClock},
		{min(e.Moves[0], e.Moves[1]) < leastMoves, TooShort},
	} {
		if c.not {
			return c.why
		}
	}
	return Counts
}

// Level returns the level of a casual game that tells how strong the level is: a
// person against a level, played from the start that the rules give, without
// odds or takebacks, to a result that the two have reached. A clock is not
// needed. It is 0 for any other match. Hints are not known here.
func (e *Ended) Level() int {
	for i, seat := range e.Terms.Seats {
		if seat.Kind != match.Level || e.Terms.Seats[1-i].Kind != match.Human || e.Terms.Rated {
			continue
		}
		as := *e
		as.Terms.Rated = true
		as.Terms.Seats[i] = match.Seat{Kind: match.Human, Player: "level"}
		as.Accounts = [2]string{"first", "second"}
		why := as.Check()
		if (why == Counts || why == NoClock) && min(e.Moves[0], e.Moves[1]) >= leastMoves {
			return seat.Level
		}
	}
	return 0
}
