package engine

// weights holds the weights of the hand-made evaluation, as one list. It starts with one weight per
// class: the value of one direction of an empty cell. The constants are the indexes of the other
// weights.
type weights [weightCount]int

const (
	kindWeight     = int(classes)            // first of the weights by kind: what an empty cell is worth in addition to its classes
	pairWeight     = kindWeight + int(kinds) // for each good direction of a cell after the first
	tempo          = pairWeight + 1          // bonus for the side to move
	pressed        = tempo + 1               // the opponent threatens an open four; the weights below apply only if this is not so
	ourThrees      = pressed + 1             // one stone of the side to move makes two open threes
	ourThree       = ourThrees + 1           // one stone of the side to move makes an open three
	theirThrees    = ourThree + 1            // one stone of the opponent makes two open threes
	theirFourThree = theirThrees + 1
	weightCount    = theirFourThree + 1
)

// usual are the weights of the hand-made evaluation. The levels are calibrated with it, so a change
// of these numbers changes how strong the levels are.
var usual = weights{
	one:                             1,
	openOne:                         3,
	two:                             6,
	openTwo:                         14,
	openTwoMore:                     18,
	openTwoMost:                     21,
	three:                           24,
	openThreeSlim:                   44,
	openThree:                       58,
	fourLoose:                       48,
	four:                            58,
	openFour:                        220,
	five:                            300,
	kindWeight + int(kindThrees):    90,
	kindWeight + int(kindFourThree): 220,
	kindWeight + int(kindFours):     150,
	pairWeight:                      14,
	tempo:                           40,
	pressed:                         -90,
	ourThrees:                       110,
	ourThree:                        30,
	theirThrees:                     -40,
	theirFourThree:                  -50,
}
