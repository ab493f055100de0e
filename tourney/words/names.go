package words

import (
	"strings"

	"kydai/tourney"
)

// tieBreak has the code of a tie-break by FIDE. Its names are texts.
type tieBreak struct {
	tieBreak tourney.TieBreak
	code     string
}

// tieBreaks are the tie-breaks in the order of their constants.
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

// TieBreakName names a tie-break; "" if there is none.
func TieBreakName(lang string, tb tourney.TieBreak) string {
	if code := TieBreakCode(tb); code != "" {
		return text(lang, "tiebreak."+code)
	}
	return ""
}

// TieBreakCode is the code of a tie-break as in FIDE reports, such as BH/C1.
func TieBreakCode(tb tourney.TieBreak) string {
	for _, t := range tieBreaks {
		if t.tieBreak == tb {
			return t.code
		}
	}
	return ""
}

// TieBreak finds a tie-break by its code, in any case.
func TieBreak(code string) (tourney.TieBreak, bool) {
	for _, t := range tieBreaks {
		if strings.EqualFold(t.code, strings.TrimSpace(code)) {
			return t.tieBreak, true
		}
	}
	return 0, false
}

// TieBreakCodes lists the codes.
func TieBreakCodes() (codes []string) {
	for _, t := range tieBreaks {
		codes = append(codes, t.code)
	}
	return codes
}

// Result says how a game ended.
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

// Score writes the result of a game in figures, white first.
func (s *Speaker) Score(g tourney.Game) string {
	switch {
	case g.Result == tourney.Pending:
		return "–"
	case g.Forfeit:
		return map[tourney.Result]string{tourney.WhiteWins: "+ –", tourney.BlackWins: "– +", tourney.NobodyWins: "– –"}[g.Result]
	}
	return map[tourney.Result]string{tourney.WhiteWins: "1 – 0", tourney.BlackWins: "0 – 1", tourney.Draw: "½ – ½", tourney.NobodyWins: "0 – 0"}[g.Result]
}

// Bye names a round of a player without a game.
func Bye(lang string, kind tourney.Kind) string {
	return text(lang, map[tourney.Kind]string{
		tourney.Absent: "kind.absent", tourney.Played: "kind.played", tourney.Forfeit: "kind.forfeit", tourney.HalfBye: "kind.half",
		tourney.FullBye: "kind.full", tourney.ZeroBye: "kind.zero", tourney.PairingBye: "kind.bye",
	}[kind])
}

// Column is the title of a column of a table of an event. Codes of tie-breaks, which
// have no text, are their own titles.
func Column(lang, key string) string {
	if title := text(lang, "column."+key); title != "" {
		return title
	}
	return key
}
