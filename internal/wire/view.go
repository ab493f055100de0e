package wire

import (
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/match"
	"kydai/play"
)

// View is a match as one viewer may know it. Whoever has it can draw the board
// and offer the moves without knowing the game.
type View struct {
	ID     string `json:"id"`
	Game   string `json:"game"`
	Viewer string `json:"viewer" enum:"first,second,none" doc:"none is a spectator"`
	Seq    int    `json:"seq" doc:"events so far"`
	Ply    int    `json:"ply"`
	Turn   string `json:"turn" enum:"first,second,none" doc:"none once it is over"`
	Seats  []Seat `json:"seats" minItems:"2" maxItems:"2" doc:"first side first"`
	Rated  bool   `json:"rated"`

	Start    string            `json:"start" doc:"the position before the first move, as text; empty is the usual one"`
	Options  map[string]string `json:"options" doc:"with start and codes they make this view again"`
	Opening  int               `json:"opening" doc:"moves played before the game"`
	Position string            `json:"position" doc:"the position now, as text"`
	Codes    []string          `json:"codes" doc:"moves, opening included"`
	Spent    []int64           `json:"spent" doc:"what the moves after the opening took"`
	Lag      []int64           `json:"lag" doc:"and the lag measured with them"`

	Width    int      `json:"width"`
	Height   int      `json:"height"`
	Cells    []string `json:"cells" doc:"a letter for each square from the lower left on, as the first side sees it; empty is nothing"`
	Legal    []Target `json:"legal" doc:"moves of the viewer, if he has the turn"`
	Premoves []Target `json:"premoves" doc:"moves that the viewer can prepare, if he has not the turn"`
	Claim    string   `json:"claim,omitempty" doc:"the reason of a draw that the viewer may claim"`
	Marks    []Mark   `json:"marks"`

	Control string    `json:"control" doc:"the time control: 5+3, 10+5x30, 30s/move, 3d/move, none"`
	Extra   *[2]int64 `json:"extra,omitempty" doc:"odds in time: what each side began with besides"`
	Clock   *Clock    `json:"clock,omitempty" doc:"left out in a game without a clock"`
	Offers  []Offer   `json:"offers" doc:"that stand"`
	Undos   [2]int    `json:"undos" doc:"moves each side may still take back, -1 is any number"`
	Redo    int       `json:"redo" doc:"plies that were taken back and can be played again"`
	Paused  bool      `json:"paused"`
	Result  *Result   `json:"result,omitempty" doc:"once it is over"`
	Next    string    `json:"next,omitempty" doc:"the match that is the rematch"`

	Fair *play.Transcript `json:"fair,omitempty" doc:"how the match was dealt, as far as the viewer may know; see docs/rules/fair-deal.md"`
}

// Seat is one of the two players.
type Seat struct {
	Kind   string `json:"kind" enum:"human,bot,level,algorithm,engine"`
	Player string `json:"player,omitempty" maxLength:"64"`
	Name   string `json:"name,omitempty" maxLength:"64"`
	Level  int    `json:"level,omitempty" minimum:"1" maximum:"8"`
	Spec   string `json:"spec,omitempty" maxLength:"200" doc:"of an algorithm: mcts:sims=1000"`
}

// Target is one move: its code and, if it has them, its squares.
type Target struct {
	Code string `json:"code"`
	From int    `json:"from" doc:"-1 is none"`
	To   int    `json:"to"`
}

// Mark is a remark on some squares.
type Mark struct {
	Kind    string        `json:"kind"`
	Squares []game.Square `json:"squares"`
	Because []game.Square `json:"because,omitempty"`
}

// Clock is both clocks as of Since: the running side's falls from then on.
type Clock struct {
	Left     [2]int64  `json:"left" doc:"until the flag falls"`
	Running  string    `json:"running,omitempty" enum:"first,second"`
	Since    int64     `json:"since,omitempty"`
	Main     *[2]int64 `json:"main,omitempty" doc:"of it, before byo-yomi"`
	Periods  *[2]int   `json:"periods,omitempty" doc:"of byo-yomi"`
	Deadline int64     `json:"deadline,omitempty" doc:"of a first move, while no clock runs"`
}

// Offer is something offered that awaits an answer.
type Offer struct {
	By   string `json:"by" enum:"first,second"`
	What string `json:"what" enum:"draw,takeback,pause,resume,rematch"`
	N    int    `json:"n,omitempty"`
}

// Result is how a match ended.
type Result struct {
	Why    string `json:"why"`
	Winner string `json:"winner" enum:"first,second,none"`
	By     string `json:"by" enum:"first,second,none" doc:"who resigned, claimed, accepted, or was out of time"`
}

// Notice is something that happened besides moves.
type Notice struct {
	Kind string `json:"kind" enum:"start,offer,decline,withdraw,undo,redo,pause,resume,give,over,rematch"`
	By   string `json:"by" enum:"first,second,none" doc:"none is the server"`
	What string `json:"what,omitempty" enum:"draw,takeback,pause,resume,rematch"`
	N    int    `json:"n,omitempty"`
	To   string `json:"to,omitempty" enum:"first,second" doc:"to whom time was given"`
	Gave int64  `json:"gave,omitempty"`
	Text string `json:"text,omitempty"`
}

// NewView is a snapshot as a side may know it.
func NewView(s *play.Snapshot, side game.Side) *View {
	v := s.View(side)
	setup := v.Line.Setup()
	pos := v.Line.Position()
	spent, lag := timing(v.Timing, 0)
	w := &View{
		ID: s.ID, Game: v.Game, Viewer: side.String(), Seq: v.Seq, Ply: v.Ply, Turn: v.Turn.String(), Rated: v.Rated,
		Start: setup.Start, Options: setup.Options, Opening: v.Ply - v.Timing.Len(),
		Position: pos.String(), Codes: list(v.Line.Codes()), Spent: spent, Lag: lag,
		Cells: []string{}, Legal: targetsOf(pos, legalMoves(&v)), Premoves: targetsOf(pos, premovesOf(&v)), Claim: claimOf(s, &v), Marks: list(marksOf(pos)),
		Control: v.Clock.Control.String(), Extra: extraOf(v.Clock.Extra), Clock: clockOf(&v.Clock), Offers: list(offersOf(v.Offers)),
		Undos: v.Undos, Redo: v.Redo, Paused: v.Paused, Result: resultOf(&v), Next: v.Next,
		Fair: s.Transcript(side),
	}
	if w.Options == nil {
		w.Options = map[string]string{}
	}
	for _, seat := range v.Seats {
		w.Seats = append(w.Seats, SeatOf(seat))
	}
	if g, ok := game.GridOf(pos); ok {
		w.Width, w.Height, w.Cells = g.Width, g.Height, g.Cells
	}
	return w
}

// SeatOf writes a seat.
func SeatOf(s match.Seat) Seat {
	return Seat{Kind: s.Kind.String(), Player: s.Player, Name: s.Name, Level: s.Level, Spec: s.Spec}
}

// list is never nil: null is no list.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

// legalMoves lists the viewer's moves, if he has the turn.
func legalMoves(v *match.View) []game.Move {
	if v.Turn == game.NoSide || v.Viewer != v.Turn || v.Paused {
		return nil
	}
	return v.Line.Legal()
}

// premovesOf lists what the viewer can prepare, if he has not the turn.
func premovesOf(v *match.View) []game.Move {
	if v.Turn == game.NoSide || v.Viewer == game.NoSide || v.Viewer == v.Turn {
		return nil
	}
	return game.PremovesOf(v.Line.Position(), v.Viewer)
}

func targetsOf(p game.Position, moves []game.Move) []Target {
	targets := make([]Target, len(moves))
	for i, m := range moves {
		targets[i] = Target{Code: p.Encode(m), From: squareOf(m.From()), To: squareOf(m.To())}
	}
	return targets
}

func squareOf(s game.Square) int {
	if s == game.NoSquare {
		return -1
	}
	return int(s)
}

func claimOf(s *play.Snapshot, v *match.View) string {
	if v.Turn == game.NoSide || v.Viewer != v.Turn {
		return ""
	}
	return string(s.Claim().Why)
}

func marksOf(p game.Position) []Mark {
	var marks []Mark
	for _, m := range game.MarksOf(p) {
		marks = append(marks, Mark{Kind: m.Kind, Squares: list(m.Squares), Because: m.Because})
	}
	return marks
}

func offersOf(offers []match.Offer) []Offer {
	var out []Offer
	for _, o := range offers {
		out = append(out, Offer{By: o.By.String(), What: o.What.String(), N: o.N})
	}
	return out
}

func resultOf(v *match.View) *Result {
	if !v.Outcome.Over() {
		return nil
	}
	return &Result{Why: string(v.Outcome.Why), Winner: v.Outcome.Winner.String(), By: v.EndedBy.String()}
}

func clockOf(c *match.Clocks) *Clock {
	if c.Control.Kind == clock.Unlimited {
		return nil
	}
	w := &Clock{Left: [2]int64{c.Left[0].Milliseconds(), c.Left[1].Milliseconds()}}
	if c.Running != game.NoSide {
		w.Running, w.Since = c.Running.String(), c.Since.UnixMilli()
	} else if !c.Deadline.IsZero() {
		w.Deadline = c.Deadline.UnixMilli()
	}
	if c.Control.Kind == clock.ByoYomi {
		w.Main = &[2]int64{c.Main[0].Milliseconds(), c.Main[1].Milliseconds()}
		w.Periods = &c.Periods
	}
	return w
}

// timing is what the moves from one on took, and the lag measured with them.
func timing(all match.Timings, from int) (spent, lag []int64) {
	n := max(all.Len()-from, 0)
	both := make([]int64, 2*n)
	spent, lag = both[:n:n], both[n:]
	for i := range n {
		t := all.At(from + i)
		spent[i], lag[i] = t.Spent.Milliseconds(), t.Lag.Milliseconds()
	}
	return spent, lag
}

// Millis is a time as messages write it; 0 is none.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
