package protocol

import (
	"fmt"
	"maps"

	"kydai/game"
)

// Line plays the moves of a place. A game that hides pieces is set up as the
// side that is to act after them sees it, for that is who asks.
func (at Place) Line(r game.Rules, options map[string]string, codes Codes) (*game.Line, error) {
	setup := game.Setup{Start: at.Start, Options: options}
	line, err := game.NewLine(r, setup)
	if err != nil {
		return nil, err
	}
	if _, hidden := line.Position().(game.Hidden); hidden {
		actor := line.Position().Turn()
		if len(at.Moves)%2 == 1 {
			actor = actor.Other()
		}
		setup.Options = maps.Clone(options)
		if setup.Options == nil {
			setup.Options = map[string]string{}
		}
		setup.Options[game.ViewOption] = actor.String()
		if line, err = game.NewLine(r, setup); err != nil {
			return nil, err
		}
	}
	for i, code := range at.Moves {
		if err := line.Replay(codes.From(code)); err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", i+1, code, err)
		}
	}
	return line, nil
}

// Only lists the codes of the legal moves that keep keeps, or nil if it keeps
// all or none of them.
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
