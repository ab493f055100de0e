// Package words finds the motifs of moves in xiangqi: motifs shared with other games with pieces,
// named mates, and motifs of screens, legs and eyes.
package words

import (
	"strings"

	"kydai/game"
	"kydai/reason"
	"kydai/reason/pieces"
)

// New returns the functions that find and verify the motifs of xiangqi moves.
func New() reason.Words { return kit }

var kit = &pieces.Kit{
	Board:  func(p game.Position) pieces.Board { return BoardOf(p) },
	Minor:  400,
	Passed: Passed,
	Own:    Own(),
	Late:   Late(),
}

// Own lists the detectors of named mates and of motifs in which the two generals face each other.
func Own() []pieces.Detector {
	return []pieces.Detector{
		{Code: "cannons", Find: findScreened("c"), Verify: verifyScreened("c")},
		{Code: "horse-cannon", Find: findScreened("n"), Verify: verifyScreened("n")},
		{Code: "rooks", Find: findRooks, Verify: verifyRooks},
		{Code: "face", Find: findFace, Verify: verifyFace},
		{Code: "gouge", Find: findGouge, Verify: verifyGouge, Implies: []string{"free", "wins", "discovered"}},
	}
}

// Late lists the detectors of motifs with screens, legs, eyes and the middle file.
func Late() []pieces.Detector {
	guards := []string{"guards"}
	return []pieces.Detector{
		{Code: "screen", Weight: reason.Modest, Find: findScreen, Verify: verifyScreen, Implies: guards},
		{Code: "leg", Find: findGate("n"), Verify: verifyGate("n"), Implies: guards},
		{Code: "eye", Find: findGate("b"), Verify: verifyGate("b"), Implies: guards},
		{Code: "central", Weight: reason.Slight, Find: findCentral, Verify: verifyCentral, Implies: []string{"attack"}},
	}
}

// Passed returns the position text with the turn passed to the other side.
func Passed(text string) string {
	f := strings.Fields(text)
	if f[1] == "b" {
		f[1] = "w"
	} else {
		f[1] = "b"
	}
	return strings.Join(f, " ")
}
