package engine

import "kydai/games/xiangqi"

// Weights holds all evaluation weights, section by section. The unit is about a hundredth of a
// soldier.
type Weights [weightCount]int32

// Start indexes of the sections of Weights. Kinds are numbered as in games/xiangqi. Free advisers
// and free elephants are pieces that were turned up; they may leave the palace and cross the river.
const (
	tempo          = 0
	material       = tempo + 1            // material of face-up pieces, by kind
	hidden         = material + kinds     // material of face-down pieces, by kind; the evaluation uses the mean of the pool
	homes          = hidden + 8           // values of face-down pieces, by home point of the left half
	squares        = homes + 8            // piece-square values of face-up pieces, by kind and point of the left half
	rookMobility   = squares + kinds*half // mobility of rooks, by number of attacked points
	cannonMobility = rookMobility + 18    // mobility of cannons, by number of attacked empty points
	horseMobility  = cannonMobility + 18  // mobility of horses, by number of attacked points
	cannonFile     = horseMobility + 9    // cannon on a line with the enemy general, by number of pieces between them
	rookFile       = cannonFile + 6
	kingFlight     = rookFile + 6    // mobility of the general, by number of points to which it can safely move
	kingDanger     = kingFlight + 5  // danger of a general, by the total weight of attacks on its palace
	hanging        = kingDanger + 24 // bonus for enemy pieces that are attacked and not protected, by class
	harried        = hanging + kinds // bonus for enemy pieces attacked by a cheaper piece, by class
	guarded        = harried + kinds // bonus for own pieces that are protected, by class
	weightCount    = guarded + kinds

	kinds = int(xiangqi.FreeElephant) + 1
	half  = 50
)
