package jieqi

import (
	"strconv"

	"kydai/game"
	"kydai/games/xiangqi"
)

// Rules implements the rules of cờ úp.
type Rules struct{}

var (
	_ game.Rules      = Rules{}
	_ game.Judge      = Rules{}
	_ game.Restrainer = Rules{}
	_ game.Explainer  = Rules{}
	_ game.Dealer     = Rules{}
	_ game.Noted      = Rules{}
)

// Options that a setup may contain besides game.ViewOption.
const (
	// LimitOption is the number of plies without a capture after which the game is drawn.
	LimitOption = "limit"
	usualLimit  = "80"
)

// Info describes the game.
func (Rules) Info() game.Info {
	return game.Info{
		Name:     "jieqi",
		Sides:    [2]string{"red", "black"},
		Width:    xiangqi.Files,
		Height:   xiangqi.Ranks,
		Points:   true,
		RankZero: true,
		Options: []game.Option{
			{Name: LimitOption, Default: usualLimit, Values: []string{"80", "100", "120"}},
			xiangqi.ChooseLaw(),
			{Name: game.ViewOption, Default: game.NoSide.String(), Values: []string{
				game.NoSide.String(), game.First.String(), game.Second.String()}},
		},
		Tags:    map[string]string{"Game": "Jieqi"},
		Formats: []string{"wxf", "pgn", "box", "json"},
		Moves:   40,
	}
}

// New creates the true position if the setup contains a deal. Otherwise it creates a view: that of
// the side in the view option, or the spectator's view.
func (r Rules) New(s game.Setup) (game.Position, error) {
	info := r.Info()
	if err := info.CheckOptions(s); err != nil {
		return nil, err
	}
	text := s.Start
	if text == "" {
		text = Start
	}
	p, err := read(text)
	if err != nil {
		return nil, err
	}
	for _, side := range []game.Side{game.First, game.Second} {
		if info.Lookup(s, game.ViewOption) == side.String() {
			p.viewer = side
		}
	}
	if !s.Secret.Empty() {
		if text != Start || p.viewer != game.NoSide {
			return nil, bad("a deal can only be used with the default start position and without a view")
		}
		if p.faces, err = lay(s.Secret.Open()); err != nil {
			return nil, err
		}
		p.truth = true
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	p.inCheck = p.Board().InCheck()
	return p, nil
}

// Judge applies the repetition law of xiangqi and the limit of plies without a capture.
func (r Rules) Judge(l *game.Line) game.Outcome {
	if out := xiangqi.LawOf(l.Setup()).Judge(l); out.Over() {
		return out
	}
	limit, err := strconv.Atoi(r.Info().Lookup(l.Setup(), LimitOption))
	p, ok := l.Position().(*Position)
	if ok && err == nil && p.Plies() >= limit {
		return game.Draw(game.MoveLimit)
	}
	return game.Outcome{}
}

// Barred lists the moves that the repetition law forbids in the current position.
func (Rules) Barred(l *game.Line) []game.Move { return xiangqi.LawOf(l.Setup()).Barred(l) }

// Explain explains the judge's ruling on a repetition, or warns that another repetition would cause
// a ruling.
func (Rules) Explain(l *game.Line, lang string) (game.Ruling, bool) {
	return xiangqi.LawOf(l.Setup()).Explain(l, lang)
}
