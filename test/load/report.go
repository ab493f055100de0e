package load

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/gorilla/websocket"
)

var errNoGame = errors.New("load: the server has no such game")

// Outcome is the outcome of a request as its client sees it.
type Outcome int

// The outcomes of a request.
const (
	Done    Outcome = iota + 1 // the server confirmed the request
	Refused                    // another move was accepted for that ply
	Void                       // the server refused the request for another reason
	Unknown                    // the request was not answered
)

// Operation is a request of a client and its answer. The kind read is the state that a client
// received after it requested the match. Operations in matches against engines are not recorded.
type Operation struct {
	Match  string
	Client int
	Kind   string // move, resign or read
	Ply    int    // number of moves before this move; for a read, number of moves in the received state
	Code   string // code of the move as it was sent; for a read, code of the last move
	Call   time.Duration
	Return time.Duration // time of the answer; Call and Return are measured from the start of the run
	Hidden bool          // the game has hidden pieces, so a recorded move may contain more than was sent
	Outcome
}

// Span is an interval of time that the test measures, such as an engine's turn.
type Span struct {
	From, To time.Time
	Node     int           // index of the node to which the connection was lost; only for Report.Resumed
	Took     time.Duration // duration measured by the server, if known
}

// Broken describes a violated guarantee.
type Broken struct {
	Invariant string
	Match     string
	Text      string
}

// Flag describes a loss on time (the flag fell) and when a client was notified of it.
type Flag struct {
	Deadline time.Time
	Late     time.Duration // delay of the notification after the deadline; negative means too early
}

// maxBroken is the maximum number of violated guarantees that are kept with details.
const maxBroken = 100

// Report is the result of a run.
type Report struct {
	Began   time.Time     // time at which all matches had started and the measurement began
	Took    time.Duration // duration of the measurement since Began
	Rate    float64       // acknowledged moves per second during the measurement
	Moves   int64         // total number of acknowledged moves
	Matches int
	Over    int // number of matches played to the end
	Clients int
	Ack     *Histogram // time from sending a move to its acknowledgement
	Other   *Histogram // time from sending a move to its arrival at the other player
	Errors  map[string]int

	Checked int // number of matches compared with their records
	Broken  []Broken
	Breaks  int            // total number of violated guarantees
	Counts  map[string]int // number of violated guarantees by invariant

	Flags   []Flag
	Turns   []Span // turns of engines
	Resumed []Span // intervals from losing a connection until the client saw its match again
	// Overpaid is the distribution of the time that players were charged too much for a move: the
	// charged time minus the time from the client's receipt of the turn until it sent the move.
	Overpaid *Histogram
	History  []Operation
	Frames   map[string][][]byte // frames sent to players of games with hidden pieces, by match
}

// OK reports whether the servers kept all guarantees.
func (r *Report) OK() bool { return r.Breaks == 0 }

// Write writes the report as text.
func (r *Report) Write(w io.Writer) {
	p := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format, args...) }
	p("%d clients, %d matches, %d played to the end\n", r.Clients, r.Matches, r.Over)
	p("%d moves acknowledged; %.1f a second for %.1f s\n", r.Moves, r.Rate, r.Took.Seconds())
	p("%-24s %10s %10s %10s %10s\n", "milliseconds", "p50", "p90", "p99", "max")
	for _, h := range []struct {
		name string
		h    *Histogram
	}{{"move to ack", r.Ack}, {"move to the other", r.Other}, {"charged and not thought", r.Overpaid}} {
		p("%-24s %10s %10s %10s %10s\n", h.name, ms(h.h.Quantile(0.5)), ms(h.h.Quantile(0.9)), ms(h.h.Quantile(0.99)), ms(h.h.Max()))
	}
	if len(r.Turns) > 0 {
		p("%-24s %10s %10s %10s %10s\n", "turns of machines", ms(quantile(r.Turns, 0.5)), ms(quantile(r.Turns, 0.9)), ms(quantile(r.Turns, 0.99)), ms(quantile(r.Turns, 1)))
	}
	if len(r.Resumed) > 0 {
		p("%-24s %10s %10s %10s %10s\n", fmt.Sprintf("%d resumptions", len(r.Resumed)),
			ms(quantile(r.Resumed, 0.5)), ms(quantile(r.Resumed, 0.9)), ms(quantile(r.Resumed, 0.99)), ms(quantile(r.Resumed, 1)))
	}
	if len(r.Flags) > 0 {
		worst := slices.MaxFunc(r.Flags, func(a, b Flag) int { return int(a.Late - b.Late) })
		least := slices.MinFunc(r.Flags, func(a, b Flag) int { return int(a.Late - b.Late) })
		p("%d flags fell; heard of %s to %s ms after the deadline\n", len(r.Flags), ms(least.Late), ms(worst.Late))
	}
	for _, code := range slices.Sorted(maps.Keys(r.Errors)) {
		p("%8d  %s\n", r.Errors[code], code)
	}
	if r.OK() {
		p("%d records checked: every promise was kept\n", r.Checked)
		return
	}
	p("%d records checked: %d PROMISES BROKEN\n", r.Checked, r.Breaks)
	for i, b := range r.Broken {
		if i == 20 {
			p("  …\n")
			break
		}
		p("  %s %s: %s\n", b.Invariant, b.Match, b.Text)
	}
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d.Microseconds())/1000) }

// quantile returns a quantile of the durations of spans.
func quantile(all []Span, q float64) time.Duration {
	took := make([]time.Duration, len(all))
	for i, s := range all {
		took[i] = s.To.Sub(s.From)
	}
	slices.Sort(took)
	return took[min(int(q*float64(len(took))), len(took)-1)]
}

func (r *run) count(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.errors[what]++
}

func (r *run) broken(invariant, match, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Breaks++
	if r.report.Counts == nil {
		r.report.Counts = map[string]int{}
	}
	r.report.Counts[invariant]++
	if len(r.report.Broken) < maxBroken {
		r.report.Broken = append(r.report.Broken, Broken{invariant, match, text})
	}
	r.opts.Log.Error("a promise is broken", "invariant", invariant, "match", match, "what", text)
}

func (r *run) acknowledged(took time.Duration) {
	r.moves.Add(1)
	if r.measuring.Load() {
		r.measured.Add(1)
		r.ack.Add(took)
	}
}

func (r *run) delivered(took time.Duration) {
	if r.measuring.Load() {
		r.other.Add(took)
	}
}

func (r *run) lostSocket(err error) {
	switch {
	case restarting(err):
		r.count("closed: restart")
	case websocket.IsUnexpectedCloseError(err):
		r.count("closed: " + err.Error())
	default:
		r.count("connection lost")
	}
}

func (r *run) resumed(node int, from, to time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Resumed = append(r.report.Resumed, Span{From: from, To: to, Node: node})
}

func (r *run) machineMoved(from, to time.Time, took time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Turns = append(r.report.Turns, Span{From: from, To: to, Took: took})
}

// noteClock updates skew, an estimate of how far the servers' clock is ahead of this machine's
// clock. The delay of a message makes the observed value smaller, so the largest observed value is
// closest to the truth.
func (r *run) noteClock(now time.Time, server int64) {
	ahead := server - now.UnixMilli()
	for {
		most := r.skew.Load()
		if ahead <= most || r.skew.CompareAndSwap(most, ahead) {
			return
		}
	}
}

// flagged records the delay with which a client was notified of a loss on time. The deadline comes
// from the last frame in which the clock was running.
func (r *run) flagged(k *told, now time.Time) {
	deadline := k.deadline
	if deadline == 0 {
		return
	}
	at := time.UnixMilli(deadline - r.skew.Load())
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Flags = append(r.report.Flags, Flag{Deadline: at, Late: now.Sub(at)})
}

func (r *run) record(c *client, op *operation, outcome Outcome, now time.Time) {
	if !r.opts.History || c.at.bout.kind == machine {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.History = append(r.report.History, Operation{
		Match: c.at.bout.id, Client: c.number, Kind: op.kind, Ply: op.ply, Code: op.code,
		Call: op.call.Sub(r.began), Return: now.Sub(r.began), Hidden: c.at.bout.hidden, Outcome: outcome,
	})
}

// read records the state that a client received when it requested the match.
func (r *run) read(c *client, asked, now time.Time) {
	k := c.at
	last := ""
	if n := len(k.codes); n > 0 {
		last = k.codes[n-1]
	}
	r.record(c, &operation{kind: "read", ply: len(k.codes), code: last, call: asked}, Done, now)
}

// done completes the report and returns it.
func (r *run) done() *Report {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.report
	p.Moves, p.Matches, p.Clients, p.Errors = r.moves.Load(), len(r.bouts), len(r.clients), r.errors
	p.Rate = float64(r.measured.Load()) / p.Took.Seconds()
	p.Ack, p.Other, p.Overpaid = &r.ack, &r.other, &r.overpaid
	return p
}
