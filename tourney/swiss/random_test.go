package swiss_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"kydai/tourney"
	"kydai/tourney/swiss"
)

// plan describes a random tournament.
type plan struct {
	players, rounds int
	scoring         tourney.Scoring
	absence         float64 // probability of a requested bye or an absence, per player and round
	forfeit         float64 // probability that a game is not played
	leave           float64 // probability of a withdrawal, per player and round
	late            float64 // probability that a player enters late
	draws           float64
	forbidden       int
	first           tourney.Colour
}

// draw returns a random plan of a tournament with 5 to 11 rounds, at least 10 players, and at most
// the given number of players.
func draw(r *rand.Rand, most int) plan {
	p := plan{
		players: 10 + r.IntN(most-9), rounds: 5 + r.IntN(7), scoring: tourney.OneHalf,
		draws: 0.1 + 0.5*r.Float64(), first: tourney.White,
	}
	if r.IntN(2) == 0 {
		p.first = tourney.Black
	}
	if r.IntN(3) > 0 {
		p.absence, p.forfeit = 0.08*r.Float64(), 0.1*r.Float64()
		p.leave, p.late = 0.03*r.Float64(), 0.05*r.Float64()
	}
	switch r.IntN(6) {
	case 0:
		p.scoring = tourney.TwoOne
	case 1:
		p.scoring = tourney.ThreeOne
	}
	if r.IntN(4) == 0 {
		p.forbidden = r.IntN(5)
	}
	return p
}

// start creates the table of a planned tournament before the first round.
func (p plan) start(r *rand.Rand) *tourney.Table {
	t := &tourney.Table{Scoring: p.scoring, Total: p.rounds, First: p.first}
	for i := range p.players {
		player := tourney.Player{Number: i + 1, Rating: 2600 - i*1200/p.players + r.IntN(5)}
		if r.Float64() < p.late {
			player.Enters = 2 + r.IntN(2)
		}
		t.Players = append(t.Players, player)
	}
	for range p.forbidden {
		if a, b := 1+r.IntN(p.players), 1+r.IntN(p.players); a != b {
			t.Forbidden = append(t.Forbidden, [2]int{a, b})
		}
	}
	return t
}

// byes decides at random which players ask for a bye in the next round and which players withdraw.
// It marks players who withdraw in the table.
func (p plan) byes(r *rand.Rand, t *tourney.Table) (byes []tourney.Bye) {
	round := len(t.Rounds) + 1
	for i := range t.Players {
		player := &t.Players[i]
		if round > 1 && player.Leaves == 0 && r.Float64() < p.leave {
			player.Leaves = round
		}
		if !player.In(round) || r.Float64() >= p.absence {
			continue
		}
		kinds := []tourney.Kind{tourney.HalfBye, tourney.HalfBye, tourney.ZeroBye, tourney.Absent, tourney.FullBye}
		byes = append(byes, tourney.Bye{Player: player.Number, Kind: kinds[r.IntN(len(kinds))]})
	}
	return byes
}

// results sets random results for the games of a round.
func (p plan) results(r *rand.Rand, t *tourney.Table, round *tourney.Round) {
	for i := range round.Games {
		g := &round.Games[i]
		if r.Float64() < p.forfeit {
			g.Forfeit = true
			g.Result = []tourney.Result{tourney.WhiteWins, tourney.BlackWins, tourney.NobodyWins}[r.IntN(3)]
			continue
		}
		edge := float64(t.Players[g.White-1].Rating-t.Players[g.Black-1].Rating) / 800
		switch x := r.Float64(); {
		case x < p.draws:
			g.Result = tourney.Draw
		case r.Float64() < 0.5+edge:
			g.Result = tourney.WhiteWins
		default:
			g.Result = tourney.BlackWins
		}
	}
}

// play plays a random tournament to its end, or until a round cannot be paired. It calls the
// function look for each round, before the results of the round are set.
func (p plan) play(tb testing.TB, r *rand.Rand, look func(*tourney.Table, []tourney.Bye, tourney.Round)) *tourney.Table {
	tb.Helper()
	t := p.start(r)
	for range p.rounds {
		byes := p.byes(r, t)
		round, err := swiss.Pair(t, byes)
		if errors.Is(err, swiss.ErrNoPairing) {
			return t
		}
		if err != nil {
			tb.Fatal(err)
		}
		if look != nil {
			look(t, byes, round)
		}
		p.results(r, t, &round)
		t.Rounds = append(t.Rounds, round)
	}
	return t
}
