package main

import (
	"crypto/ed25519"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/tourney"
	"kydai/tourney/swiss"
	"kydai/tourney/trf"
	tourneywords "kydai/tourney/words"
)

func tourneyCommand() command {
	return command{
		name:  "tourney",
		args:  "pair | standings | explain | check | verify FILE [flags]",
		short: "pair and explain Swiss tournaments in report files of FIDE (TRF)",
		long: `'pair' pairs the next round by the Dutch system of FIDE, prints it, and writes the
report with that round to a new file; enter the results there. 'standings' ranks the
players. 'explain' says why the players of a round meet, or with --instead why not
another one. 'check' tests the pairings of all rounds against the basic rules; the exit
code is 0 only if there is no fault. FILE is TRF16 or TRF-2026 (docs/tourney.md);
- means standard input. 'verify' reads results that a server signed, and says whose
signature they have; with --out it writes the report in them to a file.`,
		examples: func() []string {
			return []string{
				"kydai tourney pair club.trf", "kydai tourney standings club.trf --tiebreaks BH/C1,BH,SB,DE",
				"kydai tourney explain club.trf --round 3 --board 1 --instead 4 --lang vi", "kydai tourney check club.trf",
				"kydai tourney verify club.signed.json --out results.trf",
			}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			var f tourneyFlags
			fs.StringVar(&f.out, "out", "", "write the report to `FILE` (pair: by default FILE-roundN, verify: nowhere)")
			fs.Func("key", "accept only results signed with this public `KEY`; can be repeated", f.trust)
			fs.StringVar(&f.tieBreaks, "tiebreaks", "", "rank by these `CODES`: "+strings.Join(tourneywords.TieBreakCodes(), " "))
			fs.BoolVar(&f.csv, "csv", false, "print the standings as CSV")
			fs.IntVar(&f.round, "round", 0, "explain round `N`")
			fs.IntVar(&f.board, "board", 0, "explain only board `N`")
			fs.IntVar(&f.instead, "instead", -1, "why does the board not meet player `NUMBER`; 0 is the bye")
			fs.StringVar(&f.lang, "lang", tourneywords.English, "the `LANGUAGE` of sentences: vi or en")
			fs.BoolVar(&f.turns, "turns", false, "say who moves first, not who has White")
			return func(a *app, args []string) error { return a.tourney(args, &f) }
		},
	}
}

// tourneyFlags holds the flags of kydai tourney.
type tourneyFlags struct {
	out, tieBreaks, lang  string
	csv, turns            bool
	round, board, instead int
	keys                  []ed25519.PublicKey
}

func (a *app) tourney(args []string, f *tourneyFlags) error {
	run := map[string]func(*trf.File, string, *tourneyFlags) error{
		"pair": a.tourneyPair, "standings": a.tourneyStandings, "explain": a.tourneyExplain, "check": a.tourneyCheck,
	}
	if len(args) != 2 || run[args[0]] == nil && args[0] != "verify" {
		return usage("tourney", "tourney needs one of pair, standings, explain, check and verify, and a file")
	}
	if args[0] == "verify" {
		return a.tourneyVerify(args[1], f)
	}
	if !tourneywords.Known(f.lang) {
		return usage("tourney", "there are no sentences in %q; --lang is vi or en", f.lang)
	}
	file, err := a.readReport(args[1])
	if err != nil {
		return err
	}
	return tourneyError(run[args[0]](file, args[1], f))
}

// readReport reads a tournament report in TRF, FIDE's report format.
func (a *app) readReport(name string) (*trf.File, error) {
	in, err := a.openInput(name)
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // read-only
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	return trf.Read(data)
}

// tourneyError converts errors of the pairing to errors with an error code.
func tourneyError(err error) error {
	var fault tourney.Fault
	switch {
	case errors.Is(err, swiss.ErrNoPairing):
		return game.Err("no-pairing", "no pairing of all players keeps the rules; the arbiter decides")
	case errors.Is(err, swiss.ErrOver):
		return game.Err("rounds-over", "all rounds of the tournament are paired")
	case errors.Is(err, swiss.ErrNotPlaying):
		return game.Err("not-in-round", "this player is not in the round, or the round has no bye")
	case errors.As(err, &fault):
		return game.Err(fault.Code, err.Error())
	}
	return err
}

// playerName returns a function that maps the number of a player to the player's name. A player
// without a name is shown as # and the number.
func playerName(file *trf.File) func(int) string {
	return func(number int) string {
		if p := file.Player(number); p != nil && p.Name != "" {
			return p.Name
		}
		return "#" + strconv.Itoa(number)
	}
}

func (f *tourneyFlags) speaker(t *tourney.Table, file *trf.File) *tourneywords.Speaker {
	s := tourneywords.New(f.lang, t, playerName(file))
	if f.turns {
		s = s.ByTurns()
	}
	return s
}

// pairable returns an error if kydai cannot pair the tournament in the report: it names a pairing
// system other than the Dutch system, or uses accelerated pairings.
func pairable(file *trf.File) error {
	switch {
	case !file.Dutch():
		return game.Err("other-system", "the report names a pairing system (192) that kydai does not have: ", file.Header.TypeCode)
	case file.Accelerated():
		return game.Err("accelerated", "the report has accelerations (XXA, 250 or 192), by which kydai does not pair")
	}
	return nil
}

// tourneyPair pairs the next round of a tournament.
func (a *app) tourneyPair(file *trf.File, name string, f *tourneyFlags) error {
	if err := pairable(file); err != nil {
		return err
	}
	t, byes, err := file.Table()
	if err != nil {
		return err
	}
	number := len(t.Rounds) + 1
	for _, r := range t.Rounds {
		for _, g := range r.Games {
			if g.Result == tourney.Pending {
				return game.Err("results-missing", "the game of ", playerName(file)(g.White), " and ", playerName(file)(g.Black), " has no result yet")
			}
		}
	}
	if t.First == tourney.NoColour {
		a.notef("kydai: the report does not say the initial colour (XXC or 152); number 1 gets White\n")
		file.First = tourney.White
	}
	if t.Total == 0 {
		a.notef("kydai: the report does not say the number of rounds (XXR or 142); this one is not paired as the last\n")
	}
	round, err := swiss.Pair(t, byes)
	if err != nil {
		return err
	}
	out := f.out
	if out == "" {
		if out, err = roundFile(name, number); err != nil {
			return err
		}
	}
	if err := file.Append(round); err != nil {
		return err
	}
	if out != "-" {
		a.heading("Round " + strconv.Itoa(number))
		a.boards(file, t, round, f)
	}
	return a.writeReport(file, out)
}

// roundFile returns the default file name for the report with the new round: the old name with the
// ending -round and the number. If a file of this name exists, roundFile returns an error.
func roundFile(name string, round int) (string, error) {
	if name == "-" {
		return "-", nil
	}
	end := filepath.Ext(name)
	base := strings.TrimSuffix(strings.TrimSuffix(name, end), "-round"+strconv.Itoa(round-1))
	out := base + "-round" + strconv.Itoa(round) + end
	if _, err := os.Lstat(out); err == nil {
		return "", game.Err(codeFileExists, out, " exists already; name another file with --out")
	}
	return out, nil
}

func (a *app) writeReport(file *trf.File, name string) error {
	data, err := file.Write()
	if err != nil {
		return err
	}
	out, err := a.createOutput(name)
	if err != nil {
		return err
	}
	if _, err := out.Write(data); err != nil {
		out.discard()
		return err
	}
	if err := out.commit(); err != nil {
		return err
	}
	if name != "-" {
		a.printf("\nThe report with this round is in %s.\n", name)
	}
	return nil
}

// boards prints the pairings of a round. Each player is shown with the score before the round.
func (a *app) boards(file *trf.File, t *tourney.Table, round tourney.Round, f *tourneyFlags) {
	speaker, name := f.speaker(t, file), playerName(file)
	score := map[int]string{}
	for _, l := range t.Lines() {
		score[l.Player.Number] = speaker.Points(l.Score)
	}
	player := func(n int) string { return strconv.Itoa(n) + " " + name(n) + " (" + score[n] + ")" }
	for i, g := range round.Games {
		a.printf("  %3d  %s – %s\n", i+1, padded(player(g.White), 36), player(g.Black))
	}
	for _, b := range round.Byes {
		a.printf("    –  %s: %s\n", player(b.Player), tourneywords.Bye(f.lang, b.Kind))
	}
}

// padded appends spaces to a text until it has width characters.
func padded(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-len([]rune(text))))
}
