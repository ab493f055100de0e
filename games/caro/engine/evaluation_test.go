package engine

import (
	"testing"

	"kydai/engine"
)

// TestShapeIndex checks that two shapes have the same number exactly if they have the same classes,
// and that the numbers go from 0 to shapeCount-1.
func TestShapeIndex(t *testing.T) {
	of := map[[classes]int]int{}
	var used [shapeCount]bool
	for s := range 1 << 16 {
		i, ok := shapeIndex(shape(s))
		n, _ := tally(shape(s))
		if valid := n[classes] == 0 && n[classes+1] == 0; ok != valid {
			t.Fatalf("shape %04x: %v, want %v", s, ok, valid)
		}
		if !ok {
			continue
		}
		key := [classes]int(n[:classes])
		if known, seen := of[key]; seen && known != i {
			t.Fatalf("shape %04x has number %d, another order of it has %d", s, i, known)
		} else if !seen && used[i] {
			t.Fatalf("shape %04x shares number %d with other classes", s, i)
		}
		of[key], used[i] = i, true
	}
	if len(of) != shapeCount {
		t.Errorf("%d numbers, want %d", len(of), shapeCount)
	}
}

// TestCalibrated checks that a calibrated engine searches with the hand-made evaluation, and
// afterwards with the learnt one again.
func TestCalibrated(t *testing.T) {
	line := lineOfMoves(t, nil, "h8i9e4j8")
	e := New()
	points := func() int {
		e.NewGame()
		info, err := e.Think(t.Context(), line, engine.Limits{Nodes: 300}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return info.Lines[0].Score.Points
	}
	learnt := points()
	e.Calibrate(true)
	calibrated := points()
	e.Calibrate(false)
	if again := points(); calibrated == learnt || again != learnt {
		t.Errorf("learnt %d, calibrated %d, learnt again %d", learnt, calibrated, again)
	}
}
