package sgf

import (
	"fmt"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

// start creates the start position from the properties of the first node.
func (r *reader) start(at scan.Place) error {
	cells := make([]byte, 0)
	next, stones := byte('x'), 0
	r.size, _ = strconv.Atoi(r.rules.Info().Lookup(game.Setup{}, build.SizeOption))
	for _, p := range r.root {
		if p.name == propStart {
			r.game.Setup.Start = scan.Clean(p.value)
		}
	}
	for _, p := range r.root { // read the size first, because the positions of stones depend on it
		if p.name == "SZ" && r.game.Setup.Start == "" {
			if err := r.setSize(p.value); err != nil {
				return r.fail(p.value, p.at, err)
			}
		}
	}
	var later []property
	for _, p := range r.root {
		switch p.name {
		case "AB", "AW":
			if r.game.Setup.Start != "" {
				continue // skip the stones, because the property POS contains the whole start position
			}
			sq, ok := pointOf(p.value, r.size)
			if !ok {
				return r.fail(p.value, p.at, build.Bad("there is no such point"))
			}
			if len(cells) == 0 {
				cells = make([]byte, r.size*r.size)
			}
			stones++
			if cells[sq] = 'x'; p.name == "AW" {
				cells[sq] = 'o'
			}
		case "PL":
			if strings.HasPrefix(p.value, "W") {
				next = 'o'
			}
		case propStart:
		case "B", "W", propAct, "C", "BL", "WL", "TE", "BM", "IT", "DO":
			later = append(later, p)
		default:
			if err := r.tag(p); err != nil {
				return r.fail(p.value, p.at, err)
			}
		}
	}
	if stones > 0 && r.game.Setup.Start == "" {
		r.game.Setup.Start = build.BoardText(cells, r.size) + " " + string(next)
	}
	if err := r.builder.Start(r.game, build.MoveReader{}); err != nil {
		return r.fail(r.game.Setup.Start, at, err)
	}
	r.started = true
	if width, height := build.BoardSize(r.game, r.builder.Cur.Pos); width == height {
		r.size = width
	}
	for _, p := range later {
		if err := r.act(p); err != nil {
			return r.fail(p.value, p.at, err)
		}
	}
	return nil
}

// setSize parses the size of the board, "15" or "15:15".
func (r *reader) setSize(text string) error {
	width, height, two := strings.Cut(scan.Clean(text), ":")
	n, err := strconv.Atoi(width)
	if err != nil || two && width != height || n < 1 || n > len(pointLetters) {
		return build.Bad("the board cannot have that size")
	}
	in := r.rules.Info()
	size := strconv.Itoa(n)
	if o, sized := build.OptionOf(in, build.OptionTag(build.SizeOption)); sized {
		if size != in.Lookup(r.game.Setup, build.SizeOption) {
			build.SetOption(r.game, o, size)
		}
	} else if n != in.Width || n != in.Height {
		return build.Bad("the board cannot have that size")
	}
	r.size = n
	return nil
}

// tag stores a property that describes the game.
func (r *reader) tag(p property) error {
	value := scan.Clean(p.value)
	if value == "" {
		return nil
	}
	for i, name := range []string{"PB", "PW", "BR", "WR"} {
		if p.name == name {
			r.players[i] = value
			return nil
		}
	}
	switch p.name {
	case "FF", "CA", "AP", "ST", "SZ":
		return nil
	case "GM":
		if value != gameNumber {
			return game.Err(record.WrongGame, "a record of game ", value, " of the list, not of ", gameNumber)
		}
		return nil
	case "RE":
		r.result = value
		return nil
	case propOption, propTag:
		name, v, _ := strings.Cut(value, ":")
		name, v = build.TagName(name), scan.Clean(v)
		if name == "" || v == "" {
			return nil
		}
		if p.name == propOption {
			return build.TakeOnce(r.game, record.Tag{Name: build.OptionTag(name), Value: v})
		}
		if reservedTag(r.rules, name) {
			return nil
		}
		return build.TakeOnce(r.game, record.Tag{Name: name, Value: v})
	}
	for _, t := range tagProps {
		if p.name == t.prop {
			return build.TakeOnce(r.game, record.Tag{Name: t.tag, Value: value})
		}
	}
	if reservedTag(r.rules, p.name) {
		return nil
	}
	return build.TakeOnce(r.game, record.Tag{Name: p.name, Value: value})
}

// reservedTag reports whether SGF stores the value of this tag in a property of its own or in the
// start of the game, so that it must not be written as a general tag.
func reservedTag(r game.Rules, name string) bool {
	side := record.SideTags(r.Info())
	for _, s := range side {
		if name == s || name == s+"Elo" {
			return true
		}
	}
	return build.Reserved(r, name)
}

// finish sets the names of the players and the result, after the moves have shown which side
// had which colour.
func (r *reader) finish() {
	r.builder.Settle()
	black := blackSide(r.game)
	side := record.SideTags(r.rules.Info())
	for i, value := range r.players {
		name := side[black.Index()]
		if i%2 == 1 {
			name = side[black.Other().Index()]
		}
		if i >= 2 {
			name += "Elo"
		}
		if value != "" && value != "?" && r.game.Tag(name) == "" {
			r.game.Tags = append(r.game.Tags, record.Tag{Name: name, Value: value})
		}
	}
	winner := game.NoSide
	switch {
	case strings.HasPrefix(r.result, "B+"):
		winner = black
	case strings.HasPrefix(r.result, "W+"):
		winner = black.Other()
	case r.result == "0" || strings.EqualFold(r.result, "draw"):
		r.game.Result = record.Drawn
	}
	switch winner {
	case game.First:
		r.game.Result = record.FirstWins
	case game.Second:
		r.game.Result = record.SecondWins
	}
}

// blackSide returns the side that plays the black stones. It looks at the colour of the last stone
// in the main line, because in some openings the players choose their colours after the first
// stones.
func blackSide(g *record.Game) game.Side {
	black := game.First
	p, err := g.Rules.New(g.Setup)
	if err != nil {
		return black
	}
	for _, n := range g.Main() {
		next := p.Play(n.Move)
		if n.Move.From() == game.NoSquare && n.Move.OnBoard() {
			if black = p.Turn(); !blackStone(next, n.Move.To()) {
				black = black.Other()
			}
		}
		p = next
	}
	return black
}

// clockText formats the time left, in seconds, as PGN comments do.
func clockText(s int) string { return fmt.Sprintf("[%%clk %d:%02d:%02d]", s/3600, s/60%60, s%60) }
