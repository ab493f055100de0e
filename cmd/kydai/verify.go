package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"kydai/fair"
	"kydai/game"
	"kydai/games"
	"kydai/record"
	"kydai/record/formats"
)

// fairTag is the record tag that holds the transcript of the fair deal as JSON. matchTag is the
// record tag that holds the match id.
const (
	fairTag  = "Fair"
	matchTag = "Match"
)

func verifyCommand() command {
	return command{
		name:  "verify",
		args:  "FILE [flags]",
		short: "verify that the deals of recorded games were fair",
		long: `Reads every game of FILE (- means standard input) and recomputes what the tag
` + fairTag + ` says about its deal: the commitments, the random numbers, the seed, the
shuffle, the signed root, each revealed piece, and the moves. It also detects a
random number that two games of FILE share. The exit code is 0 only if every check
was possible and passed.`,
		examples: func() []string {
			return []string{"kydai verify game.json", "kydai verify games.pgn --key 8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c"}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			var v verification
			fs.Func("key", "accept only deals signed with this public `KEY`; can be repeated", v.trust)
			fs.StringVar(&v.from, "from", "", "the `FORMAT` of FILE (default: detected)")
			return func(a *app, args []string) error { return a.verify(args, &v) }
		},
	}
}

// verification holds the flags of kydai verify.
type verification struct {
	from string
	keys []fair.Key
}

func (v *verification) trust(text string) error {
	var k fair.Key
	if err := k.UnmarshalText([]byte(strings.ToLower(text))); err != nil {
		return errors.New("the key must be 64 hexadecimal digits")
	}
	v.keys = append(v.keys, k)
	return nil
}

func (a *app) verify(args []string, v *verification) error {
	if len(args) != 1 {
		return usage("verify", "verify needs one file of records")
	}
	var all []fair.Transcript
	count, bad := 0, 0
	err := a.eachRecord("verify", args[0], v.from, func(g *record.Game) error {
		count++
		if count > 1 {
			a.printf("\n")
		}
		t, sound := a.verifyOne(g, v)
		if !sound {
			bad++
		}
		if t != nil {
			all = append(all, *t)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, f := range fair.Reused(all) {
		a.finding(f)
		bad++
	}
	if bad > 0 {
		return game.Err(codeUnfair, "at least one deal is not fair or could not be checked")
	}
	return nil
}

// verifyOne verifies the fair deal of one game and prints its findings. It returns the transcript
// and whether the deal is fair.
func (a *app) verifyOne(g *record.Game, v *verification) (t *fair.Transcript, sound bool) {
	text := g.Tag(fairTag)
	if text == "" {
		a.printf("%s: the record has no tag %s, so its deal cannot be verified\n", g.Rules.Info().Name, fairTag)
		return nil, false
	}
	tr, err := fair.Parse([]byte(text))
	if err != nil {
		a.printf("%s: %v\n", g.Rules.Info().Name, err)
		return nil, false
	}
	codes, err := codesOf(g)
	if err != nil {
		a.printf("%s: %v\n", g.Rules.Info().Name, err)
		return &tr, false
	}
	r := fair.Verify(tr, fair.Evidence{
		Match: g.Tag(matchTag), Keys: v.keys, Rules: g.Rules, Setup: g.Setup, Codes: codes,
		Over: g.Result != record.Unknown && g.Result != "",
	})
	a.printf("%s, match %s, %s, protocol %d\n", tr.Game, tr.Match, plural(len(codes), "move"), tr.Version)
	if len(r.Checked) > 0 {
		a.printf("  right   %s\n", strings.Join(r.Checked, ", "))
	}
	for _, f := range r.Findings {
		a.finding(f)
	}
	switch {
	case r.Sound():
		a.printf("  The deal was fair.\n")
	case r.Broken():
		a.printf("  The deal was NOT fair, or the record was changed.\n")
	default:
		a.printf("  Not everything could be checked.\n")
	}
	return &tr, r.Sound()
}

func (a *app) finding(f fair.Finding) {
	grade := fmt.Sprintf("%-6s", f.Grade)
	if f.Grade == fair.Fault && a.color {
		grade = bold + grade + reset
	}
	a.printf("  %s  %s: %s\n", grade, f.Code, f.Text)
}

// codesOf returns the moves of the record's main line as codes. It does not stop where the rules
// end the game.
func codesOf(g *record.Game) ([]string, error) {
	p, err := g.Rules.New(g.Setup)
	if err != nil {
		return nil, err
	}
	var codes []string
	for _, n := range g.Main() {
		codes = append(codes, p.Encode(n.Move))
		p = p.Play(n.Move)
	}
	return codes, nil
}

// eachRecord calls f with each game record of a file. It returns the first error: of a record that
// cannot be read completely, or of f.
func (a *app) eachRecord(command, file, format string, f func(*record.Game) error) error {
	in, err := a.openInput(file)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // read-only
	buffered := bufio.NewReaderSize(in, 1<<16)
	if format == "" {
		head, err := buffered.Peek(4096)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if format = formatOf(file, head); format == "" {
			return usage(command, "the format of %s is not recognised; set it with --from", inputName(file))
		}
	}
	// Without --from json, a record may not name its game. Then assume the game with hidden pieces,
	// the only one whose deals can be checked.
	opts := record.ReadOptions{Find: games.Find}
	for _, r := range allGames() {
		if _, deals := r.(game.Dealer); deals && format != "json" && opts.Rules == nil {
			opts.Rules = r
		}
	}
	reader, err := formats.NewReader(format, buffered, opts)
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		g, err := reader.Next()
		switch {
		case errors.Is(err, io.EOF) && n == 0:
			return game.Err(codeNoGames, "there is no game in ", inputName(file))
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if err := f(g); err != nil {
			return err
		}
	}
}
