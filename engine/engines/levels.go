package engines

import (
	"time"

	"kydai/engine"
)

// usualLevels serve a game that has none of its own.
func usualLevels() [engine.Levels]engine.Level {
	return [engine.Levels]engine.Level{
		{Nodes: 60, Depth: 1, Lines: 16, Slack: 0.30, Heat: 0.20},
		{Nodes: 200, Depth: 2, Lines: 12, Slack: 0.24, Heat: 0.12},
		{Nodes: 600, Depth: 3, Lines: 8, Slack: 0.18, Heat: 0.08},
		{Nodes: 2_000, Depth: 4, Lines: 6, Slack: 0.12, Heat: 0.05},
		{Nodes: 8_000, Depth: 6, Lines: 4, Slack: 0.08, Heat: 0.03},
		{Nodes: 30_000, Depth: 9, Lines: 3, Slack: 0.04, Heat: 0.015},
		{Nodes: 120_000, Lines: 1},
		{Time: time.Second, Lines: 1},
	}
}

// shallowLevels serve an engine that looks only two plies ahead: all that
// differs is how readily it takes a worse move.
func shallowLevels() [engine.Levels]engine.Level {
	return [engine.Levels]engine.Level{
		{Depth: 1, Lines: 16, Slack: 0.30, Heat: 0.20},
		{Depth: 1, Lines: 12, Slack: 0.20, Heat: 0.10},
		{Depth: 1, Lines: 8, Slack: 0.12, Heat: 0.06},
		{Depth: 1, Lines: 4, Slack: 0.06, Heat: 0.03},
		{Depth: 2, Time: time.Second, Lines: 6, Slack: 0.12, Heat: 0.06},
		{Depth: 2, Time: time.Second, Lines: 4, Slack: 0.06, Heat: 0.03},
		{Depth: 2, Time: time.Second, Lines: 2, Slack: 0.03, Heat: 0.015},
		{Depth: 2, Time: time.Second, Lines: 1},
	}
}
