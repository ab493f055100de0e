package main

import (
	"fmt"
	"slices"
	"strings"
)

// faultEvery is the number of positions from one injected fault to the next.
const faultEvery = 1000

// fault injects errors into the output. A fault without a kind does nothing.
type fault struct {
	kind string
	met  int // positions into which it could have been injected
	made int
}

var faultKinds = []string{
	"",        // none
	"drop",    // one legal move is missing
	"add",     // one move is not legal
	"check",   // wrong check flag
	"outcome", // a finished game is won by the wrong side
	"fen",     // the position has the wrong move number
}

func newFault(kind string) (*fault, error) {
	if !slices.Contains(faultKinds, kind) {
		return nil, fmt.Errorf("no fault %q; there are:%s", kind, strings.Join(faultKinds, " "))
	}
	return &fault{kind: kind}, nil
}

// due reports whether the next fault must be injected into this position.
func (f *fault) due(every int) bool {
	f.met++
	if f.met%every != 0 {
		return false
	}
	f.made++
	return true
}

// spoil returns the report of a position, sometimes with an injected fault.
func (f *fault) spoil(r report) report {
	switch f.kind {
	case "drop":
		if len(r.codes) > 0 && f.due(faultEvery) {
			r.codes = r.codes[:len(r.codes)-1]
		}
	case "add":
		if len(r.codes) > 0 && f.due(faultEvery) {
			r.codes = append(r.codes, r.codes[0]+"x")
		}
	case "check":
		if f.due(faultEvery) {
			r.check = !r.check
		}
	case "outcome":
		if r.outcome != "-" && f.due(1) {
			r.outcome = swapWinner(r.outcome)
		}
	case "fen":
		if r.code != "-" && f.due(faultEvery) {
			r.position += "0" // the last field is the move number
		}
	}
	return r
}

func swapWinner(outcome string) string {
	if why, ok := strings.CutSuffix(outcome, "/first"); ok {
		return why + "/second"
	}
	why, _, _ := strings.Cut(outcome, "/")
	return why + "/first"
}
