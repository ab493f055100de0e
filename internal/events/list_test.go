package events

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kydai/tourney/trf"
)

// told formats the entrants and the mistakes found in a list as text, one per line.
func told(list []Listed, wrong []Mistake) string {
	var b strings.Builder
	for _, l := range list {
		fmt.Fprintf(&b, "%d %s", l.Line, l.Entry.Name)
		if l.Entry.Rating > 0 {
			fmt.Fprintf(&b, " %d", l.Entry.Rating)
		}
		if l.Entry.Team != "" {
			fmt.Fprintf(&b, " (%s %d)", l.Entry.Team, l.Entry.Board)
		}
		if l.Entry.Categories != nil {
			fmt.Fprintf(&b, " %q", l.Entry.Categories)
		}
		b.WriteString("\n")
	}
	for _, m := range wrong {
		fmt.Fprintf(&b, "! %d %s\n", m.Line, m.Code)
	}
	return b.String()
}

func TestReadList(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"names in lines", "Lan\n\n  2. Bác   Tư \n", "1 Lan\n3 Bác Tư\n"},
		{"a table without titles", "Lan,1500\nMinh, ,Hà Nội\nNam,abc\n,1200\n", "1 Lan 1500\n2 Minh (Hà Nội 0)\n! 3 bad-rating\n! 4 no-name\n"},
		{"a column that counts", "1;Lan;1500\n2;Minh;\n", "1 Lan 1500\n2 Minh\n"},
		{"titles in Vietnamese, with tabs and an empty cell", "STT\tHọ và tên\tĐội\tElo\tNhóm\n1\tLan\t\t1500\tU12; nữ\n2\tMinh\tHuế\t\t\n", "2 Lan 1500 [\"U12\" \"nữ\"]\n3 Minh (Huế 0)\n"},
		{"a byte order mark and quotes", "\ufeffname,rating\r\n\"Nguyen, Van A\",1600\r\n", "2 Nguyen, Van A 1600\n"},
		{"twice, and namesakes", "Lan,1500\nlan,1500\nLan,1600\n", "1 Lan 1500\n3 Lan 1600\n! 2 twice\n"},
		{"apostrophes before formulas", "'=1+1\n'+Anh\n'Anh\n", "1 =1+1\n2 +Anh\n3 'Anh\n"},
		{"ratings out of range", "Lan,10000\nMinh,-1\n", "! 1 bad-rating\n! 2 bad-rating\n"},
		{"a name that is too long", strings.Repeat("x", MaxName+1) + "\n", "! 1 bad-name\n"},
		{"a team that is too long", "Lan,,\"" + strings.Repeat("x", MaxName+1) + "\"\n", "! 1 bad-team\n"},
		{"too many categories", "Lan,,,1;2;3;4;5;6;7;8;9\nMinh,,,\n", "2 Minh\n! 1 bad-categories\n"},
		{"a report", "012 Giải\n\n001    1      Thắng                             2480 VIE                         0.0    1\n001    2      Hường                             2305 VIE                         0.0    2\n013 Huế                                  2    1\n",
			"3 Thắng 2480 (Huế 2)\n4 Hường 2305 (Huế 1)\n"},
		{"a report with a fault", "012 Giải\n001    x      Thắng\n", "! 2 bad-file\n"},
		{"Vietnamese of Windows", "L\xea V\xe3n T\xe2\xecn\n", "1 Lê Văn Tấn\n"},
		{"nothing", "\n \n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := told(ReadList([]byte(c.text))); got != c.want {
				t.Errorf("read as\n%swant\n%s", got, c.want)
			}
		})
	}
	list, wrong := ReadList([]byte(strings.Repeat("x\n", 10) + strings.Repeat("Lan\n", 3*maxLines)))
	if len(list) != 2 || wrong[len(wrong)-1].Code != TooLong {
		t.Errorf("a long list gives %d entrants, and last the mistake %+v", len(list), wrong[len(wrong)-1])
	}
}

// FuzzReadList looks for lists that make ReadList panic, and for entrants that ReadList
// accepts but the event would refuse.
func FuzzReadList(f *testing.F) {
	for _, text := range []string{"Lan\n", "1;Lan;1500\n", "STT\tTên\tElo\n1\tLan\t7\n", "\"a\nb\",1\n", "001    1      Thắng\n", "'=1\n,,,;|\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, wrong := ReadList(data)
		lines := 1 + bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r"))
		for i := range list {
			l := &list[i]
			if err := l.Entry.check(); err != nil || l.Line < 1 || l.Line > lines {
				t.Errorf("line %d of %d: %+v: %v", l.Line, lines, l.Entry, err)
			}
			if l.Entry.Name != cell(Cell(l.Entry.Name)) && !strings.HasPrefix(l.Entry.Name, "'") {
				t.Errorf("the name %q is not read back", l.Entry.Name)
			}
		}
		for _, m := range wrong {
			if m.Code == "" || m.Line < 0 || m.Line > lines {
				t.Errorf("a mistake %+v", m)
			}
		}
	})
}

func TestCell(t *testing.T) {
	for text, want := range map[string]string{"": "", "Lan": "Lan", "=1+1": "'=1+1", "+84": "'+84", "-": "'-", "@a": "'@a", "\tx": "'\tx", "1-0": "1-0"} {
		if got := Cell(text); got != want {
			t.Errorf("Cell(%q) is %q", text, got)
		}
	}
}

func TestEnterList(t *testing.T) {
	s := newService(newMemory(), 1)
	e := ok(s.Create(t.Context(), boss, wooden()))(t)
	text := []byte("Lan,1500,Huế\nMinh,x\nNam\nNam\n")
	_, taken, wrong, err := s.EnterList(t.Context(), boss, e.ID, text, true)
	if err != nil || told(taken, wrong) != "1 Lan 1500 (Huế 0)\n3 Nam\n! 2 bad-rating\n! 4 twice\n" {
		t.Errorf("%v: the preview is\n%s", err, told(taken, wrong))
	}
	if e = ok(s.Event(t.Context(), boss, e.ID))(t); len(e.Entrants) != 0 {
		t.Errorf("a preview has entered %d", len(e.Entrants))
	}
	for i, want := range []string{"1 Lan 1500 (Huế 0)\n3 Nam\n! 2 bad-rating\n! 4 twice\n", "! 1 known\n! 2 bad-rating\n! 3 known\n! 4 twice\n"} {
		var err error
		if e, taken, wrong, err = s.EnterList(t.Context(), boss, e.ID, text, false); err != nil || told(taken, wrong) != want || len(e.Entrants) != 2 {
			t.Errorf("time %d, %v: %d entrants,\n%s", i+1, err, len(e.Entrants), told(taken, wrong))
		}
	}
	var many bytes.Buffer
	w := csv.NewWriter(&many)
	for i := range MaxEntrants {
		_ = w.Write([]string{fmt.Sprintf("Người %d", i), "1200"}) // writing to memory cannot fail
	}
	w.Flush()
	e, taken, wrong, err = s.EnterList(t.Context(), boss, e.ID, many.Bytes(), false)
	if err != nil || len(taken) != MaxEntrants-2 || len(wrong) != 2 || wrong[0].Code != TooLong || e.entered() != MaxEntrants {
		t.Errorf("%v: taken %d, left out %d, now %d", err, len(taken), len(wrong), e.entered())
	}
	if e.Entrants[MaxEntrants-1].ID != MaxEntrants {
		t.Errorf("the last entrant is %+v", e.Entrants[MaxEntrants-1])
	}
	list := func(who Caller, id string) (*State, error) {
		e, _, _, err := s.EnterList(t.Context(), who, id, []byte("Lan\n"), false)
		return e, err
	}
	ok(s.OpenEntries(t.Context(), boss, e.ID))(t)
	refused(list(player(1), e.ID))(t, NotForYou)
	ok(s.Start(t.Context(), boss, e.ID))(t)
	refused(list(boss, e.ID))(t, WrongState)
	onScreen := wooden()
	onScreen.Boards, onScreen.FirstMove = Screen, minFirstMove
	refused(list(boss, ok(s.Create(t.Context(), boss, onScreen))(t).ID))(t, Bad)
}

// TestReport writes the report of an event with late and withdrawn entrants, byes, forfeits and a
// round in progress. It checks that the report can be read back and has the same games and places.
func TestReport(t *testing.T) {
	for _, version := range []trf.Version{trf.TRF16, trf.TRF26} {
		s := newService(newMemory(), 3)
		settings := wooden()
		settings.LateUntil = 3
		e := running(t, s, settings, 7)
		ok(s.AskBye(t.Context(), player(3), e.ID, 3, 1, HalfBye))(t)
		ok(s.Forbid(t.Context(), boss, e.ID, 1, 2, true))(t)
		e = finish(t, s, ok(s.Pair(t.Context(), boss, e.ID, 1))(t), stronger)
		ok(s.Leave(t.Context(), player(7), e.ID, 7))(t)
		ok(s.Enter(t.Context(), player(8), e.ID))(t)
		e = ok(s.Pair(t.Context(), boss, e.ID, 2))(t)
		e = ok(s.Decide(t.Context(), boss, e.ID, 2, 1, 0, Result{Result: FirstWins, Forfeit: true, Reason: "absent"}))(t)
		names := ok(s.Names(t.Context(), e))(t)
		names[1] = "Nguyễn Thị " + strings.Repeat("Rất Dài ", 5)
		data := ok(e.Report(version, names))(t)
		file := ok(trf.Read(data))(t)
		table, _, err := file.Table()
		if err != nil {
			t.Fatalf("%v:\n%s", err, data)
		}
		want, _ := e.table()
		if file.Version != version || file.Header.Name != "Giải mùa xuân" || len(table.Players) != 8 || len(table.Rounds) != 2 || len(file.Header.Dates) != 2 {
			t.Errorf("the report is\n%s", data)
		}
		for i, r := range table.Rounds {
			same := len(r.Games) == len(want.Rounds[i].Games)
			for _, g := range r.Games {
				same = same && slices.Contains(want.Rounds[i].Games, g)
			}
			if !same {
				t.Errorf("round %d has %+v; want %+v", i+1, r.Games, want.Rounds[i].Games)
			}
		}
		places, _ := e.Standings("")
		for _, p := range places {
			_, rank := e.table()
			if got := file.Player(rank.number[p.Entrant]).Rank; got != p.Place {
				t.Errorf("entrant %d has place %d; want %d", p.Entrant, got, p.Place)
			}
		}
		if tb := file.Header.TieBreaks; version == trf.TRF26 && tb != "BH/C1,DE" {
			t.Errorf("tie-breaks: %q", tb)
		}
	}
	s := newService(newMemory(), 1)
	e := ok(s.Create(t.Context(), boss, wooden()))(t)
	refused(e.Report(trf.TRF26, nil))(t, WrongState)
}
