package engine

import "kydai/games/xiangqi"

// Weights holds all evaluation weights, section by section, in units of about a hundredth of a
// soldier.
type Weights [weightCount]int32

// Start indexes of the sections of Weights. Kinds are numbered as in games/xiangqi. Free
// advisers and elephants are those turned up, which may leave the palace or cross the river.
const (
	tempo          = 0
	material       = tempo + 1            // face up, by kind
	hidden         = material + kinds     // face down, by kind; the pool's mean is used
	homes          = hidden + 8           // face down, by home point of the left half
	squares        = homes + 8            // face up, by kind and point of the left half
	rookMobility   = squares + kinds*half // by number of attacked points
	cannonMobility = rookMobility + 18    // by number of empty attacked points
	horseMobility  = cannonMobility + 18  // by number of attacked points
	cannonFile     = horseMobility + 9    // on a line with the enemy general, by pieces between
	rookFile       = cannonFile + 6
	kingFlight     = rookFile + 6    // by number of safe steps of the general
	kingDanger     = kingFlight + 5  // by the weight of attacks on the palace
	hanging        = kingDanger + 24 // bonus for attacked, unprotected enemy pieces, by class
	harried        = hanging + kinds // bonus for enemy pieces attacked by a cheaper one, by class
	guarded        = harried + kinds // bonus for protected own pieces, by class
	weightCount    = guarded + kinds

	kinds = int(xiangqi.FreeElephant) + 1
	half  = 50
)
