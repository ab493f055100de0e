package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
	"kydai/lab/duel"
	"kydai/lab/player"
	"kydai/record"
	"kydai/record/formats"
)

// matchFlags holds the flags of kydai match.
type matchFlags struct {
	game, openings, record, results, test, adjudicate string
	games, plies, concurrency, balance                int
	grace                                             time.Duration
	seed                                              seed
	options                                           options
}

func matchCommand() command {
	return command{
		name:  "match",
		args:  "PLAYER PLAYER --game GAME [flags]",
		short: "play games between two engines and measure the difference in Elo",
		long: `Every opening is played twice with the sides swapped. The 95 % confidence interval
of the Elo difference is computed over these pairs. A player that answers with an
illegal move or too late loses the game.

A PLAYER is one of
  kydai:level=3  kydai:time=100ms  kydai:nodes=5000,hash=16  kydai:clock=10s+100ms
  kydai:net=FILE,nodes=5000 (see docs/training.md)
  kydai:nodes=5000,count-base=6 (numbers of the search, see 'kydai tune spsa')
  random  greedy  classic:ALGORITHM,NAME=VALUE (see 'kydai lab list GAME')
  learnt:ALGORITHM,weights=FILE,NAME=VALUE (the FILE of 'kydai lab learn')
  uci:PATH?nodes=500&OPTION=VALUE  (also with ucci:, gomocup: and cecp:)
Programs also take time=, depth=, clock=, memory= (MiB), args=, startup= and grace=,
and coords=iccs for UCI programs that count ranks from 0.

--adjudicate takes resign=POINTSxMOVES, draw=POINTSxMOVES@PLY and plies=N,
separated by commas. Results are kept for 'kydai lab stats'.
--openings reads records, or positions in .epd or .fen files.`,
		examples: func() []string {
			return []string{
				"kydai match random greedy --game " + exampleGame(0) + " --games 4 --adjudicate plies=60",
				"kydai match kydai:nodes=300 greedy --game " + exampleGame(0) + " --games 4 --adjudicate resign=500x3,draw=10x8@40",
			}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			var f matchFlags
			fs.StringVar(&f.game, "game", "", "the `GAME` to play")
			fs.IntVar(&f.games, "games", 100, "play `N` games, an even number")
			fs.StringVar(&f.openings, "openings", "", "read the openings from `FILE` (default: random openings)")
			fs.IntVar(&f.plies, "plies", -1, "random openings of `N` plies")
			fs.IntVar(&f.balance, "balance", 80, "reject random openings rated above `POINTS` for a side; 0 accepts all")
			fs.IntVar(&f.concurrency, "concurrency", 1, "play `N` pairs of games in parallel")
			fs.StringVar(&f.test, "sprt", "", "stop when the sequential test of `ELO0,ELO1` is decided")
			fs.StringVar(&f.record, "record", "", "write the games to `FILE`")
			fs.StringVar(&f.results, "results", "", "keep results in this `FILE`, or off (default: "+shownResults+")")
			fs.StringVar(&f.adjudicate, "adjudicate", "", "end games early by these `RULES` (see above)")
			fs.DurationVar(&f.grace, "grace", 0, "allow a player this much `TIME` over the limit")
			fs.Var(&f.seed, "seed", "choose the random openings from this seed `NUMBER`")
			fs.Var(&f.options, "option", "set a rule option, as `NAME=VALUE`; can be repeated")
			return func(a *app, args []string) error { return a.match(args, &f) }
		},
	}
}

func (a *app) match(args []string, f *matchFlags) error {
	plan, err := a.matchPlan(args, f)
	if err != nil {
		return err
	}
	defer closeJudge(plan.Openings)
	var out *output
	var records record.Writer
	if f.record != "" {
		format, ok := formats.BySuffix(f.record)
		if !ok {
			return usage("match", "the file name of --record must end with the suffix of a format: %s", listed(formatNames(), "or"))
		}
		if out, err = a.createOutput(f.record); err != nil {
			return err
		}
		if records, err = formats.NewWriter(format, out, record.WriteOptions{OpenSecret: true}); err != nil {
			out.discard()
			return err
		}
	}
	show := &matchView{app: a, plan: plan, began: time.Now()}
	kept := a.keep(f.results, "match", plan.Rules, f.options, f.seed.value)
	defer kept.close()
	var broken error
	plan.Finished = func(g duel.Finished) {
		show.game(g)
		bySide := [2]string{args[0], args[1]}
		if g.Swapped {
			bySide[0], bySide[1] = bySide[1], bySide[0]
		}
		kept.add(g.Game, g.Pair, bySide)
		if records != nil && broken == nil {
			broken = records.Write(g.Record())
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	tally, err := duel.Run(ctx, plan)
	if out != nil {
		if saved := out.commit(); broken == nil {
			broken = saved
		}
	}
	show.result(tally)
	return errors.Join(err, broken)
}

// matchPlan builds the plan of an engine match from the flags.
func (a *app) matchPlan(args []string, f *matchFlags) (duel.Plan, error) {
	var plan duel.Plan
	switch {
	case len(args) != 2:
		return plan, usage("match", "match needs two players")
	case f.game == "":
		return plan, usage("match", "set the game with --game: %s", listed(gameNames(), "or"))
	case f.games < 2 || f.concurrency < 1:
		return plan, usage("match", "--games must be at least 2 and --concurrency at least 1")
	}
	r, err := findGame("match", f.game)
	if err != nil {
		return plan, err
	}
	plan = duel.Plan{Rules: r, Pairs: (f.games + 1) / 2, Concurrency: f.concurrency, Seed: f.seed.value}
	for i, text := range args {
		if plan.Players[i], err = player.DefaultKinds().Make(r, text); err != nil {
			return plan, playerProblem("match", text, err)
		}
	}
	if plan.Players[0].Name == plan.Players[1].Name {
		plan.Players[1].Name += " (2)"
	}
	if plan.Conditions, err = conditions(f.adjudicate); err != nil {
		return plan, err
	}
	plan.Conditions.Grace = f.grace
	if f.test != "" {
		first, second, ok := strings.Cut(f.test, ",")
		elo0, err := strconv.ParseFloat(first, 64)
		elo1, err2 := strconv.ParseFloat(second, 64)
		if !ok || err != nil || err2 != nil || elo0 >= elo1 {
			return plan, usage("match", "--sprt takes two numbers, the smaller one first, such as 0,5")
		}
		plan.Test = &duel.SPRT{Elo0: elo0, Elo1: elo1}
	}
	plan.Openings, err = a.matchOpenings(r, f)
	return plan, err
}

// playerProblem returns a usage error for an invalid player spec, and an ordinary error
// for a program that fails to start.
func playerProblem(command, spec string, err error) error {
	if hasCode(err, player.BadSpec) {
		return usage(command, "%s: %v", spec, err)
	}
	return fmt.Errorf("%s: %w", spec, err)
}

// matchOpenings reads the openings from a file, or returns a generator of random openings.
func (a *app) matchOpenings(r game.Rules, f *matchFlags) (duel.Openings, error) {
	if f.openings != "" {
		in, err := a.openInput(f.openings)
		if err != nil {
			return nil, err
		}
		defer in.Close() //nolint:errcheck // read-only
		list, err := duel.Read(in, f.openings, r, f.options)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.openings, err)
		}
		return list, nil
	}
	o := &duel.Random{Rules: r, Setup: game.Setup{Options: f.options}, Plies: f.plies, Seed: f.seed.value, Balance: f.balance, Limits: engine.Limits{Nodes: judgeNodes}}
	p, err := r.New(o.Setup)
	if err != nil {
		return nil, err
	}
	if o.Plies < 0 {
		o.Plies = usualPlies
		if legal := p.Legal(); len(legal) > 0 && legal[0].From() == game.NoSquare {
			o.Plies = usualStones
		}
	}
	if _, hides := p.(game.Hidden); hides {
		return o, nil // hidden pieces: both games of a pair get the same random deal, so no opening is needed
	}
	if e, ok := engines.Find(r.Info().Name); ok && o.Balance > 0 {
		o.Judge = e.New()
	}
	return o, nil
}

// Defaults for random openings: usualPlies is the number of moves. usualStones is the number of
// stones in games in which players place stones. judgeNodes is the node limit of the engine that
// checks whether an opening is balanced.
const (
	usualPlies  = 8
	usualStones = 5
	judgeNodes  = 10_000
)

func closeJudge(o duel.Openings) {
	if r, ok := o.(*duel.Random); ok && r.Judge != nil {
		_ = r.Judge.Close() // ignore the error: the match is over
	}
}

// conditions parses the value of the flag --adjudicate, which gives the conditions under which a
// game ends early.
func conditions(text string) (c duel.Conditions, err error) {
	if text == "" {
		return c, nil
	}
	for _, part := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(part, "=")
		points, rest, isRule := strings.Cut(value, "x")
		moves, from, delayed := strings.Cut(rest, "@")
		n, err := strconv.Atoi(points)
		var rule duel.Rule
		if isRule && err == nil {
			rule.Points = n
			rule.Moves, err = strconv.Atoi(moves)
			if delayed && err == nil {
				rule.From, err = strconv.Atoi(from)
			}
		}
		switch {
		case err == nil && name == "resign" && isRule && rule.Moves > 0 && rule.Points > 0:
			c.Resign = rule
		case err == nil && name == "draw" && isRule && rule.Moves > 0:
			c.Draw = rule
		case err == nil && name == "plies" && !isRule && n > 0:
			c.Plies = n
		default:
			return c, usage("match", "--adjudicate takes rules such as resign=600x4, draw=10x8@60 and plies=400, not %q", part)
		}
	}
	return c, nil
}

// matchView prints the progress of a match. On a terminal it overwrites one line, otherwise it
// prints one line per game.
type matchView struct {
	app   *app
	plan  duel.Plan
	began time.Time
	count int
	spent [2]time.Duration // thinking time by player (not by side), like the next two fields
	nodes [2]uint64
	moves [2]int
}

func (v *matchView) game(f duel.Finished) {
	v.count++
	for side := range 2 {
		i := side
		if f.Swapped {
			i = 1 - side
		}
		v.spent[i] += f.Spent[side]
		v.nodes[i] += f.Nodes[side]
		v.moves[i] += f.Moves[side]
	}
	total := 2 * v.plan.Pairs
	if f.Note != "" {
		v.clear()
		v.app.notef("game %d: %s\n", v.count, f.Note)
	}
	if v.app.color {
		const width = 30
		done := width * v.count / total
		v.clear()
		v.app.printf("%s%s %d/%d  %s", strings.Repeat("█", done), strings.Repeat("░", width-done), v.count, total, v.summary(f.Tally))
		return
	}
	v.app.printf("game %d of %d: %s - %s %s, %s, %s\n", v.count, total, f.Names[0], f.Names[1], record.ResultOf(f.Outcome), spoken(string(f.Outcome.Why)), plural(f.Line.Ply(), "move"))
}

func (v *matchView) clear() {
	if v.app.color {
		v.app.printf("\r\x1b[K")
	}
}

// summary returns the current score as a short text.
func (v *matchView) summary(t duel.Tally) string {
	text := fmt.Sprintf("+%d =%d -%d  %s", t.Wins, t.Draws, t.Losses, eloText(t))
	if v.plan.Test != nil {
		text += fmt.Sprintf("  LLR %.2f of ±%.2f", v.plan.Test.LLR(t), v.plan.Test.Bound())
	}
	return text
}

// result prints the table with the final result of the match.
func (v *matchView) result(t duel.Tally) {
	v.clear()
	p := v.plan.Players
	width := max(len([]rune(p[0].Name)), len([]rune(p[1].Name)), len("player"))
	v.app.printf("%-*s  games  won  drawn  lost  score\n", width, "player")
	rows := []duel.Tally{t, {Wins: t.Losses, Draws: t.Draws, Losses: t.Wins}}
	for i, r := range rows {
		v.app.printf("%-*s  %5d  %3d  %5d  %4d  %4.1f%%\n", width, p[i].Name, r.Games(), r.Wins, r.Draws, r.Losses, 100*r.Score())
	}
	v.app.printf("pairs by half points: %v\n", t.Pairs)
	v.app.printf("difference: %s\n", eloText(t))
	if test := v.plan.Test; test != nil {
		verdict := map[int]string{-1: "rejected", 0: "not decided", 1: "accepted"}[test.Verdict(t)]
		v.app.printf("test of %+g Elo against %+g: %s, LLR %.2f of ±%.2f\n", test.Elo1, test.Elo0, verdict, test.LLR(t), test.Bound())
	}
	for i := range p {
		moves := max(v.moves[i], 1)
		v.app.notef("%s: %.1f ms and %d nodes per move\n", p[i].Name, float64(v.spent[i].Microseconds())/1000/float64(moves), v.nodes[i]/uint64(moves))
	}
	v.app.notef("%s in %.1f s\n", plural(t.Games(), "game"), time.Since(v.began).Seconds())
}

// eloText formats the Elo difference with its confidence interval.
func eloText(t duel.Tally) string {
	elo, low, high := t.Elo()
	return fmt.Sprintf("%s Elo [%s, %s]", signed(elo), signed(low), signed(high))
}

func signed(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "+∞"
	case math.IsInf(v, -1):
		return "-∞"
	}
	if math.Abs(v) < 0.05 {
		return "0.0"
	}
	return fmt.Sprintf("%+.1f", v)
}
