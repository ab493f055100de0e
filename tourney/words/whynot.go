package words

import (
	"strconv"

	"kydai/tourney/swiss"
)

// WhyNot explains in a sentence why player a does not meet player b. If b is 0, it explains why a
// does not get the bye.
func (s *Speaker) WhyNot(a, b int, answer swiss.Answer) string {
	places := []string{"{a}", s.name(a), "{group}", s.score(answer.Bracket)}
	end := ""
	if b == 0 {
		end = ".bye"
		places = append(places, "{if}", s.say("if.bye", "{a}", s.name(a)))
	} else {
		places = append(places, "{b}", s.name(b), "{if}", s.say("if", "{a}", s.name(a), "{b}", s.name(b)))
	}
	switch c := answer.Criterion; {
	case c == 0:
		return s.say("not.paired"+end, places...)
	case c == 1:
		return s.say("not.1."+answer.Detail, places...)
	case c == 5:
		return s.say("not.5"+end, append(places, "{best}", s.scores(answer.Best), "{forced}", s.scores(answer.Forced))...)
	case c < 6 || c == swiss.Order:
		return s.say("not."+strconv.Itoa(c), places...)
	}
	key := s.quality(answer, &places)
	if answer.Criterion == 9 {
		key += end
	}
	return s.say(key, places...)
}

// quality returns the key of the text for one of the criteria from C6 on. It appends the
// placeholders for the numbers of this criterion, and their values, to places.
func (s *Speaker) quality(answer swiss.Answer, places *[]string) string {
	c := answer.Criterion
	key := "not." + strconv.Itoa(c)
	best, forced := answer.Best, answer.Forced
	switch {
	case c == 7:
		*places = append(*places, "{best}", s.scores(best), "{forced}", s.scores(forced))
	case c == 8 && len(best) > 0 && len(forced) > 0 && best[0] == forced[0]:
		key += ".score"
		*places = append(*places, "{best}", s.scores(best[1:]), "{forced}", s.scores(forced[1:]))
	case c >= 18: // no numbers: they are differences of scores, which mean little to readers
	case c == 9:
		*places = append(*places, "{best}", s.count(first(best), "round"), "{forced}", s.count(first(forced), "round"))
	default:
		*places = append(*places, "{best}", s.numbers(first(best)), "{forced}", s.numbers(first(forced)))
	}
	return key
}

// numbers formats a number of players, such as "2 players".
func (s *Speaker) numbers(n int) string { return s.count(n, "player") }

func first(list []int) int {
	if len(list) == 0 {
		return 0
	}
	return list[0]
}
