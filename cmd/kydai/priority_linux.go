package main

import (
	"os"
	"strconv"
	"syscall"
)

// lowest is the lowest priority of a thread.
const lowest = 19

// lowPriority lets everything else on the machine go first. Linux has a priority for
// each thread; threads that are started later get the one of their parent.
func lowPriority() {
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return // without /proc the run has the usual priority
	}
	for _, t := range tasks {
		if id, err := strconv.Atoi(t.Name()); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, lowest) // only a wish
		}
	}
}
