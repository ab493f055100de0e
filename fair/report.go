package fair

// Grade is the severity of a finding.
type Grade string

// The grades.
const (
	Note  Grade = "note"  // information; nothing is wrong
	Gap   Grade = "gap"   // something could not be checked
	Fault Grade = "fault" // something is wrong
)

// Finding codes.
const (
	BadVersion     = "bad-version"     // unknown version of the protocol
	WrongMatch     = "wrong-match"     // the transcript belongs to another match
	WrongGame      = "wrong-game"      // the transcript belongs to another game
	WrongPacks     = "wrong-packs"     // the pieces or squares differ from those of the game
	WrongOpening   = "wrong-opening"   // a player's number does not match the commitment
	WrongSecret    = "wrong-secret"    // the server's number does not match its commitment
	NotPublic      = "not-public"      // a number is marked as public but is secret, or the reverse
	SharedNumber   = "shared-number"   // two parties, or two matches, used the same number
	WrongRoot      = "wrong-root"      // the root does not match the deal
	WrongSignature = "wrong-signature" // a signature does not fit the signed message
	WrongKey       = "wrong-key"       // the server's key is not one of the keys that the caller trusts
	WrongReveal    = "wrong-reveal"    // a revealed piece was not dealt there, or was revealed to the wrong player
	SecondReveal   = "second-reveal"   // a square was revealed twice
	MissingReveal  = "missing-reveal"  // a piece revealed by a move has no proof
	WrongDeal      = "wrong-deal"      // the record was played with another deal
	WrongMove      = "wrong-move"      // a move of the record is impossible with this deal

	NotCommitted = "not-committed" // all codes from here to NoRecord have the grade Gap
	NotOpened    = "not-opened"
	NotDealt     = "not-dealt"
	NotClosed    = "not-closed"
	NoRecord     = "no-record"

	PublicPart = "public-part" // all codes from here on have the grade Note
	OwnKey     = "own-key"     // the key is known only from the transcript; the caller gave no trusted keys
	NoReveals  = "no-reveals"  // the transcript has no reveals, which also follow from the deal
)

// Finding is one observation of Verify about a transcript.
type Finding struct {
	Grade Grade  `json:"grade"`
	Code  string `json:"code"`
	Text  string `json:"text"`
}

// Report is the result of verifying a transcript.
type Report struct {
	Checked  []string  `json:"checked"` // names of the checks that found no fault and no gap
	Findings []Finding `json:"findings"`
}

// Names of the checks.
const (
	CheckedMatch     = "match"     // match id, game and packs
	CheckedOpenings  = "openings"  // the players' numbers against their commitments
	CheckedSignature = "signature" // the server's signature of the root
	CheckedReveals   = "reveals"   // each reveal against the root
	CheckedDeal      = "deal"      // the server's number, the seed, the deal and the root
	CheckedMoves     = "moves"     // the pieces that the moves of the record revealed, against the deal
)

// Sound reports whether the report has no faults and no gaps.
func (r Report) Sound() bool { return !r.has(Fault) && !r.has(Gap) }

// Broken reports whether the report has a fault.
func (r Report) Broken() bool { return r.has(Fault) }

// Has reports whether the report has a finding with the given code.
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
