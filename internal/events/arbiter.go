package events

import (
	"context"
	"time"

	"kydai/game"
)

// Past is a result that a board has had.
type Past struct {
	Result
	At   time.Time
	Name string // of the arbiter; "" if the account is deleted, or if no arbiter decided
}

// History lists the results of a board in their order, the last one included. The
// results of a round that was undone are not among them.
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
		case f.Number > e.Version: // written since
		case f.Number == paired:
			if board > len(f.Boards) { // added later, without a result
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

// Readmit lets an entrant who has withdrawn back in, by an arbiter: somebody
// without a device cannot come back otherwise.
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

// TakeOver makes the caller the organiser of an event, also of a draft. The old
// one becomes an arbiter. Whether the caller may do this is for the caller of the
// package to know.
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
