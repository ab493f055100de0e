//go:build !js

package engine

import (
	"os"

	"kydai/engine"
	"kydai/game"
)

const optEvalFile = "EvalFile"

// Options lists the options that SetOption accepts.
func (e *Engine) Options() []engine.Option {
	return append(e.inner.Options(), engine.Option{Name: optEvalFile, Kind: "string", Default: "<empty>"})
}

// SetOption sets an option by name. It returns an error if the name or the value is invalid. EvalFile
// names a file of 'kydai tune fit'; "hand" or "<none>" means the hand-made evaluation, and "" the
// learnt one.
func (e *Engine) SetOption(name, value string) error {
	if name != optEvalFile {
		return e.inner.SetOption(name, value)
	}
	switch value {
	case "", "<empty>":
		e.use(nil)
	case "hand", "<none>":
		e.use(handMade())
	default:
		file, err := os.ReadFile(value) //nolint:gosec // the file that the user of the engine names
		if err != nil {
			return game.Err("bad-option", "the file ", value, " cannot be read")
		}
		v, err := parseValues(file)
		if err != nil {
			return err
		}
		e.use(newLearnt(v))
	}
	return nil
}
