package engine

// usual are the weights of the evaluation.
var usual = Weights{
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
