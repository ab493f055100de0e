package player

import (
	"maps"
	"slices"
	"strconv"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
	"kydai/protocol"
	"kydai/protocol/gomocup"
	"kydai/protocol/ucci"
	"kydai/protocol/uci"
)

// ourName and ourAuthor are the engine's name and author in every protocol.
const (
	ourName    = "Kydai"
	ourAuthor  = "the kydai authors"
	ourVersion = "1"
)

// variant returns the UCI settings for a game.
func variant(d engines.Dialect, r game.Rules) uci.Variant {
	v := uci.Variant{Name: d.UCI, Rules: r}
	for _, name := range slices.Sorted(maps.Keys(d.Switches)) {
		v.Switches = append(v.Switches, uci.Switch{Name: name, Options: d.Switches[name]})
	}
	if d.Ranks != 0 {
		v.Codes = protocol.ShiftRanks(d.Ranks)
	}
	return v
}

// ServedByUCI returns the configuration with which the program serves UCI. If the parameter only is
// empty, the program offers all games by the option UCI_Variant and writes moves as other programs
// with this option do. Otherwise it offers only the game with this name and writes moves in the
// game's own codes. For engines of limited strength, the parameter seed decides which of several
// good moves they play.
func ServedByUCI(only string, seed uint64) (uci.Config, error) {
	c := uci.Config{Name: ourName, Author: ourAuthor}
	for _, d := range engines.Dialects() {
		r, known := games.Find(d.Game)
		e, ok := engines.Find(d.Game)
		if d.UCI == "" || !known || !ok || only != "" && only != d.Game {
			continue
		}
		v := variant(d, r)
		v.New = func() (engine.Engine, error) { return e.New(), nil }
		v.Terms = terms(d.Game)
		v.Outlook = func(s engine.Score) engine.Outlook { return engine.OutlookOf(s, e.Scale, d.Drawn) }
		if len(d.Steps) > 0 {
			v.Strength.Least, v.Strength.Most = engine.RatingRange(e, d.Steps)
			v.Strength.At = func(inner engine.Engine, elo int) engine.Engine { return engine.AtRating(e, inner, d.Steps, elo, seed) }
		}
		if only != "" {
			v.Codes = protocol.Codes{}
		}
		c.Variants = append(c.Variants, v)
	}
	if len(c.Variants) == 0 {
		return c, bad("no engine of this program supports UCI for ", only)
	}
	return c, nil
}

// terms returns the function that splits the evaluation of a game's engine into its terms. It
// returns nil if the engine has no tuner.
func terms(name string) func(position string) ([]protocol.Term, error) {
	if _, ok := engines.Tuner(name); !ok {
		return nil
	}
	return func(position string) (out []protocol.Term, err error) {
		list, err := engines.Terms(name, position)
		for _, x := range list {
			out = append(out, protocol.Term(x))
		}
		return out, err
	}
}

// ServedByUCCI returns the configuration with which the program serves the UCCI protocol.
func ServedByUCCI() (ucci.Config, error) {
	for _, d := range engines.Dialects() {
		r, known := games.Find(d.Game)
		e, ok := engines.Find(d.Game)
		if d.UCCI != 0 && known && ok {
			return ucci.Config{
				Name: ourName, Version: ourVersion, Author: ourAuthor, Rules: r, Minor: d.UCCI,
				New: func() (engine.Engine, error) { return e.New(), nil }, Terms: terms(d.Game),
			}, nil
		}
	}
	return ucci.Config{}, bad("no engine of this program supports UCCI")
}

// ServedByGomocup returns the configuration with which the program serves the Gomocup protocol. The
// function number must return a random number below n.
func ServedByGomocup(number func(n int) int) (gomocup.Config, error) {
	for _, d := range engines.Dialects() {
		r, known := games.Find(d.Game)
		e, ok := engines.Find(d.Game)
		if d.Numbers != nil && known && ok {
			c := GomocupConfig(d, r)
			c.New = func() (engine.Engine, error) { return e.New(), nil }
			c.Number = number
			return c, nil
		}
	}
	return gomocup.Config{}, bad("no engine of this program supports the Gomocup protocol")
}

// GomocupConfig returns the Gomocup settings of a game, without an engine.
func GomocupConfig(d engines.Dialect, r game.Rules) gomocup.Config {
	c := gomocup.Config{
		Name: ourName, Version: ourVersion, Author: ourAuthor, Rules: r,
		Setup: func(b gomocup.Board) (game.Setup, error) { return boardSetup(d, r, b) },
		Swap2: gomocup.Swap2(d.Swap2),
	}
	for _, o := range d.Openings {
		var points [3]gomocup.Point
		for i, p := range o {
			points[i] = gomocup.Point{X: p[0], Y: p[1]}
		}
		c.Openings = append(c.Openings, points)
	}
	return c
}

// continuous is a bit in a Gomocup rule number. It means that play continues after a complete row.
// It does not change the rules, so boardSetup ignores it.
const continuous = 2

func boardSetup(d engines.Dialect, r game.Rules, b gomocup.Board) (game.Setup, error) {
	options, ok := d.Numbers[b.Rule&^continuous]
	if !ok {
		return game.Setup{}, game.Err(game.BadOption, "there is no rule ", strconv.Itoa(b.Rule), " here")
	}
	const most = 100
	if b.Width < 1 || b.Height < 1 || b.Width > most || b.Height > most {
		return game.Setup{}, game.Err(game.BadPosition, "this board size is not supported")
	}
	cells := make([][]byte, b.Height)
	for y := range cells {
		cells[y] = slices.Repeat([]byte{'.'}, b.Width)
	}
	firsts := 0
	for _, s := range b.Stones {
		cells[s.Y][s.X] = 'o'
		if s.First {
			cells[s.Y][s.X] = 'x'
			firsts++
		}
	}
	rows := make([]string, 0, b.Height)
	for _, row := range cells {
		rows = append(rows, string(row))
	}
	s := game.Setup{Start: d.BoardText(rows, 2*firsts <= len(b.Stones)), Options: options}
	_, err := r.New(s)
	return s, err
}

// ruleNumber returns the Gomocup rule number for the rules of a line. It is the lowest number whose
// options do not contradict the position.
func ruleNumber(d engines.Dialect, line *game.Line) (int, error) {
	for _, n := range slices.Sorted(maps.Keys(d.Numbers)) {
		if _, err := line.Rules().New(game.Setup{Start: line.Start().String(), Options: d.Numbers[n]}); err == nil {
			return n, nil
		}
	}
	return 0, game.Err(game.BadOption, "the Gomocup protocol has no rule number for these rules")
}
