package player

import (
	"strconv"

	"kydai/engine"
	"kydai/games/engines"
)

// params takes the settings that are numbers of the search of this project's engine for a game,
// such as aspiration=30. It checks their names and values.
func (s *Spec) params(name string) ([]engine.Param, error) {
	if len(s.Set) == 0 {
		return nil, nil
	}
	if _, ok := engines.Find(name); !ok {
		return nil, nil
	}
	e, err := engines.New(name)
	if err != nil {
		return nil, err
	}
	defer e.Close() //nolint:errcheck // the engine has not searched
	t, ok := e.(engine.Tunable)
	if !ok {
		return nil, nil
	}
	var set []engine.Param
	for _, p := range t.Params() {
		text, ok := s.take(p.Name)
		if !ok {
			continue
		}
		if p.Value, err = strconv.Atoi(text); err != nil {
			return nil, bad(p.Name, " must be a whole number, not ", text)
		}
		if p.Value < p.Least || p.Value > p.Most {
			return nil, bad(p.Name, " must be from ", strconv.Itoa(p.Least), " to ", strconv.Itoa(p.Most), ", not ", text)
		}
		set = append(set, p)
	}
	return set, nil
}

// setParams sets the numbers of an engine's search. They have been checked by params, with an
// engine for the same game.
func setParams(e engine.Engine, params []engine.Param) error {
	t, ok := e.(engine.Tunable)
	if !ok {
		return nil
	}
	for _, p := range params {
		if err := t.SetParam(p.Name, p.Value); err != nil {
			return err
		}
	}
	return nil
}
