package netted

// New creates an engine that evaluates by hand until Teach gives it a net.
func New(g Game) *Engine { return newHand(g) }
