package fair

// Error codes.
const (
	BadForm    = "bad-form"     // malformed transcript or event
	BadTerms   = "bad-terms"    //
	BadEvent   = "bad-event"    // the event cannot follow the previous ones
	NotNow     = "not-now"      // not possible in the current phase
	TooLate    = "too-late"     // the deadline has passed
	NotDue     = "not-due"      // no deadline has passed
	NotYours   = "not-yours"    // this party has nothing to send here
	Repeated   = "repeated"     // the same message was already received; not a failure
	Changed    = "changed"      // a different message was already received
	NotPacked  = "not-packed"   // the game does not deal, or its deal cannot be verified
	NoSuchLeaf = "no-such-leaf" // nothing is dealt to that square
)
