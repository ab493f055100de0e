package events

import (
	"kydai/game"
	"kydai/game/clock"
)

const (
	minPause   = 5 // minimum of Settings.Pause, in seconds
	maxPause   = 24 * 3600
	maxMinutes = 24 * 60
	maxReach   = 20
)

// open reports whether the format has no rounds: entrants come and leave at any time, and all
// boards are in round 1.
func (f Format) open() bool { return f == Arena || f == Ladder }

// elimination reports whether the format is an elimination. Its ties are matches of one or more
// games; the loser of a tie is out or moves to the lower bracket.
func (f Format) elimination() bool { return f == Knockout || f == Double }

// check returns an error for the first invalid setting. rules finds a game by name.
func (s *Settings) check(rules func(name string) (game.Rules, bool)) error {
	r, ok := rules(s.Game)
	if !ok {
		return game.Err(Bad, "there is no such game")
	}
	if err := r.Info().CheckOptions(game.Setup{Options: s.Options}); err != nil {
		return err
	}
	c, err := clock.Parse(s.Clock)
	if err != nil {
		return err
	}
	if _, packed := r.(game.Packed); s.Duplicate && !packed {
		return game.Err(Bad, "only a game with pieces face down is played with one deal at two tables")
	}
	if _, ok := scorings[s.Scoring]; !ok {
		return game.Err(Bad, "the scoring is 1-0.5-0, 2-1-0 or 3-1-0")
	}
	if err := s.checkForm(); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, name := range s.TieBreaks {
		if tieBreaks[name] == 0 || seen[name] {
			return game.Err(Bad, "the tie-break ", name, " is unknown or listed twice")
		}
		seen[name] = true
	}
	switch {
	case !isText(s.Name, MaxName):
		return game.Err(Bad, "the name of an event has 1 to 80 characters")
	case len(s.Arbiters) > MaxArbiters:
		return game.Err(Bad, "an event has at most 20 arbiters")
	case s.Boards != Screen && s.Boards != Wood && s.Boards != Both:
		return game.Err(Bad, "boards are on screen, of wood, or both")
	case s.Boards != Wood && c.Kind == clock.Unlimited:
		return game.Err(Bad, "boards on screen need a clock")
	case s.Boards != Wood && (s.FirstMove < minFirstMove || s.FirstMove > maxFirstMove):
		return game.Err(Bad, "the first move has between 10 seconds and 24 hours")
	case s.Boards == Wood && s.Rated || s.Boards == Screen && s.RatedWood:
		return game.Err(Bad, "the event has no boards that this setting would rate")
	case s.RatedWood && c.Kind == clock.Unlimited:
		return game.Err(Bad, "rated results need a clock")
	}
	return nil
}

// checkForm checks the settings that depend on the format.
func (s *Settings) checkForm() error {
	switch {
	case s.Format != Swiss && s.Format != RoundRobin && !s.Format.elimination() && !s.Format.open():
		return game.Err(Bad, "an event is swiss, roundrobin, knockout, double, arena or ladder")
	case s.Format == Swiss && (s.Rounds < 1 || s.Rounds > MaxRounds):
		return game.Err(Bad, "a Swiss event has 1 to 30 rounds")
	case s.Format != Swiss && s.Rounds != 0:
		return game.Err(Bad, "only a Swiss event has a number of rounds; that of the others follows from the entrants")
	case s.Format == RoundRobin && (s.Cycles < 1 || s.Cycles > MaxCycles):
		return game.Err(Bad, "a round robin has 1 to 4 cycles")
	case s.Format != RoundRobin && s.Cycles != 0:
		return game.Err(Bad, "only a round robin has cycles")
	case s.Format != Knockout && s.Third:
		return game.Err(Bad, "only a knock-out has a match for the third place")
	case s.Games < 0 || s.Games > MaxGames || s.Deciding < 0 || s.Deciding > MaxDeciding:
		return game.Err(Bad, "a tie has at most 9 games and 5 deciding games")
	case !s.Format.elimination() && s.Games+s.Deciding != 0:
		return game.Err(Bad, "only eliminations have ties of several games")
	case s.LateUntil < 0 || s.LateUntil > MaxRounds || s.LateUntil > 0 && s.Format != Swiss:
		return game.Err(Bad, "only a Swiss event has late entries")
	}
	if err := s.checkArena(); err != nil {
		return err
	}
	if err := s.checkLadder(); err != nil {
		return err
	}
	return s.checkTeams()
}

// checkArena checks the settings that concern time and arenas: the duration of an arena, its
// streaks, and the pause between rounds.
func (s *Settings) checkArena() error {
	switch {
	case s.Format != Arena && (s.Minutes != 0 || s.Streak):
		return game.Err(Bad, "only an arena has a span of time and counts streaks")
	case s.Pause != 0 && (s.Pause < minPause || s.Pause > maxPause):
		return game.Err(Bad, "the pause before the next round has between 5 seconds and a day")
	case s.Format != Arena:
		return nil
	case s.Minutes < 1 || s.Minutes > maxMinutes:
		return game.Err(Bad, "an arena takes between a minute and a day")
	case s.Boards != Screen:
		return game.Err(Bad, "the boards of an arena are on screen")
	case s.Scoring != "2-1-0" || len(s.TieBreaks) > 0:
		return game.Err(Bad, "an arena counts 2-1-0 and has no tie-breaks: more wins are better")
	case s.Pause != 0:
		return game.Err(Bad, "an arena has no rounds")
	}
	return nil
}

// checkLadder checks the settings of a ladder.
func (s *Settings) checkLadder() error {
	switch {
	case s.Format != Ladder && s.Reach != 0:
		return game.Err(Bad, "only a ladder has challenges")
	case s.Format == Ladder && (s.Reach < 1 || s.Reach > maxReach):
		return game.Err(Bad, "in a ladder one may challenge at most 1 to 20 places above")
	case s.Format == Ladder && (len(s.TieBreaks) > 0 || s.Pause != 0):
		return game.Err(Bad, "a ladder has neither rounds nor tie-breaks")
	}
	return nil
}

// checkTeams checks the settings of team events.
func (s *Settings) checkTeams() error {
	switch {
	case s.TeamBoards < 0 || s.TeamBoards > maxTeamBoards || s.TeamBest < 0 || s.TeamBest > maxTeamBoards:
		return game.Err(Bad, "a team has at most 20 boards, or 20 members who count")
	case s.TeamBoards > 0 && s.Format != Swiss && s.Format != RoundRobin:
		return game.Err(Bad, "teams are paired in Swiss events and round robins")
	case s.TeamBoards > 0 && (s.TeamBest > 0 || s.LateUntil > 0):
		return game.Err(Bad, "where teams are paired, all boards count, and nobody enters late")
	case s.Duplicate && (s.TeamBoards == 0 || s.TeamBoards%2 != 0 || s.Boards != Screen):
		return game.Err(Bad, "one deal at two tables is for matches of teams on an even number of boards, all on screen")
	}
	return nil
}
