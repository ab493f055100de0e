package td

import (
	"strconv"
	"strings"

	"kydai/game"
)

// Default values of the settings.
const (
	UsualLambda  = 0.7
	UsualRate    = 0.1
	UsualExplore = 0.1
	usualDepth   = 1
	usualOpening = 4
	usualPlies   = 200
	mostDepth    = 4
)

// Usual returns the default settings for a game.
func Usual(r game.Rules) Config {
	return Config{
		Rules: r, Lambda: UsualLambda, Rate: UsualRate, Explore: UsualExplore,
		Depth: usualDepth, Opening: usualOpening, MostPly: usualPlies,
	}
}

// Set changes settings that a text lists, such as "lambda=0.9,rate=0.1,explore=0,depth=2".
func (c *Config) Set(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			continue
		}
		key, value, _ := strings.Cut(part, "=")
		x, err := strconv.ParseFloat(value, 64)
		switch {
		case err != nil:
		case key == "lambda" && x >= 0 && x <= 1:
			c.Lambda = x
			continue
		case key == "rate" && x > 0 && x <= 1:
			c.Rate = x
			continue
		case key == "explore" && x >= 0 && x < 1:
			c.Explore = x
			continue
		case key == "depth" && x >= 1 && x <= mostDepth && x == float64(int(x)):
			c.Depth = int(x)
			continue
		}
		return game.Err(BadWeights, part, " is no setting: there are lambda (0 to 1), rate (above 0, at most 1), explore (0 to below 1) and depth (1 to ",
			strconv.Itoa(mostDepth), ")")
	}
	return nil
}
