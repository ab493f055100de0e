package fair

import (
	"reflect"
	"slices"

	"kydai/game"
)

// Evidence holds what the caller knows from other sources, such as the game record. Verify compares
// it with the transcript. Every field is optional. If a field is missing, the report contains a gap
// or a note.
type Evidence struct {
	Match string     // id of the match according to the record
	Keys  []Key      // server keys that the caller trusts
	Rules game.Rules // rules of the game; without them only hashes are checked
	Setup game.Setup // start of the game according to the record
	Codes []string   // moves of the record, as in Line.Codes
	Over  bool       // true if the game is over: the transcript must then be complete
}

// Verify recomputes all hashes of a transcript and the deal, and checks the moves of the record
// against the deal. It relies on no claim of the server or a player.
func Verify(t Transcript, e Evidence) Report {
	v := verifier{transcript: t, evidence: e}
	if t.Version != t.version() {
		v.add(Fault, BadVersion, "the transcript is of a version that is not known here, or has the fields of another")
		return v.Report
	}
	if !t.fits() {
		v.add(Fault, BadForm, "the transcript has not the fields of its version")
		return v.Report
	}
	if err := t.match().check(); err != nil {
		v.add(Fault, BadForm, err.Error())
		return v.Report
	}
	v.hash, v.squares = t.match().Hash(), t.match().squares()
	v.step(CheckedMatch, v.checkMatch)
	v.step(CheckedOpenings, v.checkOpenings)
	v.step(CheckedSignature, v.checkSignature)
	v.step(CheckedReveals, v.checkReveals)
	v.step(CheckedDeal, v.checkDeal)
	v.step(CheckedMoves, v.checkMoves)
	return v.Report
}

type verifier struct {
	Report
	transcript Transcript
	evidence   Evidence
	hash       Hash
	squares    []game.Square
	commits    []Hash // commitments: the server's first, then the players'
	opened     []Hash
	agreed     bool    // all players have revealed their numbers
	layout     *Layout // the deal; nil until the verifier has computed it
}

// step runs one of the checks. If the check found no fault and no gap, step adds its name to
// Report.Checked.
func (v *verifier) step(name string, check func()) {
	before := len(v.Findings)
	check()
	for _, f := range v.Findings[before:] {
		if f.Grade != Note {
			return
		}
	}
	v.Checked = append(v.Checked, name)
}

func (v *verifier) checkMatch() {
	if v.evidence.Match != "" && v.evidence.Match != v.transcript.Match {
		v.add(Fault, WrongMatch, "the transcript is of the match ", v.transcript.Match, ", not of ", v.evidence.Match)
	}
	if v.evidence.Rules == nil {
		v.add(Gap, NoRecord, "the rules of the game are not at hand")
		return
	}
	if name := v.evidence.Rules.Info().Name; name != v.transcript.Game {
		v.add(Fault, WrongGame, "the transcript is of a game of ", v.transcript.Game, ", not of ", name)
		return
	}
	packs, err := packsOf(v.evidence.Rules)
	if err != nil {
		v.add(Fault, WrongPacks, err.Error())
	} else if !reflect.DeepEqual(packs, v.transcript.Packs) {
		v.add(Fault, WrongPacks, "the transcript deals other pieces, or to other squares, than the game does")
	}
}

func (v *verifier) checkOpenings() {
	v.commits, v.opened = make([]Hash, len(v.transcript.Players)+1), make([]Hash, len(v.transcript.Players))
	v.commits[0] = v.transcript.Server
	v.agreed = true
	for i, p := range v.transcript.Players {
		r := players[i]
		if p.Commit == nil || p.Open == nil {
			v.agreed = false
			code := NotCommitted
			if p.Commit != nil {
				code = NotOpened
			}
			v.add(Gap, code, "the ", string(r), " player did not come to that")
			continue
		}
		v.commits[i+1], v.opened[i] = *p.Commit, *p.Open
		if Commitment(v.hash, r, *p.Open) != *p.Commit {
			v.add(Fault, WrongOpening, "the ", string(r), " player's number is not the one committed to for this match")
		}
		if p.Public != (*p.Open == publicNonce) {
			v.add(Fault, NotPublic, "the ", string(r), " player's contribution is called public and is not, or the reverse")
		} else if p.Public {
			v.add(Note, PublicPart, "the ", string(r), " player contributed nothing secret: the deal is as fair as the others")
		}
	}
	for i, n := range v.opened {
		if v.agreed && !v.transcript.Players[i].Public && slices.Contains(v.opened[:i], n) {
			v.add(Fault, SharedNumber, "two players used one number")
		}
	}
}

func (v *verifier) checkSignature() {
	if v.transcript.Root == nil || v.transcript.Signature == nil || !v.agreed {
		v.add(Gap, NotDealt, "no signed root: nothing was dealt")
		return
	}
	if !signed(v.transcript.Key, statement(v.hash, v.commits, v.opened, *v.transcript.Root), *v.transcript.Signature) {
		v.add(Fault, WrongSignature, "the server's key has not signed this root for this match and these numbers")
	}
	if len(v.transcript.Aborted) > 0 {
		v.add(Fault, BadForm, "a ceremony that was aborted has no root")
	}
	switch {
	case len(v.evidence.Keys) == 0:
		v.add(Note, OwnKey, "that the key is the server's own is said by the transcript alone")
	case !slices.Contains(v.evidence.Keys, v.transcript.Key):
		v.add(Fault, WrongKey, "the key is not one of those that are trusted")
	}
}

func (v *verifier) checkReveals() {
	if v.transcript.Root == nil {
		if len(v.transcript.Reveals) > 0 {
			v.add(Fault, WrongReveal, "something was shown before it was dealt")
		}
		return
	}
	seen := map[game.Square]bool{}
	for i := range v.transcript.Reveals {
		r := &v.transcript.Reveals[i]
		if err := r.check(v.hash, v.squares, *v.transcript.Root); err != nil {
			v.add(Fault, WrongReveal, "reveal ", itoa(i+1), ", square ", itoa(int(r.Square)), ": ", err.Error())
		}
		if seen[r.Square] {
			v.add(Fault, SecondReveal, "square ", itoa(int(r.Square)), " was opened twice")
		}
		seen[r.Square] = true
	}
}

func (v *verifier) checkDeal() {
	if v.transcript.Secret == nil {
		grade := Gap
		if v.evidence.Over {
			grade = Fault
		}
		v.add(grade, NotClosed, "the server has not opened its number, as it must when the game is over")
		return
	}
	if Commitment(v.hash, Server, *v.transcript.Secret) != v.transcript.Server {
		v.add(Fault, WrongSecret, "the server's number is not the one committed to for this match")
	}
	if slices.Contains(v.opened, *v.transcript.Secret) {
		v.add(Fault, SharedNumber, "the server used a player's number, or none")
	}
	if v.transcript.Root == nil || !v.agreed {
		v.add(Gap, NotDealt, "nothing was dealt that could be computed again")
		return
	}
	v.layout = layAgain(v.transcript.match(), Seed(v.hash, *v.transcript.Secret, v.opened))
	if v.layout.Root() != *v.transcript.Root {
		v.add(Fault, WrongRoot, "the root that was signed is not that of the deal")
	}
}
