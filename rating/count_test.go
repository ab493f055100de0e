package rating

import (
	"testing"
	"time"

	"kydai/game"
	"kydai/games"
	"kydai/match"
)

func rated(t *testing.T) match.Terms {
	t.Helper()
	return match.Terms{
		Game: "chess", Clock: control(t, "5+3"), Rated: true,
		Seats: [2]match.Seat{{Kind: match.Human, Player: "anna"}, {Kind: match.Human, Player: "bao"}},
	}
}

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Ended)
		want   Why
	}{
		"mate":                  {func(*Ended) {}, Counts},
		"resignation":           {func(e *Ended) { e.Outcome.Why = game.ByResignation }, Counts},
		"out of time":           {func(e *Ended) { e.Outcome.Why = game.ByTime }, Counts},
		"draw":                  {func(e *Ended) { e.Outcome = game.Draw(game.ByAgreement) }, Counts},
		"two moves each":        {func(e *Ended) { e.Moves = [2]int{2, 2} }, Counts},
		"days":                  {func(e *Ended) { e.Terms.Clock = control(t, "3d/move") }, Counts},
		"under way":             {func(e *Ended) { e.Outcome = game.Outcome{} }, Unfinished},
		"unrated":               {func(e *Ended) { e.Terms.Rated = false }, Unrated},
		"aborted":               {func(e *Ended) { e.Outcome = game.Draw(game.ByAbort) }, Aborted},
		"abandoned":             {func(e *Ended) { e.Outcome = game.Draw(match.Abandoned) }, Aborted},
		"ended by the server":   {func(e *Ended) { e.ByServer = true }, ByServer},
		"against a level":       {func(e *Ended) { e.Terms.Seats[1] = match.Seat{Kind: match.Level, Level: 3} }, Machine},
		"against a bot":         {func(e *Ended) { e.Terms.Seats[0].Kind = match.Bot }, Machine},
		"a guest first":         {func(e *Ended) { e.Accounts[0] = "" }, Guest},
		"a guest second":        {func(e *Ended) { e.Accounts[1] = "" }, Guest},
		"two guests":            {func(e *Ended) { e.Accounts = [2]string{} }, Guest},
		"two ids of one person": {func(e *Ended) { e.Accounts[1] = e.Accounts[0] }, SamePerson},
		"one id twice":          {func(e *Ended) { e.Terms.Seats[1].Player = "anna" }, SamePerson},
		"odds in time":          {func(e *Ended) { e.Terms.Extra[1] = time.Minute }, Odds},
		"odds in moves":         {func(e *Ended) { e.Terms.Opening = []string{"e2e4"} }, Odds},
		"takebacks":             {func(e *Ended) { e.Terms.Takebacks = match.Unlimited }, Odds},
		"own start":             {func(e *Ended) { e.Terms.Setup.Start = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1" }, OwnStart},
		"no clock":              {func(e *Ended) { e.Terms.Clock = control(t, "none") }, NoClock},
		"one move of the first": {func(e *Ended) { e.Moves = [2]int{1, 2} }, TooShort},
		"one of the second":     {func(e *Ended) { e.Moves = [2]int{2, 1} }, TooShort},
		"no move":               {func(e *Ended) { e.Moves = [2]int{} }, TooShort},
	} {
		e := Ended{Terms: rated(t), Outcome: game.Win(game.First, game.Checkmate), Moves: [2]int{20, 19}, Accounts: [2]string{"a", "b"}}
		c.change(&e)
		if got := e.Check(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestEndedMatch plays a game to its end in three ways and checks whether the match counts.
func TestEndedMatch(t *testing.T) {
	rules, _ := games.Find("chess")
	for name, c := range map[string]struct {
		codes []string
		end   func(*match.Match, time.Time) error
		want  Why
	}{
		"mate": {[]string{"f2f3", "e7e5", "g2g4", "d8h4"}, nil, Counts},
		"resigned": {[]string{"f2f3", "e7e5", "g2g4", "d7d5"}, func(m *match.Match, at time.Time) error {
			return m.Resign(game.First, at)
		}, Counts},
		"too early": {[]string{"f2f3", "e7e5", "g2g4"}, func(m *match.Match, at time.Time) error {
			return m.Resign(game.Second, at)
		}, TooShort},
		"adjudicated": {[]string{"f2f3", "e7e5", "g2g4", "d7d5"}, func(m *match.Match, at time.Time) error {
			return m.Adjudicate(game.Win(game.First, "cheat"), at)
		}, ByServer},
	} {
		m, err := match.New(rules, rated(t), t0)
		if err != nil {
			t.Fatal(err)
		}
		at := t0
		for i, code := range c.codes {
			at = at.Add(time.Second)
			side := []game.Side{game.First, game.Second}[i%2]
			if err := m.Move(side, i, code, at); err != nil {
				t.Fatalf("%s, move %d: %v", name, i, err)
			}
		}
		if c.end != nil {
			if err := c.end(m, at.Add(time.Second)); err != nil {
				t.Fatal(err)
			}
		}
		e := EndedMatch(m, [2]string{"a", "b"})
		if got := e.Check(); got != c.want || e.Moves[0]+e.Moves[1] != len(c.codes) {
			t.Errorf("%s: %q with %v moves, want %q", name, got, e.Moves, c.want)
		}
	}
}

// TestEndedLevel checks which casual games against an engine level count for the strength of the
// level. Other than rated games between people, games of guests and games without a clock count.
func TestEndedLevel(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Ended)
		want   int
	}{
		"won":             {func(*Ended) {}, 4},
		"resigned":        {func(e *Ended) { e.Outcome.Why = game.ByResignation }, 4},
		"without a clock": {func(e *Ended) { e.Terms.Clock = control(t, "none") }, 4},
		"level first":     {func(e *Ended) { e.Terms.Seats[0], e.Terms.Seats[1] = e.Terms.Seats[1], e.Terms.Seats[0] }, 4},
		"guest":           {func(e *Ended) { e.Accounts = [2]string{} }, 4},
		"rated":           {func(e *Ended) { e.Terms.Rated = true }, 0},
		"two people":      {func(e *Ended) { e.Terms.Seats[1] = match.Seat{Kind: match.Human, Player: "bao"} }, 0},
		"bot":             {func(e *Ended) { e.Terms.Seats[0].Kind = match.Bot }, 0},
		"two levels":      {func(e *Ended) { e.Terms.Seats[0] = e.Terms.Seats[1] }, 0},
		"aborted":         {func(e *Ended) { e.Outcome = game.Draw(game.ByAbort) }, 0},
		"by the server":   {func(e *Ended) { e.ByServer = true }, 0},
		"takebacks":       {func(e *Ended) { e.Terms.Takebacks = match.Unlimited }, 0},
		"odds":            {func(e *Ended) { e.Terms.Opening = []string{"e2e4"} }, 0},
		"own start":       {func(e *Ended) { e.Terms.Setup.Start = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1" }, 0},
		"short, no clock": {func(e *Ended) { e.Terms.Clock, e.Moves = control(t, "none"), [2]int{2, 1} }, 0},
		"under way":       {func(e *Ended) { e.Outcome = game.Outcome{} }, 0},
	} {
		e := Ended{Terms: rated(t), Outcome: game.Win(game.First, game.Checkmate), Moves: [2]int{20, 19}}
		e.Terms.Rated = false
		e.Terms.Seats[1] = match.Seat{Kind: match.Level, Level: 4}
		c.change(&e)
		if got := e.Level(); got != c.want {
			t.Errorf("%s: level %d, want %d", name, got, c.want)
		}
	}
}
