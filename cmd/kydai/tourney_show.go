package main

import (
	"encoding/csv"
	"slices"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/tourney"
	"kydai/tourney/audit"
	"kydai/tourney/swiss"
	"kydai/tourney/trf"
	tourneywords "kydai/tourney/words"
)

// usualTieBreaks are the tie-breaks used if neither a flag nor the report names any.
const usualTieBreaks = "BH/C1,BH,SB"

// order returns the tie-breaks by which the standings are sorted. It uses those of the flag;
// without the flag, those of the report that kydai knows; and if there are none, usualTieBreaks.
func (f *tourneyFlags) order(file *trf.File) (list []tourney.TieBreak, err error) {
	for code := range strings.SplitSeq(f.tieBreaks, ",") {
		if tb, ok := tourneywords.TieBreak(code); ok {
			list = append(list, tb)
		} else if f.tieBreaks != "" {
			return nil, usage("tourney", "there is no tie-break %q; there are %s", code, strings.Join(tourneywords.TieBreakCodes(), ", "))
		}
	}
	for _, codes := range []string{file.Header.TieBreaks, usualTieBreaks} {
		for code := range strings.SplitSeq(codes, ",") {
			if tb, ok := tourneywords.TieBreak(code); ok && f.tieBreaks == "" {
				list = append(list, tb)
			}
		}
		if list != nil {
			break
		}
	}
	return list, nil
}

// tourneyStandings prints the standings.
func (a *app) tourneyStandings(file *trf.File, _ string, f *tourneyFlags) error {
	order, err := f.order(file)
	if err != nil {
		return err
	}
	t, _, err := file.Table()
	if err != nil {
		return err
	}
	rows := [][]string{{"place", "number", "name", "points"}}
	after := "after " + plural(len(t.Rounds), "round") + " of " + strconv.Itoa(t.Total)
	if f.lang == tourneywords.Vietnamese && !f.csv {
		rows[0] = []string{"hạng", "số", "tên", "điểm"}
		after = "sau " + strconv.Itoa(len(t.Rounds)) + " vòng trên " + strconv.Itoa(t.Total)
	}
	for _, tb := range order {
		rows[0] = append(rows[0], tourneywords.TieBreakCode(tb))
	}
	lang := f.lang
	if f.csv {
		lang = tourneywords.English
	}
	for _, p := range t.Standings(order...) {
		number := p.Line.Player.Number
		row := []string{strconv.Itoa(p.Place), strconv.Itoa(number), playerName(file)(number), tourneywords.Points(lang, p.Line.Score, t.Scoring.Unit)}
		for i, tb := range order {
			row = append(row, tourneywords.Points(lang, p.Values[i], unitOf(tb, t.Scoring.Unit)))
		}
		rows = append(rows, row)
	}
	if f.csv {
		w := csv.NewWriter(a.out)
		return w.WriteAll(rows)
	}
	a.columns(rows)
	if t.Total > 0 {
		a.printf("\n%s\n", after)
	}
	for _, tb := range order {
		a.printf("%-6s %s\n", tourneywords.TieBreakCode(tb), tourneywords.TieBreakName(f.lang, tb))
	}
	return nil
}

// unitOf returns the number by which a stored tie-break value is divided to get the value that
// people see. Scores are stored as integers, in fractions of a point; the parameter unit is the
// number of these fractions in one point.
func unitOf(tb tourney.TieBreak, unit int) int {
	switch tb {
	case tourney.SonnebornBerger:
		return unit * unit
	case tourney.DirectEncounter, tourney.Wins, tourney.GamesWon, tourney.GamesWithBlack:
		return 1
	}
	return unit
}

// columns prints rows as aligned columns: the third column is left-aligned text, the
// others are numbers.
func (a *app) columns(rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], len([]rune(cell)))
		}
	}
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			room := strings.Repeat(" ", width[i]-len([]rune(cell)))
			if i == 2 {
				line += "  " + cell + room
			} else {
				line += "  " + room + cell
			}
		}
		a.printf("%s\n", strings.TrimRight(line, " "))
	}
}

// tourneyExplain prints the reasons why a round was paired as it was.
func (a *app) tourneyExplain(file *trf.File, _ string, f *tourneyFlags) error {
	if f.round == 0 {
		return usage("tourney", "explain needs --round")
	}
	if err := pairable(file); err != nil {
		return err
	}
	t, byes, err := file.Before(f.round)
	if err != nil {
		return err
	}
	if t.Total > 0 && f.round > t.Total {
		return swiss.ErrOver
	}
	round, err := swiss.Pair(t, byes)
	if err != nil {
		return err
	}
	if f.board < 0 || f.board > len(round.Games) {
		return usage("tourney", "round %d has boards 1 to %d", f.round, len(round.Games))
	}
	if f.instead >= 0 {
		if f.board == 0 {
			return usage("tourney", "--instead needs --board")
		}
		return a.instead(file, t, byes, round.Games[f.board-1], f)
	}
	reasons, err := swiss.Explain(t, byes)
	if err != nil {
		return err
	}
	a.notAsPaired(file, round, f.round)
	for i, g := range round.Games {
		if f.board == 0 || f.board == i+1 {
			a.reasons(file, t, reasons, i+1, g, f)
		}
	}
	for _, r := range reasons {
		if f.board == 0 && len(r.Seats) == 1 {
			a.sentences(tourneywords.Bye(f.lang, tourney.PairingBye)+"  "+playerName(file)(r.Seats[0].Number), f.speaker(t, file).Pairing(r))
		}
	}
	return nil
}

func (a *app) reasons(file *trf.File, t *tourney.Table, reasons []swiss.Reason, board int, g tourney.Game, f *tourneyFlags) {
	name := playerName(file)
	for _, r := range reasons {
		if len(r.Seats) == 2 && slices.Contains([]int{g.White, g.Black}, r.Seats[0].Number) {
			a.sentences(strconv.Itoa(board)+"  "+name(g.White)+" – "+name(g.Black), f.speaker(t, file).Pairing(r))
		}
	}
}

func (a *app) sentences(heading string, list []string) {
	a.heading(heading)
	for _, text := range list {
		a.printf("   %s\n", text)
	}
}

// instead explains for both players of a board why the Dutch system did not pair them with the
// player that the flag --instead names.
func (a *app) instead(file *trf.File, t *tourney.Table, byes []tourney.Bye, g tourney.Game, f *tourneyFlags) error {
	for _, p := range []int{g.White, g.Black} {
		if p == f.instead {
			return usage("tourney", "player %d is on this board", p)
		}
	}
	for _, p := range []int{g.White, g.Black} {
		answer, err := swiss.WhyNot(t, byes, p, f.instead)
		if err != nil {
			return err
		}
		a.printf("%s\n", f.speaker(t, file).WhyNot(p, f.instead, answer))
	}
	return nil
}

// notAsPaired prints a warning if the report pairs a round differently from the Dutch system. The
// explanations are then those of the Dutch system's pairings.
func (a *app) notAsPaired(file *trf.File, round tourney.Round, number int) {
	t, _, err := file.Table()
	if err != nil || number > len(t.Rounds) {
		return
	}
	if n := different(t.Rounds[number-1], round); n > 0 {
		a.notef("kydai: the report pairs this round otherwise than the Dutch system does on %s; the reasons are those of the Dutch system\n", plural(n, "board"))
	}
}

// different returns the number of games in round a that are not in round b.
func different(a, b tourney.Round) (count int) {
	for _, g := range a.Games {
		if !slices.ContainsFunc(b.Games, func(h tourney.Game) bool { return h.White == g.White && h.Black == g.Black }) {
			count++
		}
	}
	return count
}

// tourneyCheck checks the pairings of all rounds against the basic rules for Swiss tournaments.
func (a *app) tourneyCheck(file *trf.File, _ string, f *tourneyFlags) error {
	whole, _, err := file.Table()
	if err != nil {
		return err
	}
	bad := 0
	for i, paired := range whole.Rounds {
		t, byes, err := file.Before(i + 1)
		if err != nil {
			return err
		}
		round := tourney.Round{Games: paired.Games, Byes: byes}
		for _, b := range paired.Byes {
			if b.Kind == tourney.PairingBye {
				round.Byes = append(round.Byes, b)
			}
		}
		faults := audit.Round(t, round)
		bad += len(faults)
		text := "keeps the basic rules"
		if len(faults) > 0 {
			text = plural(len(faults), "fault")
		}
		a.printf("round %d: %s, %s\n", i+1, plural(len(paired.Games), "game"), text)
		for _, fault := range faults {
			a.printf("  %s\n", f.speaker(t, file).Fault(fault))
		}
		a.compareDutch(t, byes, paired, file)
	}
	if bad > 0 {
		return game.Err("bad-pairing", plural(bad, "fault"), " in the pairings")
	}
	return nil
}

// compareDutch prints how many games of a round differ from the pairings of the Dutch system. A
// difference is not a fault: other pairing systems also follow the basic rules.
func (a *app) compareDutch(t *tourney.Table, byes []tourney.Bye, paired tourney.Round, file *trf.File) {
	if pairable(file) != nil {
		return
	}
	round, err := swiss.Pair(t, byes)
	if err != nil {
		a.printf("  the Dutch system has no pairing: %v\n", tourneyError(err))
		return
	}
	if n := different(paired, round); n > 0 {
		a.printf("  %s other than by the Dutch system\n", plural(n, "game"))
	}
}
