package load

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"kydai/game"
	"kydai/internal/wire"
)

// Time controls, pauses and limits of the matches. A sleeper is a simulated player who stops moving
// in order to lose on time.
const (
	sleeperControl = "0.05+0"
	machineControl = "5+5"
	quickMove      = 30 * time.Millisecond  // pause between moves in a match against an engine
	sleeperMove    = 400 * time.Millisecond // maximum pause of a sleeper before a move
	offerLasts     = 15 * time.Second
	beginWithin    = time.Minute
	beginAtOnce    = 32
)

type kind int

const (
	people kind = iota
	twins
	machine
	sleeper
)

// bout is one match with all messages that its clients received.
type bout struct {
	run     *run
	kind    kind
	id      string
	game    string
	hidden  bool
	control string
	longest int
	stopAt  int // number of moves after which a sleeper stops moving
	salt    uint64

	seats [2]*seat
	known []*told // what each client was told about the match; not changed after the start

	mu      sync.Mutex
	squares wire.Squares
	firstOf map[int]time.Time // when a move was first sent, by ply; contains only the last two plies
	ended   int               // number of clients that have received the result
	done    chan struct{}     // closed when all clients have received the result
}

// seat is one of the two players in a match, with the connections (clients) of this player. An
// engine has no clients.
type seat struct {
	visitor *visitor
	clients []*client
}

// same reports whether a recorded move is the move that was sent. In a game with hidden
// pieces the recorded code may also contain the revealed piece.
func (b *bout) same(recorded, sent string) bool {
	return recorded == sent || b.hidden && strings.HasPrefix(recorded, sent)
}

func (b *bout) setWidth(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.squares.Width = n
}

// sleeps reports whether the sleeper, a player who stops moving to lose on time, has stopped at
// this ply.
func (b *bout) sleeps(ply int) bool { return b.kind == sleeper && ply >= b.stopAt }

// wait returns the pause before a client's move. Some players have two clients (twins) that move at
// the same time; both get the same pause.
func (b *bout) wait(c *client) time.Duration {
	switch {
	case b.kind == machine:
		return quickMove
	case b.kind != sleeper && b.run.opts.Pace == 0:
		return 0
	}
	rnd := rand.New(rand.NewPCG(b.salt, uint64(len(c.at.codes)))) //nolint:gosec // no secret
	if b.kind == sleeper {
		// The pause is random, because otherwise all flags of a run would fall at the same moment.
		return time.Duration(rnd.Int64N(int64(sleeperMove)))
	}
	mean := float64(time.Second) / b.run.opts.Pace
	return time.Duration(mean * (0.5 + rnd.Float64()))
}

// sending records the time at which the first client of a seat sends a move for a ply.
func (b *bout) sending(_ game.Side, op *operation) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.firstOf == nil {
		b.firstOf = map[int]time.Time{}
	}
	if _, ok := b.firstOf[op.ply]; !ok {
		b.firstOf[op.ply] = op.call
		delete(b.firstOf, op.ply-2)
	}
}

// seen records that a client received new moves. The parameter from is the ply of the first new
// move, and turnSince is the time at which the client received the moves before it.
func (b *bout) seen(k *told, from int, f *frame, turnSince, now time.Time) {
	last := len(k.codes) - 1
	if last < 0 || from == 0 && last > 0 {
		return
	}
	if b.kind == machine {
		if k.turn == k.side && !turnSince.IsZero() && last == from && len(f.Spent) > 0 {
			b.run.machineMoved(turnSince, now, time.Duration(f.Spent[len(f.Spent)-1])*time.Millisecond)
		}
		return
	}
	// If it is now the client's turn, the last move is the opponent's. Measure the time from
	// sending this move to its arrival.
	if k.turn != k.side {
		return
	}
	b.mu.Lock()
	at, ok := b.firstOf[last]
	b.mu.Unlock()
	if ok {
		b.run.delivered(now.Sub(at))
	}
}

// over records that a client has received the result of the match.
func (b *bout) over(k *told, now time.Time) {
	if k.result.Why == string(game.ByTime) && k.clock != nil && b.kind == sleeper {
		b.run.flagged(k, now)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended++; b.ended == len(b.known) {
		close(b.done)
	}
}

// table lets the same two players play one match after another.
type table struct {
	run   *run
	kind  kind
	rnd   *rand.Rand
	seats [2]*seat
}

func (r *run) newTable(ctx context.Context, n int, k kind) (*table, error) {
	t := &table{run: r, kind: k, rnd: r.rand()}
	for i := range t.seats {
		s := &seat{visitor: &visitor{run: r, home: 2*n + i}}
		t.seats[i] = s
		if k == machine && i == 1 {
			continue
		}
		if err := s.visitor.ask(ctx, t.rnd, "GET", "/api/me", nil, nil); err != nil {
			return nil, err
		}
		if k == twins {
			s.clients = []*client{r.newClient(s.visitor, 0), r.newClient(s.visitor, 1)}
		} else {
			s.clients = []*client{r.newClient(s.visitor, -1)}
		}
	}
	return t, nil
}

// play plays matches until ctx ends. The next match starts when all clients have received
// the result of the previous one. It calls begun once, when the first match has started.
func (t *table) play(ctx context.Context, begun func()) {
	for n := 0; ctx.Err() == nil; n++ {
		b, err := t.begin(ctx)
		if err != nil {
			if ctx.Err() == nil {
				t.run.count("begin " + codeOf(err))
				t.run.opts.Log.Warn("a match did not begin", "err", err)
				pause(ctx, t.rnd, n)
			}
			continue
		}
		if begun != nil {
			begun()
			begun = nil
		}
		select {
		case <-ctx.Done():
		case <-b.done:
		}
	}
}

func (t *table) begin(ctx context.Context) (*bout, error) {
	r := t.run
	select {
	case r.beginning <- struct{}{}:
		defer func() { <-r.beginning }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, beginWithin)
	defer cancel()
	g := r.games[t.rnd.IntN(len(r.games))]
	b := &bout{
		run: r, kind: t.kind, game: g.Name, hidden: g.Hidden, control: r.opts.Control, longest: r.opts.Longest/2 + t.rnd.IntN(r.opts.Longest/2+1),
		salt: t.rnd.Uint64(), seats: t.seats, done: make(chan struct{}),
		squares: wire.Squares{Width: g.Width, RankZero: g.RankZero},
	}
	deal := wire.Deal{Game: g.Name}
	sides := [2]game.Side{game.First, game.Second}
	if t.rnd.IntN(2) == 1 {
		sides[0], sides[1] = sides[1], sides[0]
	}
	var err error
	switch t.kind {
	case machine:
		b.control = machineControl
		b.longest = 40
		deal.Clock = b.control
		n := wire.NewMatch{Deal: deal, Seats: []wire.Seat{{Kind: "human"}, {Kind: "level", Level: 1}}}
		if sides[0] == game.Second {
			n.Seats[0], n.Seats[1] = n.Seats[1], n.Seats[0]
		}
		b.id, err = t.seats[0].visitor.start(ctx, t.rnd, n)
	default:
		if t.kind == sleeper {
			b.control = sleeperControl
			b.stopAt = 2 + t.rnd.IntN(6)
		}
		deal.Clock = b.control
		p := wire.Proposal{Deal: deal, Side: sides[0].String(), Lasts: offerLasts.Milliseconds()}
		b.id, err = begin(ctx, t.rnd, t.seats[0].visitor, t.seats[1].visitor, p)
	}
	if err != nil {
		return nil, err
	}
	r.add(b)
	for i, s := range t.seats {
		for _, c := range s.clients {
			b.known = append(b.known, &told{bout: b, side: sides[i], client: c.number})
		}
	}
	n := 0
	for _, s := range t.seats {
		for _, c := range s.clients {
			c.sit(b.known[n])
			n++
		}
	}
	return b, nil
}
