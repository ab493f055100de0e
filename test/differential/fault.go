package main

import (
	"fmt"
	"slices"
	"strings"
)

// faultEvery is the number of positions between two injected faults.
const faultEvery = 1000

// fault injects errors into kydai's output, to prove that the comparison finds them. A fault with
// an empty kind injects nothing.
type fault struct {
	kind string
	met  int // number of positions into which the fault could have been injected so far
	made int
}

var faultKinds = []string{
	"",        // no fault
	"drop",    // leave out one legal move
	"add",     // add one illegal move
	"check",   // report the wrong check flag
	"outcome", // report the wrong winner of a finished game
	"fen",     // report the wrong move number in the position
}

func newFault(kind string) (*fault, error) {
	if !slices.Contains(faultKinds, kind) {
		return nil, fmt.Errorf("no fault %q; there are:%s", kind, strings.Join(faultKinds, " "))
	}
	return &fault{kind: kind}, nil
}

// due reports whether the fault must be injected into this position, which is every n-th position;
// the parameter every is n.
func (f *fault) due(every int) bool {
	f.met++
	if f.met%every != 0 {
		return false
	}
	f.made++
	return true
}

// spoil returns the report r. If the fault must be injected into this position, it returns r with
// the error.
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
