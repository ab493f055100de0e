package main

import (
	"context"

	"golang.org/x/sys/unix"
)

// timeError is the state TIME_ERROR of adjtimex(2): the clock is not synchronised.
const timeError = 5

func (p *patient) checkClock(context.Context) {
	var t unix.Timex
	state, err := unix.Adjtimex(&t)
	switch {
	case err != nil:
		return // the system does not allow this process to read the clock state
	case state == timeError:
		p.note(warn, "time-sync", "run chrony or systemd-timesyncd; in a container the host must", "nothing keeps the clock of this machine right")
	default:
		p.note(fine, "time-sync", "", "the clock of this machine is kept right")
	}
}

func (p *patient) checkLimits(context.Context) {
	var r unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &r) != nil {
		return
	}
	if r.Max < filesFew { // check only the hard limit: the Go runtime raises the soft limit to it
		p.note(warn, "file-limit", "set LimitNOFILE=200000 in the unit, or ulimit -n", "this user may open %d files, each connection is one", r.Max)
		return
	}
	p.note(fine, "file-limit", "", "this user may open %d files", r.Max)
}
