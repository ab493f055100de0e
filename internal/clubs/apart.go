package clubs

import "context"

// checkApart returns an error if the new tie t would merge two names that played in the same event,
// because they must be two people. The parameter ties lists the existing ties of the club. Each
// name is compared in its final spelling; a member is compared by the member's name.
func (s *Service) checkApart(ctx context.Context, id string, ties []Tie, t *Tie) error {
	members, err := s.Members(ctx, None, id)
	if err != nil {
		return err
	}
	names := nameBook(ties, nil, members)
	nicks := map[string]string{}
	for i := range members {
		nicks[members[i].Player] = members[i].Name
	}
	one, other := nameKey(names.spelt(t.Name)), nameKey(names.spelt(t.Spelling))
	calendar, err := s.Calendar(ctx, None, id)
	if err != nil {
		return err
	}
	for i := range calendar {
		lines, err := s.linesOf(ctx, id, &calendar[i])
		if err != nil {
			return err
		}
		var first, second bool
		for j := range lines {
			name := lines[j].name
			if lines[j].player != "" {
				name = nicks[lines[j].player]
			}
			key := nameKey(names.spelt(name))
			first, second = first || key == one, second || key == other
		}
		if first && second {
			return errTwo
		}
	}
	return nil
}
