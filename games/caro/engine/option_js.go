package engine

import "kydai/engine"

// Options lists the options that SetOption accepts.
func (e *Engine) Options() []engine.Option { return e.inner.Options() }

// SetOption sets an option by name. It returns an error if the name or the value is invalid.
func (e *Engine) SetOption(name, value string) error { return e.inner.SetOption(name, value) }
