package protocol

import (
	"os"
	"strconv"
	"strings"

	"kydai/engine"
)

// optHash is the option of an engine for the size of its hash table in MiB.
const optHash = "Hash"

// Memory returns the memory in MiB that a hash table may use: three quarters of the memory that is
// free on the machine and in the control group of the process. It returns 0 if the free memory is
// unknown.
func Memory() int {
	free := kilobytes("/proc/meminfo", "MemAvailable:") >> 10
	if limit := number("/sys/fs/cgroup/memory.max"); limit > 0 {
		free = min(free, max(limit-number("/sys/fs/cgroup/memory.current"), 0)>>20)
	}
	return free / 4 * 3
}

// kilobytes returns the number in a line such as "MemAvailable: 123 kB" of a file; 0 if the file
// has no such line.
func kilobytes(file, name string) int {
	text, _ := os.ReadFile(file) // systems other than Linux have no such file
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == name {
			n, _ := strconv.Atoi(words[1])
			return n
		}
	}
	return 0
}

// number returns the number that a file contains; 0 if the file contains none.
func number(file string) int {
	text, _ := os.ReadFile(file)
	n, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return n
}

// Fit limits the option Hash to the parameter memory, in MiB: both the range that is offered and
// the value to be set. The result less reports whether Fit lowered the value. If memory is 0, Fit
// changes nothing.
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
