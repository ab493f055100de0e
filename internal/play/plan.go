package play

import (
	"context"
	"slices"
	"strconv"
	"time"

	"kydai/game"
	"kydai/match"
)

// Limits of plans.
const (
	MaxPlans     = 50 // maximum number of plans of a player for one match
	MaxPlanMoves = 20 // maximum number of moves of a plan, including the opponent's moves
)

// Plan is a line of moves that a player of a correspondence game has stored while waiting
// for the opponent: if the opponent plays its first move, the player answers with the
// second, and so on. Only the player may read it.
type Plan struct {
	ID     string
	Match  string
	Player string   // id under which the player has a seat in the match
	Ply    int      // number of plies before the first move of the plan
	Turn   int      // number of the turn at that ply; see match.Match.Turns
	Moves  []string // move codes; the first move is the opponent's, the last the player's own
	At     time.Time
}

// StoredPlans is the part of the store for plans.
type StoredPlans interface {
	// AddPlan stores a plan. It returns ErrConflict if the match is not in progress, or if the
	// player has reached the given limit of plans for the match.
	AddPlan(ctx context.Context, p Plan, most int) error
	// Plans lists the plans of both players of a match, oldest first.
	Plans(ctx context.Context, match string) ([]Plan, error)
	// DropPlans deletes the plans of a player with the given ids and returns the number of deleted
	// plans. The plans of a finished match are deleted when the store moves the match to the
	// archive.
	DropPlans(ctx context.Context, match, player string, ids []string) (int, error)
}

// Error codes for plans.
const (
	NoPlans  = "no-plans"  // no plans can be stored in this match
	YourTurn = "your-turn" // the player is to move; plans can be stored only while the opponent is to move
	BadPlan  = "bad-plan"  // the plan is not a line of legal moves
	TwoPlans = "two-plans" // another plan of the player answers the same moves with another move
)

var (
	errPlanPlayer = game.Err(match.NotAPlayer, "only a player of the match can store moves ahead, and see their own")
	errPlanHidden = game.Err(NoPlans, "moves cannot be stored ahead in a game with hidden pieces")
	errPlanDays   = game.Err(NoPlans, "moves can be stored ahead only in a game over days against another player")
	errPlanOver   = game.Err(game.GameOver, "the game is over")
	errPlanTurn   = game.Err(YourTurn, "it is your turn: play your move; moves are stored ahead while you wait")
	errPlanStale  = game.Err(match.Stale, "the position has changed since; load it again")
	errPlanLength = game.Err(BadPlan, "a line has 2 to 20 moves: it begins with your opponent's move and ends with yours")
	errPlanClash  = game.Err(TwoPlans, "you have already stored another answer to the same moves; delete that line first")
	errPlanMany   = game.Err(TooMany, "you have stored 50 lines for this match, which is the limit; delete one first")
)

// mayPlan returns an error if no plans can be stored in a match.
func mayPlan(m *match.Match) error {
	terms := m.Terms()
	one, two := terms.Seats[0], terms.Seats[1]
	switch {
	case m.Hidden():
		return errPlanHidden
	case !OverDays(terms.Clock) || one.Player == "" || two.Player == "" || one.Player == two.Player || one.Machine() || two.Machine():
		return errPlanDays
	case m.Over():
		return errPlanOver
	}
	return nil
}

// mayPlan returns an error if no plans can be stored in the match of the snapshot.
func (s *Snapshot) mayPlan() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return mayPlan(s.match)
}

// plannable reports whether plans can be stored in a match.
func (s *Snapshot) plannable() bool { return s.mayPlan() == nil }

// turnNumber returns the number of the current turn in the match; see match.Match.Turns.
func (s *Snapshot) turnNumber() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.match.Turns()
}

// rest returns the remaining moves of a plan if the match has followed the plan so far. The result
// stands is false if the match has left the plan. Then the match cannot return to the plan, because
// a takeback does not repeat a turn number. If the plan is newer than the snapshot, rest returns
// all moves.
func (p *Plan) rest(s *Snapshot) (moves []string, stands bool) {
	done := s.turnNumber() - p.Turn
	switch {
	case done < 0:
		return p.Moves, true
	case s.Over || done >= len(p.Moves) || s.Ply-p.Ply != done:
		return nil, false
	}
	played := s.View(game.NoSide).Line.Codes()[p.Ply:]
	return p.Moves[done:], slices.Equal(played, p.Moves[:done])
}

// answer returns the move with which a plan answers in the position of a snapshot. The result ok is
// false if the plan has no answer or the opponent is to move.
func (p *Plan) answer(s *Snapshot) (code string, ok bool) {
	moves, stands := p.rest(s)
	if !stands || s.turnNumber() < p.Turn || s.Side(p.Player) != s.View(game.NoSide).Turn {
		return "", false
	}
	return moves[0], true
}

// checkMoves returns the moves of a plan as normalised codes. It returns an error if they
// cannot be played one after another.
func checkMoves(line *game.Line, side game.Side, codes []string) ([]string, error) {
	if len(codes) < 2 || len(codes) > MaxPlanMoves {
		return nil, errPlanLength
	}
	line = line.Clone()
	from, mover := line.Ply(), game.NoSide
	for i, code := range codes {
		mover = line.Position().Turn()
		if line.Outcome().Over() || line.Play(code) != nil {
			return nil, game.Err(BadPlan, "move ", strconv.Itoa(i+1), " of the line cannot be played: ", code)
		}
	}
	if mover != side {
		return nil, errPlanLength
	}
	return line.Codes()[from:], nil
}

// clash reports whether two lines of moves from the same position contradict each other: the given
// side would play different moves after the same moves.
func clash(line *game.Line, side game.Side, a, b []string) bool {
	line = line.Clone()
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return line.Position().Turn() == side
		}
		if line.Play(a[i]) != nil {
			return false
		}
	}
	return false
}
