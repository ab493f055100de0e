package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"kydai/game"
	"kydai/games"
	"kydai/record"
	"kydai/record/charset"
	"kydai/record/formats"
)

func convertCommand() command {
	return command{
		name:  "convert",
		args:  "IN OUT [flags]",
		short: "convert game records to another format",
		long: `Reads every game of IN and writes it to OUT; - means standard input or output.
The format of IN, its game and its encoding are detected from the content, the
format of OUT from the file name suffix. The formats are
` + listed(formatNames(), "and") + `;
` + listed(readOnly(), "and") + ` can only be read.

If a game has an error, the moves before the error are written, the error is
printed to standard error, and the exit code is 1.`,
		examples: convertExamples,
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			var c conversion
			fs.StringVar(&c.game, "game", "", "the `GAME` of the records; needed if IN does not name it")
			fs.StringVar(&c.from, "from", "", "the `FORMAT` of IN (default: detected)")
			fs.StringVar(&c.to, "to", "", "the `FORMAT` of OUT; needed if OUT is -")
			fs.StringVar(&c.notation, "notation", "", "write moves in the notation `NAME`, if the format allows several")
			fs.StringVar(&c.encoding, "encoding", "", "write text in the encoding `NAME`: "+listed(charset.Names(), "or"))
			fs.StringVar(&c.fromNotation, "from-notation", "", "the notation `NAME` of the moves in IN, if IN does not name it")
			fs.StringVar(&c.fromEncoding, "from-encoding", "", "the encoding `NAME` of IN (default: detected)")
			fs.BoolVar(&c.open, "open-secret", false, "also write the hidden pieces of the deal; only for finished games")
			return func(a *app, args []string) error { return a.convert(args, &c) }
		},
	}
}

// conversion holds the flags of kydai convert.
type conversion struct {
	game, from, to, notation, encoding string
	fromNotation, fromEncoding         string
	open                               bool
}

func (a *app) convert(args []string, c *conversion) error {
	if len(args) != 2 {
		return usage("convert", "convert needs an input and an output")
	}
	opts := record.ReadOptions{Find: games.Find, Notation: c.fromNotation, Encoding: c.fromEncoding}
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
	defer in.Close() //nolint:errcheck // read-only: the error of Close does not matter
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
		return game.Err(codeNoGames, "there is no game in ", inputName(args[0]))
	}
	if err := out.commit(); err != nil {
		return err
	}
	a.notef("%s: %s to %s\n", plural(t.games, "game"), c.from, c.to)
	if t.broken > 0 {
		return game.Err(codeBadGames, plural(t.broken, "game"), " could not be read to the end")
	}
	return nil
}

// checkOutput determines the output format (c.to) and rejects unknown format
// names.
func (c *conversion) checkOutput(file string, r game.Rules) error {
	for _, name := range []string{c.from, c.to} {
		if _, ok := formats.Lookup(name); name != "" && !ok {
			return usage("convert", "there is no format %q%s", name, didYouMean(name, formatNames()))
		}
	}
	if c.to == "" {
		name, ok := formats.BySuffix(file)
		if file == "-" || !ok {
			return usage("convert", "set the output format with --to: %s", listed(formatNames(), "or"))
		}
		c.to = name
	}
	if f, ok := formats.Lookup(c.to); ok && f.ReadOnly {
		return usage("convert", "the format %s can only be read, not written; choose %s", c.to, listed(writable(), "or"))
	}
	for _, name := range []string{c.encoding, c.fromEncoding} {
		if !charset.Known(name) {
			return usage("convert", "there is no encoding %q%s", name, didYouMean(name, charset.Names()))
		}
	}
	if c.notation != "" && r != nil {
		if _, ok := game.NotationOf(r, c.notation); !ok {
			return usage("convert", "%s has no notation %q%s", r.Info().Name, c.notation, notationHint(r, c.notation))
		}
	}
	return nil
}

// reader determines the input format, stores it in c.from, and returns a reader for the game
// records in the given input.
func (c *conversion) reader(file string, in io.Reader, opts record.ReadOptions) (record.Reader, error) {
	buffered := bufio.NewReaderSize(in, headSize)
	head, err := buffered.Peek(headSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if c.from == "" {
		c.from = formatOf(file, head)
		if c.from == "" {
			return nil, usage("convert", "the format of %s is not recognised; set it with --from", inputName(file))
		}
	}
	if opts.Rules == nil && !namesGame(c.from, head) {
		opts.Rules, _ = formats.GameOf(head, c.from, allGames(), nil)
	}
	r, err := formats.NewReader(c.from, buffered, opts)
	return r, c.askGame(err)
}

// headSize is the number of bytes read to detect the format of a file.
const headSize = 1 << 14

// namesGame reports whether each record in a file of this format contains the name of its
// game. Without these names, all records of a file must be of the same game.
func namesGame(format string, head []byte) bool {
	return format == "json" || format == "text" && bytes.HasPrefix(bytes.TrimSpace(head), []byte("Game:"))
}

// askGame adds a hint to use --game to the error for a record that does not name its game.
func (c *conversion) askGame(err error) error {
	if c.game == "" && hasCode(err, record.WrongGame) {
		return usage("convert", "%v; set the game with --game: %s", err, listed(gameNames(), "or"))
	}
	return err
}

func inputName(file string) string {
	if file == "-" {
		return "the standard input"
	}
	return file
}

// formatOf detects the format from the content. If Detect falls back to plain
// text, the file name extension decides.
func formatOf(file string, head []byte) string {
	byContent, _ := formats.Detect(head)
	if byContent == "" || byContent == "text" {
		if name, ok := formats.BySuffix(file); ok {
			return name
		}
	}
	return byContent
}

// totals counts the records that were read, written and rejected.
type totals struct{ games, broken int }

// copyGames converts all game records from the given reader and writes them to the given writer. It
// reports and counts a record that cannot be read. It returns an error if writing fails, or if the
// user must name the game with --game.
func (c *conversion) copyGames(a *app, from record.Reader, out io.Writer) (t totals, err error) {
	to, err := formats.NewWriter(c.to, out, record.WriteOptions{Notation: c.notation, Encoding: c.encoding, OpenSecret: c.open})
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
			a.notef("kydai: %v [%s]\n", err, codeOf(err))
			var re *record.Error
			if !errors.As(err, &re) {
				return t, nil // the input cannot be read any further, so the conversion ends here
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
	return formatsBy(func(record.Format) bool { return true })
}

// readOnly lists the formats that kydai can read but not write. writable lists the formats that
// kydai can read and write.
func readOnly() []string { return formatsBy(func(f record.Format) bool { return f.ReadOnly }) }
func writable() []string { return formatsBy(func(f record.Format) bool { return !f.ReadOnly }) }

func formatsBy(keep func(record.Format) bool) []string {
	var names []string
	for _, f := range formats.Formats() {
		if keep(f) {
			names = append(names, f.Name)
		}
	}
	return names
}

// convertExamples builds the examples of the help text from the list of games.
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
	f, ok := formats.Lookup(format)
	if !ok || len(f.Suffixes) == 0 {
		return "." + strings.ToLower(format)
	}
	return "." + f.Suffixes[0]
}
