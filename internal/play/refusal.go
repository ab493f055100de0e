package play

import (
	"sync"
	"time"

	"kydai/internal/cluster"
)

// keepRefusal is how long a refused move is remembered. It is longer than the second or two in
// which clients retry.
const keepRefusal = cluster.MaxAway

// refusals remembers legal moves that this node could not store because too many changes were
// waiting or the disk was full. If the player sends the same move again, the time of its first
// arrival counts. While a move is remembered, no player of the match loses on time by a deadline
// after that first arrival. At most one move per player and match is remembered. A different move
// counts from its own arrival.
type refusals struct {
	arrivals *arrivals

	mu  sync.Mutex
	all map[refusalKey]*refusal
}

type refusalKey struct{ match, player string }

type refusal struct {
	ply     int
	code    string
	arrival *Arrival
	timer   *time.Timer
}

// first returns the time that counts as the arrival of a move. If the same move arrived earlier and
// was refused, this is the time of the earlier arrival; otherwise it is the parameter at.
func (r *refusals) first(by Player, id string, mv Move, at time.Time) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	old := r.all[refusalKey{id, by.ID}]
	if old != nil && old.ply == mv.Ply && old.code == mv.Code && old.arrival.At.Before(at) {
		return old.arrival.At
	}
	return at
}

// settle records whether a move was stored. If err says that the move could not be stored, settle
// remembers the move. For any other err, also nil, it forgets the remembered move of this player.
func (r *refusals) settle(by Player, id string, mv Move, at time.Time, err error) {
	key := refusalKey{id, by.ID}
	unwritten := err != nil && (codeOf(err) == Busy || codeOf(err) == NoRoom)
	r.mu.Lock()
	defer r.mu.Unlock()
	old := r.all[key]
	if old == nil && !unwritten {
		return
	}
	if old != nil {
		old.timer.Stop()
		defer old.arrival.Done() // end the old arrival last, so that the match always has a recorded arrival
		delete(r.all, key)
	}
	if !unwritten {
		return
	}
	kept := &refusal{ply: mv.Ply, code: mv.Code, arrival: r.arrivals.arriveAt(id, at)}
	kept.timer = time.AfterFunc(keepRefusal, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.all[key] == kept {
			delete(r.all, key)
		}
		kept.arrival.Done()
	})
	if r.all == nil {
		r.all = map[refusalKey]*refusal{}
	}
	r.all[key] = kept
}
