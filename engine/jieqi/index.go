package jieqi

import "kydai/games/xiangqi"

// Weights are all the numbers of the evaluation, section by section, in
// hundredths of a soldier or so.
type Weights [weightCount]int32

// Where the sections of Weights begin. A kind counts as games/xiangqi numbers
// it; free advisers and elephants are those face up.
const (
	tempo          = 0
	material       = tempo + 1            // face up, by kind
	hidden         = material + kinds     // face down, by the kind it is: the pool's mean counts
	homes          = hidden + 8           // face down, by home point of the left half
	squares        = homes + 8            // face up, by kind and point of the left half
	rookMobility   = squares + kinds*half // by points it sees
	cannonMobility = rookMobility + 18    // by empty points it sees
	horseMobility  = cannonMobility + 18  // by points it sees
	cannonFile     = horseMobility + 9    // on a line with the foe's general, by pieces between
	rookFile       = cannonFile + 6
	kingFlight     = rookFile + 6    // by safe steps of the general
	kingDanger     = kingFlight + 5  // by what bears upon the palace
	hanging        = kingDanger + 24 // foe's unprotected pieces that are seen, by class
	harried        = hanging + kinds // foe's pieces that a cheaper one sees, by class
	guarded        = harried + kinds // own pieces that are protected, by class
	weightCount    = guarded + kinds

	kinds = int(xiangqi.FreeElephant) + 1
	half  = 50
)
