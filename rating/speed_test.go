package rating

import (
	"testing"

	"kydai/game/clock"
	"kydai/games"
)

func control(t *testing.T, text string) clock.Control {
	t.Helper()
	c, err := clock.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestSpeedOf checks times just below and just above each limit.
func TestSpeedOf(t *testing.T) {
	for _, c := range []struct {
		clock string
		moves int
		want  Speed
	}{
		{"none", 40, NoSpeed},
		{"0.4833+0", 40, Ultra}, {"0.5+0", 40, Bullet}, {"0+0.7", 40, Ultra}, {"0+0.75", 40, Bullet},
		{"1+0", 40, Bullet}, {"2+1", 40, Bullet}, {"2.999+0", 40, Bullet}, {"3+0", 40, Blitz},
		{"3+2", 40, Blitz}, {"5+3", 40, Blitz}, {"7.999+0", 40, Blitz}, {"8+0", 40, Rapid},
		{"10+0", 40, Rapid}, {"15+10", 40, Rapid}, {"24.999+0", 40, Rapid}, {"25+0", 40, Classical},
		{"30+20", 40, Classical}, {"1440+0", 40, Classical},
		// The same clock gives a slower speed in games with fewer moves.
		{"5+0", 40, Blitz}, {"5+0", 25, Rapid}, {"5+0", 8, Classical}, {"3+0", 80, Bullet}, {"1+0", 20, Bullet},
		// Byo-yomi periods and limits per move count only half.
		{"0+1x9", 40, Blitz}, {"0+3x8.9", 40, Bullet}, {"10+5x30", 40, Rapid}, {"20+1x30", 40, Classical},
		{"1s/move", 40, Ultra}, {"1.5s/move", 40, Bullet}, {"10s/move", 40, Blitz}, {"30s/move", 40, Rapid},
		{"75s/move", 40, Classical}, {"86399s/move", 40, Classical}, {"1d/move", 40, Days}, {"14d/move", 1, Days},
		{"5+0", 0, Classical}, // 0 moves: a game that does not state its number of moves; there must be no division by zero
	} {
		if got := SpeedOf(control(t, c.clock), c.moves); got != c.want {
			t.Errorf("%s in a game of %d moves is %v, want %v", c.clock, c.moves, got, c.want)
		}
	}
}

// TestSpeedGrows checks that more time never gives a faster speed.
func TestSpeedGrows(t *testing.T) {
	for _, r := range games.All() {
		moves := r.Info().Moves
		last := NoSpeed
		for _, text := range []string{"0.1+0", "0.5+0", "1+0", "1+1", "2+1", "3+2", "5+3", "10+5", "15+10", "30+20", "60+30", "1440+60", "1d/move"} {
			s := SpeedOf(control(t, text), moves)
			if s < last {
				t.Errorf("%s: %s is %v after %v", r.Info().Name, text, s, last)
			}
			last = s
		}
		if last != Days {
			t.Errorf("%s: the slowest is %v", r.Info().Name, last)
		}
	}
}

func TestSpeedNames(t *testing.T) {
	for _, s := range Speeds() {
		if back, err := ParseSpeed(s.String()); err != nil || back != s {
			t.Errorf("%v is read as %v, %v", s, back, err)
		}
	}
	if _, err := ParseSpeed(""); err == nil || Speed(99).String() != "" {
		t.Error("no speed has a name")
	}
}
