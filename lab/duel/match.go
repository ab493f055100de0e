package duel

import (
	"context"
	"errors"
	"strconv"
	"sync"

	"kydai/game"
	"kydai/lab/player"
	"kydai/record"
)

// Plan describes a match between two engine players.
type Plan struct {
	Rules       game.Rules
	Players     [2]player.Player // the score of the match is that of the first player
	Pairs       int              // number of game pairs
	Openings    Openings
	Concurrency int
	Conditions  Conditions
	Test        *SPRT // sequential test that may end the match early; nil plays all pairs
	Seed        uint64
	// Finished is called after every game, never by two goroutines at once. It may be nil.
	Finished func(Finished)
}

// Finished is one finished game of a match, with the tally so far.
type Finished struct {
	Game
	Pair    int // index of the pair of games, from 0
	Swapped bool
	Names   [2]string // names of the players by side
	Tally   Tally     // tally of the match including this game
}

// Record returns the game as a record.
func (f Finished) Record() *record.Game {
	g := record.FromLine(f.Line)
	g.Result = record.ResultOf(f.Outcome)
	g.SetPlayers(f.Names)
	round := strconv.Itoa(f.Pair+1) + ".1"
	if f.Swapped {
		round = strconv.Itoa(f.Pair+1) + ".2"
	}
	for _, t := range []record.Tag{
		{Name: "Event", Value: "kydai match"}, {Name: "Round", Value: round},
		{Name: "Termination", Value: string(f.Outcome.Why)},
	} {
		g.SetTag(t.Name, t.Value)
	}
	return g
}

// match is the state of a running match.
type match struct {
	Plan
	mu    sync.Mutex
	next  int
	tally Tally
	stop  context.CancelFunc
}

// Run plays a match. It returns the tally of the finished games, even if it also returns an error.
// It returns an error only if an engine cannot be created or an opening is invalid; the end of ctx
// is not an error.
func Run(ctx context.Context, p Plan) (Tally, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	m := &match{Plan: p, stop: stop}
	workers := max(min(p.Concurrency, p.Pairs), 1)
	faults := make([]error, workers)
	var wg sync.WaitGroup
	for i := range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := m.work(ctx, uint64(i)); err != nil {
				faults[i] = err
				stop()
			}
		}()
	}
	wg.Wait()
	return m.tally, errors.Join(faults...)
}

// work plays pairs of games with engines of its own until no pairs of the match are left.
func (m *match) work(ctx context.Context, worker uint64) (err error) {
	var seats [2]Seat
	for i, p := range m.Players {
		e, err := p.New(m.Seed + worker*2 + uint64(i))
		if err != nil {
			return errors.Join(errors.New(p.Name+": "+err.Error()), closeAll(seats))
		}
		seats[i] = Seat{p, e}
	}
	defer func() { err = errors.Join(err, closeAll(seats)) }()
	for {
		pair, ok := m.take()
		if !ok || ctx.Err() != nil {
			return nil
		}
		o, err := m.Openings.Opening(pair)
		if err != nil {
			return err
		}
		if err := m.pair(ctx, pair, o, seats); err != nil {
			return err
		}
	}
}

func closeAll(seats [2]Seat) error {
	var faults []error
	for _, s := range seats {
		if s.Engine != nil {
			faults = append(faults, s.Engine.Close())
		}
	}
	return errors.Join(faults...)
}

func (m *match) take() (pair int, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.next++
	return m.next - 1, m.next <= m.Pairs
}

// pair plays one opening twice, with the sides swapped.
func (m *match) pair(ctx context.Context, pair int, o Opening, seats [2]Seat) error {
	sum := 0
	for swapped := range 2 {
		line, err := o.Line(m.Rules)
		if err != nil {
			return err
		}
		bySide := seats
		if swapped == 1 {
			bySide = [2]Seat{seats[1], seats[0]}
		}
		g, err := Play(ctx, line, bySide, m.Conditions)
		if err != nil {
			return nil //nolint:nilerr // an interrupted game is not counted
		}
		halves := halfPoints(g.Outcome, swapped == 1)
		sum += halves
		m.finish(Finished{Game: g, Pair: pair, Swapped: swapped == 1, Names: [2]string{bySide[0].Name, bySide[1].Name}}, halves, sum)
	}
	return nil
}

// halfPoints returns the result of a game in half points (2, 1 or 0) for the first player of the
// match. If swapped is set, this player moved second.
func halfPoints(o game.Outcome, swapped bool) int {
	winner := o.Winner
	if swapped {
		winner = winner.Other()
	}
	switch winner {
	case game.First:
		return 2
	case game.Second:
		return 0
	}
	return 1
}

func (m *match) finish(f Finished, halves, sum int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tally.Add(halves)
	if f.Swapped {
		m.tally.AddPair(sum)
	}
	f.Tally = m.tally
	if m.Finished != nil {
		m.Finished(f)
	}
	if m.Test != nil && m.Test.Verdict(m.tally) != 0 {
		m.stop()
	}
}

// number returns the number of the next ply, counted from 1, as text.
func number(l *game.Line) string { return strconv.Itoa(l.Ply() + 1) }
