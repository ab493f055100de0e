package rating

import (
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/match"
)

// Ended holds the data of a match that decides whether the match counts for ratings. All of this
// data can be derived from the stored rows of the match and of its players.
type Ended struct {
	Terms   match.Terms
	Outcome game.Outcome
	Moves   [2]int // number of moves of each side, the first side first
	// ByServer is true if the server or an arbiter ended the match. It is false if the rules, a
	// player or the clock ended the match.
	ByServer bool
	// Accounts holds the accounts of the two players; "" stands for a guest. If one person plays
	// under two ids, both have the same account.
	Accounts [2]string
}

// EndedMatch collects the data of a finished match that decides whether the match counts for
// ratings.
func EndedMatch(m *match.Match, accounts [2]string) Ended {
	return Ended{Terms: m.Terms(), Outcome: m.Outcome(), Moves: m.Moves(), ByServer: m.EndedByServer(), Accounts: accounts}
}

// Why is the reason why a match does not count for ratings. The codes must not change, because they
// are stored and translated.
type Why string

// The reasons why a match does not count for ratings. Counts means that the match counts.
const (
	Counts     Why = ""
	Unfinished Why = "unfinished"  // the match is not over
	Unrated    Why = "unrated"     // the players agreed on an unrated match
	Aborted    Why = "aborted"     // the match was aborted or abandoned, so it has no result
	ByServer   Why = "server"      // the server or an arbiter ended the match
	Machine    Why = "machine"     // an engine or a bot plays one of the sides
	Guest      Why = "guest"       // a player has no account
	SamePerson Why = "same-person" // both players are the same person
	Odds       Why = "odds"        // a player got odds: time, moves or pieces
	OwnStart   Why = "own-start"   // the game did not begin at the start position of the rules
	NoClock    Why = "no-clock"    // the match has no clock, so it has no speed
	TooShort   Why = "too-short"   // a side made fewer than two moves
)

// leastMoves is the number of moves that each side must have made for a match to count.
const leastMoves = 2

// Check returns Counts if the match counts for ratings, and otherwise the reason why it does
// not. If there are several reasons, it returns the first in the order in which they are
// declared.
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

// Level returns the engine level of a casual game whose result can be used to estimate the strength
// of that level. In such a game one person played against the level, from the start position of the
// rules, without odds or takebacks, and the players themselves ended the game. A clock is not
// required. For any other match Level returns 0. Level does not check whether hints were used.
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
