package trf

import (
	"slices"
	"strconv"
	"strings"
)

func (r *reader) readTeam(code string) error {
	c := &r.column
	t := Team{}
	ok, tail := true, 37
	if code == "013" {
		t.Name = c.at(5, 36)
	} else {
		r.modern()
		tail = 74
		var good [5]bool
		t.Number, good[0] = number(c.at(5, 7))
		t.Name, t.Nick = c.at(9, 40), c.at(42, 46)
		t.Strength, good[1] = strength(c.at(48, 53))
		t.Match, good[2] = tenths(c.at(55, 60))
		t.Games, good[3] = tenths(c.at(62, 67))
		t.Rank, good[4] = number(c.at(69, 71))
		ok = !slices.Contains(good[:], false) && t.Number > 0 && c.blank(8, 41, 47, 54, 61, 68, 72, 73)
	}
	list, good := numbers(c.from(tail))
	if !ok || !good || t.Name == "" {
		return r.fail("bad-team", "the columns of a team (", code, ") are not as they should be")
	}
	t.Players = list
	r.file.Teams = append(r.file.Teams, t)
	return r.understood("310", len(r.file.Teams)-1)
}

func strength(text string) (int, bool) {
	if len(text) <= 4 {
		return number(text)
	}
	high, ok := number(text[:len(text)-3])
	low, good := number(text[len(text)-3:])
	return 1000*high + low, ok && good && high <= 999
}

// readList reads a record that contains a list of players.
func (r *reader) readList(code string) error {
	f := r.file
	rest := r.column.from(4)
	kind := byte(0)
	if code == "240" && rest != "" {
		kind, rest = strings.ToUpper(rest[:1])[0], rest[1:]
	}
	list, ok := numbers(rest)
	bad := func() error {
		return r.fail("bad-list", "the numbers of the record ", code, " cannot be read: ", rest)
	}
	if !ok {
		return bad()
	}
	switch code {
	case "XXZ":
		if len(list) == 0 {
			return nil
		}
		f.Absent = append(f.Absent, list...)
		return r.understood("XXZ", 0)
	case "XXP":
		if len(list) < 2 {
			return r.fail("bad-list", "a forbidden pair (XXP) needs at least two players")
		}
		f.Forbidden = append(f.Forbidden, Forbidden{Players: list})
		return r.understood("260", len(f.Forbidden)-1)
	case "240":
		if kind != 'F' && kind != 'H' && kind != 'Z' || len(list) < 2 || list[0] > 999 {
			return r.fail("bad-bye", "a bye (240) needs a kind F, H or Z, a round and at least one player")
		}
		r.modern()
		f.Byes = append(f.Byes, Byes{kind, list[0], list[1:]})
		return r.understood("240", len(f.Byes)-1)
	}
	if len(list) < 4 || list[0] > 999 || list[1] > 999 || list[0] > list[1] {
		return r.fail("bad-list", "forbidden pairs (260) need a first and a last round and at least two players, not ", strconv.Quote(rest))
	}
	r.modern()
	f.Forbidden = append(f.Forbidden, Forbidden{list[0], list[1], list[2:]})
	return r.understood("260", len(f.Forbidden)-1)
}
