package study

import (
	"kydai/engine"
	"kydai/game"
	"kydai/internal/desk"
	"kydai/search"
	"kydai/search/proof"
)

// Memory limits of the prover. They are low because phones have little memory.
const (
	tableSize = 32     // size of the transposition table in MiB
	treeSize  = 20_000 // maximum number of moves in the tree of a solution
	someNodes = 2_000_000
	mostNodes = 1 << 40
	// tellEvery is the number of searched positions between two progress reports.
	tellEvery = 1 << 16
)

// Solve returns the operation "solve". state converts a line's position to the form that
// the prover of package search/proof needs.
func Solve(state func(line *game.Line) (search.State, error)) desk.Operation {
	return (&solver{state: state}).solve
}

// solver implements the operation "solve". It creates its prover at the first request.
type solver struct {
	state  func(*game.Line) (search.State, error)
	prover *proof.Prover
}

var goals = map[string]proof.Goal{"": proof.Win, "win": proof.Win, "draw": proof.Draw, "survive": proof.Survive}

var results = [...]string{proof.Undecided: "undecided", proof.Proved: "proved", proof.Refuted: "refuted"}

var kinds = [...]string{proof.Checks: "checks", proof.Threats: "threats", proof.All: "all"}

// solve proves or refutes the goal of a request in the current position of the line.
func (s *solver) solve(line *game.Line, q desk.Request, tell func(engine.Thought)) (desk.Reply, error) {
	task, err := taskOf(line, q)
	if err != nil {
		return desk.Reply{}, err
	}
	if line.Outcome().Over() {
		return desk.Reply{}, game.Err(game.GameOver, "the game is over in this position")
	}
	notation, ok := game.NotationOf(line.Rules(), q.Notation)
	if q.Notation != "" && !ok {
		return desk.Reply{}, game.Err("bad-request", "there is no notation ", q.Notation)
	}
	state, err := s.state(line)
	if err != nil {
		return desk.Reply{}, err
	}
	looked, told := uint64(0), uint64(0)
	task.Stop = func() bool {
		if looked += proof.StopEvery; tell != nil && looked-told >= tellEvery {
			told = looked
			tell(engine.Thought{Nodes: looked})
		}
		return false
	}
	if s.prover == nil {
		s.prover = proof.New(tableSize)
	}
	ans, err := s.prover.Solve(state, task)
	if err != nil {
		return desk.Reply{}, err
	}
	w := &writer{notation: notation}
	return desk.Reply{Solution: w.solution(line.Position(), task, ans)}, nil
}

// taskOf converts a request to a task for the prover.
func taskOf(line *game.Line, q desk.Request) (proof.Task, error) {
	turn := line.Position().Turn()
	t := proof.Task{Moves: q.Count, Nodes: q.Limits.Nodes, Tree: treeSize}
	goal, ok := goals[q.Goal]
	switch {
	case !ok:
		return t, game.Err("bad-request", "there is no goal ", q.Goal)
	case q.Count < 0 || q.Count > proof.MaxMoves || goal == proof.Survive && q.Count == 0:
		return t, game.Err("bad-request", "the number of moves is too small or too large")
	case t.Nodes > mostNodes:
		return t, game.Err("bad-request", "the number of positions is too large")
	}
	if t.Nodes == 0 {
		t.Nodes = someNodes
	}
	t.Goal, t.Verify = goal, t.Nodes
	switch q.Side {
	case "", turn.String():
	case turn.Other().String():
		t.Other = true
	default:
		return t, game.Err("bad-request", "there is no side ", q.Side)
	}
	return t, nil
}

// writer formats moves as codes and, if there is a notation, as texts.
type writer struct {
	notation game.Notation // notation for texts; nil means codes only
}

func (w *writer) solution(p game.Position, t proof.Task, ans proof.Answer) *desk.Solution {
	attacker := p.Turn()
	if t.Other != (t.Goal == proof.Survive) {
		attacker = attacker.Other()
	}
	out := &desk.Solution{
		Result: results[ans.Result], Attacker: attacker.String(), Moves: ans.Moves, Ever: ans.Moves >= proof.MaxMoves,
		Kind: kinds[ans.Kind], Limit: ans.Limit, Shortest: ans.Shortest, Unique: ans.Unique, Nodes: ans.Nodes,
	}
	for _, m := range ans.Seconds {
		out.Seconds = append(out.Seconds, w.step(p, &proof.Node{Move: m}))
	}
	if ans.Tree != nil {
		out.Next = w.steps(p, ans.Tree)
	}
	return out
}

func (w *writer) steps(p game.Position, n *proof.Node) []desk.Step {
	var out []desk.Step
	for _, c := range n.Next {
		out = append(out, w.step(p, c))
	}
	return out
}

func (w *writer) step(p game.Position, n *proof.Node) desk.Step {
	s := desk.Step{Code: p.Encode(n.Move), Plies: n.Plies, Cut: n.Cut}
	if w.notation != nil {
		s.Text = w.notation.Write(p, n.Move)
	}
	if len(n.Next) > 0 {
		s.Next = w.steps(p.Play(n.Move), n)
	}
	return s
}
