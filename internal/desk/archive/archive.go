// Package archive reads and writes game records in the browser. It is one function with JSON input
// and output that runs as WebAssembly in a Web Worker. It is a separate WebAssembly module because
// most visits to the site do not need it.
package archive

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"strings"

	"kydai/game"
	"kydai/games"
	"kydai/record"
	"kydai/record/formats"
)

// Request is one request. Op "import" reads Text or Data; op "export" writes Record.
type Request struct {
	ID       int             `json:"id,omitempty"`
	Op       string          `json:"op"`
	Text     string          `json:"text,omitempty"`
	Data     []byte          `json:"data,omitempty"`   // file content, instead of Text
	Format   string          `json:"format,omitempty"` // import: record format, empty means detect it; export: empty means the game's default format
	Game     string          `json:"game,omitempty"`   // name of the game for a record that does not name it
	Notation string          `json:"notation,omitempty"`
	Record   json.RawMessage `json:"record,omitempty"` // game as a document of the format json
	Seed     *uint64         `json:"seed,omitempty"`   // seed of the deal, if Record does not contain the deal
	View     string          `json:"view,omitempty"`   // viewer in whose view the record is written
	Over     bool            `json:"over,omitempty"`   // the game is over, so the record may show all hidden pieces
	Own      bool            `json:"own,omitempty"`    // the game was played on this site, so the result is computed from the board
}

// Reply is the response. Either Error or the other fields are set.
type Reply struct {
	ID    int      `json:"id,omitempty"`
	Error *Problem `json:"error,omitempty"`
	Text  string   `json:"text,omitempty"`
	Games []Game   `json:"games,omitempty"`
	More  bool     `json:"more,omitempty"` // the text contains more games than Games lists
}

// Problem is an error. Ply and Token say where reading the record failed.
type Problem struct {
	Code  string `json:"code"`
	Text  string `json:"text"`
	Ply   int    `json:"ply,omitempty"`
	Token string `json:"token,omitempty"`
}

// Game is a game that was read, completely or in part.
type Game struct {
	Record  json.RawMessage `json:"record"` // the complete tree, as a document of the format json
	Plies   int             `json:"plies"`  // length of the main line; it ends before the first illegal move
	Problem *Problem        `json:"problem,omitempty"`
}

// MaxGames is the maximum number of games that are listed from one text.
const MaxGames = 200

// Answer handles one request. The request and the reply are JSON.
func Answer(request []byte) []byte {
	var q Request
	var r Reply
	err := json.Unmarshal(request, &q)
	switch {
	case err != nil:
		err = game.Err("bad-request", "the request is not valid JSON of this API")
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

// read lists the games in a text or file. It returns an error if there is none.
func read(q Request) (Reply, error) {
	if len(q.Data) == 0 {
		q.Data = []byte(q.Text)
	}
	format := q.Format
	if format == "" {
		format, _ = formats.Detect(q.Data)
	}
	o := record.ReadOptions{Find: games.Find, Notation: q.Notation}
	expected, _ := games.Find(q.Game)
	var ok bool
	if o.Rules, ok = formats.GameOf(q.Data[:min(len(q.Data), guessed)], format, games.All(), expected); !ok {
		o.Rules = expected
	}
	in, err := formats.NewReader(format, bytes.NewReader(q.Data), o)
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
		one, err := listed(g, err)
		if err != nil {
			return Reply{}, err
		}
		r.Games = append(r.Games, one)
	}
	if len(r.Games) == 0 {
		return Reply{}, game.Err(record.BadRecord, "the text contains no game")
	}
	return r, nil
}

// guessed is the number of leading bytes used to detect the game of a record.
const guessed = 1 << 14

// listed converts a game to the form for the list, with its complete tree and its deal. fault is
// the error at which reading the record stopped; nil if reading reached the end.
func listed(g *record.Game, fault error) (Game, error) {
	line, err := g.Line()
	if line == nil {
		return Game{}, cmp.Or(fault, err)
	}
	out := Game{Plies: line.Ply()}
	if fault = cmp.Or(fault, err); fault != nil {
		out.Problem = problem(fault)
	}
	text, err := written(g, "json", record.WriteOptions{OpenSecret: true})
	out.Record = json.RawMessage(text)
	return out, err
}

func written(g *record.Game, format string, o record.WriteOptions) (string, error) {
	var b strings.Builder
	w, err := formats.NewWriter(format, &b, o)
	if err != nil {
		return "", err
	}
	err = w.Write(g)
	return b.String(), err
}

// write writes a game in a record format. A game with hidden pieces that is still in
// progress is written in the view of one viewer.
func write(q Request) (Reply, error) {
	doc, err := dealt(q)
	if err != nil {
		return Reply{}, err
	}
	in, err := formats.NewReader("json", bytes.NewReader(doc), record.ReadOptions{Find: games.Find})
	if err != nil {
		return Reply{}, err
	}
	g, err := in.Next()
	if err != nil {
		return Reply{}, err
	}
	if line, err := g.Line(); q.Own && err == nil && line.Outcome().Over() {
		g.SetTag("Termination", string(line.Outcome().Why))
		g.Result = record.ResultOf(line.Outcome())
	}
	if !q.Over && g.Setup.Options[game.ViewOption] == "" {
		if g, err = g.View(side(q.View)); err != nil {
			return Reply{}, err
		}
	}
	format := cmp.Or(q.Format, g.Rules.Info().Formats[0])
	text, err := written(g, format, record.WriteOptions{Notation: q.Notation, OpenSecret: q.Over})
	return Reply{Text: text}, err
}

// dealt returns the document of a request. If the game deals pieces and a seed is given,
// it adds a deal from the seed, unless the document contains a deal, a position or a
// view.
func dealt(q Request) ([]byte, error) {
	var doc struct {
		Game, Start, Deal string
		Options           map[string]string
	}
	if err := json.Unmarshal(q.Record, &doc); err != nil {
		return nil, game.Err("bad-request", "the record is not valid JSON of a game")
	}
	rules, ok := games.Find(doc.Game)
	if !ok {
		return nil, game.Err("no-game", "there is no game ", doc.Game)
	}
	dealer, deals := rules.(game.Dealer)
	if !deals || q.Seed == nil || doc.Deal != "" || doc.Start != "" || doc.Options[game.ViewOption] != "" {
		return q.Record, nil
	}
	var fields map[string]any
	if err := json.Unmarshal(q.Record, &fields); err != nil {
		return nil, err
	}
	fields["deal"] = record.DealText(dealer.Deal(rand.New(rand.NewPCG(*q.Seed, 0)).IntN))
	return json.Marshal(fields)
}

func side(name string) game.Side {
	for _, s := range []game.Side{game.First, game.Second} {
		if s.String() == name {
			return s
		}
	}
	return game.NoSide
}
