package words

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"kydai/tourney"
	"kydai/tourney/swiss"
)

var languages = []string{Vietnamese, English, "zh-Hans", "zh-Hant"}

// TestTexts checks that all languages have every text and that a text has the same placeholders in
// all languages.
func TestTexts(t *testing.T) {
	place := regexp.MustCompile(`\{[a-z0-9]+\}`)
	places := func(text string) []string {
		list := place.FindAllString(text, -1)
		slices.Sort(list)
		return slices.Compact(list)
	}
	for _, lang := range languages {
		all := texts()[lang]
		if len(all) != len(texts()[English]) {
			t.Errorf("%s has %d texts of %d", lang, len(all), len(texts()[English]))
		}
		for key, english := range texts()[English] {
			if all[key] == "" || !slices.Equal(places(all[key]), places(english)) {
				t.Errorf("%s in %s: %q, %q", key, lang, all[key], english)
			}
		}
	}
	if Known("tlh") || New("tlh", &tourney.Table{}, nil).say("kind.bye") != "Bye" {
		t.Error("a language without texts is not taken as English")
	}
}

// TestCriteria checks that there is a sentence for every reason of an answer to WhyNot, both for a
// pair of players and for the bye.
func TestCriteria(t *testing.T) {
	table := &tourney.Table{Scoring: tourney.OneHalf, Forbidden: [][2]int{{1, 2}}}
	name := func(n int) string { return []string{"", "Hoa", "Minh"}[n] }
	seen := map[string]int{}
	for c := 0; c <= swiss.Order; c++ {
		for _, other := range []int{2, 0} {
			if c == 1 && other == 0 || c == 2 && other == 2 || c == 3 && other == 0 {
				continue
			}
			answer := swiss.Answer{Criterion: c, Bracket: 5, Best: []int{1, 2}, Forced: []int{2, 3}}
			switch c {
			case 1:
				answer.Detail = "met"
			case 5:
				answer.Best, answer.Forced = []int{2}, []int{3}
			}
			for _, lang := range languages {
				got := New(lang, table, name).WhyNot(1, other, answer)
				if got == "" || strings.ContainsAny(got, "{}") || !strings.HasSuffix(got, ".") && !strings.HasSuffix(got, "。") {
					t.Errorf("%d, %d: %q", c, other, got)
				}
				if c != swiss.Order && (!strings.Contains(got, "Hoa") || other == 2 && !strings.Contains(got, "Minh")) {
					t.Errorf("%d names nobody: %q", c, got)
				}
				if c != swiss.Order && c != 4 && c != 2 {
					seen[got]++
				}
			}
		}
	}
	for text, n := range seen {
		if n > 1 {
			t.Errorf("%d criteria are said as %q", n, text)
		}
	}
	for _, c := range []struct {
		answer swiss.Answer
		want   string
	}{
		{swiss.Answer{Criterion: 1, Detail: "forbidden"}, "Ban tổ chức không xếp Hoa gặp Minh."},
		{swiss.Answer{Criterion: 3}, "Hoa và Minh đều bắt buộc phải đi cùng một bên, nên không thể gặp nhau."},
		{swiss.Answer{Criterion: 4}, "Nếu Hoa gặp Minh thì những người còn lại không xếp đủ cặp được."},
		{swiss.Answer{Criterion: 7, Bracket: 4, Best: []int{3}, Forced: []int{4, 3}}, "Nếu Hoa gặp Minh thì người bị đẩy xuống khỏi nhóm 2 điểm có 2 và 1,5 điểm, trong khi có thể là người có 1,5 điểm."},
		{swiss.Answer{Criterion: 8, Bracket: 4, Best: []int{1, 2}, Forced: []int{1, 3}}, "Nếu Hoa gặp Minh thì ở nhóm ngay dưới nhóm 2 điểm, người bị đẩy xuống có 1,5 điểm thay vì 1 điểm."},
	} {
		if got := New(Vietnamese, table, name).WhyNot(1, 2, c.answer); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestForbidden checks the sentence about players whom the organiser forbids to meet: it must not
// say that they have already met.
func TestForbidden(t *testing.T) {
	table := &tourney.Table{Scoring: tourney.OneHalf, Forbidden: [][2]int{{3, 1}}}
	name := func(n int) string { return string(rune('A' + n)) }
	r := swiss.Reason{Bracket: 2, Rule: 2, Seats: []swiss.Seat{
		{Number: 1, Score: 2, Colour: tourney.Black, Wants: tourney.White, Force: swiss.Absolute, Met: []int{3, 4}},
		{Number: 2, Score: 2, Colour: tourney.White, Wants: tourney.White, Force: swiss.Absolute},
	}}
	want := []string{
		"B and C both have 1 point, so they are in the same score group.", "Both must have White, but C is short of it by more games, so C gets White.",
		"In this group B has already played E.", "The organiser does not let B meet D.",
	}
	if got := New(English, table, name).Pairing(r); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestNames checks that tie-breaks, results and byes have names in both languages.
func TestNames(t *testing.T) {
	for tb := tourney.Buchholz; tb <= tourney.GamesWithBlack; tb++ {
		found, ok := TieBreak(strings.ToLower(TieBreakCode(tb)))
		if !ok || found != tb || TieBreakName(Vietnamese, tb) == "" || TieBreakName(English, tb) == "" {
			t.Errorf("tie-break %d: %v %v", tb, found, ok)
		}
	}
	if _, ok := TieBreak("XYZ"); ok || TieBreakName(English, 99) != "" || len(TieBreakCodes()) != 9 {
		t.Error("tie-breaks that are not there")
	}
	table := &tourney.Table{Scoring: tourney.OneHalf}
	name := func(n int) string { return []string{"", "Hoa", "Minh"}[n] }
	vi, en := New(Vietnamese, table, name), New(English, table, name)
	for _, c := range []struct {
		game           tourney.Game
		vi, en, figure string
	}{
		{tourney.Game{}, "Hoa – Minh: chưa có kết quả", "Hoa – Minh: no result yet", "–"},
		{tourney.Game{Result: tourney.WhiteWins}, "Hoa thắng Minh", "Hoa beat Minh", "1 – 0"},
		{tourney.Game{Result: tourney.BlackWins}, "Minh thắng Hoa", "Minh beat Hoa", "0 – 1"},
		{tourney.Game{Result: tourney.Draw}, "Hoa hòa Minh", "Hoa drew with Minh", "½ – ½"},
		{tourney.Game{Result: tourney.NobodyWins}, "Hoa và Minh đều bị xử thua", "Hoa and Minh both lost", "0 – 0"},
		{tourney.Game{Result: tourney.BlackWins, Forfeit: true}, "Minh thắng vì Hoa bỏ cuộc", "Minh won by forfeit: Hoa did not play", "– +"},
		{tourney.Game{Result: tourney.NobodyWins, Forfeit: true}, "Hoa và Minh đều bỏ cuộc", "Neither Hoa nor Minh came to the game", "– –"},
	} {
		c.game.White, c.game.Black = 1, 2
		if a, b, f := vi.Result(c.game), en.Result(c.game), vi.Score(c.game); a != c.vi || b != c.en || f != c.figure {
			t.Errorf("%q, %q, %q; want %+v", a, b, f, c)
		}
	}
	for k := tourney.Absent; k <= tourney.PairingBye; k++ {
		if Bye(Vietnamese, k) == "" || Bye(English, k) == "" || Bye(Vietnamese, k) == Bye(English, k) {
			t.Errorf("kind %d has no name", k)
		}
	}
	for _, code := range []string{"not-in-round", "left-out", "twice", "met-before", "forbidden", "bye-not-needed", "second-bye", "third-colour"} {
		f := tourney.Fault{Code: code, Round: 1, Player: 1}
		if a, b := vi.Fault(f), en.Fault(f); !strings.HasPrefix(a, "Hoa ") || !strings.HasPrefix(b, "Hoa ") || a == b {
			t.Errorf("%q, %q", a, b)
		}
	}
	if got := en.Fault(tourney.Fault{Code: "other"}); got != "tourney: other" {
		t.Errorf("%q", got)
	}
	if !Known("vi") || !Known("en") || Known("fr") || vi.Points(5) != "2,5" || en.Points(5) != "2.5" {
		t.Error("languages or points")
	}
}
