package main

import (
	"fmt"
	"strings"

	"kydai/game"
	"kydai/search/proof"
)

// solution formats the result of kydai solve, as text or as JSON.
type solution struct {
	info     game.Info
	start    game.Position
	notation game.Notation // notation of the moves; nil to print move codes
	goal     string
	task     proof.Task
	answer   proof.Answer
}

// side returns the side that must reach the goal.
func (s *solution) side() game.Side {
	if s.task.Other {
		return s.start.Turn().Other()
	}
	return s.start.Turn()
}

var resultNames = [...]string{proof.Undecided: "undecided", proof.Proved: "proved", proof.Refuted: "refuted"}

var kindNames = [...]string{proof.Checks: "checks", proof.Threats: "threats", proof.All: "all"}

// attacked reports whether the attacking side reaches its aim, so that there is a solution to
// print. If the goal is to survive, the attacking side is the opponent of the side that has to
// survive.
func (s *solution) attacked() bool {
	if s.task.Goal == proof.Survive {
		return s.answer.Result == proof.Refuted
	}
	return s.answer.Result == proof.Proved
}

// sentence returns the result as a sentence.
func (s *solution) sentence() string {
	side, ans := sideName(s.info, s.side()), s.answer
	other := sideName(s.info, s.side().Other())
	within := " within " + plural(ans.Moves, "move")
	if ans.Moves >= proof.MaxMoves {
		within = ""
	}
	var text string
	switch {
	case ans.Result == proof.Undecided:
		text = fmt.Sprintf("not decided within %d nodes", ans.Nodes)
		if ans.Limit {
			text = "not decided: the move limit of the game comes first"
		}
		if ans.Moves > 0 {
			text += "; the attack does not succeed" + within
		}
	case s.task.Goal == proof.Survive && ans.Result == proof.Proved:
		text = fmt.Sprintf("%s survives %s", side, plural(s.task.Moves, "move"))
	case s.task.Goal == proof.Survive:
		text = fmt.Sprintf("%s does not survive: %s wins in %s", side, other, s.length())
	case ans.Result == proof.Proved:
		text = fmt.Sprintf("%s %ss in %s", side, s.goal, s.length())
	default:
		text = fmt.Sprintf("%s cannot %s%s", side, s.goal, within)
	}
	if !s.attacked() {
		return text
	}
	return text + s.quality()
}

// length returns the number of moves as text. If all moves of the solution are of one kind, such as
// checks, it names the kind.
func (s *solution) length() string {
	text := plural(s.answer.Moves, "move")
	if s.answer.Kind != proof.All {
		text += " by " + kindNames[s.answer.Kind]
	}
	return text
}

// quality returns the end of the sentence: whether a shorter solution exists, and whether the first
// move is the only one that solves the task.
func (s *solution) quality() string {
	ans, text := s.answer, "; whether there is a shorter way is not decided"
	if ans.Shortest {
		text = "; there is no shorter way"
	}
	if s.start.Turn() != s.attacker() {
		return text
	}
	switch {
	case len(ans.Seconds) > 0:
		var list []string
		for _, m := range ans.Seconds {
			list = append(list, s.write(s.start, m))
		}
		return text + "; second solutions: " + strings.Join(list, ", ")
	case ans.Unique:
		return text + "; the first move is the only one"
	}
	return text + "; whether the first move is the only one is not decided"
}

// attacker returns the attacking side. The length of a solution counts the moves of this side.
func (s *solution) attacker() game.Side {
	if s.task.Goal == proof.Survive {
		return s.side().Other()
	}
	return s.side()
}

func (s *solution) write(p game.Position, m game.Move) string {
	if s.notation == nil {
		return p.Encode(m)
	}
	return s.notation.Write(p, m)
}

// tree formats the solution or the refutation as lines: one line per branch, with the replies to a
// move indented below the move.
func (s *solution) tree() []string {
	if s.answer.Tree == nil {
		return nil
	}
	w := &treeWriter{solution: s}
	w.branch(s.answer.Tree, s.start, 0, 0)
	return w.lines
}

// treeWriter writes a tree of moves.
type treeWriter struct {
	*solution
	lines []string
}

// branch writes the moves that follow a node, one line for each. While a position has a single
// reply, the line continues with this reply.
func (w *treeWriter) branch(n *proof.Node, p game.Position, ply, depth int) {
	for _, c := range n.Next {
		line := strings.Repeat("   ", depth) + w.number(ply, true) + w.write(p, c.Move)
		next, at := p.Play(c.Move), ply+1
		for len(c.Next) == 1 {
			c = c.Next[0]
			line += " " + w.number(at, false) + w.write(next, c.Move)
			next, at = next.Play(c.Move), at+1
		}
		if c.Cut {
			line += " …"
		}
		w.lines = append(w.lines, line)
		w.branch(c, next, at, depth+1)
	}
}

// number returns the move number to print before a move, or "". A move has a number if the side
// that began the game plays it, or if it is the first move of a line.
func (w *treeWriter) number(ply int, first bool) string {
	switch {
	case ply%2 == 0:
		return fmt.Sprintf("%d. ", ply/2+1)
	case first:
		return fmt.Sprintf("%d... ", ply/2+1)
	}
	return ""
}

// solutionJSON is the JSON form of the result. All moves are move codes.
type solutionJSON struct {
	Game     string    `json:"game"`
	Position string    `json:"position"`
	Goal     string    `json:"goal"`
	Side     string    `json:"side"`
	Result   string    `json:"result"`
	Moves    int       `json:"moves"`
	Kind     string    `json:"kind"`
	Limit    bool      `json:"limit,omitempty"`
	Shortest bool      `json:"shortest"`
	Unique   bool      `json:"unique"`
	Seconds  []string  `json:"seconds,omitempty"`
	Nodes    uint64    `json:"nodes"`
	Tree     *moveJSON `json:"tree,omitempty"`
}

// moveJSON is a move with the moves that follow it.
type moveJSON struct {
	Move  string      `json:"move,omitempty"`
	Plies int         `json:"plies"`
	Cut   bool        `json:"cut,omitempty"`
	Next  []*moveJSON `json:"next,omitempty"`
}

func (s *solution) json() solutionJSON {
	ans := s.answer
	out := solutionJSON{
		Game: s.info.Name, Position: s.start.String(), Goal: s.goal, Side: sideName(s.info, s.side()),
		Result: resultNames[ans.Result], Moves: ans.Moves, Kind: kindNames[ans.Kind], Limit: ans.Limit,
		Shortest: ans.Shortest, Unique: ans.Unique, Nodes: ans.Nodes,
	}
	for _, m := range ans.Seconds {
		out.Seconds = append(out.Seconds, s.start.Encode(m))
	}
	if ans.Tree != nil {
		out.Tree = jsonOf(ans.Tree, s.start, "")
	}
	return out
}

func jsonOf(n *proof.Node, p game.Position, code string) *moveJSON {
	out := &moveJSON{Move: code, Plies: n.Plies, Cut: n.Cut}
	for _, c := range n.Next {
		out.Next = append(out.Next, jsonOf(c, p.Play(c.Move), p.Encode(c.Move)))
	}
	return out
}
