package engine

import "time"

// Each level scores about 70 percent against the level below. docs/strength.md lists the measured
// scores; `make ladder` measures one of them again. Levels differ mainly in how often they overlook
// a move. They differ less in the number of nodes, because with a difference in nodes alone, a
// level would never lose to the level below. The settings are valid for the evaluation with which
// they were measured: with a stronger evaluation, a level needs fewer nodes for the same strength.

// PieceTable returns the levels for games in which pieces move.
func PieceTable() [Levels]Level {
	often := &Misses{
		Far: 50, Backward: 45, Long: 45, Leap: 40, Opened: 60, Discovered: 70, Pinned: 60, Quiet: 35,
	}
	return [Levels]Level{
		{Nodes: 200, Lines: 8, Slack: 0.18, Heat: 0.08, Often: often, Ease: 1.6},
		{Nodes: 300, Lines: 8, Slack: 0.16, Heat: 0.06, Often: often, Ease: 1},
		{Nodes: 450, Lines: 6, Slack: 0.14, Heat: 0.05, Often: often, Ease: 0.6},
		{Nodes: 700, Lines: 6, Slack: 0.12, Heat: 0.04, Often: often, Ease: 0.4},
		{Nodes: 950, Lines: 6, Slack: 0.11, Heat: 0.034, Often: often, Ease: 0.29},
		{Nodes: 1_300, Lines: 4, Slack: 0.10, Heat: 0.028, Often: often, Ease: 0.215},
		{Nodes: 1_750, Lines: 4, Slack: 0.09, Heat: 0.023, Often: often, Ease: 0.16},
		{Nodes: 2_400, Lines: 4, Slack: 0.08, Heat: 0.02, Often: often, Ease: 0.12},
		{Time: time.Second},
	}
}

// CoveredTable returns the levels for games with face-down pieces. Luck reduces the difference
// between two levels in such games, so the settings of the levels differ more.
func CoveredTable() [Levels]Level {
	often := &Misses{
		Far: 50, Backward: 45, Long: 45, Leap: 40, Opened: 60, Discovered: 70, Pinned: 60, Quiet: 35, Covered: 30,
	}
	return [Levels]Level{
		{Nodes: 200, Lines: 8, Slack: 0.18, Heat: 0.08, Often: often, Ease: 1.6},
		{Nodes: 300, Lines: 8, Slack: 0.16, Heat: 0.06, Often: often, Ease: 1},
		{Nodes: 500, Lines: 6, Slack: 0.14, Heat: 0.05, Often: often, Ease: 0.58},
		{Nodes: 850, Lines: 6, Slack: 0.12, Heat: 0.04, Often: often, Ease: 0.36},
		{Nodes: 1_150, Lines: 6, Slack: 0.11, Heat: 0.034, Often: often, Ease: 0.25},
		{Nodes: 1_550, Lines: 4, Slack: 0.10, Heat: 0.028, Often: often, Ease: 0.175},
		{Nodes: 2_100, Lines: 4, Slack: 0.09, Heat: 0.023, Often: often, Ease: 0.122},
		{Nodes: 2_900, Lines: 4, Slack: 0.08, Heat: 0.02, Often: often, Ease: 0.085},
		{Time: time.Second},
	}
}

// StoneTable returns the levels for games in which stones are placed.
func StoneTable() [Levels]Level {
	often := &Misses{Far: 55, Slanted: 50, Gapped: 50}
	return [Levels]Level{
		{Nodes: 150, Lines: 8, Slack: 0.18, Heat: 0.13, Often: often, Ease: 3},
		{Nodes: 250, Lines: 6, Slack: 0.17, Heat: 0.085, Often: often, Ease: 1.5},
		{Nodes: 450, Lines: 5, Slack: 0.15, Heat: 0.055, Often: often, Ease: 0.85},
		{Nodes: 800, Lines: 4, Slack: 0.13, Heat: 0.04, Often: often, Ease: 0.5},
		{Nodes: 1_500, Lines: 3, Slack: 0.11, Heat: 0.032, Often: often, Ease: 0.28},
		{Nodes: 2_800, Lines: 3, Slack: 0.10, Heat: 0.025, Often: often, Ease: 0.15},
		{Nodes: 5_000, Lines: 2, Slack: 0.09, Heat: 0.02, Often: often, Ease: 0.08},
		{Nodes: 9_000, Lines: 2, Slack: 0.08, Heat: 0.016, Often: often, Ease: 0.04},
		{Time: time.Second},
	}
}
