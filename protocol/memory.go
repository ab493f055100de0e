package protocol

import (
	"os"
	"strconv"
	"strings"

	"kydai/engine"
)

// optHash is the option of an engine for the size of its hash table in MiB.
const optHash = "Hash"

// Memory is the memory in MiB that a hash table may take: three quarters of what
// the machine and the control group of the process have left. It is 0 where this
// is not known.
func Memory() int {
	free := kilobytes("/proc/meminfo", "MemAvailable:") >> 10
	if limit := number("/sys/fs/cgroup/memory.max"); limit > 0 {
		free = min(free, max(limit-number("/sys/fs/cgroup/memory.current"), 0)>>20)
	}
	return free / 4 * 3
}

// kilobytes reads a line such as "MemAvailable: 123 kB".
func kilobytes(file, name string) int {
	text, _ := os.ReadFile(file) // another system has no such file
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == name {
			n, _ := strconv.Atoi(words[1])
			return n
		}
	}
	return 0
}

// number reads a file that holds one number; 0 if it does not.
func number(file string) int {
	text, _ := os.ReadFile(file)
	n, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return n
}

// Fit limits the option Hash to the memory in MiB: as it is offered, and a value
// that is set. less reports that a value was lowered. No memory means no limit.
func Fit(memory int, o engine.Option, value string) (_ engine.Option, fitting string, less bool) {
	if o.Name != optHash || memory <= 0 {
		return o, value, false
	}
	o.Most = max(min(o.Most, memory), o.Least)
	if n, err := strconv.Atoi(value); err == nil && n > o.Most {
		return o, strconv.Itoa(o.Most), true
	}
	return o, value, false
}
