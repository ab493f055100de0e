package protocol

import (
	"fmt"
	"maps"
	"slices"

	"kydai/game"
)

// Places creates lines from "position" commands. It caches the last line, because a position
// usually extends the previous position by one or two moves.
type Places struct {
	Rules game.Rules
	Codes Codes
	setup game.Setup
	moves []string
	line  *game.Line
}

// Line returns the line with the start and moves of a "position" command. In a game with hidden
// pieces, the result is the view of the side to move. The line is valid until the next call of
// Line.
func (p *Places) Line(at Place, options map[string]string) (*game.Line, error) {
	setup, err := p.setupOf(at, options)
	if err != nil {
		return nil, err
	}
	line, known := p.line, len(p.moves)
	goesOn := line != nil && sameSetup(setup, p.setup) && known <= len(at.Moves) && slices.Equal(at.Moves[:known], p.moves)
	p.line = nil
	if !goesOn {
		known = 0
		if line, err = game.NewLine(p.Rules, setup); err != nil {
			return nil, err
		}
	}
	for i, code := range at.Moves[known:] {
		if err := line.Replay(p.Codes.From(code)); err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", known+i+1, code, err)
		}
	}
	p.setup, p.moves, p.line = setup, at.Moves, line
	return line, nil
}

// setupOf returns the setup of a line. In a game with hidden pieces, the start text may be valid
// only as the view of one side, so setupOf tries both views.
func (p *Places) setupOf(at Place, options map[string]string) (game.Setup, error) {
	setup := game.Setup{Start: at.Start, Options: options}
	usual, err := p.Rules.New(game.Setup{Options: options})
	if err != nil {
		return setup, err
	}
	if _, hidden := usual.(game.Hidden); !hidden {
		return setup, nil
	}
	view := func(s game.Side) game.Setup {
		own := map[string]string{}
		maps.Copy(own, options)
		own[game.ViewOption] = s.String()
		return game.Setup{Start: at.Start, Options: own}
	}
	start, err := p.Rules.New(view(game.First))
	if err != nil {
		if start, err = p.Rules.New(view(game.Second)); err != nil {
			return setup, err
		}
	}
	actor := start.Turn()
	if len(at.Moves)%2 == 1 {
		actor = actor.Other()
	}
	return view(actor), nil
}

func sameSetup(a, b game.Setup) bool { return a.Start == b.Start && maps.Equal(a.Options, b.Options) }

// Script converts lines to lists of move codes. It caches the last list, because a line usually
// extends the previous line by one or two moves.
type Script struct {
	setup game.Setup
	moves []game.Move
	codes []string
	at    game.Position
}

// Codes returns the same codes as Line.Codes. The list is valid until the next call of Codes.
func (s *Script) Codes(line *game.Line) []string {
	known := len(s.moves)
	goesOn := s.at != nil && sameSetup(s.setup, line.Setup()) && known <= line.Ply() && s.at.Key() == line.Key(known)
	for i := 0; goesOn && i < known; i++ {
		goesOn = s.moves[i] == line.Move(i)
	}
	if !goesOn {
		s.setup, s.at, s.moves, s.codes, known = line.Setup(), line.Start(), s.moves[:0], s.codes[:0], 0
	}
	for i := known; i < line.Ply(); i++ {
		m := line.Move(i)
		s.codes = append(s.codes, s.at.Encode(m))
		s.moves = append(s.moves, m)
		s.at = s.at.Play(m)
	}
	return slices.Clip(s.codes)
}

// Only lists the codes of the legal moves that the given function accepts. It returns nil if the
// function accepts all moves or none.
func Only(line *game.Line, keep func(code string) bool) []string {
	var kept []string
	legal := line.Legal()
	for _, m := range legal {
		if code := line.Position().Encode(m); keep(code) {
			kept = append(kept, code)
		}
	}
	if len(kept) == len(legal) {
		return nil
	}
	return kept
}
