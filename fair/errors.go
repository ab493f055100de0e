package fair

// Codes of errors.
const (
	BadForm    = "bad-form"     // not what a transcript or an event looks like
	BadTerms   = "bad-terms"    //
	BadEvent   = "bad-event"    // cannot follow those before it
	NotNow     = "not-now"      // the ceremony has not come to that, or is past it
	TooLate    = "too-late"     // the time for it is over
	NotDue     = "not-due"      // nobody is late
	NotYours   = "not-yours"    // this party has nothing to say here
	Repeated   = "repeated"     // said before, and the same; nothing is wrong
	Changed    = "changed"      // said before, and something else
	NotPacked  = "not-packed"   // the game does not deal, or not so that it can be checked
	NoSuchLeaf = "no-such-leaf" // nothing is dealt to that square
)
