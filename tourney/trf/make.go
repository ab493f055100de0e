package trf

import (
	"strconv"

	"kydai/tourney"
)

// New creates a report from a table. The function name returns the name of a player, and byes
// contains the byes of the next round. Players who do not take part in the next round are recorded
// as absent in that round.
func New(t *tourney.Table, byes []tourney.Bye, version Version, name func(number int) string) (*File, error) {
	if err := t.Check(); err != nil {
		return nil, &Error{Code: "bad-table", Text: "the table has a fault (" + err.Error() + ")"}
	}
	f := &File{Version: version, Rounds: t.Total, First: t.First}
	f.Header.Players = strconv.Itoa(len(t.Players))
	f.setScoring(t.Scoring)
	teams := map[string][]int{}
	for _, p := range t.Players {
		f.Players = append(f.Players, Player{Number: p.Number, Name: name(p.Number), Rating: p.Rating, Title: p.Title})
		if p.Team != "" {
			if teams[p.Team] == nil {
				f.Teams = append(f.Teams, Team{Name: p.Team})
			}
			teams[p.Team] = append(teams[p.Team], p.Number)
		}
	}
	for i := range f.Teams {
		f.Teams[i].Players = boardOrder(t, teams[f.Teams[i].Name])
		if version == TRF26 {
			f.Teams[i].Number = i + 1
		}
	}
	for r, round := range t.Rounds {
		f.put(r, round)
	}
	for _, pair := range t.Forbidden {
		b := Forbidden{Players: []int{pair[0], pair[1]}}
		if version == TRF26 && t.Total > 0 {
			b.First, b.Last = 1, t.Total
		}
		f.Forbidden = append(f.Forbidden, b)
	}
	f.setByes(t, byes)
	err := f.Rank(t)
	return f, err
}

// boardOrder sorts the numbers of the team members by board. Members without a board come last.
func boardOrder(t *tourney.Table, members []int) (list []int) {
	var team []tourney.Player
	for _, p := range t.Players {
		for _, m := range members {
			if p.Number == m {
				team = append(team, p)
			}
		}
	}
	for _, g := range tourney.Boards(team, nil, len(team)).Byes {
		list = append(list, g.Player)
	}
	return list
}

func (f *File) setScoring(s tourney.Scoring) {
	if s == tourney.OneHalf {
		return
	}
	tenths := func(n int) int { return n * 10 / s.Unit }
	f.Scores = []Score{{'W', tenths(s.Win)}, {'D', tenths(s.Draw)}}
	if s.Loss != 0 {
		f.Scores = append(f.Scores, Score{'L', tenths(s.Loss)})
	}
	if s.Bye != s.Win {
		f.Scores = append(f.Scores, Score{'P', tenths(s.Bye)})
	}
}

// setByes records which players will not be paired in the next round, in the form that the version
// of the report requires.
func (f *File) setByes(t *tourney.Table, byes []tourney.Bye) {
	next := len(t.Rounds) + 1
	kinds := map[int]byte{}
	for _, p := range t.Players {
		if !p.In(next) {
			kinds[p.Number] = 'Z'
		}
	}
	for _, b := range byes {
		kinds[b.Player] = map[tourney.Kind]byte{tourney.HalfBye: 'H', tourney.FullBye: 'F'}[b.Kind]
		if kinds[b.Player] == 0 {
			kinds[b.Player] = 'Z'
		}
	}
	for _, kind := range []byte("FHZ") {
		var list []int
		for i := range f.Players {
			p := &f.Players[i]
			if kinds[p.Number] != kind {
				continue
			}
			list = append(list, p.Number)
			if f.Version == TRF16 && kind != 'Z' {
				p.set(next-1, Cell{0, '-', kind})
			}
		}
		switch {
		case list == nil:
		case f.Version == TRF26:
			f.Byes = append(f.Byes, Byes{kind, next, list})
		case kind == 'Z':
			f.Absent = list
		}
	}
}

// Append adds a round after the last paired round of the report. It also adds the points of the
// byes and results in this round to the players. It removes the list of absent players (record
// XXZ), because this list was for the added round.
func (f *File) Append(round tourney.Round) error {
	t, _, err := f.Table()
	if err != nil {
		return err
	}
	t.Rounds = append(t.Rounds, round)
	if err := t.Check(); err != nil {
		return &Error{Code: "bad-table", Text: "the round does not fit the report (" + err.Error() + ")"}
	}
	f.put(len(t.Rounds)-1, round)
	f.Absent = nil
	for i, l := range t.Lines() {
		f.Players[i].Tenths = l.Score * 10 / t.Scoring.Unit
	}
	return nil
}

func (p *Player) set(round int, c Cell) {
	for len(p.Cells) <= round {
		p.Cells = append(p.Cells, Cell{})
	}
	p.Cells[round] = c
}

// put writes the games and byes of a round into the entries of its players. The parameter r is the
// number of the round, counted from 0.
func (f *File) put(r int, round tourney.Round) {
	set := func(number int, c Cell) {
		if p := f.Player(number); p != nil {
			p.set(r, c)
		}
	}
	for _, g := range round.Games {
		for marks, game := range results {
			if game.Result == g.Result && game.Forfeit == g.Forfeit && marks[0] != 'W' && marks[0] != 'D' && marks[0] != 'L' {
				set(g.White, Cell{g.Black, 'w', marks[0]})
				set(g.Black, Cell{g.White, 'b', marks[1]})
			}
		}
	}
	for _, b := range round.Byes {
		kind := map[tourney.Kind]byte{tourney.HalfBye: 'H', tourney.FullBye: 'F', tourney.ZeroBye: 'Z', tourney.PairingBye: 'U'}[b.Kind]
		if kind != 0 {
			set(b.Player, Cell{0, '-', kind})
		}
	}
}

// Rank sets the points and places of the players in the report from the standings of a table.
func (f *File) Rank(t *tourney.Table, order ...tourney.TieBreak) error {
	for _, place := range t.Standings(order...) {
		p := f.Player(place.Line.Player.Number)
		if p == nil {
			continue
		}
		p.Rank = place.Place
		if p.Tenths = place.Line.Score * 10 / t.Scoring.Unit; p.Tenths*t.Scoring.Unit != place.Line.Score*10 {
			return &Error{Code: "bad-points", Text: "the points of player " + strconv.Itoa(p.Number) + " are not whole tenths"}
		}
	}
	return nil
}
