package events

import (
	"context"
	"fmt"
	"strings"
)

// Names returns the names of the entrants of an event, by entrant id. If several entrants have the
// same name, a number is appended to the name of the second and of each further entrant.
func (s *Service) Names(ctx context.Context, e *State) (map[int]string, error) {
	var players []string
	for i := range e.Entrants {
		if p := e.Entrants[i].Player; p != "" {
			players = append(players, p)
		}
	}
	of, err := s.opts.Store.NamesOf(ctx, players)
	list := make([]string, len(e.Entrants))
	for i := range e.Entrants {
		x := &e.Entrants[i]
		if list[i] = x.Name; x.Player != "" {
			list[i] = of[x.Player]
		}
	}
	apart(list)
	names := make(map[int]string, len(list))
	for i := range list {
		names[e.Entrants[i].ID] = list[i]
	}
	return names, err
}

// EventOf returns the id of the event that a match belongs to; "" if the match belongs to no event.
func (s *Service) EventOf(ctx context.Context, match string) (string, error) {
	return s.opts.Store.EventOf(ctx, match)
}

// apart appends a number to each name that equals an earlier name, ignoring case and spaces. It
// skips numbers that would produce the name of another entrant.
func apart(names []string) {
	taken := make(map[string]bool, len(names))
	for _, name := range names {
		taken[sameName(name)] = true
	}
	last := make(map[string]int, len(names))
	for i, name := range names {
		key := sameName(name)
		if key == "" { // the account was deleted, so the entrant has no name
			continue
		}
		if last[key]++; last[key] == 1 {
			continue
		}
		for ; ; last[key]++ {
			next := fmt.Sprintf("%s (%d)", name, last[key])
			if !taken[sameName(next)] {
				names[i] = next
				break
			}
		}
	}
}

// sameName returns a name without case and spaces, to compare names as people read them.
func sameName(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), ""))
}
