package fair

import (
	"strconv"

	"kydai/game"
)

func itoa(n int) string { return strconv.Itoa(n) }

// checkMoves replays the record with the computed deal. It compares the pieces that the moves
// reveal with the reveals in the transcript.
func (v *verifier) checkMoves() {
	if v.layout == nil || v.evidence.Rules == nil || v.Has(WrongGame) || v.Has(WrongPacks) {
		v.add(Gap, NoRecord, "without the deal and the rules the moves cannot be checked")
		return
	}
	if s := v.evidence.Setup.Secret; !s.Empty() && s != v.layout.Secret() {
		v.add(Fault, WrongDeal, "the record was played with another deal than the one computed")
	}
	shown, ok := v.replay()
	if !ok {
		return
	}
	if len(v.transcript.Reveals) == 0 && len(shown) > 0 {
		v.add(Note, NoReveals, "the reveals were left out; the deal tells the same")
		return
	}
	v.compare(shown)
}

// key identifies a reveal: the ply, the square, the piece, and the player who saw it. It leaves out
// the salt and the path of hashes.
type key struct {
	ply    int
	square game.Square
	piece  byte
	to     Role
}

// replay plays the moves of the record with the computed deal and lists the reveals that
// the transcript must contain.
func (v *verifier) replay() (shown []key, ok bool) {
	setup := v.evidence.Setup
	setup.Secret = v.layout.Secret()
	p, err := v.evidence.Rules.New(setup)
	if err != nil {
		v.add(Fault, WrongMove, "the start of the record is not valid: ", err.Error())
		return nil, false
	}
	for ply, code := range v.evidence.Codes {
		m, err := p.Decode(code)
		if err != nil {
			v.add(Fault, WrongMove, "move ", itoa(ply+1), ", ", code, ": with this deal ", err.Error())
			return nil, false
		}
		done := game.CompletionsOf(p, m)
		if len(done) != 1 {
			v.add(Fault, WrongMove, "move ", itoa(ply+1), ", ", code, ", does not follow from the deal")
			return nil, false
		}
		for _, o := range opensOf(p, done[0].Move) {
			k := key{ply: ply, square: o.Square, piece: o.Piece}
			if o.To != game.NoSide {
				k.to = RoleOf(o.To)
			}
			shown = append(shown, k)
		}
		p = p.Play(done[0].Move)
	}
	return shown, true
}

// compare checks that the transcript has exactly one reveal for each piece that the moves revealed.
func (v *verifier) compare(shown []key) {
	want := map[key]bool{}
	for _, k := range shown {
		want[k] = true
	}
	for _, r := range v.transcript.Reveals {
		k := key{ply: r.Ply, square: r.Square, to: r.To}
		if len(r.Piece) == 1 {
			k.piece = r.Piece[0]
		}
		if !want[k] {
			v.add(Fault, WrongReveal, "square ", itoa(int(r.Square)), " was opened at move ", itoa(r.Ply+1), ", which did not show that")
		}
		delete(want, k)
	}
	for _, k := range shown {
		if want[k] {
			v.add(Fault, MissingReveal, "move ", itoa(k.ply+1), " showed square ", itoa(int(k.square)), ", which was not opened")
		}
	}
}

// Reused finds secret numbers that were used in more than one match. This is a fault, because a
// party that knows the number from the earlier match can predict its effect in the later one.
func Reused(ts []Transcript) []Finding {
	var r Report
	first := map[Hash]string{}
	for i := range ts {
		t := &ts[i]
		numbers := []*Hash{t.Secret}
		for i := range t.Players {
			numbers = append(numbers, t.Players[i].Open)
		}
		deal := t.match().ID // id of the deal: it is the same for two matches that share a deal
		for _, n := range numbers {
			if n == nil || *n == publicNonce {
				continue
			}
			if id, used := first[*n]; used && id != deal {
				r.add(Fault, SharedNumber, "the matches ", id, " and ", deal, " used one number")
			}
			first[*n] = deal
		}
	}
	return r.Findings
}
