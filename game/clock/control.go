// Package clock computes the clocks of two players as values. It never reads
// the time: every call takes the current time as an argument, so games can be
// replayed and simulated.
package clock

import (
	"strconv"
	"strings"
	"time"

	"kydai/game"
)

// Kind is the kind of a time control.
type Kind uint8

// The kinds of time control.
const (
	Unlimited Kind = iota // no time limit
	Fischer               // Base for the whole game, Increment added after each move
	ByoYomi               // Base, then Periods of length Period; a period that is not used up is refilled
	PerMove               // Period for each move, whether seconds or days
)

// Control is a time control. The zero Control is unlimited.
type Control struct {
	Kind      Kind
	Base      time.Duration
	Increment time.Duration
	Periods   int
	Period    time.Duration
}

// Limits of the values that Parse accepts.
const (
	maxBase    = 24 * time.Hour
	maxPeriod  = 30 * 24 * time.Hour
	maxPeriods = 100
)

// String formats the control; Parse reads it back.
func (c Control) String() string {
	switch c.Kind {
	case Fischer:
		return minutes(c.Base) + "+" + seconds(c.Increment)
	case ByoYomi:
		return minutes(c.Base) + "+" + strconv.Itoa(c.Periods) + "x" + seconds(c.Period)
	case PerMove:
		if day := 24 * time.Hour; c.Period >= day && c.Period%day == 0 {
			return strconv.Itoa(int(c.Period/day)) + "d/move"
		}
		return seconds(c.Period) + "s/move"
	case Unlimited:
	}
	return "none"
}

// Parse parses a time control: "5+3" is five minutes and three seconds per
// move, "10+5x30" ten minutes and five byo-yomi periods of thirty seconds,
// "30s/move" and "3d/move" a limit for each move, "none" no clock. Minutes and
// seconds may have decimals down to a millisecond.
func Parse(text string) (Control, error) {
	if text == "none" {
		return Control{}, nil
	}
	if per, ok := strings.CutSuffix(text, "/move"); ok {
		return parsePerMove(text, per)
	}
	base, rest, ok := strings.Cut(text, "+")
	if !ok {
		return Control{}, bad(text)
	}
	b, ok := number(base, time.Minute)
	if !ok || b > maxBase {
		return Control{}, bad(text)
	}
	if count, length, isByo := strings.Cut(rest, "x"); isByo {
		n, err := strconv.Atoi(count)
		p, ok := number(length, time.Second)
		if err != nil || n < 1 || n > maxPeriods || !ok || p <= 0 || p > maxPeriod {
			return Control{}, bad(text)
		}
		return Control{Kind: ByoYomi, Base: b, Periods: n, Period: p}, nil
	}
	inc, ok := number(rest, time.Second)
	if !ok || inc > maxBase || b+inc == 0 {
		return Control{}, bad(text)
	}
	return Control{Kind: Fischer, Base: b, Increment: inc}, nil
}

func parsePerMove(text, per string) (Control, error) {
	unit := time.Second
	n, ok := strings.CutSuffix(per, "s")
	if !ok {
		unit = 24 * time.Hour
		n, ok = strings.CutSuffix(per, "d")
	}
	p, isNumber := number(n, unit)
	if !ok || !isNumber || p <= 0 || p > maxPeriod {
		return Control{}, bad(text)
	}
	return Control{Kind: PerMove, Period: p}, nil
}

func bad(text string) error {
	return game.Err("bad-clock", "\"", text, "\" is not a time control; examples are 5+3, 10+5x30, 30s/move, 3d/move and none")
}

// number parses a decimal number of units, precise to the millisecond.
func number(text string, unit time.Duration) (time.Duration, bool) {
	if text == "" || len(text) > 12 || strings.Trim(text, "0123456789.") != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f < 0 || f > float64(100*maxPeriod/unit) {
		return 0, false
	}
	return time.Duration(f*float64(unit)+0.5*float64(time.Millisecond)) / time.Millisecond * time.Millisecond, true
}

func minutes(d time.Duration) string { return decimal(d, time.Minute) }
func seconds(d time.Duration) string { return decimal(d, time.Second) }

// decimal formats d as the shortest decimal number of units that parses back to d.
func decimal(d, unit time.Duration) string {
	return strconv.FormatFloat(float64(d)/float64(unit), 'f', digits(d, unit), 64)
}

func digits(d, unit time.Duration) int {
	for n := range 6 {
		text := strconv.FormatFloat(float64(d)/float64(unit), 'f', n, 64)
		if back, ok := number(text, unit); ok && back == d {
			return n
		}
	}
	return 6
}
