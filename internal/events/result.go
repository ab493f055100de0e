package events

import (
	"context"
	"fmt"

	"kydai/game"
	"kydai/internal/play"
)

// Claim lets a player of a physical board report its result. When both players have reported the
// same result, it becomes the result of the board.
func (s *Service) Claim(ctx context.Context, who Caller, id string, round, board int, result string) (*State, error) {
	return s.change(ctx, who, id, func(e *State) (Change, error) {
		b := e.board(round, board)
		if b == nil {
			return Change{}, errNoBoard
		}
		side := -1
		for i, entrant := range [2]int{b.First, b.Second} {
			if who.is(e.Entrant(entrant).Player) {
				side = i
			}
		}
		switch {
		case side < 0:
			return Change{}, errNotPlayer
		case result != FirstWins && result != SecondWins && result != Drawn:
			return Change{}, game.Err(Bad, "players report that first or second has won, or a draw")
		case b.Match != "":
			return Change{}, errOnScreen
		case b.Claims[side] == result && (b.Result.Result == "" || b.Result.Result == result):
			return Change{}, nil
		case b.Result.Result != "":
			return Change{}, errHasResult
		case e.Phase != Running:
			return Change{}, errNotRunning
		}
		entrant := [2]int{b.First, b.Second}[side]
		c := Change{Facts: []Fact{{Kind: Claimed, Round: round, Board: board, Entrant: entrant, Result: &Result{Result: result}}}}
		if b.Claims[1-side] == result {
			c.Facts = append(c.Facts, Fact{Kind: Decided, Round: round, Board: board, Result: &Result{Result: result, Source: ByBoth}})
		}
		return s.goOn(e, c)
	})
}

// Decide lets an arbiter set or correct the result of a board, even after the next round is paired
// or the event is over. A correction changes the standings but not the pairings. version is the
// version of the board that the arbiter saw. If the board's game on screen is still in progress,
// the game is aborted.
func (s *Service) Decide(ctx context.Context, who Caller, id string, round, board, version int, r Result) (*State, error) {
	r.Source, r.By = ByArbiter, who.ID
	return s.asArbiter(ctx, who, id, func(e *State) (Change, error) {
		b := e.board(round, board)
		if b == nil {
			return Change{}, errNoBoard
		}
		if err := e.mayDecide(b, round, board, &r); err != nil {
			return Change{}, err
		}
		if b.Version != version {
			return Change{}, errSeen
		}
		c := Change{Facts: []Fact{{Kind: Decided, Round: round, Board: board, Result: &r}}}
		if b.Match != "" && b.Result.Result == "" {
			c.Cancel = []string{b.Match}
		}
		return s.goOn(e, c)
	})
}

// mayDecide returns an error if the arbiter's decision is invalid.
func (s *State) mayDecide(b *Board, round, board int, r *Result) error {
	decisive := r.Result == FirstWins || r.Result == SecondWins
	ties := s.Settings.Format.elimination()
	switch {
	case !decisive && r.Result != Drawn && r.Result != NobodyWins:
		return game.Err(Bad, "a result is first, second, draw or none")
	case r.Forfeit && r.Result == Drawn:
		return game.Err(Bad, "a draw is no forfeit")
	case !isText(r.Reason, MaxReason) && (r.Reason != "" || b.Result.Result != ""): // a first result needs no reason
		return errReason
	case r.Through != 0 && (decisive || !ties || r.Through != b.First && r.Through != b.Second):
		return game.Err(Bad, "who goes on is named in an elimination only, for one of the two players, if nobody has won")
	case s.Phase == Over && s.Settings.RatedWood && s.isRated(b):
		return game.Err(WrongState, "the result has been rated, so it is fixed; a moderator can correct ratings")
	case ties && round < len(s.Rounds) && s.turns(b, round, board, r):
		return game.Err(WrongState, "the next round is paired with the other player; undo it first")
	}
	return nil
}

// turns reports whether the decision r of an arbiter changes which entrant advances from the tie of
// board b.
func (s *State) turns(b *Board, round, board int, r *Result) bool {
	before, _ := s.through(s.Rounds[round-1].tie(b.Tie))
	next := s.fold([]Fact{{Number: s.Version, Kind: Decided, Round: round, Board: board, Result: r}})
	after, _ := next.through(next.Rounds[round-1].tie(b.Tie))
	return before != after
}

// isRated reports whether the result of a physical board counts for ratings: the game was
// played, by two accounts.
func (s *State) isRated(b *Board) bool {
	played := b.Result.Result == FirstWins || b.Result.Result == SecondWins || b.Result.Result == Drawn
	return b.Match == "" && played && !b.Forfeit && s.Entrant(b.First).Account && s.Entrant(b.Second).Account
}

// woodenGames lists the games on physical boards that are to be rated when the event ends, in the
// order of rounds and boards.
func (s *State) woodenGames() (list []Game) {
	for i := range s.Rounds {
		for j := range s.Rounds[i].Boards {
			b := &s.Rounds[i].Boards[j]
			if !s.isRated(b) {
				continue
			}
			g := Game{
				ID: fmt.Sprintf("%s%s:%04d:%03d", play.WoodenID, s.ID, i+1, j+1), Game: s.Settings.Game,
				Players: [2]string{s.Entrant(b.First).Player, s.Entrant(b.Second).Player}, Winner: b.Result.Result,
			}
			if g.Winner == Drawn {
				g.Winner = NobodyWins
			}
			list = append(list, g)
		}
	}
	return list
}
