// Package archive reads and writes records for a page that has no server: one
// function, JSON in and JSON out, which runs as WebAssembly in a Web Worker. It
// is a module of its own because most visits never ask for it.
package archive

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"strings"

	"kydai/game"
	"kydai/games"
	"kydai/record"
)

// Request is one question: "import" reads Text, "export" writes a game.
type Request struct {
	ID       int               `json:"id,omitempty"`
	Op       string            `json:"op"`
	Text     string            `json:"text,omitempty"`
	Data     []byte            `json:"data,omitempty"`   // in the place of Text: a file as it is
	Format   string            `json:"format,omitempty"` // empty: guessed
	Game     string            `json:"game,omitempty"`   // of a record that does not say
	Options  map[string]string `json:"options,omitempty"`
	Start    string            `json:"start,omitempty"`
	Moves    []string          `json:"moves,omitempty"`
	Seed     uint64            `json:"seed,omitempty"` // of the deal
	View     string            `json:"view,omitempty"` // whose eyes the record is for
	Over     bool              `json:"over,omitempty"` // everything may be told
	Result   string            `json:"result,omitempty"`
	Tags     []record.Tag      `json:"tags,omitempty"`
	Notation string            `json:"notation,omitempty"`
}

// Reply answers a request. Exactly one of Error and the others is set.
type Reply struct {
	ID    int      `json:"id,omitempty"`
	Error *Problem `json:"error,omitempty"`
	Text  string   `json:"text,omitempty"`
	Games []Game   `json:"games,omitempty"`
	More  bool     `json:"more,omitempty"` // the text held more games than are listed
}

// Problem is what went wrong. Ply and Token say where a record broke off.
type Problem struct {
	Code  string `json:"code"`
	Text  string `json:"text"`
	Ply   int    `json:"ply,omitempty"`
	Token string `json:"token,omitempty"`
}

// Game is a game that was read, as far as it could be.
type Game struct {
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"`
	Start   string            `json:"start,omitempty"`
	Moves   []string          `json:"moves"`
	Result  string            `json:"result"`
	Tags    []record.Tag      `json:"tags,omitempty"`
	Problem *Problem          `json:"problem,omitempty"`
}

// MaxGames is how many games of one text are listed.
const MaxGames = 200

// Answer reads a request and returns the reply, both as JSON.
func Answer(request []byte) []byte {
	var q Request
	var r Reply
	err := json.Unmarshal(request, &q)
	switch {
	case err != nil:
		err = game.Err("bad-request", "the request is no JSON of the right form")
	case q.Op == "import":
		r, err = read(q)
	case q.Op == "export":
		r, err = write(q)
	default:
		err = game.Err("bad-request", "there is no operation ", q.Op)
	}
	if err != nil {
		r = Reply{Error: problem(err)}
	}
	r.ID = q.ID
	out, _ := json.Marshal(r)
	return out
}

func problem(err error) *Problem {
	p := &Problem{Code: "internal", Text: err.Error()}
	var e *game.Error
	if errors.As(err, &e) {
		p.Code = e.Code
	}
	var at *record.Error
	if errors.As(err, &at) {
		p.Ply, p.Token = at.Ply, at.Token
		if p.Code == "internal" {
			p.Code = record.BadRecord
		}
	}
	return p
}

// read lists the games of a text. A text that holds none is an error.
func read(q Request) (Reply, error) {
	if len(q.Data) == 0 {
		q.Data = []byte(q.Text)
	}
	format := q.Format
	if format == "" {
		format, _ = record.Detect(q.Data)
	}
	o := record.ReadOptions{Find: games.Find, Notation: q.Notation}
	expected, _ := games.Find(q.Game)
	var ok bool
	if o.Rules, ok = record.GameOf(q.Data[:min(len(q.Data), guessed)], format, games.All(), expected); !ok {
		o.Rules = expected
	}
	in, err := record.NewReader(format, bytes.NewReader(q.Data), o)
	if err != nil {
		return Reply{}, err
	}
	var r Reply
	for {
		g, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if g == nil {
			if len(r.Games) > 0 {
				break
			}
			return Reply{}, err
		}
		if len(r.Games) == MaxGames {
			r.More = true
			break
		}
		r.Games = append(r.Games, listed(g, err))
	}
	if len(r.Games) == 0 {
		return Reply{}, game.Err(record.BadRecord, "the text holds no game")
	}
	return r, nil
}

// guessed is how many bytes tell which game a record is of.
const guessed = 1 << 14

func listed(g *record.Game, fault error) Game {
	out := Game{
		Game: g.Rules.Info().Name, Options: g.Setup.Options, Start: g.Setup.Start,
		Moves: []string{}, Result: string(g.Result), Tags: g.Tags,
	}
	line, err := g.Line()
	if line != nil {
		out.Moves = line.Codes()
	}
	if fault == nil {
		fault = err
	}
	if fault != nil {
		out.Problem = problem(fault)
	}
	return out
}

// write writes a game. Before its end a game that hides something is written
// as one viewer knows it.
func write(q Request) (Reply, error) {
	rules, ok := games.Find(q.Game)
	if !ok {
		return Reply{}, game.Err("no-game", "there is no game ", q.Game)
	}
	s := game.Setup{Start: q.Start, Options: q.Options}
	if dealer, ok := rules.(game.Dealer); ok && q.Start == "" {
		s.Secret = dealer.Deal(rand.New(rand.NewPCG(q.Seed, 0)).IntN)
	}
	line, err := game.NewLine(rules, s)
	if err != nil {
		return Reply{}, err
	}
	for _, code := range q.Moves {
		if err := line.Replay(code); err != nil {
			return Reply{}, err
		}
	}
	g := record.FromLine(line)
	if q.Result != "" {
		g.Result = record.Result(q.Result)
	}
	for _, t := range q.Tags {
		g.SetTag(t.Name, t.Value)
	}
	if !q.Over {
		if g, err = g.View(side(q.View)); err != nil {
			return Reply{}, err
		}
	}
	format := q.Format
	if format == "" {
		format = rules.Info().Formats[0]
	}
	var b strings.Builder
	w, err := record.NewWriter(format, &b, record.WriteOptions{Notation: q.Notation, OpenSecret: q.Over})
	if err != nil {
		return Reply{}, err
	}
	if err := w.Write(g); err != nil {
		return Reply{}, err
	}
	return Reply{Text: b.String()}, nil
}

func side(name string) game.Side {
	for _, s := range []game.Side{game.First, game.Second} {
		if s.String() == name {
			return s
		}
	}
	return game.NoSide
}
