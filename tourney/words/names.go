package words

import (
	"strings"

	"kydai/tourney"
)

// tieBreak has the code of a tie-break by FIDE and its names.
type tieBreak struct {
	tieBreak tourney.TieBreak
	code     string
	name     [2]string
}

// tieBreaks are the tie-breaks in the order of their constants.
var tieBreaks = []tieBreak{
	{tourney.Buchholz, "BH", [2]string{"Buchholz (tổng điểm các đối thủ)", "Buchholz"}},
	{tourney.BuchholzCut1, "BH/C1", [2]string{"Buchholz bỏ đối thủ thấp nhất", "Buchholz Cut 1"}},
	{tourney.BuchholzMedian, "BH/M1", [2]string{"Buchholz bỏ cao nhất và thấp nhất", "Buchholz Median"}},
	{tourney.SonnebornBerger, "SB", [2]string{"Sonneborn–Berger (hệ số Berger)", "Sonneborn–Berger"}},
	{tourney.DirectEncounter, "DE", [2]string{"Kết quả đối đầu", "Direct encounter"}},
	{tourney.Wins, "WIN", [2]string{"Số trận thắng (kể cả thắng không đấu)", "Number of wins"}},
	{tourney.GamesWon, "WON", [2]string{"Số ván thắng trên bàn", "Games won over the board"}},
	{tourney.Progressive, "PS", [2]string{"Điểm lũy tiến", "Progressive score"}},
	{tourney.GamesWithBlack, "BPG", [2]string{"Số ván đi sau", "Games with Black"}},
}

// TieBreakName names a tie-break; "" if there is none.
func TieBreakName(lang string, tb tourney.TieBreak) string {
	for _, t := range tieBreaks {
		if t.tieBreak == tb {
			return pick(lang, t.name)
		}
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

func pick(lang string, pair [2]string) string {
	if lang == Vietnamese {
		return pair[0]
	}
	return pair[1]
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
