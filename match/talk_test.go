package match

import (
	"math/rand/v2"
	"testing"
	"time"

	"kydai/game"
)

func TestDrawOffer(t *testing.T) {
	m := start(t, terms("5+3"))
	refused(t, m, TooEarly, func() error { return m.Offer(game.First, Draw, 0, after(1)) })
	play(t, m, "e2e4", "e7e5")
	refused(t, m, NotAPlayer, func() error { return m.Offer(game.NoSide, Draw, 0, after(1)) })
	refused(t, m, NotAPlayer, func() error { return m.Accept(game.NoSide, Draw, "", after(1)) })
	refused(t, m, BadArgument, func() error { return m.Offer(game.First, Draw, 1, after(1)) })
	refused(t, m, BadArgument, func() error { return m.Offer(game.First, 0, 0, after(1)) })
	refused(t, m, BadArgument, func() error { return m.Offer(game.First, whats, 0, after(1)) })
	refused(t, m, NoOffer, func() error { return m.Accept(game.First, whats, "", after(1)) })
	refused(t, m, NoOffer, func() error { return m.Accept(game.First, Draw, "", after(1)) })
	done(t, m.Offer(game.Second, Draw, 0, after(3)))
	refused(t, m, AlreadyOffered, func() error { return m.Offer(game.Second, Draw, 0, after(3)) })
	refused(t, m, NoOffer, func() error { return m.Accept(game.Second, Draw, "", after(3)) })
	refused(t, m, NoOffer, func() error { return m.Withdraw(game.First, Draw, after(3)) })
	done(t, m.Withdraw(game.Second, Draw, after(4)))
	refused(t, m, NoOffer, func() error { return m.Accept(game.First, Draw, "", after(4)) })
	refused(t, m, TooOften, func() error { return m.Offer(game.Second, Draw, 0, after(5)) })

	done(t, m.Offer(game.First, Draw, 0, after(5)))
	play(t, m, "g1f3") // a player's own move does not end the player's offer
	if got := m.View(game.NoSide).Offers; len(got) != 1 || got[0] != (Offer{By: game.First, What: Draw}) {
		t.Errorf("offers %v", got)
	}
	c := m.Clone()
	play(t, c, "g8f6") // a move of the other side declines the offer
	if got := c.View(game.NoSide).Offers; len(got) != 0 {
		t.Errorf("offers %v", got)
	}
	c = m.Clone()
	done(t, c.Decline(game.Second, Draw, after(9)))
	refused(t, c, NoOffer, func() error { return c.Accept(game.Second, Draw, "", after(9)) })
	for what, accept := range map[string]func(*Match) error{
		"accept":      func(c *Match) error { return c.Accept(game.Second, Draw, "", after(9)) },
		"offer as we": func(c *Match) error { return c.Offer(game.Second, Draw, 0, after(9)) },
	} {
		c = m.Clone()
		done(t, accept(c))
		if c.Outcome() != game.Draw(game.ByAgreement) || c.View(game.NoSide).EndedBy != game.Second {
			t.Errorf("%s: %v", what, c.Outcome())
		}
		refused(t, c, game.GameOver, func() error { return c.Offer(game.First, Draw, 0, after(10)) })
		refused(t, c, NoOffer, func() error { return c.Accept(game.Second, Draw, "", after(10)) })
	}
	if m.Over() {
		t.Error("a clone changed the match")
	}
}

// TestDrawOffersAreLimited checks that an offer cannot be repeated too soon or without
// limit.
func TestDrawOffersAreLimited(t *testing.T) {
	most := 0
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 0))
		m := start(t, terms("none"))
		offered, last := 0, 0
		for !m.Over() {
			if m.Offer(game.First, Draw, 0, m.last) == nil {
				if offered > 0 && m.Ply() < last+20 {
					t.Errorf("offered again after %d moves", m.Ply()-last)
				}
				offered, last = offered+1, m.Ply()
			}
			legal := m.line.Legal()
			play(t, m, m.line.Position().Encode(legal[rng.IntN(len(legal))]))
		}
		most = max(most, offered)
	}
	if most != mannersOf[Draw].most {
		t.Errorf("at most %d offers in a game, want %d", most, mannersOf[Draw].most)
	}
}

func TestClaim(t *testing.T) {
	m := start(t, terms("5+3"))
	play(t, m, "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1")
	refused(t, m, NoClaim, func() error { return m.Claim(game.Second, after(8)) })
	play(t, m, "f6g8")
	refused(t, m, NotYourTurn, func() error { return m.Claim(game.Second, after(9)) })
	refused(t, m, NotAPlayer, func() error { return m.Claim(game.NoSide, after(9)) })
	done(t, m.Claim(game.First, after(9)))
	if m.Outcome() != game.Draw(game.Repetition) || m.View(game.NoSide).EndedBy != game.First {
		t.Errorf("outcome %v", m.Outcome())
	}
}

func TestAbortResignAdjudicate(t *testing.T) {
	m := start(t, terms("5+3"))
	play(t, m, "e2e4")
	c := m.Clone()
	done(t, c.Abort(game.Second, after(2)))
	if c.Outcome() != game.Draw(game.ByAbort) {
		t.Errorf("%v", c.Outcome())
	}
	play(t, m, "e7e5")
	refused(t, m, TooLate, func() error { return m.Abort(game.Second, after(3)) })
	refused(t, m, NotAPlayer, func() error { return m.Resign(game.NoSide, after(3)) })
	refused(t, m, BadArgument, func() error { return m.Adjudicate(game.Outcome{}, after(3)) })
	refused(t, m, BadArgument, func() error { return m.Adjudicate(game.Win(7, "left"), after(3)) })
	refused(t, m, BadArgument, func() error { return m.Adjudicate(game.Draw("two words"), after(3)) })
	c = m.Clone()
	done(t, c.Adjudicate(game.Win(game.First, "left"), after(3)))
	if c.Outcome() != game.Win(game.First, "left") {
		t.Errorf("%v", c.Outcome())
	}
	done(t, m.Resign(game.First, after(4))) // resigning is possible in the player's own turn too
	if m.Outcome() != game.Win(game.Second, game.ByResignation) {
		t.Errorf("%v", m.Outcome())
	}
	for _, again := range []func() error{
		func() error { return m.Resign(game.Second, after(5)) },
		func() error { return m.Abort(game.Second, after(5)) },
		func() error { return m.Claim(game.First, after(5)) },
		func() error { return m.Adjudicate(game.Draw("left"), after(5)) },
		func() error { return m.Give(game.First, time.Second, "lost", after(5)) },
		func() error { return m.Redo(game.First, 1, after(5)) },
		func() error { return m.Check(after(1e6)) },
		func() error { return m.Flag(after(1e6)) },
		func() error { return m.Offer(game.First, Takeback, 1, after(5)) },
		func() error { return m.Offer(game.First, Pause, 0, after(5)) },
	} {
		refused(t, m, game.GameOver, again)
	}
}

func TestTakebackByConsent(t *testing.T) {
	m := start(t, terms("5+0", func(t *Terms) { t.Takebacks = 2 }))
	refused(t, m, NothingToUndo, func() error { return m.Offer(game.First, Takeback, 1, after(1)) })
	play(t, m, "e2e4", "e7e5", "g1f3")
	refused(t, m, BadArgument, func() error { return m.Offer(game.First, Takeback, 0, after(4)) })
	refused(t, m, BadArgument, func() error { return m.Offer(game.First, Takeback, -1, after(4)) })
	refused(t, m, NoTakebacks, func() error { return m.Offer(game.First, Takeback, 3, after(4)) })
	refused(t, m, NothingToUndo, func() error { return m.Offer(game.Second, Takeback, 2, after(4)) })
	done(t, m.Offer(game.First, Takeback, 1, after(4)))
	if m.Ply() != 3 {
		t.Error("taken back without consent")
	}
	c := m.Clone()
	done(t, c.Decline(game.Second, Takeback, after(5)))
	refused(t, c, TooOften, func() error { return c.Offer(game.First, Takeback, 1, after(6)) })
	play(t, c, "b8c6")
	done(t, c.Offer(game.First, Takeback, 1, after(8))) // now takes back two plies: the player's own move and the opponent's reply
	done(t, c.Accept(game.Second, Takeback, "", after(9)))
	if c.Ply() != 2 || c.Turn() != game.First {
		t.Errorf("ply %d", c.Ply())
	}
	play(t, m, "b8c6")
	refused(t, m, NoOffer, func() error { return m.Accept(game.Second, Takeback, "", after(9)) })
	done(t, m.Offer(game.First, Takeback, 2, after(9)))
	done(t, m.Accept(game.Second, Takeback, "", after(10)))
	if m.Ply() != 0 || m.Turn() != game.First || m.View(game.First).Undos != [2]int{0, 2} {
		t.Errorf("ply %d, %v left", m.Ply(), m.View(game.First).Undos)
	}
	refused(t, m, NotAllowed, func() error { return m.Redo(game.First, 1, after(11)) })
	refused(t, m, TooLate, func() error { return m.Abort(game.First, after(11)) }) // both sides have made a move, although the moves were taken back
	play(t, m, "d2d4")
	refused(t, m, NoTakebacks, func() error { return m.Offer(game.First, Takeback, 1, after(13)) })
	none := start(t, terms("5+3", func(t *Terms) { t.Rated = true }))
	play(t, none, "e2e4")
	refused(t, none, NoTakebacks, func() error { return none.Offer(game.First, Takeback, 1, after(4)) })
}

// TestUndoAndRedo checks that a takeback needs no acceptance if the opponent is an engine or one
// player has both seats.
func TestUndoAndRedo(t *testing.T) {
	alone := func(t *Terms) { t.Seats = [2]Seat{anna, anna}; t.Takebacks = 10 }
	for name, with := range map[string]func(*Terms){"machine": againstMachine, "alone": alone} {
		m := start(t, terms("5+0", with))
		play(t, m, "e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
		done(t, m.Offer(game.First, Takeback, 2, after(6))) // takes back the plies f1b5, b8c6 and g1f3
		if m.Ply() != 2 || m.Turn() != game.First || m.View(game.First).Redo != 3 {
			t.Fatalf("%s: ply %d", name, m.Ply())
		}
		refused(t, m, BadArgument, func() error { return m.Redo(game.First, 0, after(7)) })
		done(t, m.Redo(game.First, 1, after(7))) // plays the plies g1f3 and b8c6 again
		if m.Ply() != 4 || m.Turn() != game.First {
			t.Fatalf("%s: ply %d after redo", name, m.Ply())
		}
		done(t, m.Redo(game.First, 5, after(8)))
		if m.Ply() != 5 || m.View(game.First).Redo != 0 {
			t.Fatalf("%s: ply %d after redo", name, m.Ply())
		}
		refused(t, m, NothingToUndo, func() error { return m.Redo(game.First, 1, after(9)) })
		done(t, m.Offer(game.First, Takeback, 3, after(9)))
		if m.Ply() != 0 {
			t.Errorf("%s: ply %d", name, m.Ply())
		}
		play(t, m, "d2d4")
		refused(t, m, NothingToUndo, func() error { return m.Redo(game.First, 1, after(11)) })
		if fingerprint(stored(t, m)) != fingerprint(m) {
			t.Errorf("%s: the replayed match differs", name)
		}
	}
}

// TestClockOfTakeback checks the clocks after a takeback. The side that requested the takeback does
// not get back the time that it used. The time of the opponent's interrupted turn is not charged.
func TestClockOfTakeback(t *testing.T) {
	m := start(t, terms("5+0", func(t *Terms) { t.Takebacks = 1 }))
	play(t, m, "e2e4")
	done(t, m.Offer(game.First, Takeback, 1, after(2)))
	done(t, m.Accept(game.Second, Takeback, "", after(31)))
	v := m.View(game.NoSide).Clock
	if v.Left != [2]time.Duration{5*time.Minute - time.Second, 5 * time.Minute} || v.Running != game.First || !v.Since.Equal(after(31)) {
		t.Errorf("%+v", v)
	}
	// A takeback in the player's own turn does not restart the clock of that
	// turn.
	m = start(t, terms("5+0", againstMachine))
	play(t, m, "e2e4", "e7e5")
	done(t, m.Offer(game.First, Takeback, 1, after(12)))
	if left := m.View(game.NoSide).Clock.Left[0]; left != 5*time.Minute-11*time.Second {
		t.Errorf("%v left", left)
	}
}

func TestTakebackMustNotReveal(t *testing.T) {
	tm := terms("5+0", againstMachine)
	tm.Game = "jieqi"
	deal(t, &tm, rand.New(rand.NewPCG(5, 5)))
	m := start(t, tm)
	play(t, m, "h2e2")
	refused(t, m, game.WouldReveal, func() error { return m.Offer(game.First, Takeback, 1, after(3)) })
}

func TestPauseWithoutClock(t *testing.T) {
	m := start(t, terms("none"))
	refused(t, m, NotPaused, func() error { return m.Offer(game.First, Resume, 0, after(1)) })
	done(t, m.Offer(game.First, Pause, 0, after(1)))
	refused(t, m, IsPaused, func() error { return m.Move(game.First, 0, "e2e4", after(2)) })
	refused(t, m, IsPaused, func() error { return m.Offer(game.Second, Pause, 0, after(2)) })
	done(t, m.Offer(game.Second, Resume, 0, after(3)))
	play(t, m, "e2e4")
}

func TestPauseByAgreement(t *testing.T) {
	m := start(t, terms("5+0"))
	play(t, m, "e2e4")
	refused(t, m, TooEarly, func() error { return m.Offer(game.First, Pause, 0, after(2)) })
	play(t, m, "e7e5")
	done(t, m.Offer(game.Second, Pause, 0, after(4)))
	done(t, m.Accept(game.First, Pause, "", after(12))) // ten seconds after the start of the turn
	for _, c := range []func() error{
		func() error { return m.Move(game.First, 2, "g1f3", after(13)) },
		func() error { return m.Claim(game.First, after(13)) },
		func() error { return m.Give(game.First, time.Second, "lost", after(13)) },
		func() error { return m.Redo(game.First, 1, after(13)) },
		func() error { return m.Offer(game.First, Takeback, 1, after(13)) },
	} {
		refused(t, m, IsPaused, c)
	}
	if _, ok := m.Deadline(); ok {
		t.Error("a deadline in a pause")
	}
	refused(t, m, NotDue, func() error { return m.Flag(after(1e6)) })
	c := m.Clone()
	done(t, m.Offer(game.First, Resume, 0, after(5000)))
	if !m.View(game.NoSide).Paused {
		t.Error("one side alone ended the pause")
	}
	done(t, m.Offer(game.Second, Resume, 0, after(5001)))
	left := func(m *Match) time.Duration { return m.View(game.NoSide).Clock.Left[0] }
	if left(m) != 5*time.Minute-11*time.Second || m.View(game.NoSide).Clock.Running != game.First {
		t.Errorf("%v left after the pause", left(m))
	}
	done(t, m.Move(game.First, 2, "g1f3", after(5003)))
	if got := m.View(game.NoSide).Timing.At(2).Spent; got != 12*time.Second {
		t.Errorf("the move took %v", got)
	}
	// A pause that no player ends is ended by Check after maxPause, one day.
	at, ok := c.NextCheck(after(13), time.Second)
	if want := after(12).Add(maxPause); !ok || !at.Equal(want) {
		t.Errorf("look again at %v, want %v", at, want)
	}
	refused(t, c, NotDue, func() error { return c.Check(at.Add(-1)) })
	done(t, c.Check(at))
	if deadline, _ := c.Deadline(); !deadline.Equal(at.Add(5*time.Minute - 11*time.Second)) {
		t.Errorf("the deadline after it is %v", deadline)
	}
	rated := start(t, terms("5+0", func(t *Terms) { t.Rated = true }))
	play(t, rated, "e2e4", "e7e5")
	refused(t, rated, NotAllowed, func() error { return rated.Offer(game.First, Pause, 0, after(3)) })
}

// TestNoJobInAPause checks that an engine's move is refused while the game is paused.
func TestNoJobInAPause(t *testing.T) {
	m := start(t, terms("none", againstMachine))
	play(t, m, "e2e4")
	j, _ := m.Job()
	done(t, m.Offer(game.First, Pause, 0, after(2)))
	if _, ok := m.Job(); ok {
		t.Error("a job in a pause")
	}
	refused(t, m, Stale, func() error { return m.Answer(j, "e7e5", after(3)) })
	done(t, m.Offer(game.First, Resume, 0, after(4)))
	done(t, m.Answer(j, "e7e5", after(5)))
}

func TestAbandoned(t *testing.T) {
	idle := func(t *Terms) { t.Idle = time.Hour }
	for moves, want := range map[int]game.Reason{0: game.ByAbort, 1: game.ByAbort, 2: Abandoned} {
		m := start(t, terms("none", idle))
		play(t, m, []string{"e2e4", "e7e5"}[:moves]...)
		due := after(float64(moves) + 3600)
		if at, ok := m.NextCheck(t0, 0); !ok || !at.Equal(due) {
			t.Errorf("look again at %v", at)
		}
		refused(t, m, NotDue, func() error { return m.Check(due.Add(-1)) })
		done(t, m.Check(due))
		if m.Outcome() != game.Draw(want) {
			t.Errorf("after %d moves: %v", moves, m.Outcome())
		}
	}
	m := start(t, terms("none"))
	if _, ok := m.NextCheck(t0, time.Second); ok {
		t.Error("nothing is ever due in this game")
	}
	refused(t, m, NotDue, func() error { return m.Check(after(1e9)) })
}

func TestGive(t *testing.T) {
	left := func(m *Match, s game.Side, now time.Time) time.Duration { return m.clock.Left(s, now) }
	for _, c := range []struct {
		clock string
		to    game.Side
		want  time.Duration // time left for the receiver of the gift, 20 s into the first side's second turn
	}{
		{"5+0", game.First, 5*time.Minute - 21*time.Second + 15*time.Second},
		{"5+0", game.Second, 5*time.Minute - time.Second + 15*time.Second},
		{"30s/move", game.First, 25 * time.Second},
		{"0+3x30", game.First, 85 * time.Second},
	} {
		m := start(t, terms(c.clock))
		play(t, m, "e2e4", "e7e5")
		done(t, m.Give(c.to, 15*time.Second, "failover", after(22)))
		if got := left(m, c.to, after(22)); got != c.want {
			t.Errorf("%s, to %v: %v left, want %v", c.clock, c.to, got, c.want)
		}
		if fingerprint(stored(t, m)) != fingerprint(m) {
			t.Errorf("%s: the replayed match differs", c.clock)
		}
	}
	m := start(t, terms("5+0"))
	play(t, m, "e2e4", "e7e5")
	done(t, m.Give(game.First, time.Minute, "late", after(3))) // the gift is larger than the time used in this turn
	if got := left(m, game.First, after(3)); got != 6*time.Minute-2*time.Second {
		t.Errorf("%v left", got)
	}
	refused(t, m, BadArgument, func() error { return m.Give(game.First, -time.Second, "late", after(3)) })
	refused(t, m, BadArgument, func() error { return m.Give(game.First, time.Second, "no word", after(3)) })
	refused(t, m, BadArgument, func() error { return m.Give(game.First, maxGift+time.Second, "late", after(3)) })
	per := start(t, terms("30s/move"))
	refused(t, per, NotAllowed, func() error { return per.Give(game.Second, time.Second, "late", after(3)) })
	none := start(t, terms("none"))
	refused(t, none, NotAllowed, func() error { return none.Give(game.First, time.Second, "late", after(3)) })
	// Check that time lost before a side's first move is given back too.
	grace := start(t, terms("5+0", func(t *Terms) { t.FirstMove = 30 * time.Second }))
	done(t, grace.Give(game.First, 10*time.Second, "late", after(20)))
	if deadline, _ := grace.Deadline(); !deadline.Equal(after(40)) {
		t.Errorf("deadline %v", deadline)
	}
}

func TestRematch(t *testing.T) {
	m := start(t, terms("5+3"))
	refused(t, m, NotOver, func() error { return m.Offer(game.First, Rematch, 0, after(1)) })
	done(t, m.Resign(game.First, after(1)))
	done(t, m.Offer(game.First, Rematch, 0, after(2)))
	refused(t, m, AlreadyOffered, func() error { return m.Offer(game.First, Rematch, 0, after(2)) })
	refused(t, m, AlreadyOffered, func() error { return m.Offer(game.Second, Rematch, 0, after(2)) })
	done(t, m.Withdraw(game.First, Rematch, after(3)))
	done(t, m.Offer(game.First, Rematch, 0, after(4)))
	done(t, m.Decline(game.Second, Rematch, after(5)))
	done(t, m.Offer(game.First, Rematch, 0, after(6)))
	done(t, m.Decline(game.Second, Rematch, after(7)))
	refused(t, m, TooOften, func() error { return m.Offer(game.First, Rematch, 0, after(8)) })
	done(t, m.Offer(game.Second, Rematch, 0, after(8)))
	refused(t, m, BadArgument, func() error { return m.Accept(game.First, Rematch, "", after(9)) })
	refused(t, m, BadArgument, func() error { return m.Accept(game.First, Rematch, "a b", after(9)) })
	refused(t, m, NoOffer, func() error { return m.Accept(game.Second, Rematch, "next", after(9)) })
	done(t, m.Accept(game.First, Rematch, "next", after(9)))
	if m.View(game.NoSide).Next != "next" {
		t.Error("nobody is told where the rematch is")
	}
	refused(t, m, TooLate, func() error { return m.Offer(game.First, Rematch, 0, after(10)) })
	refused(t, m, NoOffer, func() error { return m.Accept(game.First, Rematch, "other", after(10)) })
	if fingerprint(stored(t, m)) != fingerprint(m) {
		t.Error("the replayed match differs")
	}

	odds := m.Terms()
	odds.Extra = [2]time.Duration{time.Minute, 0}
	odds.Setup.Secret = game.NewSecret([]byte("deal"))
	next := odds.Next()
	if next.Seats != [2]Seat{bao, anna} || next.Extra != [2]time.Duration{0, time.Minute} || !next.Setup.Secret.Empty() {
		t.Errorf("%+v", next)
	}
	odds.KeepSides = true
	if next := odds.Next(); next.Seats != odds.Seats || next.Extra != odds.Extra {
		t.Errorf("%+v", next)
	}
}

// TestTalkIsLimited checks that the number of events is limited even if players only send
// offers and pauses.
func TestTalkIsLimited(t *testing.T) {
	m := start(t, terms("none", againstMachine))
	for range 2 * maxTalk {
		if m.Offer(game.First, Pause, 0, m.last) == nil {
			done(t, m.Offer(game.First, Resume, 0, m.last))
		}
	}
	if m.Seq() > maxTalk+2 || m.View(game.NoSide).Paused {
		t.Errorf("%d events, paused %v", m.Seq(), m.View(game.NoSide).Paused)
	}
	refused(t, m, TooOften, func() error { return m.Offer(game.First, Pause, 0, m.last) })
	play(t, m, "e2e4")
	refused(t, m, TooOften, func() error { return m.Offer(game.First, Takeback, 1, m.last) })
}
