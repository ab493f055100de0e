package words

import "kydai/tourney"

// Fault describes a fault in a pairing as a sentence. Package audit finds such faults.
func (s *Speaker) Fault(f tourney.Fault) string {
	key := "fault." + f.Code
	if text(s.lang, key) == "" {
		return f.Error()
	}
	return s.say(key, "{a}", s.name(f.Player))
}
