package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"kydai/game"
	"kydai/lab"
	"kydai/lab/classic"
)

// labNodes counts the nodes that each algorithm visits.
func (a *app) labNodes(ctx context.Context, r game.Rules, _ []string, f *labFlags) error {
	e, width, err := f.evaluator(r)
	if err != nil {
		return err
	}
	names, err := f.names(lab.TreeSearches(), lab.TreeSearches())
	if err != nil {
		return err
	}
	p, err := f.position(r)
	if err != nil {
		return err
	}
	plan := lab.NodesPlan{Eval: e, Algorithms: names, Depth: f.depth, Width: width, MaxNodes: f.limit, MaxTime: f.time}
	table := lab.Nodes(ctx, p, plan, time.Now)
	about := "all moves"
	if width > 0 {
		about = fmt.Sprintf("the %d best rated moves of each position", width)
	}
	a.printf("%s, evaluator %s, %s\n", r.Info().Name, e.Name, about)
	a.nodesTable("Nodes", table, func(c lab.NodesCell) string { return grouped(c.Nodes) })
	a.nodesTable("Leaves", table, func(c lab.NodesCell) string { return grouped(c.Leaves) })
	a.nodesTable("Cut-offs", table, func(c lab.NodesCell) string { return grouped(c.Cuts) })
	a.nodesTable("Branching factor: nodes divided by the nodes of the previous depth", table, func(c lab.NodesCell) string {
		if c.Branching == 0 {
			return "-"
		}
		return strconv.FormatFloat(c.Branching, 'f', 2, 64)
	})
	a.nodesTable("Seconds", table, func(c lab.NodesCell) string { return strconv.FormatFloat(c.Time.Seconds(), 'f', 3, 64) })
	a.theory(f.branching, len(table.Rows))
	return a.labFiles(f, table.WriteCSV, table.Chart(r.Info().Name+": nodes by depth"))
}

// nodesTable prints one measurement as a table with a column per algorithm. It marks searches that
// reached the node limit.
func (a *app) nodesTable(title string, t lab.NodesTable, show func(lab.NodesCell) string) {
	a.printf("\n")
	a.heading(title)
	a.printf("%5s", "depth")
	for _, name := range t.Algorithms {
		a.printf(" %15s", name)
	}
	a.printf("\n")
	for d, row := range t.Rows {
		a.printf("%5d", d+1)
		for _, c := range row {
			text := "-"
			if c.Searched {
				text = show(c)
			}
			if c.Stopped {
				text = "> " + text
			}
			a.printf(" %15s", text)
		}
		a.printf("\n")
	}
}

// theory prints theoretical leaf counts: those of minimax, and those of alpha-beta with perfect
// move ordering.
func (a *app) theory(b, depth int) {
	a.printf("\n")
	a.heading(fmt.Sprintf("Theoretical leaf counts with %d moves per position", b))
	a.printf("%5s %21s %21s\n", "depth", "minimax", "alphabeta, best case")
	for d := 1; d <= depth; d++ {
		a.printf("%5d %21s %21s\n", d, theoretical(lab.MinimaxLeaves(b, d)), theoretical(lab.BestLeaves(b, d)))
	}
}

// theoretical formats a count that may exceed the range of integers.
func theoretical(v float64) string {
	if v < 1e15 {
		return grouped(uint64(v))
	}
	return strconv.FormatFloat(v, 'e', 2, 64)
}

// grouped formats 1234567 as 1,234,567.
func grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// treeLimit is the default for --limit: the maximum number of nodes in the printed tree.
const treeLimit = 20_000

// labTree prints a search tree as JSON.
func (a *app) labTree(ctx context.Context, r game.Rules, _ []string, f *labFlags) error {
	e, width, err := f.evaluator(r)
	if err != nil {
		return err
	}
	names, err := f.names([]string{classic.AlphaBeta}, []string{classic.Minimax, classic.AlphaBeta, classic.Ordered})
	if err != nil {
		return err
	}
	if len(names) > 1 {
		return usage("lab", "tree needs exactly one algorithm")
	}
	p, err := f.position(r)
	if err != nil {
		return err
	}
	plan := lab.TreePlan{Algorithm: names[0], Eval: e, Depth: f.depth, Width: width, MaxNodes: f.limit}
	if plan.MaxNodes == 0 {
		plan.MaxNodes = treeLimit
	}
	dump, err := lab.Tree(ctx, r, p, plan)
	if err != nil {
		return err
	}
	return dump.WriteJSON(a.out)
}
