package words

import "kydai/tourney"

// Fault describes a fault that package audit found in a pairing.
func (s *Speaker) Fault(f tourney.Fault) string {
	key := "fault." + f.Code
	if text(s.lang, key) == "" {
		return f.Error()
	}
	return s.say(key, "{a}", s.name(f.Player))
}
