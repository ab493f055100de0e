package compact

import (
	"math/rand/v2"
	"testing"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/match"
)

// randomMatch plays up to plies random moves as people do: a few seconds per move, with
// lag. If talk is true, the players also send all other kinds of commands.
func randomMatch(t testing.TB, rng *rand.Rand, rules game.Rules, plies int, talk bool) []match.Event {
	t.Helper()
	control, err := clock.Parse(pick(rng, "5+3", "30+20", "3+2"))
	if err != nil {
		t.Fatal(err)
	}
	terms := match.Terms{
		Game: rules.Info().Name, Clock: control, Takebacks: 10,
		Seats: [2]match.Seat{{Kind: match.Human, Player: "anna"}, {Kind: match.Human, Player: "bao"}},
	}
	if talk && rng.IntN(3) == 0 {
		terms.Seats[1] = terms.Seats[0] // one player has both seats, because only then moves can be redone
	}
	if d, ok := rules.(game.Dealer); ok {
		terms.Setup.Secret = d.Deal(rng.IntN)
	}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	m, err := match.New(rules, terms, now)
	if err != nil {
		t.Fatal(err)
	}
	for range 4 * plies {
		if m.Ply() >= plies || m.Over() {
			break
		}
		now = now.Add(200*time.Millisecond + min(time.Duration(rng.ExpFloat64()*float64(5*time.Second)), 40*time.Second))
		if talk && rng.IntN(3) == 0 {
			anything(rng, m, now)
			continue
		}
		p := m.View(m.Turn()).Line.Position()
		legal := p.Legal()
		if len(legal) == 0 {
			break
		}
		lag := time.Duration(20+rng.IntN(300)) * time.Millisecond
		_ = m.MoveWithLag(m.Turn(), m.Ply(), p.Encode(pick(rng, legal...)), lag, now) // an illegal move is refused and adds no event
	}
	_ = m.Check(now) // ends the game if the time of a player is up
	_ = m.Resign(game.First, now)
	if talk {
		_ = m.Offer(game.First, match.Rematch, 0, now.Add(time.Second))
		_ = m.Accept(game.Second, match.Rematch, "next-"+rules.Info().Name, now.Add(2*time.Second))
	}
	return m.Since(0)
}

// anything sends a random command other than a move. A refused command adds no event.
func anything(rng *rand.Rand, m *match.Match, now time.Time) {
	by, what := pick(rng, game.First, game.Second), pick(rng, match.Draw, match.Takeback, match.Takeback, match.Pause, match.Resume)
	steps := 0
	if what == match.Takeback {
		steps = 1
	}
	switch rng.IntN(12) {
	case 0, 1, 2:
		_ = m.Offer(by, what, steps, now)
	case 3, 4:
		if what != match.Draw || rng.IntN(20) == 0 {
			_ = m.Accept(by, what, "", now)
		}
	case 5:
		_ = m.Decline(by, what, now)
	case 6:
		_ = m.Withdraw(by, what, now)
	case 7, 8:
		_ = m.Offer(by, match.Takeback, 1, now)
		_ = m.Redo(by, 1, now)
	case 9:
		_ = m.Give(by, time.Duration(1+rng.IntN(9000))*time.Millisecond, "failover", now)
	case 10:
		_ = m.Offer(by, match.Pause, 0, now)
		_ = m.Accept(by.Other(), match.Pause, "", now)
	case 11:
		_ = m.Offer(by, match.Resume, 0, now)
		_ = m.Accept(by.Other(), match.Resume, "", now)
	}
}
