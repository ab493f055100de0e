package consumertest

import (
	"fmt"
	"strings"
	"testing"

	"kydai/internal/store"
)

// boards returns SQL that makes every third match a board of an event. Most boards are seated
// (their match has started); the other boards are waiting, cancelled or done.
func boards() string {
	var rows []string
	for i := 0; i < 90; i += 3 {
		state := "seated"
		if i%10 == 0 {
			state = []string{"waiting", "cancelled", "done"}[i/10%3]
		}
		rows = append(rows, fmt.Sprintf("('m%02d', 'e', 1, %d, 'p', 'q', '%s', '', '', '', 7)", i, i+1, state))
	}
	return "INSERT INTO tourney_boards (match_id, event, round, board, first, second, state, winner, reason, loser, until) VALUES\n" + strings.Join(rows, ",\n")
}

// TestBoards checks that the result of a match is stored in the row of its
// board only if the board is seated.
func TestBoards(t *testing.T) {
	t.Parallel()
	Run(t, Subject{
		Setup: boards(),
		New:   func() store.Consumer { return store.Boards },
		State: `SELECT match_id, state, winner, reason, loser, until FROM tourney_boards ORDER BY match_id`,
	})
}
