package duel

import (
	"bufio"
	"context"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"strings"
	"sync"

	"kydai/engine"
	"kydai/game"
	"kydai/record"
	"kydai/record/formats"
)

// Opening is the start of a pair of games.
type Opening struct {
	Setup game.Setup
	Codes []string
}

// Line sets up the opening and plays its moves.
func (o Opening) Line(r game.Rules) (*game.Line, error) {
	line, err := game.NewLine(r, o.Setup)
	if err != nil {
		return nil, err
	}
	for _, code := range o.Codes {
		if err := line.Replay(code); err != nil {
			return nil, err
		}
	}
	if o := line.Outcome(); o.Over() {
		return nil, game.Err(game.GameOver, "the game is over in the opening: ", string(o.Why))
	}
	return line, nil
}

// Openings returns the opening of each pair of games, counted from 0. It must be safe for
// concurrent use.
type Openings interface {
	Opening(pair int) (Opening, error)
}

// List is a list of openings. After the last opening, the list starts again with the first.
type List []Opening

// Opening returns the opening of a pair.
func (l List) Opening(pair int) (Opening, error) { return l[pair%len(l)], nil }

// Random creates random openings that a short search rates as balanced. Equal seeds give equal
// openings.
type Random struct {
	Rules game.Rules
	Setup game.Setup // options of the game; each opening gets a new random deal
	Plies int
	Seed  uint64
	// Judge evaluates every opening within Limits. If it scores an opening above Balance points for
	// one side, the opening is replaced. A nil Judge accepts all openings.
	Judge   engine.Engine
	Limits  engine.Limits
	Balance int
	mu      sync.Mutex
}

// Opening creates the random opening of a pair of games.
func (r *Random) Opening(pair int) (Opening, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	rng := rand.New(rand.NewPCG(r.Seed, uint64(pair)))
	const tries = 400
	balance := r.Balance
	for try := range tries {
		o, line, err := r.draw(rng)
		if err != nil {
			return Opening{}, err
		}
		if line == nil {
			continue
		}
		fair, err := r.fair(line, balance)
		if err != nil {
			return Opening{}, err
		}
		if fair {
			return o, nil
		}
		if try%20 == 19 {
			balance += balance/2 + 1 // raise the limit, because the game may not have enough balanced openings
		}
	}
	return Opening{}, game.Err(game.BadPosition, "no balanced opening was found")
}

// draw plays random moves from the start position. If the game ends during these moves, the
// returned line is nil.
func (r *Random) draw(rng *rand.Rand) (Opening, *game.Line, error) {
	setup := r.Setup
	if d, ok := r.Rules.(game.Dealer); ok && setup.Secret.Empty() && setup.Start == "" {
		setup.Secret = d.Deal(rng.IntN)
	}
	line, err := game.NewLine(r.Rules, setup)
	if err != nil {
		return Opening{}, nil, err
	}
	for range r.Plies {
		legal := Sensible(line)
		if len(legal) == 0 {
			return Opening{}, nil, nil
		}
		if err := line.Push(legal[rng.IntN(len(legal))]); err != nil {
			return Opening{}, nil, err
		}
	}
	if line.Outcome().Over() {
		return Opening{}, nil, nil
	}
	return Opening{Setup: setup, Codes: line.Codes()}, line, nil
}

// Sensible lists the legal moves from which random openings are built. In games in which a stone
// may be placed anywhere, it leaves out places that are far from all other stones, such as a
// corner.
func Sensible(line *game.Line) []game.Move {
	legal := line.Legal()
	grid, ok := game.GridOf(line.Position())
	if !ok {
		return legal
	}
	var kept []game.Move
	for _, m := range legal {
		if m.From() != game.NoSquare || !m.OnBoard() || near(grid, m.To()) {
			kept = append(kept, m)
		}
	}
	if len(kept) == 0 {
		return legal
	}
	return kept
}

// near reports whether a square is within two steps of a piece. On an empty board it reports
// whether the square is within two steps of the centre.
func near(g game.Grid, sq game.Square) bool {
	const reach = 2
	x, y := int(sq)%g.Width, int(sq)/g.Width
	empty := true
	for i, c := range g.Cells {
		if c == "" {
			continue
		}
		empty = false
		if abs(i%g.Width-x) <= reach && abs(i/g.Width-y) <= reach {
			return true
		}
	}
	return empty && abs(2*x-g.Width+1) <= 2*reach && abs(2*y-g.Height+1) <= 2*reach
}

func abs(n int) int { return max(n, -n) }

func (r *Random) fair(line *game.Line, balance int) (bool, error) {
	if r.Judge == nil {
		return true, nil
	}
	if f, ok := r.Judge.(engine.Forgetful); ok {
		f.NewGame()
	}
	// A search with a tenth of the nodes first rejects openings that are clearly unbalanced.
	glance := r.Limits
	glance.Nodes /= 10
	if glance.Nodes > 0 {
		if fair, err := r.within(line, glance, 2*balance); err != nil || !fair {
			return false, err
		}
	}
	return r.within(line, r.Limits, balance)
}

func (r *Random) within(line *game.Line, lim engine.Limits, balance int) (bool, error) {
	info, err := r.Judge.Think(context.Background(), line.View(line.Position().Turn()), lim, nil)
	if err != nil || len(info.Lines) == 0 {
		return false, err
	}
	s := info.Lines[0].Score
	return s.Mate == 0 && abs(s.Points) <= balance, nil
}

// Read reads openings from game records in any format of package formats, or from positions, one
// per line. The suffix of the file name selects the format.
func Read(in io.Reader, file string, r game.Rules, options map[string]string) (List, error) {
	buffered := bufio.NewReaderSize(in, 1<<16)
	head, err := buffered.Peek(4096)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	for _, end := range []string{".epd", ".fen"} {
		if strings.HasSuffix(file, end) {
			return readPositions(buffered, r, options)
		}
	}
	format, ok := formats.BySuffix(file)
	if !ok {
		if format, ok = formats.Detect(head); !ok {
			return nil, game.Err("bad-record", file, " is not a game record")
		}
	}
	reader, err := formats.NewReader(format, buffered, record.ReadOptions{Rules: r})
	if err != nil {
		return nil, err
	}
	return readRecords(reader, options)
}

func readRecords(reader record.Reader, options map[string]string) (List, error) {
	var list List
	for {
		g, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		o := Opening{Setup: withOptions(g.Setup, options)}
		line, err := g.Line()
		if err != nil {
			return nil, err
		}
		o.Codes = line.Codes()
		if _, err := o.Line(g.Rules); err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	if len(list) == 0 {
		return nil, game.Err("bad-record", "the file contains no opening")
	}
	return list, nil
}

// readPositions reads one position per line. If the game cannot parse the EPD operations after the
// first four fields, readPositions skips them.
func readPositions(in io.Reader, r game.Rules, options map[string]string) (List, error) {
	var list List
	s := bufio.NewScanner(in)
	for s.Scan() {
		text := strings.TrimSpace(s.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		o := Opening{Setup: withOptions(game.Setup{Start: text}, options)}
		_, err := o.Line(r)
		if fields := strings.Fields(text); err != nil && len(fields) > 4 {
			o.Setup.Start = strings.Join(fields[:4], " ")
			if _, err2 := o.Line(r); err2 == nil {
				err = nil
			}
		}
		if err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	if len(list) == 0 {
		return nil, game.Err("bad-record", "the file contains no position")
	}
	return list, s.Err()
}

// withOptions adds game options to a setup. Options that the setup already has are not changed.
func withOptions(s game.Setup, options map[string]string) game.Setup {
	if len(options) == 0 {
		return s
	}
	all := maps.Clone(options)
	maps.Copy(all, s.Options)
	s.Options = all
	return s
}
