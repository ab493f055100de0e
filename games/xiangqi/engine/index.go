package engine

import "strconv"

// Pair holds a middlegame and an endgame value in one word, so that one addition adds both. Each
// value must fit into 16 bits.
type Pair int32

func pair(mg, eg int) Pair { return Pair(int32(eg)<<16 + int32(mg)) }

func (p Pair) mg() int { return int(int16(p)) }

func (p Pair) eg() int { return int(int16((int32(p) + 0x8000) >> 16)) }

// Weights holds all evaluation weights, section by section.
type Weights [weightCount]Pair

// Start indexes of the sections of Weights. Kinds are numbered as in
// games/xiangqi.
const (
	tempo          = 0
	material       = tempo + 1           // material values, by kind of piece
	squares        = material + 8        // piece-square values, by kind of piece and point of the left half of the board
	rookMobility   = squares + 8*50      // by number of attacked points
	cannonMobility = rookMobility + 18   // by number of attacked empty points
	horseMobility  = cannonMobility + 18 // by number of attacked points that no enemy soldier guards
	cannonAims     = horseMobility + 9   // by number of enemy pieces that the cannon attacks
	horseNear      = cannonAims + 5      // by distance of the horse to the enemy general
	soldierNear    = horseNear + 14      // by distance of a soldier beyond the river to the enemy general
	soldierLinked  = soldierNear + 14    // per pair of adjacent soldiers beyond the river
	cannonFile     = soldierLinked + 1   // cannon on the enemy general's file, by number of pieces between them (0: hollow cannon)
	cannonRank     = cannonFile + 6      // cannon on the enemy general's rank, by number of pieces between them
	cannonPin      = cannonRank + 6      // two pieces between a cannon and the enemy general, by how many of them are enemy pieces
	rookFile       = cannonPin + 3
	rookRank       = rookFile + 5
	rookPin        = rookRank + 5 // one enemy piece between rook and general, by its kind
	rookVeil       = rookPin + 8  // one own piece between rook and general
	kingPin        = rookVeil + 1 // one enemy piece between the generals, by its kind
	kingFlight     = kingPin + 8  // mobility of the general, by number of points to which it can safely move
	kingCommand    = kingFlight + 5
	safeCheck      = kingCommand + 4 // safe checks, by kind of the checking piece and number of points for a check (1, or more)
	unsafeCheck    = safeCheck + 8*3 // checks from attacked points only, by kind of the checking piece
	kingDanger     = unsafeCheck + 8 // attack on the palace, by number of the defender's advisers and by total weight of the attacks
	threat         = kingDanger + 3*dangerSteps
	guarded        = threat + 5*8*2 // bonus for own pieces that are protected, by kind
	guards         = guarded + 8    // own advisers and elephants, by number of each
	versusAdvisers = guards + 9     // by kind of own piece and number of enemy advisers
	versusElephant = versusAdvisers + 8*3
	couples        = versusElephant + 8*3 // bonuses for pairs of pieces, such as two rooks, or a rook and a horse
	rookEdge       = couples + 6          // one side has a rook, the other has none
	soldierCount   = rookEdge + 1
	weightCount    = soldierCount + 6

	dangerSteps = 24
)

// Section is a named part of Weights.
type Section struct {
	Name  string
	First int
	Width int // number of values per row in the source text
}

// Sections lists the sections in order. Each section ends where the next one begins.
func Sections() []Section {
	return []Section{
		{"tempo", tempo, 1}, {"material", material, 8}, {"squares", squares, 5},
		{"rookMobility", rookMobility, 9}, {"cannonMobility", cannonMobility, 9}, {"horseMobility", horseMobility, 9},
		{"cannonAims", cannonAims, 5}, {"horseNear", horseNear, 7}, {"soldierNear", soldierNear, 7}, {"soldierLinked", soldierLinked, 1},
		{"cannonFile", cannonFile, 6}, {"cannonRank", cannonRank, 6}, {"cannonPin", cannonPin, 3},
		{"rookFile", rookFile, 5}, {"rookRank", rookRank, 5}, {"rookPin", rookPin, 8}, {"rookVeil", rookVeil, 1}, {"kingPin", kingPin, 8},
		{"kingFlight", kingFlight, 5}, {"kingCommand", kingCommand, 4},
		{"safeCheck", safeCheck, 3}, {"unsafeCheck", unsafeCheck, 8}, {"kingDanger", kingDanger, 8},
		{"threat", threat, 2}, {"guarded", guarded, 8}, {"guards", guards, 3},
		{"versusAdvisers", versusAdvisers, 3}, {"versusElephant", versusElephant, 3},
		{"couples", couples, 6}, {"rookEdge", rookEdge, 1}, {"soldierCount", soldierCount, 6},
	}
}

// Vector returns all weights in one slice. The middlegame value of each weight comes before its
// endgame value.
func (w *Weights) Vector() []float64 {
	v := make([]float64, 0, 2*weightCount)
	for _, p := range w {
		v = append(v, float64(p.mg()), float64(p.eg()))
	}
	return v
}

// SetVector sets the weights from a vector. It rounds them to integers.
func (w *Weights) SetVector(v []float64) {
	for i := range w {
		w[i] = pair(round(v[2*i]), round(v[2*i+1]))
	}
}

func round(x float64) int {
	if x < 0 {
		return -int(0.5 - x)
	}
	return int(x + 0.5)
}

// Source returns the source of a Go file with these weights.
func (w *Weights) Source() string {
	out := []byte("package engine\n\n// DefaultWeights returns the default weights, tuned on self-play positions.\n" +
		"func DefaultWeights() *Weights {\n\tw := usual\n\treturn &w\n}\n\nvar usual = Weights{\n")
	sections := Sections()
	for i, s := range sections {
		end := weightCount
		if i+1 < len(sections) {
			end = sections[i+1].First
		}
		out = append(out, "\t// "+s.Name+"\n"...)
		for at := s.First; at < end; at++ {
			switch {
			case at == s.First:
				out = append(out, "\t"+s.Name+": "...)
			case (at-s.First)%s.Width == 0:
				out = append(out, '\t')
			default:
				out = append(out, ' ')
			}
			out = append(out, "pair("+strconv.Itoa(w[at].mg())+", "+strconv.Itoa(w[at].eg())+"),"...)
			if (at-s.First)%s.Width == s.Width-1 || at == end-1 {
				out = append(out, '\n')
			}
		}
	}
	return string(append(out, "}\n"...))
}
