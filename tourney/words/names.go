package words

import (
	"strings"

	"kydai/tourney"
)

// tieBreak is a tie-break with its FIDE code. The code is also part of the key under which the text
// files contain the name.
type tieBreak struct {
	tieBreak tourney.TieBreak
	code     string
}

// tieBreaks lists all tie-breaks in the order of their constants.
var tieBreaks = []tieBreak{
	{tourney.Buchholz, "BH"},
	{tourney.BuchholzCut1, "BH/C1"},
	{tourney.BuchholzMedian, "BH/M1"},
	{tourney.SonnebornBerger, "SB"},
	{tourney.DirectEncounter, "DE"},
	{tourney.Wins, "WIN"},
	{tourney.GamesWon, "WON"},
	{tourney.Progressive, "PS"},
	{tourney.GamesWithBlack, "BPG"},
}

// TieBreakName returns the name of a tie-break in a language, or "" if the tie-break is unknown.
func TieBreakName(lang string, tb tourney.TieBreak) string {
	if code := TieBreakCode(tb); code != "" {
		return text(lang, "tiebreak."+code)
	}
	return ""
}

// TieBreakCode returns the code of a tie-break in FIDE reports, such as BH/C1. It returns "" if the
// tie-break is unknown.
func TieBreakCode(tb tourney.TieBreak) string {
	for _, t := range tieBreaks {
		if t.tieBreak == tb {
			return t.code
		}
	}
	return ""
}

// TieBreak returns the tie-break with the given code, ignoring case.
func TieBreak(code string) (tourney.TieBreak, bool) {
	for _, t := range tieBreaks {
		if strings.EqualFold(t.code, strings.TrimSpace(code)) {
			return t.tieBreak, true
		}
	}
	return 0, false
}

// TieBreakCodes lists the codes of all tie-breaks.
func TieBreakCodes() (codes []string) {
	for _, t := range tieBreaks {
		codes = append(codes, t.code)
	}
	return codes
}

// Result describes the result of a game in words.
func (s *Speaker) Result(g tourney.Game) string {
	key := map[tourney.Result]string{
		tourney.Pending: "result.pending", tourney.WhiteWins: "result.won", tourney.BlackWins: "result.won", tourney.Draw: "result.draw",
		tourney.NobodyWins: "result.nobody",
	}[g.Result]
	if g.Forfeit {
		key += ".forfeit"
	}
	winner, loser := g.White, g.Black
	if g.Result == tourney.BlackWins {
		winner, loser = loser, winner
	}
	return s.say(key, "{a}", s.name(winner), "{b}", s.name(loser))
}

// Score formats the result of a game in figures, such as 1-0; white comes first.
func (s *Speaker) Score(g tourney.Game) string {
	switch {
	case g.Result == tourney.Pending:
		return "–"
	case g.Forfeit:
		return map[tourney.Result]string{tourney.WhiteWins: "+ –", tourney.BlackWins: "– +", tourney.NobodyWins: "– –"}[g.Result]
	}
	return map[tourney.Result]string{tourney.WhiteWins: "1 – 0", tourney.BlackWins: "0 – 1", tourney.Draw: "½ – ½", tourney.NobodyWins: "0 – 0"}[g.Result]
}

// Bye returns the name of a kind of bye or absence in a language.
func Bye(lang string, kind tourney.Kind) string {
	return text(lang, map[tourney.Kind]string{
		tourney.Absent: "kind.absent", tourney.Played: "kind.played", tourney.Forfeit: "kind.forfeit", tourney.HalfBye: "kind.half",
		tourney.FullBye: "kind.full", tourney.ZeroBye: "kind.zero", tourney.PairingBye: "kind.bye",
	}[kind])
}

// Column returns the title of a column in a tournament table. If there is no text for the key, the
// key is the title; this is so for the codes of tie-breaks.
func Column(lang, key string) string {
	if title := text(lang, "column."+key); title != "" {
		return title
	}
	return key
}
