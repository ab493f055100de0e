package main

import (
	"context"
	"flag"
	"math"
	"os"
	"os/signal"
	"slices"
	"strings"

	"kydai/game"
	"kydai/games/engines"
	"kydai/lab/luck"
	"kydai/record"
)

func luckCommand() command {
	return command{
		name:  "luck",
		args:  "FILE [flags]",
		short: "separate luck from mistakes in recorded games",
		long: `The engine evaluates every move. The mistake of a move is the expected score of
the best move minus that of the move played. The luck of a move that reveals a
piece is the expected score after the revealed piece minus the mean over all
pieces that were possible. Numbers are percent of a won game. Luck averages to
zero over many games, so the difference in mistakes gives a fair handicap.

FILE should hold games with their deals (see 'kydai convert --open-secret').
Without its deal a game is evaluated with what a spectator knows.`,
		examples: func() []string {
			return []string{"kydai luck game.json", "kydai luck games.json --depth 6 --least 5"}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			var l luckFlags
			fs.IntVar(&l.depth, "depth", 4, "search `N` plies deep")
			fs.Float64Var(&l.least, "least", 2, "list moves with luck or mistakes of at least `N` percent")
			fs.StringVar(&l.from, "from", "", "the `FORMAT` of FILE (default: detected)")
			return func(a *app, args []string) error { return a.luck(args, &l) }
		},
	}
}

// luckFlags holds the flags of kydai luck.
type luckFlags struct {
	depth int
	least float64
	from  string
}

// given adds up two values for each player name, over all games of the file: the loss of expected
// result by the player's mistakes, and the luck of the player.
type given struct {
	names    []string // player names in order of first appearance
	games    map[string]int
	mistakes map[string]float64
	luck     map[string]float64
}

func (a *app) luck(args []string, f *luckFlags) error {
	if len(args) != 1 {
		return usage("luck", "luck needs one file of records")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	all := given{games: map[string]int{}, mistakes: map[string]float64{}, luck: map[string]float64{}}
	count, scale := 0, 0.0
	err := a.eachRecord("luck", args[0], f.from, func(g *record.Game) error {
		count++
		if count > 1 {
			a.printf("\n")
		}
		r, s, err := a.luckOf(ctx, g, f)
		if err != nil {
			return err
		}
		scale = s
		all.add(namesIn(g), r)
		return nil
	})
	if err != nil {
		return err
	}
	if count > 1 {
		a.printf("\n%s\n", plural(count, "game"))
		for _, name := range all.names {
			n := float64(all.games[name])
			a.printf("  %-14s mistakes %.0f per game, luck %+.0f per game\n", name, 100*all.mistakes[name]/n, 100*all.luck[name]/n)
		}
	}
	a.handicap(&all, scale)
	return nil
}

// luckOf prints the luck report of one game. It returns the report and the engine's scale, with
// which points are converted to winning chances.
func (a *app) luckOf(ctx context.Context, g *record.Game, f *luckFlags) (luck.Report, float64, error) {
	name := g.Rules.Info().Name
	entry, ok := engines.Find(name)
	if !ok {
		return luck.Report{}, 0, game.Err(codeNoEngine, "there is no engine for ", name)
	}
	w, err := luck.NewThinker(entry.New(), entry.Scale, f.depth)
	if err != nil {
		return luck.Report{}, 0, err
	}
	line, err := g.Line()
	if line == nil {
		return luck.Report{}, 0, err
	}
	r, err := luck.Judge(ctx, line, w)
	if err != nil {
		return r, 0, err
	}
	names := namesIn(g)
	a.printf("%s, %s - %s, %s, %s\n", name, names[0], names[1], plural(line.Ply(), "move"), g.Result)
	a.turns(r, names, f.least/100)
	a.printf("  mistakes  %s %.0f, %s %.0f\n", names[0], 100*r.Mistakes[0], names[1], 100*r.Mistakes[1])
	lucky := 0
	if r.Net() < 0 {
		lucky = 1
	}
	a.printf("  luck      %s %+.0f, %s %+.0f: together %.0f in favour of %s\n",
		names[0], 100*r.Luck[0], names[1], 100*r.Luck[1], 100*math.Abs(r.Net()), names[lucky])
	return r, entry.Scale, nil
}

// turns prints the moves at which luck or a mistake changed the expected result by at least the
// given threshold.
func (a *app) turns(r luck.Report, names [2]string, least float64) {
	a.printf("  %4s  %-14s %-9s %5s %7s %6s %6s %6s\n", "move", "", "", "best", "mistake", "mean", "came", "luck")
	for _, t := range r.Turns {
		if t.Mistake() < least && math.Abs(t.Luck()) < least {
			continue
		}
		a.printf("  %4d  %-14s %-9s %5.0f %7.0f", t.Ply+1, names[t.Side.Index()], t.Code, 100*t.Best, 100*t.Mistake())
		if t.Ways > 1 {
			a.printf(" %6.0f %6.0f %+6.0f", 100*t.Mean, 100*t.Came, 100*t.Luck())
		}
		a.printf("\n")
	}
}

// handicap prints the number of points that the weaker player would have to get at the start so
// that both players have equal chances. It prints nothing unless the records name exactly two
// players.
func (a *app) handicap(all *given, scale float64) {
	if len(all.names) != 2 {
		return
	}
	per := func(name string) float64 { return all.mistakes[name] / float64(all.games[name]) }
	weak, strong := all.names[0], all.names[1]
	if per(weak) < per(strong) {
		weak, strong = strong, weak
	}
	h := luck.Suggest(per(weak)-per(strong), scale)
	a.printf("  handicap  %d points at the start for %s make the game even (against an equal player they would win %.0f of 100)\n",
		h.Points, weak, 100*h.Chance)
}

func (g *given) add(names [2]string, r luck.Report) {
	for i, name := range names {
		if !slices.Contains(g.names, name) {
			g.names = append(g.names, name)
		}
		g.games[name]++
		g.mistakes[name] += r.Mistakes[i]
		g.luck[name] += r.Luck[i]
	}
}

// namesIn returns the names of the players in a record. Without names, it returns the names of the
// sides, such as red and black. Some formats use the tag White for the first side of every game.
func namesIn(g *record.Game) [2]string {
	names := g.Rules.Info().Sides
	for i, usual := range [2]string{"White", "Black"} {
		own := strings.ToUpper(names[i][:1]) + names[i][1:]
		for _, tag := range []string{usual, own} {
			if name := g.Tag(tag); name != "" && name != "?" {
				names[i] = name
			}
		}
	}
	return names
}
