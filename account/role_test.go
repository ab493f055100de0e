package account

import (
	"strings"
	"testing"
)

// matrix repeats the table of rights for the test, with one column per role: admin,
// moderator, organiser, teacher, player, pupil, guest, bot. An x is a right.
const matrix = `
play-casual      x x x x x x x x
meet-others      x x x x x . x x
play-rated       x x x x x . . .
watch            x x x x x x x x
read-notices     x x x x x x x .
be-reached       x x x x x . x .
use-phrases      x x x x x x x x
chat             x x x x x . . .
follow           x x x x x . . .
block            x x x x x . x .
report           x x x x x . . .
become-account   . . . . . . x .
show-card        . . . . . x x .
sign-out         x x x x x x . .
keep-account     x x x x x . . .
make-tokens      x x x x x . x .
keep-webhooks    x x x x x . . x
join-events      x x x x x x x .
hold-events      x . x x . . . .
join-clubs       x x x x x . . .
hold-classes     x . . x . . . .
sign-in-others   x . x x . . . .
see-reports      x x . . . . . .
silence          x x . . . . . .
end-matches      x x . . . . . .
correct-ratings  x x . . . . . .
close-accounts   x x . . . . . .
give-roles       x . . . . . . .
see-audit        x . . . . . . .
run-server       x . . . . . . .
`

func TestMay(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(matrix), "\n")
	if len(lines) != len(Actions()) {
		t.Fatalf("%d lines for %d actions", len(lines), len(Actions()))
	}
	for i, line := range lines {
		words := strings.Fields(line)
		if len(words) != 1+len(Roles()) || Action(words[0]) != Actions()[i] {
			t.Fatalf("line %q is not that of %s and %d roles", line, Actions()[i], len(Roles()))
		}
		for j, role := range Roles() {
			if got := May(role, Actions()[i]); got != (words[1+j] == "x") {
				t.Errorf("%s may %s: %v", role, Actions()[i], got)
			}
		}
	}
}

// TestMayNot checks that unknown roles and actions have no right, that guests and bots
// have no right that players lack, and that the administrator has every right.
func TestMayNot(t *testing.T) {
	for _, a := range append(Actions(), "", "fly") {
		if May("", a) || May("king", a) || May("Admin", a) {
			t.Errorf("an unknown role may %s", a)
		}
	}
	for _, r := range Roles() {
		if May(r, "") || May(r, "fly") {
			t.Errorf("%s may do what there is not", r)
		}
	}
	for _, a := range Actions() {
		entering := a == BecomeAccount || a == ShowCard // users who are not signed in, or signed in as a child, perform these actions to sign in
		if !entering && May(Guest, a) && !May(Player, a) {
			t.Errorf("a guest may %s and a player may not", a)
		}
		if May(Bot, a) && !May(Player, a) {
			t.Errorf("a bot may %s and a player may not", a)
		}
		if !entering && !May(Admin, a) {
			t.Errorf("the administrator may not %s", a)
		}
		if !entering && May(Pupil, a) && !May(Player, a) {
			t.Errorf("a child may %s and a player may not", a)
		}
	}
}
