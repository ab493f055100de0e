package play

import (
	"context"
	"encoding/json"
	"time"

	"kydai/engine"
	"kydai/game"
)

// ReviewRow is a stored review. The body is opaque to the store.
type ReviewRow struct {
	Match  string
	Player string // who asked first
	Plies  int    // number of positions
	Done   int    // positions that were searched
	Body   []byte
	At     time.Time // database time
}

// StoredReviews stores reviews of finished matches.
type StoredReviews interface {
	// AddReview stores a new review. If the match has one, nothing changes. It
	// fails with ErrBusy if the player has most unfinished reviews already.
	AddReview(ctx context.Context, r ReviewRow, most int) error
	// Review returns the review of a match, or ErrNotFound.
	Review(ctx context.Context, match string) (ReviewRow, error)
	// TakeReview gives the holder the lease of an unfinished review that no
	// other holds: of the player who was served least recently, the oldest. It
	// returns false if there is none.
	TakeReview(ctx context.Context, holder string, lease time.Duration) (ReviewRow, bool, error)
	// SaveReview stores what was found and renews the lease, or ends it if lease
	// is 0. It fails with ErrConflict if the holder has lost the lease.
	SaveReview(ctx context.Context, match, holder string, done int, body []byte, lease time.Duration) error
	// DropReviews deletes reviews older than a duration.
	DropReviews(ctx context.Context, older time.Duration) (int, error)
}

// Review is a review of a match, as far as it is done.
type Review struct {
	Plies int // number of positions, the last one included unless the game ended there by its rules
	Found []ReviewFound
}

// ReviewFound is what a worker found in one position, for the side to move with
// what it knew.
type ReviewFound struct {
	Ply   int    `json:"ply"`
	Nodes uint64 `json:"nodes"`
	engine.Score
	Line []string `json:"line"`
	// Played is the value of the move played before its luck; only in games with
	// hidden pieces.
	Played *engine.Score `json:"played,omitempty"`
}

// Review reads the body of the row.
func (r *ReviewRow) Review() (Review, error) {
	out := Review{Plies: r.Plies, Found: []ReviewFound{}}
	if len(r.Body) == 0 {
		return out, nil
	}
	err := json.Unmarshal(r.Body, &out.Found)
	return out, err
}

// question is a position of a review.
type question struct {
	ply  int
	line *game.Line // the view of the side to move
	sent string     // the move played without what it revealed; only in games with hidden pieces
}

// questionsOf returns the positions of a finished match, the last one first:
// what the engine has seen after a move helps before it.
func questionsOf(snap *Snapshot) []question {
	var out []question
	whole := [2]*game.Line{snap.View(game.First).Line, snap.View(game.Second).Line}
	n := whole[0].Ply()
	for ply := n; ply >= 0; ply-- {
		side := whole[0].At(ply).Turn()
		line := whole[side.Index()].Clone()
		line.Undo(n - ply)
		q := question{ply: ply, line: line}
		if line.Outcome().Over() {
			continue
		}
		if snap.Hidden() && ply < n {
			q.sent = sentAs(line.Position(), whole[side.Index()].Move(ply))
		}
		out = append(out, q)
	}
	return out
}

// sentAs returns the code of a move without the pieces that it revealed.
func sentAs(p game.Position, came game.Move) string {
	for _, m := range p.Legal() {
		for _, w := range game.CompletionsOf(p, m) {
			if w.Move == came {
				return p.Encode(m)
			}
		}
	}
	return ""
}
