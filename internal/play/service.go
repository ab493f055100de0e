package play

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"kydai/internal/bus"
	"kydai/internal/cluster"
	"kydai/internal/trace"
)

// Service runs the matches of a site on one node. It is safe for concurrent use. It only starts and
// stops its parts, which do the work:
//
//   - tables: the matches in memory, with all that changes and shows them;
//   - commands and starter: what players do, and how matches begin;
//   - Lobby: offers and challenges;
//   - Pairs: players who wait for an opponent;
//   - Deals: the exchanges in which players take part in dealing hidden pieces;
//   - Plans: moves that players of correspondence games have stored in advance;
//   - Reviews: reviews of finished matches by workers;
//   - farewell: the end of the matches of deleted accounts;
//   - machines: moves and hints from workers.
type Service struct {
	options    Options
	base       base
	arrivals   *arrivals
	tables     *tables
	commands   *commands
	starter    *starter
	lobby      *Lobby
	pairs      *Pairs
	deals      *Deals
	plans      *Plans
	reviews    *Reviews
	farewell   *farewell
	machines   *machines
	tokens     *AccessTokens
	statistics kept[[]Tally]
	truth      chan struct{} // capacity 1; requests a comparison with the store at once
	ran        atomic.Bool
}

// New creates a service. It reads the time from the database and returns an error if that
// fails. Call Run to handle timers and messages of other nodes.
func New(o Options) (*Service, error) {
	if err := o.fill(); err != nil {
		return nil, err
	}
	random := &random{from: o.Rand, key: o.Key, letters: o.Letters}
	if o.Node == "" {
		id, err := random.id()
		if err != nil {
			return nil, err
		}
		o.Node = id
	}
	if err := bus.CheckGroup(o.Node); err != nil {
		return nil, err
	}
	log := o.Log.With("node", o.Node)
	keeper := newTimekeeper(timeOptions{Node: o.Node, Store: o.Store, Clock: o.Clock}, log)
	ctx, cancel := context.WithTimeout(context.Background(), measureWithin)
	defer cancel()
	if err := keeper.measure(ctx); err != nil {
		return nil, err
	}
	return assemble(o, log, random, keeper), nil
}

// assemble creates the parts of a service and connects them.
func assemble(o Options, log *slog.Logger, random *random, keeper *timekeeper) *Service {
	s := &Service{options: o, statistics: newKept[[]Tally](), truth: make(chan struct{}, 1)}
	s.arrivals = &arrivals{now: keeper.Now}
	random.now = keeper.Now
	nodes := cluster.New(cluster.Options{
		Node: o.Node, Store: o.Store, Bus: o.Bus, Now: keeper.Now, Clock: o.Clock, Log: log, Heartbeat: o.Beat,
		Matches: func() int { return s.tables.countWatched() }, FirstMove: s.arrivals.first,
		AtTable: func(match, player string) bool { return s.tables.atTable(match, player) },
		Deaf:    func() { wake(s.truth) },
		Resumed: o.Meters.Resume,
	})
	keeper.meet(nodes)
	s.base = base{log: log, gate: &gate{}, time: keeper, cluster: nodes}
	book := &dealBook{store: o.Store, signed: o.Key != nil, signer: signerOf(o.Key), patience: o.Ceremony, time: keeper, random: random}
	s.machines = newMachines(machineOptions{
		Store: o.Store, Bus: o.Bus, Clock: o.Clock, Sweep: o.Sweep, Slack: o.Slack, Meters: o.Meters, MaxMachines: o.MaxMachines, Share: o.Share, Paced: o.Paced,
	}, s.base, random, s.arrivals)
	s.tables = newTables(tableOptions{
		Store: o.Store, Bus: o.Bus, Rules: o.Rules, Clock: o.Clock, Tracer: o.Tracer, FlagLate: o.Meters.FlagLate, Lease: o.Lease, Grace: o.Grace, Commit: o.Commit, Keep: o.Keep,
		Left: o.Left, LeftAgain: o.LeftAgain,
	}, s.base, s.arrivals, book, s.machines)
	s.machines.play(s.tables)
	s.deals = &Deals{
		options: dealOptions{Store: o.Store, Bus: o.Bus, Rules: o.Rules, Commit: o.Commit, Lease: o.Lease},
		log:     log, gate: s.base.gate, time: keeper, book: book, tables: s.tables,
	}
	s.starter = &starter{
		options: startOptions{Store: o.Store, Rules: o.Rules, Seat: o.Seat, Commit: o.Commit, Unmoved: o.Unmoved, MaxLive: o.MaxLive},
		gate:    s.base.gate, random: random, book: book, tables: s.tables, deals: s.deals, machines: s.machines,
	}
	s.commands = &commands{
		time: keeper, random: random, arrivals: s.arrivals, refusals: &refusals{arrivals: s.arrivals},
		tables: s.tables, deals: s.deals, starter: s.starter,
	}
	s.plans = &Plans{
		store: o.Store, log: log, gate: s.base.gate, random: random, within: o.Commit, tables: s.tables, door: s.commands,
	}
	s.tables.answerBy(s.plans)
	s.reviews = &Reviews{store: o.Store, node: o.Node, log: log, gate: s.base.gate, machines: s.machines, tables: s.tables}
	s.farewell = &farewell{store: o.Store, log: log, time: keeper, door: s.commands}
	s.lobby = newLobby(lobbyOptions{
		Store: o.Store, Bus: o.Bus, Rules: o.Rules, Clock: o.Clock, OfferAlive: o.OfferAlive, MaxOffers: o.MaxOffers,
	}, s.base, random, s.starter, s.tables, s.deals)
	s.pairs = &Pairs{
		options: pairOptions{Store: o.Store, Bus: o.Bus, Rules: o.Rules, Alive: o.TicketAlive},
		log:     log, gate: s.base.gate, time: keeper, cluster: nodes, random: random, starter: s.starter, tables: s.tables,
		wake: make(chan struct{}, 1), mine: map[string]bool{},
	}
	s.tokens = &AccessTokens{tokenStore: o.Store, bus: o.Bus, log: log}
	return s
}

// Run handles timers and messages from other nodes until ctx ends: it keeps the site's time, ends
// games whose time is up, requests the moves of engines, and recovers from lost messages. Run must
// be called only once.
func (s *Service) Run(ctx context.Context) error {
	if s.ran.Swap(true) {
		return errors.New("play: Run was called twice")
	}
	nodes, keeper := s.base.cluster, s.base.time
	defer s.options.Bus.OnReconnect(func() { wake(s.truth) })()
	deaf, err := nodes.Listen()
	if err != nil {
		return err
	}
	defer deaf()
	unnamed, err := s.tables.listenNames()
	if err != nil {
		return err
	}
	defer unnamed()
	keeper.lookBack(ctx)
	var wg sync.WaitGroup
	for _, loop := range []struct {
		every time.Duration
		do    func(context.Context)
	}{
		{s.options.Sweep, func(ctx context.Context) {
			s.deals.sweep(ctx)
			s.tables.sweep(ctx)
		}},
		{deletedEvery, s.farewell.sweep},
		{reviewEvery, s.reviews.work},
		{expireEvery, s.lobby.expire},
		{renewEvery, s.tables.renewWatched},
		{s.tables.absentEvery(), s.tables.lookForAbsent},
		{max(s.options.OfferAlive/4, time.Millisecond), s.lobby.keepOffers},
	} {
		wg.Go(func() { repeat(ctx, loop.every, nil, loop.do) })
	}
	wg.Go(func() { s.pairs.run(ctx) })
	wg.Go(func() { nodes.Run(ctx) })
	wg.Go(func() { keeper.run(ctx, s.options.Beat) })
	if s.options.Reconcile > 0 {
		wg.Go(func() {
			repeat(ctx, s.options.Reconcile, s.truth, func(ctx context.Context) {
				s.lobby.check(ctx)
				s.tables.reconcile(ctx)
			})
		})
	}
	wg.Wait()
	s.tables.close()
	return nil
}

// repeat calls the given function at once. Then it calls the function again after every interval of
// the given length, and whenever it receives from the channel wake, until ctx ends.
func repeat(ctx context.Context, every time.Duration, wake <-chan struct{}, do func(context.Context)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		do(trace.Begin(ctx)) // gives the log lines of one call a common id
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-wake:
		}
	}
}

// wake makes the loop that receives from a channel of capacity 1 run once more. It has no effect if
// the loop was already woken and has not run yet.
func wake(loop chan<- struct{}) {
	select {
	case loop <- struct{}{}:
	default:
	}
}

// Drain refuses new commands with the code Draining and returns when the commands in progress are
// done. Call it last, after Dismiss was called for all players and their connections were closed;
// then no player's command is refused.
func (s *Service) Drain(ctx context.Context) error {
	s.base.cluster.Leave()
	return s.base.gate.close(ctx)
}
