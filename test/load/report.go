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
	Done    Outcome = iota + 1 // the server acknowledged the request
	Refused                    // another move was played at that ply
	Void                       // the server refused the request for another reason
	Unknown                    // the request was not answered
)

// Operation is a request of a client, from the time it was first sent to its answer. An operation
// of kind read is the state that the client received when it requested the match. Matches against
// engines are not recorded.
type Operation struct {
	Match  string
	Client int
	Kind   string // move, resign or read
	Ply    int    // ply of the move; for a read, the number of moves in the received state
	Code   string // code of the move as it was sent; for a read, code of the last move
	Call   time.Duration
	Return time.Duration // time of the answer, since the start of the run; Call is measured in the same way
	Hidden bool          // the record contains more about a move than its sender knew, such as a revealed piece
	Outcome
}

// Span is an interval of time that the test measures, such as an engine's turn.
type Span struct {
	From, To time.Time
	Node     int           // for a span in Report.Resumed: index of the lost node
	Took     time.Duration // duration measured by the server, if known
}

// Broken describes a violated guarantee.
type Broken struct {
	Invariant string
	Match     string
	Text      string
}

// Flag describes a loss on time of which a client was notified.
type Flag struct {
	Deadline time.Time
	Late     time.Duration // delay of the notification after the deadline; negative means too early
}

// maxBroken is the maximum number of violated guarantees that are kept with details.
const maxBroken = 100

// Report is the result of a run.
type Report struct {
	Began   time.Time     // time when all matches had started
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
	Resumed []Span // time from losing a connection until the client saw the match again
	// Overpaid is the distribution of the time that a player was charged too much for a move. This
	// is the charged time minus the time from when the player learned of the turn until the player
	// sent the move.
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

// noteClock updates the estimate of how far the servers' clock is ahead of this machine's clock. A
// message takes some time to arrive, so the true value is at least the largest value seen.
func (r *run) noteClock(now time.Time, server int64) {
	ahead := server - now.UnixMilli()
	for {
		most := r.skew.Load()
		if ahead <= most || r.skew.CompareAndSwap(most, ahead) {
			return
		}
	}
}

// flagged records when a client was notified that a flag has fallen. The client's previous frame
// contains the deadline.
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
