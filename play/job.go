package play

import (
	"encoding/json"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/match"
)

// JobGroup is the group of those who take jobs, and JobPattern what they take.
const (
	JobGroup   = "workers"
	JobPattern = "eng.>"
)

// BadJob is the code of a job that makes no sense.
const BadJob = "bad-job"

// Limits of what a job may ask for.
const (
	maxPlies    = 20_000
	maxJobTime  = 10 * time.Minute
	maxVariants = 20
)

// job is a position to think about, as it goes to a worker: the view of the
// side to move and nothing else. It does not say which match it is from.
type job struct {
	Game    string            `json:"game"`
	Start   string            `json:"start,omitempty"`
	Options map[string]string `json:"options,omitempty"`
	Codes   []string          `json:"codes"`
	Ply     int               `json:"ply"`
	Seat    match.Seat        `json:"seat,omitzero"` // kind 0: as strong as can be
	Seed    uint64            `json:"seed"`          // the same for all jobs of a match
	Within  int64             `json:"within"`        // milliseconds to think, at most
	Limits  jobLimits         `json:"limits,omitzero"`
}

// jobLimits are engine.Limits as they are sent; times in milliseconds.
type jobLimits struct {
	Depth    int      `json:"depth,omitempty"`
	Nodes    uint64   `json:"nodes,omitempty"`
	MoveTime int64    `json:"time,omitempty"`
	Left     [2]int64 `json:"left,omitzero"`
	Inc      [2]int64 `json:"inc,omitzero"`
	Lines    int      `json:"lines,omitempty"`
}

// answer is what a worker found.
type answer struct {
	Code  string      `json:"code"`
	Again bool        `json:"again,omitempty"` // this worker is leaving; ask another
	Depth int         `json:"depth,omitempty"`
	Nodes uint64      `json:"nodes,omitempty"`
	Took  int64       `json:"took,omitempty"` // milliseconds
	Lines []variation `json:"lines,omitempty"`
}

type variation struct {
	Points int      `json:"points"`
	Mate   int      `json:"mate,omitempty"`
	Codes  []string `json:"codes"`
}

func newJob(v match.View, id string, seat match.Seat, lim engine.Limits, within time.Duration) job {
	setup := v.Line.Setup()
	return job{
		Game: v.Game, Start: setup.Start, Options: setup.Options, Codes: v.Line.Codes(), Ply: v.Line.Ply(),
		Seat: match.Seat{Kind: seat.Kind, Level: seat.Level, Spec: seat.Spec}, Seed: seedOf(id),
		Within: within.Milliseconds(),
		Limits: jobLimits{
			Depth: lim.Depth, Nodes: lim.Nodes, MoveTime: lim.MoveTime.Milliseconds(), Lines: lim.MultiPV,
			Left: [2]int64{lim.Left[0].Milliseconds(), lim.Left[1].Milliseconds()},
			Inc:  [2]int64{lim.Inc[0].Milliseconds(), lim.Inc[1].Milliseconds()},
		},
	}
}

// decodeJob reads a job and makes its line. Whatever the bytes are, it neither
// panics nor uses memory out of proportion.
func decodeJob(data []byte, rules func(string) (game.Rules, bool)) (job, *game.Line, error) {
	var j job
	if err := json.Unmarshal(data, &j); err != nil {
		return j, nil, badJob("it cannot be read")
	}
	l := j.Limits
	switch {
	case len(j.Codes) > maxPlies || len(j.Codes) != j.Ply:
		return j, nil, badJob("it has not as many moves as it says")
	case j.Within <= 0 || j.Within > maxJobTime.Milliseconds():
		return j, nil, badJob("its time is out of range")
	case l.Depth < 0 || l.Lines < 0 || l.Lines > maxVariants || badMillis(l.MoveTime, l.Left[0], l.Left[1], l.Inc[0], l.Inc[1]):
		return j, nil, badJob("a limit is out of range")
	}
	r, ok := rules(j.Game)
	if !ok {
		return j, nil, badJob("there is no such game")
	}
	line, err := game.NewLine(r, game.Setup{Start: j.Start, Options: j.Options})
	if err != nil {
		return j, nil, err
	}
	for _, code := range j.Codes {
		if err := line.Replay(code); err != nil {
			return j, nil, err
		}
	}
	if line.Outcome().Over() {
		return j, nil, badJob("the game is over")
	}
	return j, line, nil
}

func badMillis(all ...int64) bool {
	for _, ms := range all {
		if ms < 0 || ms > maxMillis {
			return true
		}
	}
	return false
}

const maxMillis = 1 << 40

func badJob(why string) error { return game.Err(BadJob, "no job to think about: ", why) }

func (l jobLimits) limits() engine.Limits {
	ms := func(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
	return engine.Limits{
		Depth: l.Depth, Nodes: l.Nodes, MoveTime: ms(l.MoveTime), MultiPV: l.Lines,
		Left: [2]time.Duration{ms(l.Left[0]), ms(l.Left[1])}, Inc: [2]time.Duration{ms(l.Inc[0]), ms(l.Inc[1])},
	}
}

func answerOf(i engine.Info) answer {
	a := answer{Code: i.Best(), Depth: i.Depth, Nodes: i.Nodes, Took: i.Elapsed.Milliseconds()}
	for _, l := range i.Lines {
		a.Lines = append(a.Lines, variation{l.Score.Points, l.Score.Mate, l.Codes})
	}
	return a
}

func (a answer) info() engine.Info {
	i := engine.Info{Depth: a.Depth, Nodes: a.Nodes, Elapsed: time.Duration(a.Took) * time.Millisecond}
	for _, l := range a.Lines {
		i.Lines = append(i.Lines, engine.Variation{Score: engine.Score{Points: l.Points, Mate: l.Mate}, Codes: l.Codes})
	}
	return i
}
