package engine

import "time"

// The levels were set so that each scores about three points of four against
// the one below it; docs/strength.md has the figures. What makes the steps is
// the share of glances first and the nodes second: with nodes alone a level
// would never lose to the one below.

// PieceLevels serve the games in which pieces move.
func PieceLevels() [Levels]Level {
	return [Levels]Level{
		{Nodes: 1_000, Glance: 0.95},
		{Nodes: 2_000, Glance: 0.77},
		{Nodes: 5_000, Glance: 0.55},
		{Nodes: 12_000, Glance: 0.36},
		{Nodes: 28_000, Glance: 0.22},
		{Nodes: 70_000, Glance: 0.12},
		{Nodes: 220_000, Glance: 0.05},
		{Time: time.Second},
	}
}

// StoneLevels serve a game of stones, whose nodes take longer and whose
// glances cost more.
func StoneLevels() [Levels]Level {
	return [Levels]Level{
		{Nodes: 1_000, Glance: 0.95},
		{Nodes: 2_000, Glance: 0.75},
		{Nodes: 4_000, Glance: 0.50},
		{Nodes: 8_000, Glance: 0.30},
		{Nodes: 16_000, Glance: 0.16},
		{Nodes: 32_000, Glance: 0.08},
		{Nodes: 80_000, Glance: 0.03},
		{Time: time.Second},
	}
}
