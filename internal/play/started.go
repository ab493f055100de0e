package play

import (
	"slices"
	"sync"
	"time"
)

// machinesEach is the maximum number of matches between engines that one player, or one IP
// address, may have in progress.
const machinesEach = 2

// machineLease is how long a match between engines counts towards the limit if this node does not
// learn of its end.
const machineLease = 2 * time.Hour

// machineMatches records which player or IP address has started each match between engines in
// progress. Each node records only the matches that were started on it.
type machineMatches struct {
	mu  sync.Mutex
	all map[string][]machineMatch // by owner: a player or an IP address, see owners
}

type machineMatch struct {
	id    string
	until time.Time
}

// owners returns the keys under which the matches between engines of a player are counted: the
// player id and the IP address.
func owners(by Player) []string {
	list := []string{"player " + by.ID}
	if by.Address != "" {
		list = append(list, "address "+by.Address)
	}
	return list
}

func (l *machineMatches) add(owner, id string, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[string][]machineMatch{}
	}
	for o, list := range l.all {
		l.keep(o, slices.DeleteFunc(list, func(m machineMatch) bool { return !m.until.After(now) }))
	}
	l.all[owner] = append(l.all[owner], machineMatch{id, now.Add(machineLease)})
}

// of lists the ids of an owner's matches, oldest first.
func (l *machineMatches) of(owner string) (ids []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, m := range l.all[owner] {
		ids = append(ids, m.id)
	}
	return ids
}

// drop removes a finished match from the lists of its owners.
func (l *machineMatches) drop(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for o, list := range l.all {
		l.keep(o, slices.DeleteFunc(list, func(m machineMatch) bool { return m.id == id }))
	}
}

func (l *machineMatches) keep(owner string, list []machineMatch) {
	if len(list) == 0 {
		delete(l.all, owner)
		return
	}
	l.all[owner] = list
}
