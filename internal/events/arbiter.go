package events

import (
	"context"
	"time"

	"kydai/game"
)

// Past is one entry in the history of a board's results: an earlier result or the current one.
type Past struct {
	Result
	At   time.Time
	Name string // name of the arbiter; "" if the account is deleted, or if no arbiter decided
}

// History lists the results of a board in the order in which they were set, including the current
// result. If the round was undone and paired again, results from before the undo are not included.
func (s *Service) History(ctx context.Context, who Caller, id string, round, board int) ([]Past, error) {
	e, err := s.Event(ctx, who, id)
	if err != nil {
		return nil, err
	}
	if e.board(round, board) == nil {
		return nil, errNoBoard
	}
	paired := e.Rounds[round-1].Fact
	facts, err := s.opts.Store.Facts(ctx, id, paired-1)
	if err != nil {
		return nil, err
	}
	var list []Past
	var arbiters []string
	for i := range facts {
		f := &facts[i]
		switch {
		case f.Number > e.Version: // skip facts that were written after e was read
		case f.Number == paired:
			if board > len(f.Boards) { // the board was added after the pairing, so this fact (log entry) has no result for it
				continue
			}
			if r := f.Boards[board-1].Result; r.Result != "" {
				list = append(list, Past{Result: r, At: f.At})
			}
		case f.Kind == Decided && f.Round == round && f.Board == board:
			list = append(list, Past{Result: *f.Result, At: f.At})
			arbiters = append(arbiters, f.Result.By)
		}
	}
	names, err := s.opts.Store.NamesOf(ctx, arbiters)
	for i := range list {
		list[i].Name = names[list[i].By]
	}
	return list, err
}

// Readmit lets an arbiter bring back an entrant who has withdrawn. Entrants without a device cannot
// re-enter by themselves.
func (s *Service) Readmit(ctx context.Context, who Caller, id string, entrant int) (*State, error) {
	return s.asArbiter(ctx, who, id, func(e *State) (Change, error) {
		x := e.Entrant(entrant)
		switch {
		case x == nil:
			return Change{}, errNoEntrant
		case x.Leaves == 0:
			return Change{}, nil
		}
		return s.admit(e, *x, true)
	})
}

// TakeOver makes the caller the organiser of an event, even of a draft. The previous organiser
// becomes an arbiter. TakeOver does not check the rights of the caller; the package that calls it
// must check them.
func (s *Service) TakeOver(ctx context.Context, who Caller, id string) (*State, error) {
	return s.changeAs(ctx, who, id, true, func(e *State) (Change, error) {
		if who.is(e.Organiser) {
			return Change{}, nil
		}
		if !who.Account {
			return Change{}, game.Err(NeedAccount, "only an account can take over an event")
		}
		return one(Fact{Kind: Taken})
	})
}
