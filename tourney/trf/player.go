package trf

import (
	"slices"
	"strconv"
	"strings"
)

// gaps lists the columns that must be blank in a player record.
var gaps = []int{4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91}

// readPlayer reads a player record (001). Normally each character is one column. Some programs
// count the bytes of UTF-8 instead, so readPlayer tries this if the line is not valid otherwise.
func (r *reader) readPlayer(line string) error {
	p, err := r.playerOf(&r.column)
	if err != nil && len(line) > len(r.column.runes) {
		other := columns{bytes: line, compose: r.column.compose}
		if q, e := r.playerOf(&other); e == nil {
			p, err = q, nil
		}
	}
	if err != nil {
		return err
	}
	if r.player[p.Number] {
		return r.fail("number-twice", "two players have the number ", strconv.Itoa(p.Number))
	}
	r.player[p.Number] = true
	r.file.Players = append(r.file.Players, p)
	return r.understood("001", len(r.file.Players)-1)
}

func (r *reader) playerOf(c *columns) (p Player, err error) {
	if !c.blank(gaps...) {
		return p, r.fail("bad-columns", "the fields of a player (001) do not stand in their columns")
	}
	p = Player{
		Sex: c.at(10, 10), Title: c.at(11, 13), Name: c.at(15, 47), Federation: c.at(54, 56),
		ID: c.at(58, 68), Birth: c.at(70, 79),
	}
	fields := []struct {
		to    *int
		text  string
		parse func(string) (int, bool)
		name  string
	}{
		{&p.Number, c.at(5, 8), number, "starting number"},
		{&p.Rating, c.at(49, 52), number, "rating"},
		{&p.Tenths, c.at(81, 84), tenths, "points"},
		{&p.Rank, c.at(86, 89), number, "rank"},
	}
	for _, f := range fields {
		n, ok := f.parse(f.text)
		if !ok {
			return p, r.fail("bad-number", "the ", f.name, " of a player is not a number: ", f.text)
		}
		*f.to = n
	}
	if p.Number == 0 {
		return p, r.fail("bad-number", "a player has no starting number")
	}
	for at := 92; at <= c.width(); at += 10 {
		cell, text := cellOf(c, at)
		if text == "" && cell.Opponent == p.Number {
			text = "the player is paired with themselves"
		}
		if text != "" {
			return p, r.fail("bad-result", "player ", strconv.Itoa(p.Number), ", round ", strconv.Itoa(len(p.Cells)+1), ": ", text)
		}
		p.Cells = append(p.Cells, cell)
	}
	for len(p.Cells) > 0 && p.Cells[len(p.Cells)-1] == (Cell{}) {
		p.Cells = p.Cells[:len(p.Cells)-1]
	}
	return p, nil
}

// cellOf reads a player's entry for one round. The parameter at is the column at which the entry
// begins. If the entry is not valid, the result wrong describes the error; otherwise it is "".
func cellOf(c *columns, at int) (cell Cell, wrong string) {
	if !c.blank(at+4, at+6, at+8, at+9) {
		return cell, "the opponent, the colour and the result do not stand in their columns"
	}
	opponent, colour, result := c.at(at, at+3), strings.ToLower(c.at(at+5, at+5)), strings.ToUpper(c.at(at+7, at+7))
	if opponent == "" && colour == "" && result == "" {
		return cell, ""
	}
	n, ok := number(opponent)
	if !ok {
		return cell, "the opponent is not a number: " + opponent
	}
	if n == 0 {
		switch {
		case colour != "" && colour != "-":
			return cell, "a bye has no colour"
		case result == "":
			result = "Z"
		case !slices.Contains([]string{"H", "F", "U", "Z", "+", "-", "="}, result):
			return cell, "there is no bye of this kind: " + result
		}
		return Cell{0, '-', result[0]}, ""
	}
	forfeit := result == "+" || result == "-"
	switch {
	case result == "":
		result = " "
	case !slices.Contains([]string{"1", "=", "0", "W", "D", "L", "+", "-"}, result):
		return cell, "there is no result of this kind: " + result
	}
	if colour == "" {
		colour = "-"
	}
	if colour != "w" && colour != "b" && (colour != "-" || !forfeit) {
		return cell, "the colour is neither w nor b"
	}
	return Cell{n, colour[0], result[0]}, ""
}

// line formats a player record (001).
func (p *Player) line(w *writer) string {
	var b strings.Builder
	b.WriteString("001 " + w.number(p.Number, 4) + " " + w.left(p.Sex, 1) + w.right(p.Title, 3) + " " + w.left(p.Name, 33) + " " +
		w.number(p.Rating, 4) + " " + w.left(p.Federation, 3) + " " + w.right(p.ID, 11) + " " + w.left(p.Birth, 10) + " " +
		w.points(p.Tenths) + " ")
	if p.Rank > 0 {
		b.WriteString(w.number(p.Rank, 4))
	} else {
		b.WriteString("    ")
	}
	for _, c := range p.Cells {
		switch {
		case c == Cell{}:
			b.WriteString("          ")
		case c.Opponent == 0:
			b.WriteString("  0000 - " + string(rune(c.Result)))
		default:
			b.WriteString("  " + w.number(c.Opponent, 4) + " " + string(rune(c.Colour)) + " " + string(rune(c.Result)))
		}
	}
	return b.String()
}
