package fair

// Grade is how much a finding weighs.
type Grade string

// The grades.
const (
	Note  Grade = "note"  // worth knowing; nothing is wrong
	Gap   Grade = "gap"   // something could not be checked
	Fault Grade = "fault" // something is wrong
)

// Codes of findings.
const (
	BadVersion     = "bad-version"     // of a protocol that is not known here
	WrongMatch     = "wrong-match"     // the transcript of another match
	WrongGame      = "wrong-game"      // or of another game
	WrongPacks     = "wrong-packs"     // other pieces or squares than the game has
	WrongOpening   = "wrong-opening"   // a player opened what it had not committed to
	WrongSecret    = "wrong-secret"    // or the server
	NotPublic      = "not-public"      // a contribution is called public and is not, or the reverse
	SharedNumber   = "shared-number"   // two parties, or two matches, used one number
	WrongRoot      = "wrong-root"      // the root is not that of the deal
	WrongSignature = "wrong-signature" //
	WrongKey       = "wrong-key"       // signed by a key that is not trusted
	WrongReveal    = "wrong-reveal"    // a piece was shown that was not dealt, or to whom it must not be
	SecondReveal   = "second-reveal"   // a square was opened twice
	MissingReveal  = "missing-reveal"  // a move showed a piece that was not opened
	WrongDeal      = "wrong-deal"      // the record was played with another deal
	WrongMove      = "wrong-move"      // a move of the record cannot have been played with this deal

	NotCommitted = "not-committed" // gaps
	NotOpened    = "not-opened"
	NotDealt     = "not-dealt"
	NotClosed    = "not-closed"
	NoRecord     = "no-record"

	PublicPart = "public-part" // notes
	OwnKey     = "own-key"     // the key is vouched for by the transcript alone
	NoReveals  = "no-reveals"  // the reveals were left out; the deal tells the same
)

// Finding is one thing that a check found.
type Finding struct {
	Grade Grade  `json:"grade"`
	Code  string `json:"code"`
	Text  string `json:"text"`
}

// Report is what checking a transcript found.
type Report struct {
	Checked  []string  `json:"checked"` // what was looked at and found right, by name
	Findings []Finding `json:"findings"`
}

// Names of what is checked.
const (
	CheckedMatch     = "match"     // the match, the game, and what is dealt in it
	CheckedOpenings  = "openings"  // the players' numbers against their commitments
	CheckedSignature = "signature" // of the root
	CheckedReveals   = "reveals"   // each against the root
	CheckedDeal      = "deal"      // the server's number, the seed, the deal and its root
	CheckedMoves     = "moves"     // what the record's moves showed against the deal
)

// Sound reports whether nothing is wrong and nothing was left unchecked.
func (r Report) Sound() bool { return !r.has(Fault) && !r.has(Gap) }

// Broken reports whether something is wrong.
func (r Report) Broken() bool { return r.has(Fault) }

// Has reports whether a finding of that code was made.
func (r Report) Has(code string) bool {
	for _, f := range r.Findings {
		if f.Code == code {
			return true
		}
	}
	return false
}

func (r Report) has(g Grade) bool {
	for _, f := range r.Findings {
		if f.Grade == g {
			return true
		}
	}
	return false
}

func (r *Report) add(g Grade, code string, parts ...string) {
	text := ""
	for _, p := range parts {
		text += p
	}
	r.Findings = append(r.Findings, Finding{g, code, text})
}
