package tourney

// Duel is a tie with the numbers of its players. A number is 0 if the slot is empty or the player
// is not known yet.
type Duel struct {
	Tie
	Players [2]int
	Winner  int
	Ready   bool // both players are known, but not the winner
	Free    bool // not played: at most one player, or a second final that is not needed
}

// nobody is the player of an empty slot. unknown is a player who is not determined yet.
const (
	nobody  = 0
	unknown = -1
)

// Resolve fills the ties of a knock-out plan with players and winners. The players are given in the
// order of their seeds. The map winners contains the winner of each decided tie by its number.
// Resolve returns a Fault if a winner is not one of the two players of the tie.
func Resolve(ties []Tie, players []int, winners map[int]int) ([]Duel, error) {
	duels := make([]Duel, len(ties))
	won, lost := make([]int, len(ties)+1), make([]int, len(ties)+1)
	fill := func(s Slot) int {
		switch {
		case s.WinnerOf > 0:
			return won[s.WinnerOf]
		case s.LoserOf > 0:
			return lost[s.LoserOf]
		case s.Seed > 0 && s.Seed <= len(players):
			return players[s.Seed-1]
		}
		return nobody
	}
	for i, tie := range ties {
		d := Duel{Tie: tie}
		a, b := fill(tie.Slots[0]), fill(tie.Slots[1])
		won[tie.Number], lost[tie.Number] = unknown, unknown
		winner, decided := winners[tie.Number]
		switch {
		case tie.Side == Again && i > 0 && a != unknown && a == duels[i-1].Players[0]:
			// The player without a loss has won the first final, so no second final is played.
			d.Free, won[tie.Number], lost[tie.Number] = true, a, b
		case a == nobody || b == nobody:
			d.Free = true
			won[tie.Number], lost[tie.Number] = a+b, nobody
		case decided && winner != a && winner != b || decided && (a == unknown || b == unknown):
			return nil, Fault{Code: "bad-winner", Round: tie.Round, Player: winner}
		case decided:
			won[tie.Number], lost[tie.Number] = winner, a+b-winner
		case a != unknown && b != unknown:
			d.Ready = true
		}
		d.Players, d.Winner = [2]int{max(a, 0), max(b, 0)}, max(won[tie.Number], 0)
		duels[i] = d
	}
	return duels, nil
}
