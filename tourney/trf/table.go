package trf

import (
	"cmp"
	"slices"
	"strconv"

	"kydai/tourney"
)

// Table returns the paired rounds as a table, and the known byes of the next round. Reports do not
// contain the board numbers, so the games of a round are in the order that C.04.2 prescribes. A
// player without an entry for a round was absent.
//
// Accelerations, separately awarded points (299) and formats of team matches are not part of a
// table. If the points of a player differ from the results, Table returns an error, with two
// exceptions: no player has points, or all players have the points from before the games of the
// last round. If the file does not say how many points each result is worth, Table tries the common
// scorings.
func (f *File) Table() (*tourney.Table, []tourney.Bye, error) { return f.tableOf(f.Paired()) }

// tableOf is like Table, for the given number of paired rounds.
func (f *File) tableOf(paired int) (*tourney.Table, []tourney.Bye, error) {
	scoring, err := f.scoring()
	if err != nil {
		return nil, nil, err
	}
	t := &tourney.Table{Scoring: scoring, Total: f.Rounds}
	for i := range f.Players {
		p := &f.Players[i]
		t.Players = append(t.Players, tourney.Player{Number: p.Number, Rating: p.Rating, Title: p.Title})
	}
	if err := f.teams(t); err != nil {
		return nil, nil, err
	}
	for r := range paired {
		round, err := f.round(r)
		if err != nil {
			return nil, nil, err
		}
		t.Rounds = append(t.Rounds, round)
	}
	if t.First = f.First; t.First == tourney.NoColour {
		t.First = f.inferFirst(paired)
	}
	if err := f.order(); err != nil {
		return nil, nil, err
	}
	for _, b := range f.Forbidden {
		if b.First > 0 && (paired+1 < b.First || paired+1 > b.Last) {
			continue
		}
		for i, p := range b.Players {
			for _, q := range b.Players[:i] {
				t.Forbidden = append(t.Forbidden, [2]int{q, p})
			}
		}
	}
	if err := t.Check(); err != nil {
		return nil, nil, &Error{Code: "bad-table", Text: "the report makes no table (" + err.Error() + ")"}
	}
	if err := f.fitScoring(t); err != nil {
		return nil, nil, err
	}
	byBoards(t)
	next, err := f.next(paired)
	return t, next, err
}

// Paired returns the number of rounds that have been paired: the number of the last round in which
// a player has a game or a pairing-allocated bye.
func (f *File) Paired() (rounds int) {
	for _, p := range f.Players {
		for r, c := range p.Cells {
			if inPairing(c) {
				rounds = max(rounds, r+1)
			}
		}
	}
	return rounds
}

func inPairing(c Cell) bool {
	return c.Opponent > 0 || c.Opponent == 0 && (c.Result == 'U' || c.Result == '+')
}

// cell returns a player's entry for a round. If the file does not contain the round, the entry is
// empty.
func (p *Player) cell(round int) Cell {
	if round < len(p.Cells) {
		return p.Cells[round]
	}
	return Cell{}
}

// order returns an error if the players are ranked by their place (the word rank in record XXC) and
// this is not the order of their numbers. A table ranks players by number.
func (f *File) order() error {
	if !slices.Contains(f.Options, "rank") {
		return nil
	}
	for _, p := range f.Players {
		for _, q := range f.Players {
			if p.Number < q.Number && p.Rank > q.Rank {
				return &Error{Code: "other-order", Text: "the report ranks players by place (XXC rank) and not by number; number them anew"}
			}
		}
	}
	return nil
}

func (f *File) teams(t *tourney.Table) error {
	for _, team := range f.Teams {
		for board, number := range team.Players {
			at := slices.IndexFunc(t.Players, func(p tourney.Player) bool { return p.Number == number })
			if at < 0 {
				return &Error{Code: "unknown-player", Text: "the team " + team.Name + " has a player who is not in the report: " + strconv.Itoa(number)}
			}
			t.Players[at].Team, t.Players[at].Board = team.Name, board+1
		}
	}
	return nil
}

// results maps the result characters of white and black to the result of their game.
var results = map[[2]byte]tourney.Game{
	{' ', ' '}: {Result: tourney.Pending},
	{'1', '0'}: {Result: tourney.WhiteWins}, {'0', '1'}: {Result: tourney.BlackWins},
	{'=', '='}: {Result: tourney.Draw}, {'0', '0'}: {Result: tourney.NobodyWins},
	{'W', 'L'}: {Result: tourney.WhiteWins}, {'L', 'W'}: {Result: tourney.BlackWins}, {'D', 'D'}: {Result: tourney.Draw},
	{'+', '-'}: {Result: tourney.WhiteWins, Forfeit: true}, {'-', '+'}: {Result: tourney.BlackWins, Forfeit: true},
	{'-', '-'}: {Result: tourney.NobodyWins, Forfeit: true},
}

// byes maps result characters to kinds of byes. The first three characters occur in older files.
var byes = map[byte]tourney.Kind{
	'+': tourney.PairingBye, '=': tourney.HalfBye, '-': tourney.ZeroBye,
	'U': tourney.PairingBye, 'H': tourney.HalfBye, 'F': tourney.FullBye, 'Z': tourney.ZeroBye,
}

// round reads the entries of all players for a round, counted from 0.
func (f *File) round(r int) (round tourney.Round, err error) {
	for i := range f.Players {
		p := &f.Players[i]
		c := p.cell(r)
		switch {
		case c == Cell{}:
			if kind, ok := f.bye(r+1, p.Number); ok {
				round.Byes = append(round.Byes, tourney.Bye{Player: p.Number, Kind: kind})
			}
			continue
		case c.Opponent == 0:
			round.Byes = append(round.Byes, tourney.Bye{Player: p.Number, Kind: byes[c.Result]})
			continue
		}
		game, ok := f.game(p, c, r)
		if !ok {
			return round, &Error{Code: "results-differ", Text: "players " + strconv.Itoa(p.Number) + " and " + strconv.Itoa(c.Opponent) +
				" do not have the same game in round " + strconv.Itoa(r+1)}
		}
		if game.White == p.Number {
			round.Games = append(round.Games, game)
		}
	}
	return round, nil
}

// game combines the entries of two players for a round into a game. It returns false if the entries
// contradict each other.
func (f *File) game(p *Player, c Cell, r int) (tourney.Game, bool) {
	other := f.Player(c.Opponent)
	if other == nil {
		return tourney.Game{}, false
	}
	d := other.cell(r)
	white := c.Colour == 'w' || c.Colour == '-' && p.Number < c.Opponent
	same := c.Colour == '-' && d.Colour == '-' || c.Colour == 'w' && d.Colour == 'b' || c.Colour == 'b' && d.Colour == 'w'
	mine, theirs := c.Result, d.Result
	g := tourney.Game{White: p.Number, Black: c.Opponent}
	if !white {
		mine, theirs = theirs, mine
		g.White, g.Black = g.Black, g.White
	}
	result, ok := results[[2]byte{mine, theirs}]
	g.Result, g.Forfeit = result.Result, result.Forfeit
	return g, ok && same && d.Opponent == p.Number
}

// bye returns the kind of bye that a player has in a round according to the bye records (240). It
// returns false if the player is in none of them.
func (f *File) bye(round, player int) (tourney.Kind, bool) {
	for _, b := range f.Byes {
		if b.Round == round && slices.Contains(b.Players, player) {
			return byes[b.Kind], true
		}
	}
	return 0, false
}

// next returns the byes of the round that is not paired yet. They come from the players' entries
// for this round, the bye records (240) and the list of absent players (XXZ).
func (f *File) next(paired int) (list []tourney.Bye, err error) {
	for i := range f.Players {
		p := &f.Players[i]
		if c := p.cell(paired); c != (Cell{}) {
			list = append(list, tourney.Bye{Player: p.Number, Kind: byes[c.Result]})
		} else if kind, ok := f.bye(paired+1, p.Number); ok {
			list = append(list, tourney.Bye{Player: p.Number, Kind: kind})
		} else if slices.Contains(f.Absent, p.Number) {
			list = append(list, tourney.Bye{Player: p.Number, Kind: tourney.ZeroBye})
		}
	}
	for _, n := range f.Absent {
		if f.Player(n) == nil {
			return nil, &Error{Code: "unknown-player", Text: "the absent player " + strconv.Itoa(n) + " (XXZ) is not in the report"}
		}
	}
	return list, nil
}

// inferFirst derives the initial colour from the colours in the first round that has any. The
// colours of the players who have been paired so far alternate in that round, in the order of their
// numbers.
func (f *File) inferFirst(paired int) tourney.Colour {
	players := slices.Clone(f.Players)
	slices.SortFunc(players, func(a, b Player) int { return cmp.Compare(a.Number, b.Number) })
	for r := range paired {
		seat := 0
		for i := range players {
			p := &players[i]
			if !slices.ContainsFunc(p.Cells[:min(r+1, len(p.Cells))], inPairing) {
				continue
			}
			seat++
			colour := map[byte]tourney.Colour{'w': tourney.White, 'b': tourney.Black}[p.cell(r).Colour]
			if colour != tourney.NoColour && seat%2 == 0 {
				return colour.Other()
			}
			if colour != tourney.NoColour {
				return colour
			}
		}
	}
	return tourney.NoColour
}

// byBoards sorts the games of each round in the order of boards (C.04.2). The game with the higher
// score of its better player before the round comes first, then the game with the higher score of
// the other player, then the game with the better rank.
func byBoards(t *tourney.Table) {
	score := map[int]int{}
	lines := t.Lines()
	for r := range t.Rounds {
		key := func(g tourney.Game) [3]int {
			high, low := g.White, g.Black
			if score[low] > score[high] || score[low] == score[high] && low < high {
				high, low = low, high
			}
			return [3]int{-score[high], -score[low], high}
		}
		slices.SortFunc(t.Rounds[r].Games, func(a, b tourney.Game) int {
			x, y := key(a), key(b)
			return slices.Compare(x[:], y[:])
		})
		for _, l := range lines {
			score[l.Player.Number] += l.Entries[r].Points
		}
	}
}
