package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"kydai/game"
	"kydai/games"
	"kydai/record"
)

func convertCommand() command {
	return command{
		name:  "convert",
		args:  "IN OUT [flags]",
		short: "turn game records into another format",
		long: `Reads every game of IN and writes it to OUT; - is the standard input or
output. The format of IN is told from its content, that of OUT from the end of
its name. Formats are ` + listed(formatNames(), "and") + `.

A game that cannot be read to its end is written as far as it could be read.
What was wrong goes to the standard error, and the exit code is 1.`,
		examples: convertExamples,
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			var c conversion
			fs.StringVar(&c.game, "game", "", "the `GAME` that was played; needed unless IN says it")
			fs.StringVar(&c.from, "from", "", "the `FORMAT` of IN")
			fs.StringVar(&c.to, "to", "", "the `FORMAT` of OUT; needed if OUT is -")
			fs.StringVar(&c.notation, "notation", "", "write moves in the notation `NAME`, where the format leaves a choice")
			fs.BoolVar(&c.open, "open-secret", false, "also write what was dealt face down; for games that are over")
			return func(a *app, args []string) error { return a.convert(args, &c) }
		},
	}
}

// conversion is what a command line asks for.
type conversion struct {
	game, from, to, notation string
	open                     bool
}

func (a *app) convert(args []string, c *conversion) error {
	if len(args) != 2 {
		return usage("convert", "convert needs an input and an output")
	}
	opts := record.ReadOptions{Find: games.Find}
	if c.game != "" {
		r, err := findGame("convert", c.game)
		if err != nil {
			return err
		}
		opts.Rules = r
	}
	if err := c.checkOutput(args[1], opts.Rules); err != nil {
		return err
	}
	in, err := a.openInput(args[0])
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // opened for reading only
	reader, err := c.reader(args[0], in, opts)
	if err != nil {
		return err
	}
	out, err := a.createOutput(args[1])
	if err != nil {
		return err
	}
	t, err := c.copyGames(a, reader, out)
	if err != nil {
		out.discard()
		return err
	}
	if t.games == 0 {
		out.discard()
		return errors.New("there is no game in " + inputName(args[0]))
	}
	if err := out.commit(); err != nil {
		return err
	}
	a.notef("%s: %s to %s\n", plural(t.games, "game"), c.from, c.to)
	if t.broken > 0 {
		return fmt.Errorf("%s could not be read to the end", plural(t.broken, "game"))
	}
	return nil
}

// checkOutput settles c.to and refuses names that mean nothing.
func (c *conversion) checkOutput(file string, r game.Rules) error {
	for _, name := range []string{c.from, c.to} {
		if _, ok := record.Lookup(name); name != "" && !ok {
			return usage("convert", "there is no format %q%s", name, didYouMean(name, formatNames()))
		}
	}
	if c.to == "" {
		name, ok := record.BySuffix(file)
		if file == "-" || !ok {
			return usage("convert", "say the format of the output with --to: %s", listed(formatNames(), "or"))
		}
		c.to = name
	}
	if c.notation != "" && r != nil {
		if _, ok := game.NotationOf(r, c.notation); !ok {
			return usage("convert", "%s has no notation %q%s", r.Info().Name, c.notation, notationHint(r, c.notation))
		}
	}
	return nil
}

// reader settles c.from and opens the records.
func (c *conversion) reader(file string, in io.Reader, opts record.ReadOptions) (record.Reader, error) {
	buffered := bufio.NewReaderSize(in, 1<<16)
	if c.from == "" {
		head, err := buffered.Peek(4096)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		c.from = formatOf(file, head)
		if c.from == "" {
			return nil, usage("convert", "what %s holds is no record; say its format with --from", inputName(file))
		}
	}
	r, err := record.NewReader(c.from, buffered, opts)
	return r, c.askGame(err)
}

// askGame adds what to do about a record that does not say its game.
func (c *conversion) askGame(err error) error {
	if c.game == "" && hasCode(err, record.WrongGame) {
		return usage("convert", "%v; say it with --game: %s", err, listed(gameNames(), "or"))
	}
	return err
}

func inputName(file string) string {
	if file == "-" {
		return "the standard input"
	}
	return file
}

// formatOf goes by content. Plain text is what Detect says of anything it
// does not know, so there the name of the file has the better word.
func formatOf(file string, head []byte) string {
	byContent, _ := record.Detect(head)
	if byContent == "" || byContent == "text" {
		if name, ok := record.BySuffix(file); ok {
			return name
		}
	}
	return byContent
}

// totals counts what was copied.
type totals struct{ games, broken int }

// copyGames writes what the reader reads. It fails only if writing fails.
func (c *conversion) copyGames(a *app, from record.Reader, out io.Writer) (t totals, err error) {
	to, err := record.NewWriter(c.to, out, record.WriteOptions{Notation: c.notation, OpenSecret: c.open})
	if err != nil {
		return t, err
	}
	for {
		g, err := from.Next()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if c.game == "" && hasCode(err, record.WrongGame) {
			return t, c.askGame(err)
		}
		if err != nil {
			t.broken++
			a.notef("kydai: %v\n", err)
			var re *record.Error
			if !errors.As(err, &re) {
				return t, nil // the stream itself broke; Next has no more to say
			}
		}
		if g == nil {
			continue
		}
		if err := to.Write(g); err != nil {
			return t, fmt.Errorf("game %d: %w", t.games+1, err)
		}
		t.games++
	}
}

func formatNames() []string {
	var names []string
	for _, f := range record.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// convertExamples takes its games from the list.
func convertExamples() []string {
	var list []string
	for _, r := range allGames() {
		in := r.Info()
		if len(in.Formats) < 2 || in.Example {
			continue
		}
		if len(list) == 2 {
			break
		}
		list = append(list, fmt.Sprintf("kydai convert games%s games%s --game %s", suffix(in.Formats[0]), suffix(in.Formats[1]), in.Name))
	}
	return append(list, fmt.Sprintf("kydai convert - - --game %s --to json < games.txt", exampleGame(0)))
}

func suffix(format string) string {
	f, ok := record.Lookup(format)
	if !ok || len(f.Suffixes) == 0 {
		return "." + strings.ToLower(format)
	}
	return "." + f.Suffixes[0]
}
