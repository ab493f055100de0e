package wire

import (
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/internal/play"
	"kydai/match"
)

// View is a match as one viewer may see it. It contains enough to draw the
// board and to offer the legal moves without knowing the rules of the game.
type View struct {
	ID     string  `json:"id"`
	Game   string  `json:"game"`
	Viewer string  `json:"viewer" enum:"first,second,none" doc:"Side of the viewer; none for a spectator."`
	Seq    int     `json:"seq" doc:"Number of events in the match so far."`
	Ply    int     `json:"ply"`
	Turn   string  `json:"turn" enum:"first,second,none" doc:"Side to move; none once the match is over."`
	Seats  []Seat  `json:"seats" minItems:"2" maxItems:"2" doc:"Seats of the match, first side first."`
	Rated  bool    `json:"rated"`
	Series *Series `json:"series,omitempty" doc:"Series of games to which the match belongs."`
	Aborts int     `json:"aborts" doc:"Limit for aborting: the match can be aborted until more than this many moves were played after the opening."`

	Start    string            `json:"start" doc:"Start position as text; empty means the standard position."`
	Options  map[string]string `json:"options" doc:"Options of the rules; together with start and codes, they reproduce this view."`
	Opening  int               `json:"opening" doc:"Number of moves played before the game."`
	Position string            `json:"position" doc:"Current position as text."`
	Codes    []string          `json:"codes" doc:"Codes of the moves, including the opening."`
	Spent    []int64           `json:"spent" doc:"Time used for each move after the opening, in milliseconds."`
	Lag      []int64           `json:"lag" doc:"Network lag measured for each move after the opening, in milliseconds."`
	Lost     []int64           `json:"lost,omitempty" doc:"Network lag of each move that was not credited to the player, in milliseconds; missing if all are 0."`

	Width    int      `json:"width"`
	Height   int      `json:"height"`
	Cells    []string `json:"cells" doc:"Content of each square, from the lower left as seen by the first side; an empty text for an empty square."`
	Legal    []Target `json:"legal" doc:"Legal moves, listed if it is the viewer's turn."`
	Premoves []Target `json:"premoves" doc:"Possible premoves, listed if it is not the viewer's turn."`
	Claim    string   `json:"claim,omitempty" doc:"Reason for a draw that the viewer may claim."`
	Marks    []Mark   `json:"marks"`
	Last     *[2]int  `json:"last,omitempty" doc:"Squares of the last move, from and to; -1 means no square. Missing before the first move."`

	Control string    `json:"control" doc:"Time control: 5+3, 10+5x30, 30s/move, 3d/move, none."`
	Extra   *[2]int64 `json:"extra,omitempty" doc:"Time odds: extra time of each side, in milliseconds."`
	Clock   *Clock    `json:"clock,omitempty" doc:"Clocks of both sides; missing in a game without a clock."`
	First   int64     `json:"firstMove,omitempty" doc:"Time limit of each side's first move in milliseconds; no clock runs before that move."`
	Offers  []Offer   `json:"offers" doc:"Open offers, such as a draw offer."`
	Undos   [2]int    `json:"undos" doc:"Number of takebacks left per side; -1 means no limit."`
	Redo    int       `json:"redo" doc:"Number of plies taken back that can be played again."`
	Paused  bool      `json:"paused"`
	Result  *Result   `json:"result,omitempty" doc:"Result of the match; missing until the match is over."`
	Next    string    `json:"next,omitempty" doc:"Id of the rematch."`
	Event   string    `json:"event,omitempty" doc:"Id of the tournament to which this board belongs; only in the response to GET /api/matches/{id}."`

	Fair *play.Transcript `json:"fair,omitempty" doc:"Transcript of the fair deal without the data hidden from the viewer; see docs/fair-deal.md."`
}

// Seat is one side of a match: a player or an engine.
type Seat struct {
	Kind    string `json:"kind" enum:"human,bot,level,algorithm,engine"`
	Player  string `json:"player,omitempty" maxLength:"64"`
	Name    string `json:"name,omitempty" maxLength:"64"`
	Deleted bool   `json:"deleted,omitempty" doc:"True if the player's account was deleted, so there is no name."`
	Level   int    `json:"level,omitempty" minimum:"1" maximum:"9"`
	Spec    string `json:"spec,omitempty" maxLength:"200" doc:"Specification of an algorithm, such as classic:mcts,sims=1000, or the name of an engine program on the server."`
	Opening string `json:"opening,omitempty" maxLength:"64" doc:"Name of the opening that the engine level should play, such as screen-horses; the level plays openings of its own side only."`
}

// Series is the position of a match in a series of games. A rematch is the next
// game, with the sides swapped.
type Series struct {
	Games  int    `json:"games" doc:"Number of games in the series."`
	Number int    `json:"number" doc:"Number of this match in the series, starting at 1."`
	Points [2]int `json:"points" doc:"Half points from the earlier games of the series, for the first and second side of this match."`
}

func seriesOf(s match.Series) *Series {
	if s.Games == 0 {
		return nil
	}
	return &Series{Games: s.Games, Number: s.Number, Points: s.Points}
}

// Target is one legal move: its code and its squares.
type Target struct {
	Code string `json:"code"`
	From int    `json:"from" doc:"Origin square of the move; -1 if the move has none."`
	To   int    `json:"to"`
}

// Mark is a labelled set of squares, such as a check.
type Mark struct {
	Kind    string        `json:"kind"`
	Squares []game.Square `json:"squares"`
	Because []game.Square `json:"because,omitempty"`
}

// Clock is the state of both clocks at the time Since. After this time, only the clock of the side
// Running runs.
type Clock struct {
	Left     [2]int64  `json:"left" doc:"Milliseconds until each side's flag falls."`
	Running  string    `json:"running,omitempty" enum:"first,second"`
	Since    int64     `json:"since,omitempty"`
	Main     *[2]int64 `json:"main,omitempty" doc:"Main time left for each side before byo-yomi, in milliseconds."`
	Periods  *[2]int   `json:"periods,omitempty" doc:"Number of byo-yomi periods left for each side."`
	Deadline int64     `json:"deadline,omitempty" doc:"Deadline of the first move while no clock runs, as Unix time in milliseconds."`
}

// Offer is an open offer of a draw, a takeback and so on.
type Offer struct {
	By    string `json:"by" enum:"first,second"`
	What  string `json:"what" enum:"draw,takeback,pause,resume,rematch"`
	Count int    `json:"n,omitempty"`
}

// Result is the result of a match and its reason.
type Result struct {
	Why    string `json:"why"`
	Winner string `json:"winner" enum:"first,second,none"`
	By     string `json:"by" enum:"first,second,none" doc:"Side that resigned, claimed, accepted or ran out of time."`
	Sealed bool   `json:"sealed,omitempty" doc:"True while the other game with the same deal is in progress: until it ends, hidden pieces stay hidden and only the two players see this match."`
}

// Notice is an event other than a move.
type Notice struct {
	Kind  string `json:"kind" enum:"start,offer,decline,withdraw,undo,redo,pause,resume,give,over,rematch"`
	By    string `json:"by" enum:"first,second,none" doc:"Side that acted; none means the server."`
	What  string `json:"what,omitempty" enum:"draw,takeback,pause,resume,rematch"`
	Count int    `json:"n,omitempty"`
	To    string `json:"to,omitempty" enum:"first,second" doc:"Side that received time."`
	Gave  int64  `json:"gave,omitempty"`
	Text  string `json:"text,omitempty"`
}

// NewView returns the View of a snapshot for a side.
func NewView(s *play.Snapshot, side game.Side) *View {
	v := s.View(side)
	setup := v.Line.Setup()
	pos := v.Line.Position()
	spent, lag, lost := timing(v.Timing, 0)
	w := &View{
		ID: s.ID, Game: v.Game, Viewer: side.String(), Seq: v.Seq, Ply: v.Ply, Turn: v.Turn.String(), Rated: v.Rated, Series: seriesOf(v.Series), Aborts: v.Aborts,
		Start: setup.Start, Options: setup.Options, Opening: v.Ply - v.Timing.Len(),
		Position: pos.String(), Codes: list(v.Line.Codes()), Spent: spent, Lag: lag, Lost: some(lost),
		Last: lastOf(v.Line), Cells: []string{}, Legal: targetsOf(pos, legalMoves(&v)), Premoves: targetsOf(pos, premovesOf(&v)), Claim: claimOf(s, &v), Marks: list(marksOf(pos)),
		Control: v.Clock.Control.String(), Extra: extraOf(v.Clock.Extra), Clock: clockOf(&v.Clock), First: v.Clock.FirstMove.Milliseconds(), Offers: list(offersOf(v.Offers)),
		Undos: v.Undos, Redo: v.Redo, Paused: v.Paused, Result: resultOf(s, &v), Next: v.Next,
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

// SeatOf converts a seat to the form of the API.
func SeatOf(s match.Seat) Seat {
	return Seat{Kind: s.Kind.String(), Player: s.Player, Name: s.Name, Deleted: s.Deleted, Level: s.Level, Spec: s.Spec, Opening: s.Opening}
}

// list replaces nil by an empty slice, so that JSON contains [] and not null.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

// legalMoves lists the legal moves if it is the viewer's turn.
func legalMoves(v *match.View) []game.Move {
	if v.Turn == game.NoSide || v.Viewer != v.Turn || v.Paused {
		return nil
	}
	return v.Line.Legal()
}

// premovesOf lists the possible premoves if it is not the viewer's turn.
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

// lastOf returns the origin and target squares of the last move; nil before the first move.
func lastOf(l *game.Line) *[2]int {
	if l.Ply() == 0 {
		return nil
	}
	m := l.Move(l.Ply() - 1)
	return &[2]int{squareOf(m.From()), squareOf(m.To())}
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
		out = append(out, Offer{By: o.By.String(), What: o.What.String(), Count: o.Count})
	}
	return out
}

func resultOf(s *play.Snapshot, v *match.View) *Result {
	if !v.Outcome.Over() {
		return nil
	}
	return &Result{Why: string(v.Outcome.Why), Winner: v.Outcome.Winner.String(), By: v.EndedBy.String(), Sealed: s.Sealed()}
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
		periods := c.Periods
		w.Periods = &periods
	}
	return w
}

// timing returns three lists for all moves whose index is not less than the parameter from: the
// time used, the measured network lag, and the part of the lag that was not credited to the player.
// All values are milliseconds.
func timing(all match.Timings, from int) (spent, lag, lost []int64) {
	n := max(all.Len()-from, 0)
	times := make([]int64, 3*n)
	spent, lag, lost = times[:n:n], times[n:2*n:2*n], times[2*n:]
	for i := range n {
		t := all.At(from + i)
		spent[i], lag[i], lost[i] = t.Spent.Milliseconds(), t.Lag.Milliseconds(), (t.Lag - t.Gave).Milliseconds()
	}
	return spent, lag, lost
}

// some returns times, or nil if all times are 0.
func some(times []int64) []int64 {
	for _, ms := range times {
		if ms != 0 {
			return times
		}
	}
	return nil
}

// Millis converts a time to milliseconds since 1970; the zero time gives 0.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
