package xiangqi

import (
	"strconv"
	"strings"

	"kydai/game"
)

// tongue holds the texts of one language for rulings.
type tongue struct {
	notation    game.Notation
	sides       [2]string
	kinds       [16]string
	front, rear string // words that distinguish two equal pieces on a file; they stand before or after the name of the piece
	nth         string // word before the place number if there are more than two equal pieces
	nameFirst   bool   // whether the place on the file follows the name of the piece
	and         string

	acts            phrases // text for one move, by act; % stands for the attacker and & for the victim
	brief           phrases // short text for one move by its act (check, chase, …); entry 0 is for a move without one
	every           phrases // text for an act that every move of the repetition commits, with % for the attacker and & for the victim
	several         string  // text if every move is a chase, but of different pieces
	bitWith         string  // text between two acts that alternate in a repetition
	free            string
	why             [CannotHit + 1]string
	because         string // text that adds the reason for a threat; % stands for the reason
	loses, vary     string // text of the decision that a side loses, or that it must deviate; % stands for the side
	draw, drawAgain string
}

// phrases holds a text for each act, indexed by the act. It is an array, because the program would
// have to build a map at every start.
type phrases [Block + 1]string

var english = &tongue{
	notation: WXF,
	sides:    [2]string{"Red", "Black"},
	kinds: kindWords("General", "Adviser", "Elephant", "Horse", "Rook", "Cannon",
		"Soldier"),
	front: "front ", rear: "rear ", nth: "no. ", and: " and ",
	acts: phrases{Check: "check by %", Chase: "% chases &", Mate: "threatens mate", Exchange: "% offers to exchange itself for &",
		Sacrifice: "offers itself", Block: "blocks"},
	brief: phrases{0: "free move", Check: "check", Chase: "chase", Mate: "threat of mate", Exchange: "offer to exchange",
		Sacrifice: "sacrifice", Block: "block"},
	every: phrases{Check: "perpetual check by %", Chase: "perpetual chase of & by %", Mate: "perpetual threat of mate",
		Exchange: "perpetual offer to exchange", Sacrifice: "perpetual sacrifice", Block: "perpetual block"},
	several: "perpetual chase of several men in turn",
	bitWith: ", then ", free: "free moves",
	why: [CannotHit + 1]string{Rootless: "unprotected", FalseRoot: "falsely protected", WorthLess: "worth more than its attacker",
		CannotHit: "unable to take first"},
	because: " (%)",
	loses:   "% loses", vary: "% must vary", draw: "draw", drawAgain: "once more and it is a draw",
}

var vietnamese = &tongue{
	notation: Vietnamese,
	sides:    [2]string{"Đỏ", "Đen"},
	kinds:    kindWords("Tướng", "Sĩ", "Tượng", "Mã", "Xe", "Pháo", "Tốt"),
	front:    " trước", rear: " sau", nth: " thứ ", nameFirst: true, and: " và ",
	acts: phrases{Check: "% chiếu", Chase: "% đuổi bắt &", Mate: "dọa sát", Exchange: "% mời đổi &",
		Sacrifice: "hiến quân", Block: "chặn"},
	brief: phrases{0: "nước tự do", Check: "chiếu", Chase: "đuổi bắt", Mate: "dọa sát", Exchange: "mời đổi",
		Sacrifice: "hiến quân", Block: "chặn"},
	every: phrases{Check: "% chiếu mãi", Chase: "% đuổi bắt mãi &", Mate: "dọa sát mãi",
		Exchange: "mời đổi mãi", Sacrifice: "hiến quân mãi", Block: "chặn mãi"},
	several: "đuổi bắt mãi, mỗi lúc một quân",
	bitWith: " xen ", free: "nước tự do",
	why: [CannotHit + 1]string{Rootless: "không có căn", FalseRoot: "chỉ có căn giả", WorthLess: "đáng giá hơn quân đuổi",
		CannotHit: "không ăn trước được"},
	because: " %",
	loses:   "% thua", vary: "% phải đổi nước", draw: "hòa", drawAgain: "lặp lần nữa là hòa",
}

// kindWords returns the names of the pieces by kind. Free advisers and elephants (in cờ úp) have
// the same names as ordinary ones.
func kindWords(k, a, e, h, r, c, s string) [16]string {
	return [16]string{King: k, Adviser: a, FreeAdviser: a, Elephant: e, FreeElephant: e, Horse: h, Rook: r, Cannon: c, Soldier: s}
}

// tongueOf returns the Vietnamese texts for lang "vi", otherwise the English texts.
func tongueOf(lang string) *tongue {
	if strings.HasPrefix(strings.ToLower(lang), "vi") {
		return vietnamese
	}
	return english
}

// man returns the name of a piece: its kind and its file, such as Pháo 2 or front cannon 2.
func (t *tongue) man(m TrackedPiece) string {
	name, place := t.kinds[m.Piece.Kind()], ""
	switch {
	case m.Piece.Kind() == King:
		return name
	case m.Alike == 1:
	case m.Nth == 1:
		place = t.front
	case m.Nth == m.Alike:
		place = t.rear
	default:
		place = t.nth + strconv.Itoa(m.Nth)
		if !t.nameFirst {
			place += " "
		}
	}
	if t.nameFirst {
		return name + place + " " + strconv.Itoa(m.File)
	}
	return place + name + " " + strconv.Itoa(m.File)
}

func (t *tongue) men(men []TrackedPiece) string {
	names := make([]string, len(men))
	for i, m := range men {
		names[i] = t.man(m)
	}
	return strings.Join(names, t.and)
}

func (t *tongue) reasons(why []Why) string {
	words := make([]string, len(why))
	for i, w := range why {
		words[i] = t.why[w]
	}
	return strings.Join(words, ", ")
}

// fill replaces % and & in a phrase by the names of the attacker and the victim.
func fill(phrase, by, of string) string {
	return strings.Replace(strings.Replace(phrase, "%", by, 1), "&", of, 1)
}

// ruling returns the complete ruling as a sentence, given the offence of each side.
func (t *tongue) ruling(r *game.Ruling, of [2]*Offence, facts []MoveFacts) string {
	parts := make([]string, 0, 2)
	for i, name := range t.sides {
		parts = append(parts, name+": "+t.side(game.First+game.Side(i), of[i], facts))
	}
	return strings.Join(parts, "; ") + " → " + t.end(r)
}

func (t *tongue) end(r *game.Ruling) string {
	out, phrase, drawn := r.Outcome, t.loses, t.draw
	if r.Warning.Over() {
		out, phrase, drawn = r.Warning, t.vary, t.drawAgain
	}
	if out.Winner == game.NoSide {
		return drawn
	}
	return fill(phrase, t.sides[out.Winner.Other().Index()], "")
}

// side describes what one side did with every move of the repetition.
func (t *tongue) side(side game.Side, of *Offence, facts []MoveFacts) string {
	every, mains := whole(facts, side)
	if of != nil && of.Acts == Check {
		return fill(t.every[Check], t.men(checking(facts, side)), "")
	}
	victims, hunters, why := hunted(facts, side)
	if (of == nil || of.Acts == Chase) && len(victims) > 0 {
		return fill(t.every[Chase], t.men(hunters), t.men(victims)+fill(t.because, t.reasons(why), ""))
	}
	if every != 0 {
		if main := every.main(); main == Chase {
			return t.several
		} else if main != Check {
			return t.every[main]
		}
	}
	words := make([]string, len(mains))
	for i, m := range mains {
		words[i] = t.brief[m]
	}
	if len(words) == 0 || (len(words) == 1 && mains[0] == 0) {
		return t.free
	}
	return strings.Join(words, t.bitWith)
}

// remarks returns a remark on each move of the repetition.
func (t *tongue) remarks(l *game.Line, from int, facts []MoveFacts) []game.Remark {
	out := make([]game.Remark, len(facts))
	for i, s := range l.Steps() {
		if i < from {
			continue
		}
		d := facts[i-from]
		out[i-from] = game.Remark{
			Kinds: d.Acts.Kinds(),
			Marks: d.Marks,
			Text:  t.notation.Write(s.Before, s.Move) + ": " + t.move(d),
		}
	}
	return out
}

// move describes the acts of one move in words.
func (t *tongue) move(d MoveFacts) string {
	if d.Acts == 0 {
		return t.brief[0]
	}
	var words []string
	for _, n := range actNames {
		if d.Acts&n.act == 0 {
			continue
		}
		switch n.act {
		case Check:
			words = append(words, fill(t.acts[Check], t.men(d.Checks), ""))
		case Chase:
			for _, a := range d.Chases {
				words = append(words, fill(t.acts[Chase], t.man(a.By), t.man(a.Of)+fill(t.because, t.why[a.Why], "")))
			}
		case Exchange:
			for _, a := range d.Offers {
				words = append(words, fill(t.acts[Exchange], t.man(a.By), t.man(a.Of)))
			}
		default:
			words = append(words, t.acts[n.act])
		}
	}
	return strings.Join(words, "; ")
}
