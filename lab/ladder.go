package lab

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kydai/engine"
	"kydai/lab/duel"
)

// Step is the result of a match between an engine level and the next higher level.
type Step struct {
	Game    string
	Level   int // the lower of the two levels
	Tally   duel.Tally
	Limits  [2]engine.Level // search limits of both levels, the lower level first
	Date    string          // date of the match, such as 2026-11-18
	Seed    uint64
	Command string
}

// Hopeless returns the conditions under which games between levels end early. A side loses if both
// players report, for four moves each, a winning chance of at most one percent for this side. Drawn
// and long games end early too. The parameter scale is the engine's scale for winning chances.
func Hopeless(scale float64) duel.Conditions {
	const hundredth = 4.1827 // score for a winning chance of 99 %, as a multiple of scale: 3 to this power is 99
	return duel.Conditions{
		Resign: duel.Rule{Points: int(hundredth*scale + 0.5), Moves: 4},
		Draw:   duel.Rule{Points: 10, Moves: 10, From: 80},
		Plies:  400,
	}
}

// Name returns the name of the step in the tables, such as "2 v 1".
func (s Step) Name() string { return stepName(s.Level) }

func stepName(level int) string { return fmt.Sprintf("%d v %d", level+1, level) }

// percent formats the score of the higher level.
func (s Step) percent() string { return fmt.Sprintf("%.1f %%", 100*s.Tally.Score()) }

// row returns the step's line in the table of matches.
func (s Step) row() string {
	low, high := s.Tally.Interval()
	nodes := func(l engine.Level) string {
		if l.Nodes == 0 {
			return "all"
		}
		return strconv.FormatUint(l.Nodes, 10)
	}
	return fmt.Sprintf("| %s | %s | %s | %.1f–%.1f | %d | +%d =%d −%d | %s, %s | %s | %d | %#q |",
		s.Game, s.Name(), s.percent(), 100*low, 100*high, s.Tally.Games(), s.Tally.Wins, s.Tally.Draws, s.Tally.Losses,
		nodes(s.Limits[1]), nodes(s.Limits[0]), s.Date, s.Seed, s.Command)
}

var errNoTable = errors.New("the page has no table of levels with this game")

// summaryHead and matchesHead match the heads of the two tables in docs/strength.md.
var (
	summaryHead = regexp.MustCompile(`(?m)^\| *\| 2 v 1 \|.*\n\|[-|]+\n`)
	matchesHead = regexp.MustCompile(`(?m)^\| game \| step \|.*\n\|[-|]+\n`)
)

// Write returns the page docs/strength.md with the step added to the summary and to the table of
// matches. If the tables have an older row of the same step, Write replaces it.
func (s Step) Write(page string) (string, error) {
	// The summary is used to compute ratings. The strength of the highest level depends on the
	// machine, so the match of the highest level is left out of the summary.
	page, err := table(page, summaryHead, func(rows []string) ([]string, error) {
		if s.Level == engine.Levels-1 {
			return rows, nil
		}
		for i, row := range rows {
			cells := strings.Split(row, "|")
			if strings.TrimSpace(cells[1]) == s.Game && len(cells) > s.Level+2 {
				cells[s.Level+1] = " " + s.percent() + " "
				rows[i] = strings.Join(cells, "|")
				return rows, nil
			}
		}
		return nil, errNoTable
	})
	if err != nil {
		return "", err
	}
	return table(page, matchesHead, func(rows []string) ([]string, error) {
		start := "| " + s.Game + " | " + s.Name() + " |"
		rows = slices.DeleteFunc(rows, func(row string) bool { return strings.HasPrefix(row, start) })
		return sortedSteps(append(rows, s.row())), nil
	})
}

// sortedSteps sorts table rows by game and step.
func sortedSteps(rows []string) []string {
	slices.SortStableFunc(rows, strings.Compare)
	return rows
}

// table finds the table with the given head in a page. It replaces the rows of the table with the
// rows that the function change returns.
func table(page string, head *regexp.Regexp, change func(rows []string) ([]string, error)) (string, error) {
	at := head.FindStringIndex(page)
	if at == nil {
		return "", errNoTable
	}
	end := at[1]
	for strings.HasPrefix(page[end:], "|") {
		n := strings.IndexByte(page[end:], '\n')
		if n < 0 {
			return "", errNoTable
		}
		end += n + 1
	}
	var rows []string
	if end > at[1] {
		rows = strings.Split(strings.TrimSuffix(page[at[1]:end], "\n"), "\n")
	}
	rows, err := change(rows)
	if err != nil {
		return "", err
	}
	return page[:at[1]] + strings.Join(rows, "\n") + "\n" + page[end:], nil
}

// Steps reads the scores of a game from the summary in docs/strength.md, from level 2 on. It stops
// at the first level that was not measured.
func Steps(page, game string) (steps []float64, err error) {
	_, err = table(page, summaryHead, func(rows []string) ([]string, error) {
		for _, row := range rows {
			cells := strings.Split(strings.Trim(row, "| "), "|")
			if strings.TrimSpace(cells[0]) != game {
				continue
			}
			for _, c := range cells[1:] {
				v, ok := percent(c)
				if !ok {
					break // this level was not measured
				}
				steps = append(steps, v)
			}
			return rows, nil
		}
		return nil, errNoTable
	})
	return steps, err
}

// StepsSource returns the source text of a game's steps.go.
func StepsSource(steps []float64) string {
	var list []string
	for _, s := range steps {
		list = append(list, strconv.FormatFloat(s, 'f', -1, 64))
	}
	return "package engine\n\n// steps are the scores of the levels from 2 on against the level below, in per cent.\n" +
		"// docs/strength.md has the matches; make ladder writes both.\n" +
		"func steps() []float64 { return []float64{" + strings.Join(list, ", ") + "} }\n"
}

// percent parses a table cell such as "72.5 %". It returns false if the cell does not contain a
// number.
func percent(cell string) (float64, bool) {
	v, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(cell), " %"), 64)
	return v, err == nil
}
