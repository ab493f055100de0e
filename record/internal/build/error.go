package build

import (
	"errors"

	"kydai/game"
	"kydai/record"
)

// CodeOf returns the code of err, or "".
func CodeOf(err error) string {
	var e *game.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// Bad returns an error that the text breaks the format.
func Bad(parts ...string) error { return game.Err(record.BadRecord, parts...) }

// OrBad returns err. If err is nil, it returns an error that the text breaks the format.
func OrBad(err error, text string) error {
	if err != nil {
		return err
	}
	return Bad(text)
}
