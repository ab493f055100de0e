package fair

// Error codes of this package.
const (
	BadForm    = "bad-form"     // malformed transcript or event
	BadTerms   = "bad-terms"    // the terms of the deal are invalid
	BadEvent   = "bad-event"    // the event cannot follow the previous events
	NotNow     = "not-now"      // the command is not possible in the current phase
	TooLate    = "too-late"     // the deadline has passed
	NotDue     = "not-due"      // no deadline has passed
	NotYours   = "not-yours"    // this step belongs to another party
	Repeated   = "repeated"     // the same message was already received; not a failure
	Changed    = "changed"      // a different message was already received
	NotPacked  = "not-packed"   // the game does not deal pieces, or its deal cannot be verified
	NoSuchLeaf = "no-such-leaf" // no piece is dealt to that square
)
