package tourney

// Outcome is the result of a round from the point of view of one player.
type Outcome uint8

// The possible outcomes. A round without a game has NoOutcome.
const (
	NoOutcome Outcome = iota
	Lost
	Drew
	Won
)

// Entry is a player's result in one round: a game, a bye or an absence.
type Entry struct {
	Kind     Kind
	Opponent int // number of the opponent; 0 if there is none
	Colour   Colour
	Outcome  Outcome
	Points   int // points of the round, in units of the scoring
}

// Requested reports whether the entry counts as a requested bye (FIDE Handbook C.07, article 16.1):
// a bye that the player asked for, or an absence.
func (e Entry) Requested() bool {
	return e.Kind == HalfBye || e.Kind == ZeroBye || e.Kind == Absent
}

// Voluntary reports whether the entry is a voluntary unplayed round (FIDE Handbook C.07, article
// 16.1): a requested bye, an absence or a loss by forfeit.
func (e Entry) Voluntary() bool {
	return e.Requested() || e.Kind == Forfeit && e.Outcome == Lost
}

// Line is a player's row in the cross table.
type Line struct {
	Player  Player
	Entries []Entry // one entry per round
	Score   int     // total score, in units of the scoring
}

// Lines returns the cross table in the order of Table.Players. A game without a result counts as
// played with no points.
func (t *Table) Lines() []Line {
	lines := make([]Line, len(t.Players))
	index := make(map[int]int, len(t.Players))
	for i, p := range t.Players {
		lines[i] = Line{Player: p, Entries: make([]Entry, len(t.Rounds))}
		index[p.Number] = i
	}
	put := func(round, player int, e Entry) {
		if i, ok := index[player]; ok {
			lines[i].Entries[round] = e
			lines[i].Score += e.Points
		}
	}
	for r, round := range t.Rounds {
		for _, g := range round.Games {
			white, black := g.Result.outcomes()
			kind := Played
			if g.Forfeit {
				kind = Forfeit
			}
			put(r, g.White, Entry{kind, g.Black, White, white, t.Scoring.points(white)})
			put(r, g.Black, Entry{kind, g.White, Black, black, t.Scoring.points(black)})
		}
		for _, b := range round.Byes {
			put(r, b.Player, Entry{Kind: b.Kind, Points: t.Scoring.bye(b.Kind)})
		}
	}
	return lines
}

func (r Result) outcomes() (white, black Outcome) {
	switch r {
	case WhiteWins:
		return Won, Lost
	case BlackWins:
		return Lost, Won
	case Draw:
		return Drew, Drew
	case NobodyWins:
		return Lost, Lost
	}
	return NoOutcome, NoOutcome
}

func (s Scoring) points(o Outcome) int {
	switch o {
	case Won:
		return s.Win
	case Drew:
		return s.Draw
	case Lost:
		return s.Loss
	}
	return 0
}

func (s Scoring) bye(k Kind) int {
	switch k {
	case FullBye:
		return s.Win
	case HalfBye:
		return s.Draw
	case PairingBye:
		return s.Bye
	}
	return 0
}
