package engine

import (
	"strconv"
	"strings"

	"kydai/game"
)

// parseValues reads the values in a Go file that Source wrote.
func parseValues(file []byte) (*values, error) {
	_, list, found := strings.Cut(string(file), "values{")
	list, _, closed := strings.Cut(list, "}")
	if !found || !closed {
		return nil, badValues("has no list of values")
	}
	numbers := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r <= ' ' })
	v := new(values)
	if len(numbers) != len(v) {
		return nil, badValues("has " + strconv.Itoa(len(numbers)) + " values instead of " + strconv.Itoa(len(v)))
	}
	for i, number := range numbers {
		n, err := strconv.ParseInt(number, 10, 16)
		if err != nil {
			return nil, badValues("has the value " + number + ", which is not a whole number of 16 bits")
		}
		v[i] = int16(n)
	}
	return v, nil
}

func badValues(what string) error { return game.Err("bad-values", "the file of values ", what) }

// Begin makes the model begin with the values in a file that Source wrote, or with the hand-made ones
// if file is nil.
func (m *Model) Begin(file []byte) error {
	if file == nil {
		m.values = *handValues()
		return nil
	}
	v, err := parseValues(file)
	if err == nil {
		m.values = *v
	}
	return err
}

// use makes searches at full strength evaluate with the given evaluation; nil means the learnt
// one.
func (e *Engine) use(with *evaluation) {
	e.chosen = with
	e.NewGame() // clear the transposition table, because its scores come from another evaluation
}

// evaluation returns the evaluation for a search.
func (e *Engine) evaluation() *evaluation {
	if e.steady {
		return handMade()
	}
	if e.chosen != nil {
		return e.chosen
	}
	return learnt()
}
