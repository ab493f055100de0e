package play

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"kydai/bus"
	"kydai/fair"
	"kydai/game"
	"kydai/match"
)

// Options say what a Service works with. Store, Bus, Rules and Games must be
// given; the rest has defaults.
type Options struct {
	Store Store
	Bus   bus.Bus
	Rules func(name string) (game.Rules, bool)
	Games func() []game.Rules
	// Seat says what is wrong with a machine's seat that somebody asks for;
	// nil allows levels and nothing else.
	Seat  func(gameName string, s match.Seat) error
	Clock func() time.Time // nil is time.Now
	Rand  io.Reader        // nil is crypto/rand
	Node  string           // the name of this node, one token; "" draws one
	Log   *slog.Logger     // nil is nowhere
	// Key is what the key is made of that signs deals: at least 32 bytes, the
	// same on all nodes. Without it deals are made as before and nobody can
	// check them.
	Key []byte

	Tunables
}

// Tunables are the figures of a Service. Zero values are the defaults.
type Tunables struct {
	Sweep     time.Duration // between two looks at what is due
	Lease     time.Duration // for which a sweeper has a match to itself
	Reconcile time.Duration // between two comparisons of what is watched with the truth; negative: never, for tests that must notice
	Beat      time.Duration // between two signs of life
	Grace     time.Duration // after a deadline before the flag is called: for lag, and for clocks that differ
	Slack     time.Duration // for a machine's answer to come, besides what it may think
	Commit    time.Duration // for a change to be made
	Keep      time.Duration // that a match nobody watches stays in memory
	MaxLive   int           // matches of a player under way
	MaxOffers int           // of a player that stand, in the lobby and as challenges
	Ceremony  time.Duration // that players have for each step of a deal
}

func (t *Tunables) defaults() {
	t.Sweep = cmp.Or(t.Sweep, 250*time.Millisecond)
	t.Lease = cmp.Or(t.Lease, time.Second)
	t.Reconcile = cmp.Or(t.Reconcile, 2*time.Second)
	t.Beat = cmp.Or(t.Beat, 2*time.Second)
	t.Grace = cmp.Or(t.Grace, 30*time.Millisecond)
	t.Slack = cmp.Or(t.Slack, time.Second)
	t.Commit = cmp.Or(t.Commit, 30*time.Second)
	t.Keep = cmp.Or(t.Keep, time.Minute)
	t.MaxLive = cmp.Or(t.MaxLive, 100)
	t.MaxOffers = cmp.Or(t.MaxOffers, 10)
	t.Ceremony = cmp.Or(t.Ceremony, fair.UsualCommitTime)
}

// Service is live play as one node offers it. It is safe for concurrent use.
type Service struct {
	o   Options
	log *slog.Logger

	time     timekeeper
	gate     gate
	arrivals arrivals
	luck     luck
	quota    quota
	signer   ed25519.PrivateKey
	asked    asked
	lobby    lobby
	crowd    crowd

	mu     sync.Mutex
	tables map[string]*table

	truth chan struct{} // holds one: compare with the truth now
	ran   atomic.Bool
}

// New makes a service. It asks the database for the time, and fails if there
// is no answer. Run must be called for anything to happen that no player does.
func New(o Options) (*Service, error) {
	if o.Store == nil || o.Bus == nil || o.Rules == nil || o.Games == nil {
		return nil, errors.New("play: a store, a bus and games are needed")
	}
	if o.Key != nil && len(o.Key) < minKey {
		return nil, errors.New("play: the key must have 32 bytes")
	}
	o.defaults()
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Seat == nil {
		o.Seat = levelsOnly
	}
	s := &Service{o: o, tables: map[string]*table{}, truth: make(chan struct{}, 1)}
	s.luck.from = o.Rand
	s.signer = signerOf(o.Key)
	if s.o.Node == "" {
		id, err := s.luck.id()
		if err != nil {
			return nil, err
		}
		s.o.Node = id
	}
	if err := bus.CheckGroup(s.o.Node); err != nil {
		return nil, err
	}
	s.log = o.Log.With("node", s.o.Node)
	s.lobby.init(s)
	s.crowd.init(s)
	ctx, cancel := context.WithTimeout(context.Background(), measureWithin)
	defer cancel()
	if err := s.measure(ctx); err != nil {
		return nil, err
	}
	s.crowd.born = s.Now()
	s.crowd.awake, s.crowd.echo = s.crowd.born, s.crowd.born
	return s, nil
}

// Node is the name of this node.
func (s *Service) Node() string { return s.o.Node }

// Games lists what can be played.
func (s *Service) Games() []game.Rules { return s.o.Games() }

// Tokens are what bots show at the door.
func (s *Service) Tokens() Tokens { return s.o.Store }

// Run does what time and other nodes bring about until ctx ends: it keeps the
// time, calls flags, looks after machines, and repairs what the bus lost. It
// is called once.
func (s *Service) Run(ctx context.Context) error {
	if s.ran.Swap(true) {
		return errors.New("play: a service runs once")
	}
	defer s.o.Bus.OnReconnect(s.lookForTruth)()
	who, err := s.o.Bus.Subscribe(presencePattern, bus.Handler{Message: s.hearWho, Gap: func(bus.Gap) {}})
	if err != nil {
		return err
	}
	defer who.Cancel()
	signs, err := s.o.Bus.Subscribe(alivePattern, bus.Handler{Message: s.hearAlive, Gap: func(bus.Gap) {}})
	if err != nil {
		return err
	}
	defer signs.Cancel()
	node, err := s.serveNode()
	if err != nil {
		return err
	}
	defer node.Cancel()
	s.lookBack(ctx)
	var wg sync.WaitGroup
	for _, loop := range []struct {
		every time.Duration
		do    func(context.Context)
	}{
		{s.o.Sweep, s.sweep},
		{measureEvery, s.keepTime},
		{s.o.Beat, s.beat},
		{s.pulseEvery(), s.pulse},
		{s.pulseEvery(), s.listenAround},
		{expireEvery, s.expire},
	} {
		wg.Go(func() { repeat(ctx, loop.every, nil, loop.do) })
	}
	if s.o.Reconcile > 0 {
		wg.Go(func() { repeat(ctx, s.o.Reconcile, s.truth, s.reconcile) })
	}
	wg.Wait()
	s.closeTables()
	return nil
}

// repeat calls do at once, then every so often and when it is woken, until ctx
// ends.
func repeat(ctx context.Context, every time.Duration, wake <-chan struct{}, do func(context.Context)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		do(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-wake:
		}
	}
}

// Drain refuses new commands with the code Draining and returns when those
// under way are done.
func (s *Service) Drain(ctx context.Context) error {
	s.crowd.leave()
	return s.gate.close(ctx)
}

// Ready says why this node should get no visitors, if it should not.
func (s *Service) Ready(ctx context.Context) error {
	if s.gate.closed() {
		return errDraining
	}
	if !s.o.Bus.Connected() {
		return game.Err(Unavailable, "the bus is not connected")
	}
	if err := s.o.Store.Beat(ctx, s.o.Node, s.crowd.body()); err != nil {
		return err
	}
	return nil
}

// gate counts commands under way, until it is closed.
type gate struct {
	mu   sync.Mutex
	shut bool
	n    int
	idle chan struct{} // closed when it is shut and nothing is under way
}

func (g *gate) enter() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut {
		return errDraining
	}
	g.n++
	return nil
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.n--
	if g.shut && g.n == 0 {
		close(g.idle)
	}
}

func (g *gate) closed() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.shut
}

func (g *gate) close(ctx context.Context) error {
	g.mu.Lock()
	if !g.shut {
		g.shut, g.idle = true, make(chan struct{})
		if g.n == 0 {
			close(g.idle)
		}
	}
	idle := g.idle
	g.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
