package engine

import "strconv"

// Pair holds a middlegame and an endgame value in one word, so that one addition adds both. Each
// value must fit into 16 bits.
type Pair int32

func pair(mg, eg int) Pair { return Pair(int32(eg)<<16 + int32(mg)) }

func (p Pair) mg() int { return int(int16(p)) }

func (p Pair) eg() int { return int(int16((int32(p) + 0x8000) >> 16)) }

// Indexes of evaluation terms that have one weight each.
const (
	tempo = iota
	twoBishops
	doubled
	isolated
	isolatedOpen // per isolated pawn without an enemy pawn in front of it; added to isolated
	backward
	backwardOpen
	knightOutpost
	bishopOutpost
	behindPawn // a minor piece is directly behind a pawn
	badBishop  // per own pawn on squares of the bishop's colour
	longDiagonal
	minorKing // per step between a minor piece and its king
	rookOpen
	rookSemi
	rookSeventh
	rookBehind // a rook is behind an own passed pawn
	trappedRook
	queenPinned
	hanging
	pushThreat // per piece that a safe pawn push would attack
	kingThreat
	space
	restricted // per square that both sides attack and the enemy does not defend well
	passedBlocked
	passedFree    // the path of the passed pawn is empty and not attacked
	passedStep    // the square in front of the passed pawn is not attacked
	passedGuarded // a pawn protects the passed pawn
	passedOutside // the enemy has only pawns, and its king cannot catch the passed pawn
	passedLinked  // a passed pawn has another passed pawn on an adjacent file
	passedTurn    // a passed pawn of the side to move, per rank beyond the third
	queenThreat   // per enemy piece that the queen attacks and that is not defended well
	loose         // per enemy piece that no enemy piece defends
	pinnedPiece   // per own knight, bishop or rook that is pinned to the king
	twoRooks
	bishopsPawns // with both bishops, per own pawn
	knightPawns  // per knight and own pawn
	rookPawns    // per rook and own pawn
	hangingTurn  // the same as hanging, for the side to move
	pushThreatTurn
	kingThreatTurn
	termCount
)

var termNames = [termCount]string{
	"tempo", "twoBishops", "doubled", "isolated", "isolatedOpen", "backward", "backwardOpen",
	"knightOutpost", "bishopOutpost", "behindPawn", "badBishop", "longDiagonal", "minorKing",
	"rookOpen", "rookSemi", "rookSeventh", "rookBehind", "trappedRook", "queenPinned",
	"hanging", "pushThreat", "kingThreat", "space", "restricted",
	"passedBlocked", "passedFree", "passedStep", "passedGuarded", "passedOutside",
	"passedLinked", "passedTurn", "queenThreat", "loose", "pinnedPiece", "twoRooks", "bishopsPawns",
	"knightPawns", "rookPawns", "hangingTurn", "pushThreatTurn", "kingThreatTurn",
}

// Indexes of the terms of king danger. The evaluation squares their sum.
const (
	dangerBase = iota
	dangerKnight
	dangerBishop
	dangerRook
	dangerQueen
	dangerSquare // per attack on a square near the king
	dangerWeak   // per attacked square near the king that only king or queen defend
	dangerKnightCheck
	dangerBishopCheck
	dangerRookCheck
	dangerQueenCheck
	dangerUnsafeCheck
	dangerPinned
	dangerFlank   // per square of the board area around the king that the enemy attacks; twice if attacked twice
	dangerDefence // per square of the board area around the king that the king's own side attacks
	dangerNoQueen
	dangerShelter // per file in front of the king without an own pawn
	dangerTurn    // the enemy of the king is to move
	dangerCount
)

var dangerNames = [dangerCount]string{
	"dangerBase", "dangerKnight", "dangerBishop", "dangerRook", "dangerQueen", "dangerSquare", "dangerWeak",
	"dangerKnightCheck", "dangerBishopCheck", "dangerRookCheck", "dangerQueenCheck", "dangerUnsafeCheck",
	"dangerPinned", "dangerFlank", "dangerDefence", "dangerNoQueen", "dangerShelter", "dangerTurn",
}

// Weights holds all weights of the evaluation. Squares is indexed by the kind of piece and by the
// square in the left half of the board, starting with white's first rank; the right half has the
// same values.
type Weights struct {
	Material        [5]Pair
	Squares         [6][32]Pair
	Terms           [termCount]Pair
	KnightMobility  [9]Pair
	BishopMobility  [14]Pair
	RookMobility    [15]Pair
	QueenMobility   [28]Pair
	Phalanx         [8]Pair    // pawns next to each other on a rank, by rank
	Supported       [8]Pair    // pawns protected by pawns, by rank
	Passed          [8]Pair    // passed pawns, by rank
	PassedOwnKing   [8]Pair    // distance of the own king to the square in front of the passed pawn
	PassedFoeKing   [8]Pair    // distance of the enemy king to the square in front of the passed pawn
	Shelter         [2][8]Pair // own pawn in front of the king, by file (0: adjacent, 1: king's file) and rank (0: no pawn)
	Storm           [2][8]Pair // enemy pawn that no own pawn blocks, with the same indexes as Shelter
	StormBlocked    [8]Pair
	PawnThreat      [6]Pair // attack of a pawn, by kind of the attacked piece
	MinorThreat     [6]Pair
	RookThreat      [6]Pair
	PawnThreatTurn  [6]Pair // added to PawnThreat, MinorThreat and RookThreat if the attacker is to move
	MinorThreatTurn [6]Pair
	RookThreatTurn  [6]Pair
	Danger          [dangerCount]Pair
}

// Field is a named group of weights.
type Field struct {
	Name   string
	Values []Pair
	Labels []string // names of the values, if they have names
}

// Fields lists all weights in a fixed order, which Vector uses too.
func (w *Weights) Fields() []Field {
	fs := []Field{{Name: "Material", Values: w.Material[:]}}
	for i := range w.Squares {
		fs = append(fs, Field{Name: "Squares", Values: w.Squares[i][:]})
	}
	return append(fs,
		Field{Name: "Terms", Values: w.Terms[:], Labels: termNames[:]},
		Field{Name: "KnightMobility", Values: w.KnightMobility[:]},
		Field{Name: "BishopMobility", Values: w.BishopMobility[:]},
		Field{Name: "RookMobility", Values: w.RookMobility[:]},
		Field{Name: "QueenMobility", Values: w.QueenMobility[:]},
		Field{Name: "Phalanx", Values: w.Phalanx[:]},
		Field{Name: "Supported", Values: w.Supported[:]},
		Field{Name: "Passed", Values: w.Passed[:]},
		Field{Name: "PassedOwnKing", Values: w.PassedOwnKing[:]},
		Field{Name: "PassedFoeKing", Values: w.PassedFoeKing[:]},
		Field{Name: "Shelter", Values: w.Shelter[0][:]},
		Field{Name: "Shelter", Values: w.Shelter[1][:]},
		Field{Name: "Storm", Values: w.Storm[0][:]},
		Field{Name: "Storm", Values: w.Storm[1][:]},
		Field{Name: "StormBlocked", Values: w.StormBlocked[:]},
		Field{Name: "PawnThreat", Values: w.PawnThreat[:]},
		Field{Name: "MinorThreat", Values: w.MinorThreat[:]},
		Field{Name: "RookThreat", Values: w.RookThreat[:]},
		Field{Name: "PawnThreatTurn", Values: w.PawnThreatTurn[:]},
		Field{Name: "MinorThreatTurn", Values: w.MinorThreatTurn[:]},
		Field{Name: "RookThreatTurn", Values: w.RookThreatTurn[:]},
		Field{Name: "Danger", Values: w.Danger[:], Labels: dangerNames[:]},
	)
}

// Vector returns all weights in one slice. The middlegame value of each weight comes before its
// endgame value.
func (w *Weights) Vector() []float64 {
	var v []float64
	for _, f := range w.Fields() {
		for _, p := range f.Values {
			v = append(v, float64(p.mg()), float64(p.eg()))
		}
	}
	return v
}

// SetVector sets the weights from a vector. It rounds them to integers.
func (w *Weights) SetVector(v []float64) {
	for _, f := range w.Fields() {
		for i := range f.Values {
			f.Values[i] = pair(round(v[0]), round(v[1]))
			v = v[2:]
		}
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
	out := "package engine\n\n// DefaultWeights returns the default weights, tuned on self-play positions.\n" +
		"func DefaultWeights() *Weights {\n\treturn &Weights{\n"
	fields := w.Fields()
	for i := 0; i < len(fields); {
		n := 1
		for i+n < len(fields) && fields[i+n].Name == fields[i].Name {
			n++
		}
		f := fields[i]
		kind := "[" + strconv.Itoa(len(f.Values)) + "]Pair"
		out += "\t\t" + f.Name + ": "
		if n > 1 {
			out += "[" + strconv.Itoa(n) + "]" + kind + "{\n"
			for _, g := range fields[i : i+n] {
				out += "\t\t\t{" + values(g, "\t\t\t\t") + "},\n"
			}
			out += "\t\t},\n"
		} else {
			out += kind + "{" + values(f, "\t\t\t") + "},\n"
		}
		i += n
	}
	return out + "\t}\n}\n"
}

func values(f Field, indent string) (out string) {
	for i, p := range f.Values {
		text := "pair(" + strconv.Itoa(p.mg()) + ", " + strconv.Itoa(p.eg()) + ")"
		switch {
		case f.Labels != nil:
			out += "\n" + indent + f.Labels[i] + ": " + text + ","
		case len(f.Values) > 8 && i%4 == 0:
			out += "\n" + indent + text + ","
		case len(f.Values) > 8:
			out += " " + text + ","
		case i > 0:
			out += ", " + text
		default:
			out += text
		}
	}
	if f.Labels != nil || len(f.Values) > 8 {
		out += "\n" + indent[1:]
	}
	return out
}
