package main

import (
	"os"
	"strconv"
	"syscall"
)

// lowest is the nice value of the lowest thread priority on Linux.
const lowest = 19

// lowPriority lowers the priority of this process so that other programs run first. Linux has a
// priority for each thread; new threads inherit the priority of their parent.
func lowPriority() {
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return // without /proc the process keeps its default priority
	}
	for _, t := range tasks {
		if id, err := strconv.Atoi(t.Name()); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, lowest) // ignore an error: the lower priority is not essential
		}
	}
}
