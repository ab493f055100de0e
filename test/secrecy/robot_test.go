package secrecy

import (
	"context"
	"encoding/json"
	"sync"

	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
	"kydai/match"
)

// seed is the random seed in an engine job. It is different for each match, so the test uses it to
// identify the match.
type seed uint64

// readJob returns the seed, which identifies the match, and the ply of an engine job. The seed is 0
// if the message is not an engine job.
func readJob(job []byte) (of seed, ply int) {
	var j struct {
		Seed uint64
		Ply  int
	}
	_ = json.Unmarshal(job, &j)
	return seed(j.Seed), j.Ply
}

// robot plays the seat of the engine. It uses either the moves of a script or the built-in engine
// at a small depth. It may make a move only after all clients have received the previous move.
type robot struct {
	mu      sync.Mutex
	changed *sync.Cond
	now     seed // seed of the current match; 0 until the first job of the match arrives
	past    map[seed]bool
	script  []string // moves to play, by ply; after these moves the engine chooses
	allowed int      // last ply at which the robot may move; the test increases it
	said    map[int]string
}

func newRobot() *robot {
	r := &robot{past: map[seed]bool{}}
	r.changed = sync.NewCond(&r.mu)
	return r
}

// begin prepares the robot for the next match.
func (r *robot) begin(script []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.past[r.now] = true
	r.now, r.script, r.allowed, r.said = 0, script, -1, map[int]string{}
	r.changed.Broadcast()
}

// asked records that a job of the match with the seed s has arrived. Unless this match is over, it
// becomes the current match.
func (r *robot) asked(s seed) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.past[s] {
		r.now = s
	}
	r.changed.Broadcast()
}

// goAhead allows the robot to play the move at ply.
func (r *robot) goAhead(ply int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.allowed = ply
	r.changed.Broadcast()
}

// wait waits until the robot may play its move at ply, or until the match is over. It delays the
// job before a worker gets it, because the search itself is limited to a second.
func (r *robot) wait(ctx context.Context, s seed, ply int) {
	defer context.AfterFunc(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.changed.Broadcast()
	})()
	r.mu.Lock()
	defer r.mu.Unlock()
	for ctx.Err() == nil && !r.past[s] && (r.now != s || r.allowed < ply) {
		r.changed.Wait()
	}
}

// at returns the robot's move at ply.
func (r *robot) at(ply int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.said[ply]
}

func (r *robot) make(name string, _ match.Seat, _ uint64) (engine.Engine, error) {
	e, err := engines.New(name)
	return thinker{e, r}, err
}

type thinker struct {
	engine.Engine
	r *robot
}

func (e thinker) Think(ctx context.Context, l *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	of, _ := ctx.Value(seed(0)).(seed)
	e.r.mu.Lock()
	defer e.r.mu.Unlock()
	if ctx.Err() != nil || e.r.past[of] {
		return engine.Thought{}, context.Canceled
	}
	if l.Ply() < len(e.r.script) {
		e.r.said[l.Ply()] = e.r.script[l.Ply()]
		return engine.Thought{Lines: []engine.Variation{{Codes: []string{e.r.script[l.Ply()]}}}}, nil
	}
	lim.Nodes = 20
	info, err := e.Engine.Think(ctx, l, lim, report)
	if err == nil {
		e.r.said[l.Ply()] = info.Best()
	}
	return info, err
}
