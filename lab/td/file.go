package td

import (
	"encoding/json"
	"io"
	"math"
	"strconv"

	"kydai/game"
	"kydai/search/classic"
)

// fileFormat names the format and version of files with learnt weights.
const fileFormat = "kydai-weights-1"

// BadWeights is the error code for invalid files with learnt weights.
const BadWeights = "bad-weights"

// File is the JSON form of learnt weights. Weights that are 0 are left out.
type File struct {
	Format  string             `json:"format"`
	Game    string             `json:"game"`
	Name    string             `json:"name,omitempty"` // name of the evaluator
	Games   int                `json:"games"`
	Lambda  float64            `json:"lambda"`
	Rate    float64            `json:"rate"`
	Explore float64            `json:"explore"`
	Depth   int                `json:"depth"`
	Seed    uint64             `json:"seed"`
	Weights map[string]float64 `json:"weights"`
}

// File returns the learnt weights, rounded to four digits.
func (l *Learner) File(name string) File {
	f := File{
		Format: fileFormat, Game: l.Rules.Info().Name, Name: name, Games: l.Games, Lambda: l.Lambda, Rate: l.Rate,
		Explore: l.Explore, Depth: l.Depth, Seed: l.Seed, Weights: map[string]float64{},
	}
	for i, w := range l.Weights {
		if w = math.Round(w*1e4) / 1e4; w != 0 {
			f.Weights[l.features.Names[i]] = w
		}
	}
	return f
}

// Write writes the file as JSON with one weight per line, sorted by name.
func (f File) Write(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(f)
}

// Read reads a file with learnt weights.
func Read(r io.Reader) (File, error) {
	var f File
	if err := json.NewDecoder(r).Decode(&f); err != nil || f.Format != fileFormat {
		return f, game.Err(BadWeights, "this is not a file of learnt weights (", fileFormat, ")")
	}
	return f, nil
}

// vector returns the weights of the file in the order of the features of a game. It returns an
// error if the file belongs to another game.
func (f File) vector(r game.Rules, features classic.Features) ([]float64, error) {
	if name := r.Info().Name; f.Game != name {
		return nil, game.Err(BadWeights, "these weights are for ", f.Game, ", not for ", name)
	}
	w, known := make([]float64, len(features.Names)), 0
	for i, name := range features.Names {
		if x, ok := f.Weights[name]; ok {
			w[i] = x
			known++
		}
	}
	if known != len(f.Weights) {
		return nil, game.Err(BadWeights, strconv.Itoa(len(f.Weights)-known), " of the weights are unknown in ", f.Game)
	}
	return w, nil
}

// Continue sets the learner's weights and number of games from a file. The learner then continues
// the run that wrote the file.
func (l *Learner) Continue(f File) (err error) {
	w, err := f.vector(l.Rules, l.features)
	if err != nil {
		return err
	}
	l.Weights, l.Games = w, f.Games
	return nil
}

// usualName is the name of an evaluator if its file gives no name.
const usualName = "learnt"

// Evaluator returns an evaluator with the weights in the file.
func (f File) Evaluator(r game.Rules, family classic.Family) (classic.Evaluator, error) {
	features := FeaturesOf(r, family)
	w, err := f.vector(r, features)
	if err != nil {
		return classic.Evaluator{}, err
	}
	base, _ := family.Evaluator("")
	name := f.Name
	if name == "" {
		name = usualName
	}
	return Evaluator(name, features, w, base), nil
}
