package record

import (
	"fmt"
	"strconv"
	"strings"

	"kydai/game"
)

// start makes the first position of the properties of the first node.
func (r *sgfReader) start(at place) error {
	cells := make([]byte, 0)
	next, stones := byte('x'), 0
	r.size, _ = strconv.Atoi(r.rules.Info().Lookup(game.Setup{}, sizeOption))
	for _, p := range r.root {
		if p.name == sgfStart {
			r.g.Setup.Start = clean(p.value)
		}
	}
	for _, p := range r.root { // before the stones, which need the size
		if p.name == "SZ" && r.g.Setup.Start == "" {
			if err := r.setSize(p.value); err != nil {
				return r.fail(p.value, p.at, err)
			}
		}
	}
	var later []sgfProp
	for _, p := range r.root {
		switch p.name {
		case "AB", "AW":
			if r.g.Setup.Start != "" {
				continue // it says the same and more
			}
			sq, ok := sgfPoint(p.value, r.size)
			if !ok {
				return r.fail(p.value, p.at, badRecord("there is no such point"))
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
		case sgfStart:
		case "B", "W", sgfAct, "C", "BL", "WL", "TE", "BM", "IT", "DO":
			later = append(later, p)
		default:
			if err := r.tag(p); err != nil {
				return r.fail(p.value, p.at, err)
			}
		}
	}
	if stones > 0 && r.g.Setup.Start == "" {
		r.g.Setup.Start = boardText(cells, r.size) + " " + string(next)
	}
	if err := r.b.start(r.g, moveReader{}); err != nil {
		return r.fail(r.g.Setup.Start, at, err)
	}
	r.started = true
	if width, height := boardSize(r.g, r.b.cur.pos); width == height {
		r.size = width
	}
	for _, p := range later {
		if err := r.act(p); err != nil {
			return r.fail(p.value, p.at, err)
		}
	}
	return nil
}

// setSize sets the size of the board, "15" or "15:15".
func (r *sgfReader) setSize(text string) error {
	width, height, two := strings.Cut(clean(text), ":")
	n, err := strconv.Atoi(width)
	if err != nil || two && width != height || n < 1 || n > len(sgfLetters) {
		return badRecord("the board cannot have that size")
	}
	in := r.rules.Info()
	size := strconv.Itoa(n)
	if o, sized := optionOf(in, optionTag(sizeOption)); sized {
		if size != in.Lookup(r.g.Setup, sizeOption) {
			setOption(r.g, o, size)
		}
	} else if n != in.Width || n != in.Height {
		return badRecord("the board cannot have that size")
	}
	r.size = n
	return nil
}

// tag takes a property that says something about the game.
func (r *sgfReader) tag(p sgfProp) error {
	value := clean(p.value)
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
		if value != sgfGame {
			return game.Err(WrongGame, "a record of game ", value, " of the list, not of ", sgfGame)
		}
		return nil
	case "RE":
		r.result = value
		return nil
	case sgfOption, sgfTag:
		name, v, _ := strings.Cut(value, ":")
		name, v = pgnName(name), clean(v)
		if name == "" || v == "" {
			return nil
		}
		if p.name == sgfOption {
			return takeOnce(r.g, Tag{optionTag(name), v})
		}
		if sgfReserved(r.rules, name) {
			return nil
		}
		return takeOnce(r.g, Tag{name, v})
	}
	for _, t := range sgfTags {
		if p.name == t.prop {
			return takeOnce(r.g, Tag{t.tag, value})
		}
	}
	if sgfReserved(r.rules, p.name) {
		return nil
	}
	return takeOnce(r.g, Tag{p.name, value})
}

// sgfReserved reports whether a tag of that name has a place of its own.
func sgfReserved(r game.Rules, name string) bool {
	side := sideTags(r.Info())
	for _, s := range side {
		if name == s || name == s+"Elo" {
			return true
		}
	}
	return reserved(r, name)
}

// finish says who played and who won, now that it is known who had which
// colour.
func (r *sgfReader) finish() {
	r.b.settle()
	black := blackSide(r.g)
	side := sideTags(r.rules.Info())
	for i, value := range r.players {
		name := side[black.Index()]
		if i%2 == 1 {
			name = side[black.Other().Index()]
		}
		if i >= 2 {
			name += "Elo"
		}
		if value != "" && value != "?" && r.g.Tag(name) == "" {
			r.g.Tags = append(r.g.Tags, Tag{name, value})
		}
	}
	winner := game.NoSide
	switch {
	case strings.HasPrefix(r.result, "B+"):
		winner = black
	case strings.HasPrefix(r.result, "W+"):
		winner = black.Other()
	case r.result == "0" || strings.EqualFold(r.result, "draw"):
		r.g.Result = Drawn
	}
	switch winner {
	case game.First:
		r.g.Result = FirstWins
	case game.Second:
		r.g.Result = SecondWins
	}
}

// blackSide is the side that has the first colour, as the last stone of the
// main line tells it: in some openings the sides choose.
func blackSide(g *Game) game.Side {
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

// clockText is the time left as PGN comments have it.
func clockText(s int) string { return fmt.Sprintf("[%%clk %d:%02d:%02d]", s/3600, s/60%60, s%60) }
