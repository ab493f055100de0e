package caro

import "kydai/game"

// Opening is the opening protocol, which limits the advantage of the first stone. It consists of
// ordinary moves.
type Opening uint8

// Openings. Swap and Swap2 settle the colours during the opening.
const (
	Free    Opening = iota
	Pro             // the first stone goes to the centre, the third outside the central 5x5 squares
	LongPro         // like Pro, but with the central 7x7 squares
	Swap            // one player places three stones, then the opponent chooses a colour
	Swap2           // like Swap, but the opponent may also place two more stones and let the first player choose
)

// openingNames lists the values of the option "opening".
var openingNames = []string{"free", "pro", "longpro", "swap", "swap2"}

// Stage says what the side to move may do.
type Stage uint8

// Stages of a game.
const (
	Playing  Stage = iota // place a stone of one's own colour
	Placing               // place one of the three opening stones
	Offering              // swap2: take black, place a fourth stone as white, or request two more stones
	Adding                // swap2: place one of the two additional stones
	Picking               // choose black or white
)

var stageNames = []string{"play", "place", "offer", "more", "pick"}

// Choices, as values of Move.Arg. A move that is a choice has no square.
const (
	TakeBlack = 1 + iota
	TakeWhite
	TwoMore
)

var choiceNames = [...]string{TakeBlack: "black", TakeWhite: "white", TwoMore: "more"}

// Numbers of stones on the board at which an opening requires a choice or restricts the next
// stone.
const (
	shared     = 3 // swap and swap2: number of stones placed before the first choice
	sharedMore = 5 // swap2: number of stones after the two additional ones
	proBound   = 2 // pro: number of stones before the third one, which is restricted
)

func choice(arg int) game.Move { return game.NewMove(game.NoSquare, game.NoSquare, 0, 0, arg) }

func stoneAt(sq game.Square) game.Move { return game.NewMove(game.NoSquare, sq, 0, 0, 0) }

// state holds everything in a position except the stones on the board.
type state struct {
	last    game.Square // square of the last stone, or NoSquare
	stones  uint16      // number of stones on the board
	size    uint8
	rule    uint8 // index of the win rule in presets
	edge    uint8 // 1 if the edge of the board blocks a row
	limit   uint8 // index of the limit in limitNames
	opening Opening
	stage   Stage
	turn    game.Side
	black   game.Side // side that plays black; NoSide until the colours are settled
	next    Stone     // colour of the next stone
	won     bool      // whether the last stone has won
}

func newState(size, rule, edge int, opening Opening) state {
	s := state{
		last: game.NoSquare, size: uint8(size), rule: uint8(rule), edge: uint8(edge),
		opening: opening, turn: game.First, black: game.First, next: Black,
	}
	if opening == Swap || opening == Swap2 {
		s.stage, s.black = Placing, game.NoSide
	}
	return s
}

// holder returns the side that plays colour c; NoSide until the colours are settled.
func (s *state) holder(c Stone) game.Side {
	if c == Black {
		return s.black
	}
	return s.black.Other()
}

// settle assigns black to a side and starts the normal game.
func (s *state) settle(black game.Side) {
	s.stage, s.black = Playing, black
	s.turn = s.holder(s.next)
}

// placed updates the stage and the side to move after a stone. The caller has already counted the
// stone in stones.
func (s *state) placed() {
	s.next = s.next.Other()
	switch s.stage {
	case Playing:
		s.turn = s.turn.Other()
	case Offering:
		s.settle(s.turn.Other())
	default:
		s.stage, s.turn = s.openingStage(s.stage == Adding)
	}
}

// openingStage returns the stage of an opening with unsettled colours, which follows from the
// number of stones, and the side to move. The parameter more says whether two more stones were
// requested; it matters only with three stones under swap2.
func (s *state) openingStage(more bool) (Stage, game.Side) {
	switch {
	case s.stones < shared:
		return Placing, game.First
	case s.opening == Swap:
		return Picking, game.Second
	case !more:
		return Offering, game.Second
	case s.stones < sharedMore:
		return Adding, game.Second
	}
	return Picking, game.First
}

// chosen updates the state after a choice. arg is the value of Move.Arg.
func (s *state) chosen(arg int) {
	switch arg {
	case TakeBlack:
		s.settle(s.turn)
	case TakeWhite:
		s.settle(s.turn.Other())
	case TwoMore:
		s.stage = Adding
	}
}

// Legal choices in the two stages in which a player chooses: Offering and Picking.
var (
	offers = []int{TakeBlack, TwoMore}
	picks  = []int{TakeBlack, TakeWhite}
)

// choices lists the legal choices of the current stage.
func (s *state) choices() []int {
	switch s.stage {
	case Offering:
		return offers
	case Picking:
		return picks
	}
	return nil
}

// laterChoices lists the choices that a side may get now or at a later stage of the opening.
func (s *state) laterChoices(side game.Side) []int {
	switch {
	case s.stage == Playing:
		return nil
	case s.opening == Swap && side == game.Second, s.opening == Swap2 && side == game.First:
		return picks
	case s.opening == Swap2 && s.stage <= Offering:
		return offers
	}
	return nil
}

// proReach returns the distance from the centre to the edge of the area that a pro opening
// restricts; 0 for other openings. On a small board the outermost cells stay outside the area.
func (s *state) proReach() int {
	reach := 0
	switch s.opening {
	case Pro:
		reach = 2
	case LongPro:
		reach = 3
	}
	return min(reach, (int(s.size)-3)/2)
}

// proStone reports whether a pro opening restricts the next stone. The first and the third stone
// are restricted.
func (s *state) proStone() bool {
	return (s.stones == 0 || s.stones == proBound) && s.proReach() > 0
}

// allowed reports whether the opening allows the next stone on a square. The square must be empty.
func (s *state) allowed(sq game.Square) bool {
	if !s.proStone() {
		return true
	}
	d := fromCentre(sq, int(s.size))
	if s.stones == 0 {
		return d == 0
	}
	return d > s.proReach()
}

// fromCentre returns the Chebyshev distance of a square from the centre. An even board has four
// central squares; the nearest of them counts.
func fromCentre(sq game.Square, size int) int {
	away := func(i int) int { return max((size-1)/2-i, i-size/2, 0) }
	return max(away(int(sq)%size), away(int(sq)/size))
}

// limitNames lists the values of the option "moves": the number of stones at which the game is
// drawn.
var limitNames = []string{"none", "20", "40", "60", "80", "100", "150", "200", "300"}

// limits lists the numbers that the values in limitNames stand for.
var limits = [...]int{maxSquares, 20, 40, 60, 80, 100, 150, 200, 300}

// most returns the number of stones at which the game is drawn unless a side has won.
func (s *state) most() int { return min(limits[s.limit], int(s.squares())) }

// full reports whether no more stones may be placed.
func (s *state) full() bool { return int(s.stones) >= s.most() }

func (s *state) over() bool { return s.won || s.full() }

func (s *state) outcome() game.Outcome {
	switch {
	case s.won:
		return game.Win(s.holder(s.next.Other()), game.Row)
	case s.full() && s.stones < uint16(s.squares()):
		return game.Draw(game.MoveLimit)
	case s.full():
		return game.Draw(game.BoardFull)
	}
	return game.Outcome{}
}

// key returns a hash of the parts of the state that distinguish positions with the same stones. It
// ignores an opening that is finished, and the last stone unless that stone won.
func (s *state) key() uint64 {
	opening := s.opening
	if s.stage == Playing && (s.proReach() == 0 || s.stones > proBound) {
		opening = Free
	}
	bits := uint64(s.size)
	for _, v := range [...]uint8{s.rule, s.edge, uint8(opening), uint8(s.stage), uint8(s.turn), uint8(s.black), uint8(s.next)} {
		bits = bits<<4 | uint64(v)
	}
	// Layout of the key: bits 0 to 27 hold seven values of four bits each, bits 28 to 32 hold the
	// size, and the bits from 40 on hold the limit.
	bits |= uint64(s.limit) << 40
	if s.won {
		bits = ^bits
	}
	return game.Mix(bits)
}
