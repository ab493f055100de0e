package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"strings"

	"kydai/game"
	"kydai/games"
	"kydai/internal/locale"
	"kydai/record"
)

func judgeCommand() command {
	return command{
		name:  "judge",
		args:  "FILE [flags]",
		short: "replay recorded games and explain their results by the rules",
		long: `Replays every game of FILE and prints after which move the rules end it, and with
which result. If the rules give reasons, as those about repetition do, it also
prints the warning before the end and what each move did. - means standard input;
the format is detected from the content.

Moves after the end of a game are not judged. The exit code is 1 if a game has an
error.`,
		examples: func() []string { return []string{"kydai judge game.pgn --lang vi"} },
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			var j judgement
			fs.StringVar(&j.game, "game", "", "the `GAME` of the records; needed if FILE does not name it")
			fs.StringVar(&j.from, "from", "", "the `FORMAT` of FILE (default: detected)")
			fs.StringVar(&j.lang, "lang", "en", "print the reasons in this `LANGUAGE`: "+locale.List())
			fs.BoolVar(&j.brief, "brief", false, "do not print what each move did")
			fs.Var(&j.options, "option", "set a rule option, as `NAME=VALUE`; can be repeated")
			return func(a *app, args []string) error { return a.judge(args, &j) }
		},
	}
}

// judgement holds the flags of kydai judge.
type judgement struct {
	game, from, lang string
	brief            bool
	options          options
	words            map[string]string // translations of the judges' sentences; nil if the judges themselves write sentences in this language
}

func (a *app) judge(args []string, j *judgement) error {
	if len(args) != 1 {
		return usage("judge", "judge needs a file")
	}
	if !locale.Known(j.lang) {
		return usage("judge", "there is no language %q; there are %s", j.lang, locale.List())
	}
	var err error
	if j.words, err = judgeWords(j.lang); err != nil {
		return err
	}
	opts := record.ReadOptions{Find: games.Find}
	if j.game != "" {
		r, err := findGame("judge", j.game)
		if err != nil {
			return err
		}
		opts.Rules = r
	}
	in, err := a.openInput(args[0])
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // read-only
	c := conversion{game: j.game, from: j.from}
	reader, err := c.reader(args[0], in, opts)
	if err != nil {
		return err
	}
	n, broken := 0, 0
	for {
		g, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if j.game == "" && hasCode(err, record.WrongGame) {
			return c.askGame(err)
		}
		if err != nil {
			broken++
			a.notef("kydai: %v [%s]\n", err, codeOf(err))
			var re *record.Error
			if !errors.As(err, &re) {
				break // the input cannot be read further
			}
		}
		if g == nil {
			continue
		}
		n++
		if err := a.judgeGame(n, g, j); err != nil {
			return fmt.Errorf("game %d: %w", n, err)
		}
	}
	switch {
	case broken > 0:
		return game.Err(codeBadGames, plural(broken, "game"), " could not be read to the end")
	case n == 0:
		return game.Err(codeNoGames, "there is no game in ", inputName(args[0]))
	}
	return nil
}

// judgeGame replays one game and prints what the rules say: a warning after each move that begins a
// forbidden repetition, and at the end the result with its reasons.
func (a *app) judgeGame(n int, g *record.Game, j *judgement) error {
	setup := g.Setup
	if len(j.options) > 0 {
		setup.Options = maps.Clone(setup.Options)
		if setup.Options == nil {
			setup.Options = map[string]string{}
		}
		maps.Copy(setup.Options, j.options)
	}
	line, err := game.NewLine(g.Rules, setup)
	if err != nil {
		return err
	}
	a.printf("game %d: %s, %s\n", n, g.Rules.Info().Name, plural(len(g.Main()), "move"))
	warned := false
	for i, node := range g.Main() {
		if line.Outcome().Over() {
			break
		}
		code := line.Position().Encode(node.Move)
		if err := line.Push(node.Move); err != nil {
			a.printf("  after %s: %v\n", plural(i, "move"), err)
			return nil
		}
		r, ok := game.RulingOn(line, j.lang)
		if ok && r.Warning.Over() && !warned {
			a.printf("  warning after %s, %s: %s\n", plural(i+1, "move"), code, keyed(r.Text, j.words))
		}
		warned = ok && r.Warning.Over()
	}
	a.sayEnd(line, len(g.Main()), j)
	return nil
}

// sayEnd prints the result that the rules give a game, and the law that decides it. The parameter
// recorded is the number of moves in the record.
func (a *app) sayEnd(line *game.Line, recorded int, j *judgement) {
	out := line.Outcome()
	if !out.Over() {
		a.printf("  after %s: the rules have not ended the game\n", plural(line.Ply(), "move"))
		return
	}
	a.printf("  ended after %s: %s\n", plural(line.Ply(), "move"), outcomeText(line.Rules().Info(), out))
	if left := recorded - line.Ply(); left > 0 {
		a.printf("  the record has %s after the end\n", plural(left, "move"))
	}
	r, ok := game.RulingOn(line, j.lang)
	if !ok || !r.Outcome.Over() {
		return
	}
	a.printf("  by the law %s: %s\n", r.Law, keyed(r.Text, j.words))
	if j.brief {
		return
	}
	for i, m := range r.Remarks {
		a.printf("    %d. %s\n", r.From+i+1, j.remark(line, r.From+i, m.Text))
	}
}

// notations maps a language to the notation of the moves in a judge's remarks. It lists only
// languages in which the judges do not write sentences themselves, so that the sentences are
// translated from English.
var notations = map[string]string{locale.Simplified: "chinese", locale.Traditional: "chinese-traditional"}

// remark returns a judge's remark about a move in the chosen language. The remark begins with the
// move.
func (j *judgement) remark(line *game.Line, ply int, text string) string {
	if j.words == nil {
		return text
	}
	_, text, _ = strings.Cut(text, ": ") // cut off the move, which is in an English notation
	not, ok := game.NotationOf(line.Rules(), notations[j.lang])
	if !ok {
		not, ok = game.NotationOf(line.Rules(), "")
	}
	for i, s := range line.Steps() {
		if i == ply && ok {
			return not.Write(s.Before, s.Move) + ": " + keyed(text, j.words)
		}
	}
	return keyed(text, j.words)
}
