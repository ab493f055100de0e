//go:build linux

package chaos_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"kydai/test/load"
)

// board is the state of a match in the model: its number of moves, and its last move.
type board struct {
	ply  int
	last string
}

// model specifies how a match must behave (linearizability): a move is accepted only at the ply for
// which it was sent, and a read returns all moves that were acknowledged before the read began.
var model = porcupine.Model{
	Init: func() any { return board{} },
	Step: func(state, input, _ any) (bool, any) {
		b, op := state.(board), input.(load.Operation)
		played := board{op.Ply + 1, op.Code}
		switch {
		case op.Kind == "read":
			return b.ply == op.Ply && (op.Hidden || b.last == op.Code), b
		case op.Outcome == load.Done:
			return b.ply == op.Ply, played
		case op.Outcome == load.Unknown && b.ply == op.Ply:
			return true, played // a move without a response may have been played at any time, or never
		case op.Outcome == load.Refused:
			return b.ply > op.Ply, b
		}
		return true, b
	},
	DescribeOperation: func(input, _ any) string {
		op := input.(load.Operation)
		return fmt.Sprintf("%s %d %s: %d", op.Kind, op.Ply, op.Code, op.Outcome)
	},
}

// notLinear checks the history of each match and lists the matches that contradict the model. It
// also returns the number of operations in correct histories, and an explanation (why) of the first
// contradiction.
func notLinear(t *testing.T, report *load.Report) (bad []string, checked int, why string) {
	t.Helper()
	ops := map[string][]porcupine.Operation{}
	for _, op := range report.History {
		if op.Kind == "resign" {
			continue
		}
		end := op.Return.Nanoseconds()
		if op.Outcome == load.Unknown {
			end = math.MaxInt64
		}
		ops[op.Match] = append(ops[op.Match], porcupine.Operation{
			ClientId: op.Client, Input: op, Call: op.Call.Nanoseconds(), Return: end,
		})
	}
	for id, list := range ops {
		result, info := porcupine.CheckOperationsVerbose(model, list, time.Minute)
		switch result {
		case porcupine.Illegal:
			bad = append(bad, id)
			if why == "" {
				why = explain(id, list, info)
			}
		case porcupine.Unknown:
			t.Errorf("%s: whether its history is linearizable could not be found out", id)
		case porcupine.Ok:
			checked += len(list)
		}
	}
	return bad, checked, why
}

// explain prints operations of a history that contradicts the model: those around the first
// operation that fits into no order.
func explain(id string, list []porcupine.Operation, info porcupine.LinearizationInfo) string {
	placed := map[int]bool{}
	for _, partial := range info.PartialLinearizations()[0] {
		if len(partial) > len(placed) {
			clear(placed)
			for _, i := range partial {
				placed[i] = true
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d of %d operations have an order; these have none, or are the last that have:\n", id, len(placed), len(list))
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(list[a].Call, list[b].Call) })
	first := slices.IndexFunc(order, func(i int) bool { return !placed[i] })
	for _, i := range order[max(0, first-8):min(len(order), first+12)] {
		op := list[i]
		fmt.Fprintf(&b, "  %12v to %12v client %d: %s (%v)\n", time.Duration(op.Call), time.Duration(op.Return), op.ClientId, model.DescribeOperation(op.Input, nil), placed[i])
	}
	return b.String()
}

// TestModel checks that the model accepts valid histories and rejects invalid ones.
func TestModel(t *testing.T) {
	op := func(client, ply int, code string, from, to int, o load.Outcome) load.Operation {
		return load.Operation{
			Match: "m", Client: client, Kind: "move", Ply: ply, Code: code,
			Call: time.Duration(from), Return: time.Duration(to), Outcome: o,
		}
	}
	read := func(client, ply int, code string, from, to int) load.Operation {
		r := op(client, ply, code, from, to, load.Done)
		r.Kind = "read"
		return r
	}
	for _, c := range []struct {
		name string
		ops  []load.Operation
		good bool
	}{
		{"one after the other", []load.Operation{op(1, 0, "a", 0, 1, load.Done), op(2, 1, "b", 2, 3, load.Done), read(3, 2, "b", 4, 5)}, true},
		{"twins", []load.Operation{op(1, 0, "a", 0, 3, load.Done), op(2, 0, "b", 1, 2, load.Refused)}, true},
		{"both twins", []load.Operation{op(1, 0, "a", 0, 3, load.Done), op(2, 0, "b", 1, 2, load.Done)}, false},
		{"neither twin", []load.Operation{op(1, 0, "a", 0, 3, load.Refused), op(2, 0, "b", 1, 2, load.Refused)}, false},
		{"refused too soon", []load.Operation{op(2, 0, "b", 0, 1, load.Refused), op(1, 0, "a", 2, 3, load.Done)}, false},
		{"a stale read", []load.Operation{op(1, 0, "a", 0, 1, load.Done), read(2, 0, "", 2, 3)}, false},
		{"a read of what is not there", []load.Operation{read(2, 1, "a", 0, 1), op(1, 0, "a", 2, 3, load.Done)}, false},
		{"a read of another move", []load.Operation{op(1, 0, "a", 0, 1, load.Done), read(2, 1, "b", 2, 3)}, false},
		{"never answered, played", []load.Operation{op(1, 0, "a", 0, 1, load.Unknown), read(2, 1, "a", 5, 6)}, true},
		{"never answered, not played", []load.Operation{op(1, 0, "a", 0, 1, load.Unknown), read(2, 0, "", 5, 6)}, true},
	} {
		bad, _, _ := notLinear(t, &load.Report{History: c.ops})
		if (len(bad) == 0) != c.good {
			t.Errorf("%s: found bad: %v", c.name, bad)
		}
	}
}
