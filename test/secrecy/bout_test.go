package secrecy

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"

	"kydai/fair"
	"kydai/game"
	"kydai/internal/wire"
)

// bout describes a game that the test plays with several clients.
type bout struct {
	game    string
	deal    []byte    // nil means a random deal
	codes   []string  // moves to play first; random moves follow
	machine game.Side // side that an engine plays; NoSide means that Bảo plays the second side
	plies   int       // number of plies after which Anna resigns
}

// played is a finished game, with everything that was recorded.
type played struct {
	bout
	id     string
	secret []byte
	rules  game.Rules
	up     []shown
	salts  []fair.Hash // salts that protect the hashes of the dealt squares, the leaves of a Merkle tree
	number []fair.Hash // the server's secret number and the seed of the deal; both would reveal the deal
	heard  []heard
}

// restEvery is the number of moves after which all clients send their REST requests again.
const restEvery = 5

// play plays a game. It makes each move only after all clients have received the previous move.
func (h *hall) play(b bout, chance *rand.Rand) *played {
	h.t.Helper()
	h.deck.put(b.deal)
	h.robot.begin(b.codes)
	side := game.First
	if b.machine == game.First {
		side = game.Second
	}
	h.sit(side)
	h.at(0)
	p := &played{bout: b, id: h.begin(b), rules: stacked[b.game](h.deck)}
	watchers := []*client{h.anna, h.chi}
	players := map[string]*client{side.String(): h.anna}
	if b.machine == game.NoSide {
		watchers = append(watchers, h.bao)
		players[toSecond] = h.bao
	}
	legal := map[*client][]wire.Target{}
	var now wire.View
	for _, c := range watchers {
		c.send(wire.Watch{T: wire.AskWatch, ID: p.id})
		var told wire.MatchTold
		c.next(wire.TellMatch, &told)
		legal[c], now = told.Legal, told.View
	}
	squares := wire.Squares{Width: now.Width, RankZero: p.rules.Info().RankZero}
	turn, over, ply := now.Turn, false, now.Ply
	for p.codes = nil; !over && ply < b.plies; ply++ {
		mover := players[turn]
		if ply%restEvery == 0 && mover != nil {
			h.lookAround(p.id, ply, watchers, mover, legal[mover])
		}
		h.at(ply + 1)
		code := ""
		if mover == nil {
			h.robot.goAhead(ply)
		} else {
			if code = legal[mover][chance.IntN(len(legal[mover]))].Code; ply < len(b.codes) {
				code = b.codes[ply]
			}
			mover.send(wire.Move{T: wire.AskMove, ID: p.id, Ply: ply, Code: code})
		}
		for _, c := range watchers {
			var e wire.Events
			c.next(wire.TellEvents, &e)
			if e.Ply != ply+1 {
				h.t.Fatalf("%s: %d moves after move %d", c.name, e.Ply, ply+1)
			}
			legal[c] = squares.Unpack(e.Legal)
			turn, over = e.Turn, e.Result != nil
		}
		if code == "" {
			code = h.robot.at(ply)
		}
		p.codes = append(p.codes, code)
	}
	p.heard = h.at(-1)
	if over { // ignore messages after the last move: it ended the game, and then everything is revealed
		p.heard = slices.DeleteFunc(p.heard, func(one heard) bool { return one.stamp == ply })
	}
	h.end(p.id, over, watchers)
	row, err := h.db.Load(h.t.Context(), p.id)
	check(h.t, err)
	p.secret = row.Secret.Open()
	p.up = p.turnUps()
	p.salt(h)
	return p
}

// end ends a match by resignation, unless it is already over. The watchers then stop watching.
func (h *hall) end(id string, over bool, watchers []*client) {
	h.t.Helper()
	if !over {
		h.anna.send(wire.Act{T: wire.AskAct, ID: id, Kind: "resign"})
		for _, c := range watchers {
			var e wire.Events
			for e.Result == nil {
				c.next(wire.TellEvents, &e)
			}
		}
	}
	for _, c := range watchers {
		c.send(wire.Unwatch{T: wire.AskUnwatch, ID: id})
	}
}

// begin starts a match and returns its id.
func (h *hall) begin(b bout) string {
	h.t.Helper()
	var made struct{ ID string }
	if b.machine == game.NoSide {
		h.anna.ask(http.MethodPost, "/api/offers", map[string]any{"game": b.game, "side": "first"}, &made)
		h.bao.ask(http.MethodPost, "/api/offers/"+made.ID+"/accept", nil, &made)
		return made.ID
	}
	seats := []map[string]any{{"kind": "human"}, {"kind": "human"}}
	seats[b.machine.Index()] = map[string]any{"kind": "level", "level": 1}
	h.anna.ask(http.MethodPost, "/api/matches", map[string]any{"game": b.game, "seats": seats}, &made)
	return made.ID
}

// lookAround sends all REST requests for a match, once as each client. The player to move also
// sends moves that name the hidden piece; the server must refuse all of these guesses.
func (h *hall) lookAround(id string, ply int, watchers []*client, mover *client, legal []wire.Target) {
	h.t.Helper()
	for _, c := range watchers {
		for _, path := range []string{"", "/fair", "/record?format=json", "/record"} {
			if status := c.ask(http.MethodGet, "/api/matches/"+id+path, nil, nil); status != http.StatusOK {
				h.t.Fatalf("%s%s: %d", id, path, status)
			}
		}
		if status := c.ask(http.MethodGet, "/api/me/notices", nil, nil); status != http.StatusOK {
			h.t.Fatalf("notices: %d", status)
		}
	}
	for _, face := range "rnbakcp" {
		body := map[string]any{"ply": ply, "code": legal[0].Code + string(face)}
		if status := mover.ask(http.MethodPost, "/api/matches/"+id+"/moves", body, nil); status < http.StatusBadRequest {
			h.t.Fatalf("the guess %v was played", body)
		}
	}
}

// shown is a piece of the deal that a move revealed, to all or to one side only.
type shown struct {
	ply   int
	place int       // index of the piece in the deal
	to    game.Side // the side that sees the piece; NoSide means that everyone sees it
}

// turnUps lists the dealt pieces that the moves revealed.
func (p *played) turnUps() []shown {
	line, err := game.NewLine(p.rules, game.Setup{Secret: game.NewSecret(p.secret)})
	if err != nil {
		panic(err)
	}
	for i, code := range p.codes {
		if err := line.Play(code); err != nil {
			panic(fmt.Sprintf("move %d, %s: %v", i, code, err))
		}
	}
	squares := p.squares()
	var all []shown
	for ply, step := range line.Steps() {
		if o, ok := step.Before.(game.Opener); ok {
			for _, up := range o.Opens(step.Move) {
				all = append(all, shown{ply, slices.Index(squares, up.Square), up.To})
			}
		}
	}
	return all
}

// known returns, for each piece of the deal, whether the viewer knows it after the given number of
// moves.
func (p *played) known(viewer game.Side, moves int) []bool {
	known := make([]bool, len(p.secret))
	for _, up := range p.up {
		if up.ply < moves && (up.to == game.NoSide || up.to == viewer) {
			known[up.place] = true
		}
	}
	return known
}

func (p *played) squares() []game.Square {
	var all []game.Square
	for _, pack := range p.rules.(game.Packed).Packs() {
		all = append(all, pack.Squares...)
	}
	return all
}

// salt computes the salts, the secret number and the seed of the deal from the stored data of the
// deal, so that the test can search for them.
func (p *played) salt(h *hall) {
	h.t.Helper()
	row, err := h.db.Ceremony(h.t.Context(), p.id)
	check(h.t, err)
	c, err := fair.Decode(row.Body)
	check(h.t, err)
	numbers, err := c.Numbers()
	check(h.t, err)
	m := c.Terms().Match
	server := fair.Hash(row.Nonce.Open())
	seed := fair.Seed(m.Hash(), server, numbers)
	p.number = []fair.Hash{server, seed}
	layout, err := fair.Lay(stacked[p.game](&deck{next: p.secret}), m, seed)
	check(h.t, err)
	for i, sq := range p.squares() {
		r, err := layout.Reveal(0, game.Opened{Square: sq, Piece: p.secret[i]})
		check(h.t, err)
		p.salts = append(p.salts, r.Salt)
	}
}

// otherwise returns another deal that the viewer cannot distinguish from the real deal after the
// given number of moves: it shuffles the pieces that the viewer does not know. It returns nil if
// the result is the same deal.
func (p *played) otherwise(viewer game.Side, moves int, chance *rand.Rand) []byte {
	known := p.known(viewer, moves)
	deal := slices.Clone(p.secret)
	first := 0
	for _, pack := range p.rules.(game.Packed).Packs() {
		var hidden []int
		for i := first; i < first+len(pack.Squares); i++ {
			if !known[i] {
				hidden = append(hidden, i)
			}
		}
		chance.Shuffle(len(hidden), func(i, j int) {
			deal[hidden[i]], deal[hidden[j]] = deal[hidden[j]], deal[hidden[i]]
		})
		first += len(pack.Squares)
	}
	if bytes.Equal(deal, p.secret) {
		return nil
	}
	return deal
}
