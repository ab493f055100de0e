package words

import "kydai/tourney"

// Fault says what is wrong with a pairing, by a fault of package audit.
func (s *Speaker) Fault(f tourney.Fault) string {
	key := "fault." + f.Code
	if text(s.lang, key) == "" {
		return f.Error()
	}
	return s.say(key, "{a}", s.name(f.Player))
}
