package play

import (
	"encoding/json"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/match"
)

// JobGroup is the bus queue group of the workers. JobPattern is the subject pattern of engine jobs.
const (
	JobGroup   = "workers"
	JobPattern = "eng.>"
)

// BadJob is the error code for an invalid job.
const BadJob = "bad-job"

// Limits of a job: number of moves in the line, duration, and number of variations in the answer.
const (
	maxPlies    = 20_000
	maxJobTime  = 10 * time.Minute
	maxVariants = 20
)

// job asks a worker to search a position. It contains only what the side to move can see, and does
// not name the match.
type job struct {
	Game    string            `json:"game"`
	Start   string            `json:"start,omitempty"`
	Options map[string]string `json:"options,omitempty"`
	Codes   []string          `json:"codes"`
	Ply     int               `json:"ply"`
	Seat    match.Seat        `json:"seat,omitzero"` // the engine level or program that plays; zero means full strength
	Seed    uint64            `json:"seed"`          // seed of random choices, the same for all jobs of a match
	Within  int64             `json:"within"`        // time limit in milliseconds
	Limits  engine.Limits     `json:"limits,omitzero"`
	Request string            `json:"request,omitempty"` // id of the client's request that caused the job, for logs
	Trace   string            `json:"trace,omitempty"`   // trace span of the request; "" unless traces are recorded
}

// answer is a worker's response to a job: the result of the search (thought) and the other fields
// (note). On the bus it is one JSON object that contains the fields of both.
type answer struct {
	note
	thought engine.Thought
}

// note holds the fields of a worker's response other than the thought (the search result).
type note struct {
	Code  string `json:"code"`            // code of the move to play
	Again bool   `json:"again,omitempty"` // this worker is shutting down; the node should ask another worker
	Cost  int64  `json:"cost,omitempty"`  // duration of the whole job in milliseconds
}

func (a answer) encode() ([]byte, error) {
	head, err := json.Marshal(a.note)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(a.thought)
	if err != nil {
		return nil, err
	}
	return append(append(head[:len(head)-1], ','), body[1:]...), nil
}

func decodeAnswer(data []byte) (a answer, err error) {
	if err = json.Unmarshal(data, &a.note); err == nil {
		err = json.Unmarshal(data, &a.thought)
	}
	return a, err
}

func (s *machines) newJob(v match.View, id string, seat match.Seat, lim engine.Limits, within time.Duration) job {
	setup := v.Line.Setup()
	return job{
		Game: v.Game, Start: setup.Start, Options: setup.Options, Codes: v.Line.Codes(), Ply: v.Line.Ply(),
		Seat: match.Seat{Kind: seat.Kind, Level: seat.Level, Spec: seat.Spec, Opening: seat.Opening}, Seed: s.random.seedOf(id),
		Within: within.Milliseconds(), Limits: lim,
	}
}

// decodeJob decodes a job and replays its moves. Invalid input causes neither a panic nor
// excessive memory use.
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
	case l.Depth < 0 || l.MultiPV < 0 || l.MultiPV > maxVariants || l.MovesToGo < 0 || l.Mate < 0:
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

func badJob(why string) error { return game.Err(BadJob, "the engine job is not valid: ", why) }
