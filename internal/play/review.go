package play

import (
	"context"
	"encoding/json"
	"time"

	"kydai/engine"
	"kydai/game"
)

// ReviewRow is the database row of a review. The store does not interpret the body.
type ReviewRow struct {
	Match  string
	Player string // the player who first requested the review
	Plies  int    // total number of positions
	Done   int    // number of positions searched so far
	Body   []byte
	At     time.Time // database time
}

// StoredReviews is the part of the store for reviews of finished matches.
type StoredReviews interface {
	// AddReview stores a new review. If the match already has a review, nothing changes. It returns
	// ErrBusy if the player has reached the given limit of unfinished reviews.
	AddReview(ctx context.Context, r ReviewRow, most int) error
	// Review returns the review of a match, or ErrNotFound.
	Review(ctx context.Context, match string) (ReviewRow, error)
	// TakeReview leases to the node holder an unfinished review that no other node has leased. It
	// chooses the player who was served least recently, and the oldest review of this player. It
	// returns false if there is no such review.
	TakeReview(ctx context.Context, holder string, lease time.Duration) (ReviewRow, bool, error)
	// SaveReview stores the results found so far and renews the lease for the given duration. If
	// the duration is 0, it ends the lease. It returns ErrConflict if the node holder has lost the
	// lease.
	SaveReview(ctx context.Context, match, holder string, done int, body []byte, lease time.Duration) error
	// DropReviews deletes reviews older than a duration.
	DropReviews(ctx context.Context, older time.Duration) (int, error)
}

// Review is a review of a match, with the results found so far.
type Review struct {
	Plies int // number of positions to search; the last position counts unless the game is over there
	Found []ReviewFound
}

// ReviewFound is a worker's result for one position, searched with only the knowledge of the side
// to move.
type ReviewFound struct {
	Ply   int    `json:"ply"`
	Nodes uint64 `json:"nodes"`
	engine.Score
	Line []string `json:"line"`
	// Played is the value of the played move before the move revealed a piece. It is set only in
	// games with hidden pieces.
	Played *engine.Score `json:"played,omitempty"`
}

// Review decodes the body of the row.
func (r *ReviewRow) Review() (Review, error) {
	out := Review{Plies: r.Plies, Found: []ReviewFound{}}
	if len(r.Body) == 0 {
		return out, nil
	}
	err := json.Unmarshal(r.Body, &out.Found)
	return out, err
}

// question is one position of a review for a worker to search.
type question struct {
	ply  int
	line *game.Line // the view of the side to move
	sent string     // code of the played move without the pieces that it revealed; "" if no pieces are hidden
}

// questionsOf returns the positions of a finished match, last position first, because an engine
// that has already searched a later position searches an earlier position better.
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
