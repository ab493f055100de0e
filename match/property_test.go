package match

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/games"
)

// world is a match that gets random commands, with the log of these commands.
type world struct {
	t    testing.TB
	rng  *rand.Rand
	m    *Match
	now  time.Time
	log  []string
	sent []string // moves that were sent: side, ply and code
	jobs []Job
	seen map[string]int // number of times that each response occurred, by command and error code
}

func pick[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

func newWorld(t testing.TB, rng *rand.Rand) *world {
	tm := Terms{
		Game:      pick(rng, append(games.All(), games.Examples()...)...).Info().Name,
		Clock:     control(pick(rng, "none", "1+0", "0.1+1", "0+2", "3+2", "0.2+3x5", "0+1x10", "10s/move", "1d/move")),
		Seats:     [2]Seat{anna, pick(rng, bao, robo, anna, Seat{Kind: Bot, Player: "b"}, Seat{Kind: Engine, Spec: "uci:x"})},
		FirstMove: pick(rng, 0, 0, 15*time.Second),
		Idle:      pick(rng, 0, time.Hour),
		Takebacks: pick(rng, Unlimited, 0, 1, 3, 10),
		KeepSides: rng.IntN(2) == 0,
	}
	if rng.IntN(2) == 0 {
		tm.Seats[0], tm.Seats[1] = tm.Seats[1], tm.Seats[0]
	}
	if tm.Game == "caro" {
		tm.Setup.Options = map[string]string{"opening": pick(rng, "free", "swap2")}
	}
	if hasBase(tm.Clock) && rng.IntN(3) == 0 {
		tm.Extra[rng.IntN(2)] = time.Duration(rng.Int64N(60_000)) * time.Millisecond
	}
	if rng.IntN(4) == 0 && tm.Clock.Kind != clock.Unlimited && !tm.samePlayer() {
		tm.Rated, tm.Takebacks, tm.Extra = true, 0, [2]time.Duration{}
	}
	deal(t, &tm, rng)
	return &world{t: t, rng: rng, m: start(t, tm), now: t0, seen: map[string]int{}}
}

// wait advances the time: usually by a little, sometimes to just before or after a deadline.
func (w *world) wait() {
	switch n := w.rng.IntN(20); {
	case n == 0:
		if at, ok := w.m.NextCheck(w.now, 0); ok && at.After(w.now) {
			w.now = at.Add(time.Duration(w.rng.IntN(3)-1) * time.Millisecond)
		}
	case n == 1:
		w.now = w.now.Add(time.Duration(w.rng.Int64N(int64(2 * time.Hour))))
	case n < 6:
	default:
		w.now = w.now.Add(time.Duration(w.rng.Int64N(int64(1500 * time.Millisecond))))
	}
}

// command sends one random command. It returns a description of the command and the error of the
// command.
func (w *world) command() (string, error) {
	m, rng, now := w.m, w.rng, w.now
	by := pick(rng, game.First, game.Second, game.First, game.Second, game.First, game.Second, game.NoSide)
	what := pick(rng, Draw, Takeback, Pause, Resume, Rematch)
	if m.line.Undone() > 0 && rng.IntN(3) == 0 {
		return fmt.Sprint("redo ", by), m.Redo(by, 1+rng.IntN(2), now)
	}
	switch n := rng.IntN(100); {
	case n < 58:
		return w.move(by)
	case n < 62 && len(w.jobs) > 0:
		j := pick(rng, w.jobs...)
		return fmt.Sprint("answer ", j), m.Answer(j, w.anyMove(), now)
	case n < 72:
		steps := 0
		if what == Takeback {
			steps = 1 + rng.IntN(3)
		}
		return fmt.Sprint("offer ", by, what, steps), m.Offer(by, what, steps, now)
	case n < 80:
		next := ""
		if what == Rematch {
			next = "next"
		}
		return fmt.Sprint("accept ", by, what), m.Accept(by, what, next, now)
	case n < 82:
		return fmt.Sprint("decline ", by, what), m.Decline(by, what, now)
	case n < 84:
		return fmt.Sprint("withdraw ", by, what), m.Withdraw(by, what, now)
	case n < 88:
		return fmt.Sprint("redo ", by), m.Redo(by, 1+rng.IntN(2), now)
	case n < 91:
		d := time.Duration(rng.Int64N(int64(20 * time.Second)))
		return fmt.Sprint("give ", by, d), m.Give(by, d, "late", now)
	case n < 93:
		return "flag", m.Flag(now)
	case n < 96:
		return "check", m.Check(now)
	case n < 97:
		return fmt.Sprint("claim ", by), m.Claim(by, now)
	case n == 97 && rng.IntN(3) == 0:
		return fmt.Sprint("abort ", by), m.Abort(by, now)
	case n == 97 && rng.IntN(4) == 0:
		return fmt.Sprint("left ", by), m.ClaimLeft(by, rng.IntN(2) == 0, now)
	case n == 98 && rng.IntN(3) == 0:
		return fmt.Sprint("resign ", by), m.Resign(by, now)
	case n == 99 && rng.IntN(9) == 0:
		return "adjudicate", m.Adjudicate(game.Win(by, "left"), now)
	}
	return "nothing", errNotDue
}

// move sends a move: usually a legal move, otherwise a move for an earlier ply or an invalid move.
func (w *world) move(by game.Side) (string, error) {
	if w.rng.IntN(12) > 0 && !w.m.Over() {
		by = w.m.Turn()
	}
	ply, code := w.m.Ply(), w.anyMove()
	switch w.rng.IntN(15) {
	case 0:
		ply += w.rng.IntN(3) - 1
	case 1:
		if len(w.sent) > 0 {
			var side int
			old := w.sent[len(w.sent)-1-w.rng.IntN(min(len(w.sent), 4))]
			_, err := fmt.Sscan(old, &side, &ply, &code)
			done(w.t, err)
			by = game.Side(side)
		}
	}
	received := w.now
	if w.rng.IntN(6) == 0 { // the server handles the move up to 300 ms after it received the move
		received = received.Add(-time.Duration(w.rng.Int64N(int64(300 * time.Millisecond))))
	}
	lag := time.Duration(w.rng.Int64N(int64(900*time.Millisecond))) - 300*time.Millisecond
	w.sent = append(w.sent, fmt.Sprintf("%d %d %s", by, ply, code))
	if w.rng.IntN(30) == 0 {
		code += pick(w.rng, "x", "r", "p") // add a letter; in a game with hidden pieces the letter may be a guess of the revealed piece
	}
	return fmt.Sprint("move ", by, ply, code, lag), w.m.MoveWithLag(by, ply, code, lag, received)
}

func (w *world) anyMove() string {
	legal := w.m.line.Legal()
	if len(legal) == 0 {
		return "e2e4"
	}
	return w.m.line.Position().Encode(legal[w.rng.IntN(len(legal))])
}

func (w *world) failf(format string, args ...any) {
	w.t.Helper()
	w.t.Fatalf("%s\n%s\nterms: %+v\nlog:\n%s", fmt.Sprintf(format, args...), fingerprint(w.m), *w.m.terms, strings.Join(w.log, "\n"))
}

// step sends one random command and then checks all guarantees of the package.
func (w *world) step() {
	w.wait()
	before := fingerprint(w.m)
	old := w.m.Clone()
	what, err := w.command()
	w.seen[strings.Fields(what)[0]+" "+code(err)]++
	w.log = append(w.log, fmt.Sprintf("%v %s: %v", w.now, what, err))
	if fingerprint(old) != before {
		w.failf("a command changed a clone")
	}
	if err != nil {
		if fingerprint(w.m) != before {
			w.failf("a refused command left a trace; before:\n%s", before)
		}
		if !strings.Contains(what, "nothing") && (code(err) == "" || err.Error() == "") {
			w.failf("an error without code or sentence")
		}
		return
	}
	if w.m.Seq() == old.Seq() {
		w.failf("nothing happened, and no error")
	}
	w.checkEvents(old)
	w.checkClocks(old)
	w.stamp(old.Seq())
	w.checkState()
	if j, ok := w.m.Job(); ok {
		w.jobs = append(w.jobs, j)
	}
}

// stamp sets one common durable time on most of the new events, as a commit does.
func (w *world) stamp(from int) {
	if w.rng.IntN(5) == 0 {
		return
	}
	w.now = w.now.Add(time.Duration(w.rng.Int64N(int64(30 * time.Millisecond))))
	if w.rng.IntN(30) == 0 && from > 1 {
		from -= w.rng.IntN(2) // sometimes stamp the event before the new ones again, as if its stamp came late
	}
	for seq := from; seq < w.m.Seq(); seq++ {
		if err := w.m.Stamp(seq, w.now); err != nil {
			w.failf("stamp: %v", err)
		}
	}
}

// checkEvents compares the match with a copy from before the command. The command must not have
// changed an event of the copy, and the events that the command added must be allowed.
func (w *world) checkEvents(old *Match) {
	added := w.m.Since(old.Seq())
	for i, e := range w.m.events[:old.Seq()] {
		if e != old.events[i] {
			w.failf("event %d was changed", i)
		}
	}
	deadline, limited := old.Deadline()
	for _, e := range added {
		switch {
		case (e.Kind == Moved || e.Kind == Undone || e.Kind == Redone) && w.m.turns <= old.turns:
			w.failf("another position, the same turn")
		case old.Over() && (e.Kind == Moved || e.Kind == Ended || e.Kind == Given || e.Kind == Offered && e.What != Rematch):
			w.failf("%v after the end", e)
		case e.Kind == Moved && limited && !e.At.Add(-e.Gave).Before(deadline):
			w.failf("a move was accepted at %v, deadline %v", e.At, deadline)
		case e.Kind == Moved && e.By != old.Turn():
			w.failf("a move of %v out of turn", e.By)
		case e.Kind == Moved && (e.Gave > e.Lag || e.Gave > old.quota[e.By.Index()]):
			w.failf("gave %v for %v", e.Gave, e.Lag)
		case e.Kind == Ended && e.Text == string(game.ByTime) && (!limited || e.At.Before(deadline) || e.Side != old.Turn().Other() || e.By != old.Turn()):
			w.failf("the flag fell at %v, deadline %v", e.At, deadline)
		case e.Kind == Ended && e.Text == string(game.ByAbort) && old.bothMoved():
			w.failf("aborted after both moved")
		}
	}
}

// checkClocks compares the clocks with those of a copy of the match from before the command. No
// clock may be negative. Only the clock of the side to move may decrease, and by no more than the
// time that passed.
func (w *world) checkClocks(old *Match) {
	thinker := old.line.Position().Turn()
	last := w.m.events[w.m.Seq()-1]
	for _, s := range []game.Side{game.First, game.Second} {
		was, is := old.clock.Left(s, old.since), w.m.clock.Left(s, last.At)
		if is < 0 {
			w.failf("%v has %v left", s, is)
		}
		if old.terms.Clock.Kind == clock.Unlimited || old.Over() {
			continue
		}
		lost := was - is
		if old.terms.Clock.Kind == clock.ByoYomi && lost > 0 {
			_, periods := old.clock.Main(s, old.since)
			if periods == 0 { // no period is left, so the comparison below does not apply
				continue
			}
		}
		passed := max(last.At.Sub(old.since), 0)
		if s == thinker && old.clock.Running() == s {
			if lost > passed {
				w.failf("%v lost %v in %v", s, lost, passed)
			}
		} else if lost > 0 {
			w.failf("%v was not thinking and lost %v", s, lost)
		}
	}
}

// checkState checks the invariants of the match after every command.
func (w *world) checkState() {
	m := w.m
	if again := stored(w.t, m); fingerprint(again) != fingerprint(m) {
		w.failf("replayed it is another match:\n%s", fingerprint(again))
	}
	ends := 0
	for _, e := range m.events {
		if e.Kind == Ended {
			ends++
		}
	}
	if ends > 1 || (ends == 1) != m.Over() || m.line.Outcome().Over() && !m.Over() {
		w.failf("ended %d times", ends)
	}
	j, ok := m.Job()
	machine := !m.Over() && !m.isPaused() && m.terms.Seat(m.Turn()).Machine()
	if ok != machine || ok && (j.Side != m.Turn() || j.Ply != m.Ply()) {
		w.failf("job %v %v", j, ok)
	}
	w.checkDue()
	for _, o := range m.View(game.NoSide).Offers {
		if m.Over() != (o.What == Rematch) {
			w.failf("an offer of %v stands", o.What)
		}
	}
	s := pick(w.rng, viewers...)
	all, from := m.Seen(s, 0), w.rng.IntN(m.Seq())
	if !slices.Equal(all[from:], m.Seen(s, from)) || !slices.Equal(all[m.Seq()-1:], m.Seen(s, m.Seq()-1)) {
		w.failf("what %v saw from %d on is not the end of what it saw", s, from)
	}
	if f := clockModel(m); f != "" {
		w.failf("clocks: %s", f)
	}
}

// checkDue checks the time that NextCheck returns: before that time Check changes nothing, and at
// that time Check changes the match.
func (w *world) checkDue() {
	at, ok := w.m.NextCheck(w.now, 0)
	if ok == w.m.Over() && ok {
		w.failf("a match that is over will be looked at")
	}
	early := time.Millisecond
	if !ok {
		at, early = w.now.Add(10_000*time.Hour), 0
	}
	if err := w.m.Clone().Check(at.Add(-early)); err == nil {
		w.failf("something was due before %v", at)
	}
	if ok {
		if err := w.m.Clone().Check(at); err != nil {
			w.failf("nothing was due at %v: %v", at, err)
		}
	}
	if deadline, limited := w.m.Deadline(); limited && !deadline.Equal(at) {
		w.failf("deadline %v, check at %v", deadline, at)
	}
}

// clockModel computes the times of a Fischer clock by adding up durations from the events. It
// returns a description of the difference from the match's clock; "" if there is none. It checks
// nothing if moves were taken back or time was given.
func clockModel(m *Match) string {
	c := m.terms.Clock
	if c.Kind != clock.Fischer {
		return ""
	}
	var left [2]time.Duration
	for i := range left {
		left[i] = c.Base + m.terms.Extra[i]
		if left[i] == 0 {
			left[i] = c.Increment
		}
	}
	var moved [2]bool
	var began time.Time
	for _, e := range m.events {
		switch e.Kind {
		case Started:
			began = e.begins()
		case Moved:
			i := e.By.Index()
			if m.terms.FirstMove == 0 || moved[i] {
				left[i] += c.Increment - max(e.At.Add(-e.Gave).Sub(began), 0)
			}
			moved[i] = true
			began = e.begins()
		case Offered, Declined, Withdrawn, Rematched:
		case Undone, Redone, Paused, Resumed, Given, Ended:
			return ""
		}
	}
	for i, s := range []game.Side{game.First, game.Second} {
		if got := m.clock.Left(s, m.since); got != left[i] {
			return fmt.Sprintf("%v has %v, the sums say %v", s, got, left[i])
		}
	}
	return ""
}

// campaign returns how many random games a test plays: n, multiplied by KYDAI_TEST_MATCH
// if it is set; fewer with -short.
func campaign(n int) uint64 {
	if testing.Short() {
		return uint64(n / 10)
	}
	if times, err := strconv.Atoi(os.Getenv("KYDAI_TEST_MATCH")); err == nil {
		n *= times
	}
	return uint64(n)
}

// TestRandomCommands sends random commands at random times. After each command it checks all
// guarantees of the package.
func TestRandomCommands(t *testing.T) {
	const commands = 60
	seen := map[string]int{}
	for seed := range campaign(160) {
		w := newWorld(t, rand.New(rand.NewPCG(seed, 2)))
		w.seen = seen
		for range commands {
			w.step()
			if w.m.Over() && w.rng.IntN(15) == 0 {
				break
			}
		}
	}
	if testing.Short() {
		return
	}
	// Check that the random commands have reached every kind of result.
	for _, want := range []string{
		"move ", "move " + Repeated, "move " + Stale, "move " + Ahead, "move " + NotYourTurn, "move " + OutOfTime, "move " + IsPaused,
		"move " + game.GameOver, "move " + game.TellsFace, "answer ", "answer " + Stale, "offer ", "offer " + TooOften, "offer " + NoTakebacks,
		"offer " + game.WouldReveal, "accept ", "accept " + NoOffer, "decline ", "withdraw ", "redo ", "redo " + NotAllowed, "give ", "flag ",
		"flag " + NotDue, "check ", "check " + NotDue, "abort ", "abort " + TooLate, "resign ",
	} {
		if seen[want] == 0 {
			t.Errorf("never came to %q", want)
		}
	}
}
