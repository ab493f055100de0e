package load

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"kydai/game"
	"kydai/games"
	"kydai/internal/wire"
)

// frame is a message from a server, with the fields that a player needs.
type frame struct {
	Type     string          `json:"t"`
	ID       string          `json:"id"`
	From     int             `json:"from"`
	Seq      int             `json:"seq"`
	Ply      int             `json:"ply"`
	Turn     string          `json:"turn"`
	At       int             `json:"at"`
	Codes    []string        `json:"codes"`
	Spent    []int64         `json:"spent"`
	Legal    json.RawMessage `json:"legal"`
	Width    int             `json:"width"`
	Start    string          `json:"start"`
	Options  json.RawMessage `json:"options"`
	Clock    *wire.Clock     `json:"clock"`
	News     []wire.Notice   `json:"news"`
	Result   *wire.Result    `json:"result"`
	Code     string          `json:"code"`
	Re       string          `json:"re"`
	Repeated bool            `json:"repeated"`
	Now      int64           `json:"now"`
}

// told holds the data that one client received about one match. Later frames must agree with
// earlier frames.
type told struct {
	bout   *bout
	side   game.Side
	client int

	seq    int
	codes  []string
	turn   game.Side
	clock  *wire.Clock
	given  bool // true if time was given back to a player
	result *wire.Result
	acks   []ack
	legal  json.RawMessage
	line   *game.Line // the game replayed with this program's rules, if the frames are brief
	// deadline is the time at which the player to move loses on time, in milliseconds by the
	// servers' clock. After the end of the match it keeps its last value.
	deadline int64

	turnSeen time.Time // when the client learned whose turn it is now
	frames   [][]byte  // the frames of a game with hidden pieces, if recorded
}

// ack is an acknowledged move of this client.
type ack struct {
	ply  int
	code string // code of the move as it was sent
}

// learn updates the client's knowledge from a frame. The result news is true if the frame contains
// new events. The result ok is false if frames before this frame are missing. If the frame
// contradicts earlier frames, learn reports a violated guarantee.
func (k *told) learn(f *frame, broken func(invariant, text string)) (news, ok bool) {
	whole := f.Type == wire.TellMatch
	at, codes := f.At, f.Codes
	if whole {
		at = 0
	}
	switch {
	case f.Seq < k.seq:
		broken("I9", fmt.Sprintf("client %d knew %d events and was shown %d", k.client, k.seq, f.Seq))
		return false, true
	case !whole && (f.From > k.seq || at > len(k.codes)):
		return false, false
	case at+len(codes) != f.Ply:
		broken("I4", fmt.Sprintf("a frame tells %d moves from %d on, but the board has %d", len(codes), at, f.Ply))
		return false, true
	case f.Seq == k.seq && f.Ply != len(k.codes):
		broken("I4", fmt.Sprintf("after %d events there are %d moves, and were %d", f.Seq, f.Ply, len(k.codes)))
		return false, true
	}
	for i, code := range codes {
		if at+i < len(k.codes) && k.codes[at+i] != code {
			broken("I4", fmt.Sprintf("client %d: move %d was %s and is %s now", k.client, at+i, k.codes[at+i], code))
			return false, true
		}
	}
	if at+len(codes) < len(k.codes) {
		broken("I4", fmt.Sprintf("client %d knew %d moves and was shown %d", k.client, len(k.codes), at+len(codes)))
		return false, true
	}
	for _, n := range f.News {
		k.given = k.given || n.Kind == "given"
	}
	if !whole && !k.given {
		k.checkClock(f, broken)
	}
	news = f.Seq > k.seq
	if k.bout != nil && k.bout.run != nil && k.bout.run.opts.Brief {
		if err := k.follow(f, at); err != nil {
			broken("I2", fmt.Sprintf("client %d was told moves that the rules do not allow: %v", k.client, err))
		}
	}
	k.codes = append(k.codes[:at], codes...)
	k.seq, k.turn, k.clock, k.result, k.legal = f.Seq, wire.SideOf(f.Turn), f.Clock, f.Result, f.Legal
	if c := f.Clock; c != nil && c.Running != "" && f.Result == nil {
		k.deadline = c.Since + c.Left[wire.SideOf(c.Running).Index()]
	}
	return news, true
}

// checkClock reports a violated guarantee if a time is negative, or if the time of the side that
// did not move has decreased.
func (k *told) checkClock(f *frame, broken func(invariant, text string)) {
	if f.Clock == nil || k.clock == nil {
		return
	}
	for i, left := range f.Clock.Left {
		if left < 0 {
			broken("I5", fmt.Sprintf("%d ms are left", left))
		}
		moved := len(f.Codes) > 1 || k.turn == game.NoSide || k.turn.Index() == i
		if !moved && left < k.clock.Left[i] && f.Result == nil {
			broken("I5", fmt.Sprintf("the clock of the side that waits fell from %d to %d ms at ply %d", k.clock.Left[i], left, f.Ply))
		}
	}
}

// follow plays the moves of a frame with this program's own rules of the game.
func (k *told) follow(f *frame, at int) error {
	if f.Type == wire.TellMatch {
		rules, ok := games.Find(k.bout.game)
		if !ok {
			return errNoGame
		}
		setup := game.Setup{Start: f.Start}
		if err := json.Unmarshal(f.Options, &setup.Options); err != nil {
			return err
		}
		line, err := game.NewLine(rules, setup)
		if err != nil {
			return err
		}
		k.line = line
	}
	k.line.Undo(k.line.Ply() - at)
	for _, code := range f.Codes {
		if err := k.line.Replay(code); err != nil {
			return err
		}
	}
	return nil
}

// choose chooses the client's next move, as the function choose does. The moves come from this
// program's rules if the frames are brief, otherwise from the frames.
func (k *told) choose(half int, rnd *rand.Rand) string {
	if k.line == nil {
		return choose(k.targets(), half, rnd)
	}
	legal, pos := k.line.Legal(), k.line.Position()
	if half < 0 && len(legal) > 0 {
		return pos.Encode(legal[rnd.IntN(len(legal))])
	}
	list := make([]wire.Target, len(legal))
	for i, m := range legal {
		list[i].Code = pos.Encode(m)
	}
	return choose(list, half, rnd)
}

// targets returns the moves from which the client may choose.
func (k *told) targets() []wire.Target {
	if len(k.legal) == 0 {
		return nil
	}
	if k.legal[0] == '[' {
		var list []wire.Target
		_ = json.Unmarshal(k.legal, &list) // an invalid list counts as empty
		return list
	}
	var packed string
	if !text(k.legal, &packed) {
		_ = json.Unmarshal(k.legal, &packed) // an invalid list counts as empty
	}
	return k.bout.squares.Unpack(packed)
}

// has reports whether the move that was played at a ply is the move that the client sent with this
// code.
func (k *told) has(ply int, code string) bool {
	return ply < len(k.codes) && k.bout.same(k.codes[ply], code)
}
