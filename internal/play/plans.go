package play

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"kydai/game"
	"kydai/match"
)

// answerWithin is the time after a move at which a background check looks for a planned answer that
// was not played. An answer may be missing, for example, because the node that committed the
// opponent's move died.
const answerWithin = 3 * time.Second

// Plans is the service that stores lines of moves which players of correspondence games have
// planned in advance.
//
// The node that commits a move looks in the store for a planned answer and plays it like a move of
// the player, for the intended ply only. There is no state outside the database rows. Every change
// to a match with plans also schedules its next background check a few seconds later, which looks
// for an answer again. If an answer is played twice, the second attempt is a repetition of the same
// move and has no effect.
type Plans struct {
	store  StoredPlans
	log    *slog.Logger
	gate   *gate
	random *random
	within time.Duration
	tables interface {
		Look(ctx context.Context, by Player, id string) (*Snapshot, game.Side, error)
	}
	door interface {
		move(ctx context.Context, by Player, id string, mv Move) (Ack, error)
	}
}

// List returns the plans of a player that a match still follows, oldest first, each with its
// remaining moves.
func (ps *Plans) List(ctx context.Context, by Player, id string) ([]Plan, error) {
	snap, side, err := ps.tables.Look(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if side == game.NoSide {
		return nil, errPlanPlayer
	}
	return ps.of(ctx, snap, snap.SeatOf(by))
}

// of lists the plans of a player that the match still follows, each with its remaining moves from
// the current position.
func (ps *Plans) of(ctx context.Context, snap *Snapshot, player string) ([]Plan, error) {
	all, err := ps.store.Plans(ctx, snap.ID)
	own := []Plan{}
	for i := range all {
		p := &all[i]
		if moves, stands := p.rest(snap); stands && p.Player == player {
			p.Ply += len(p.Moves) - len(moves)
			p.Moves = moves
			own = append(own, *p)
		}
	}
	return own, err
}

// Add stores a plan: codes is a line of moves that begins with the opponent's move expected at the
// given ply. As long as the opponent follows the line, the server answers with the player's moves
// from it. Add returns all plans of the player in the match. Adding the same plan again changes
// nothing.
func (ps *Plans) Add(ctx context.Context, by Player, id string, ply int, codes []string) ([]Plan, error) {
	snap, side, err := ps.tables.Look(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if side == game.NoSide {
		return nil, errPlanPlayer
	}
	if err := snap.mayPlan(); err != nil {
		return nil, err
	}
	view := snap.View(game.NoSide)
	switch {
	case view.Turn == side:
		return nil, errPlanTurn
	case ply != snap.Ply:
		return nil, errPlanStale
	}
	codes, err = checkMoves(view.Line, side, codes)
	if err != nil {
		return nil, err
	}
	player := snap.SeatOf(by)
	own, err := ps.of(ctx, snap, player)
	if err != nil {
		return nil, err
	}
	for i := range own {
		if slices.Equal(own[i].Moves, codes) {
			return own, nil
		}
		if clash(view.Line, side, own[i].Moves, codes) {
			return nil, errPlanClash
		}
	}
	if len(own) >= MaxPlans {
		return nil, errPlanMany
	}
	name, err := ps.random.id()
	if err != nil {
		return nil, err
	}
	p := Plan{ID: name, Match: id, Player: player, Ply: ply, Turn: snap.turnNumber(), Moves: codes}
	if err := ps.store.AddPlan(ctx, p, MaxPlans); err != nil {
		return nil, err
	}
	// The opponent may have moved on another node before this plan was stored. That node has found
	// no answer, so look for the answer here.
	if snap, _, err = ps.tables.Look(ctx, by, id); err != nil {
		return nil, err
	}
	ps.look(snap)
	return ps.of(ctx, snap, player)
}

// Drop deletes a plan of a player.
func (ps *Plans) Drop(ctx context.Context, by Player, id, plan string) error {
	snap, side, err := ps.tables.Look(ctx, by, id)
	if err != nil {
		return err
	}
	if side == game.NoSide {
		return errPlanPlayer
	}
	n, err := ps.store.DropPlans(ctx, id, snap.SeatOf(by), []string{plan})
	if err == nil && n == 0 {
		return ErrNotFound
	}
	return err
}

// look looks for a planned answer to the last move of a match and plays it in the background.
func (ps *Plans) look(snap *Snapshot) {
	if snap.mayPlan() != nil || ps.gate.enter() != nil {
		return // if this node is shutting down, the background check of another node plays the answer
	}
	go func() {
		defer ps.gate.leave()
		ctx, cancel := context.WithTimeout(context.Background(), ps.within)
		defer cancel()
		if err := ps.answer(ctx, snap); err != nil {
			ps.log.DebugContext(ctx, "an answer could not be played; a sweeper tries again", "match", snap.ID, "err", err)
		}
	}()
}

// answer plays the planned answer to the current position of a match and deletes the
// plans that the match has left. If it returns an error, the caller should try again.
func (ps *Plans) answer(ctx context.Context, snap *Snapshot) error {
	if !snap.plannable() {
		return nil
	}
	all, err := ps.store.Plans(ctx, snap.ID)
	if err != nil {
		return err
	}
	var plan *Plan
	var code string
	for i := range all {
		p := &all[i]
		if _, stands := p.rest(snap); !stands {
			if _, err := ps.store.DropPlans(ctx, p.Match, p.Player, []string{p.ID}); err != nil {
				return err
			}
			continue
		}
		if c, ok := p.answer(snap); ok {
			plan, code = p, c // if two plans that were stored at the same time both have an answer, use the later plan
		}
	}
	if plan == nil {
		return nil
	}
	_, err = ps.door.move(ctx, Player{ID: plan.Player}, snap.ID, Move{Ply: snap.Ply, Code: code})
	if err == nil || mayPass(err) {
		return err
	}
	switch codeOf(err) {
	case match.Stale, match.NotYourTurn, match.IsPaused, game.GameOver:
		return nil // the match has changed meanwhile; the command that changed it looks for an answer again
	}
	// The move is illegal, so delete the plan.
	ps.log.DebugContext(ctx, "an answer was refused", "match", snap.ID, "code", codeOf(err))
	_, err = ps.store.DropPlans(ctx, plan.Match, plan.Player, []string{plan.ID})
	return err
}
