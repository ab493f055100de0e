package train

import (
	"math"
	"slices"

	"kydai/engine/nnue"
)

// Data holds the positions on which a net is trained.
type Data struct {
	features []uint16 // features of all positions; for each position, those of the side to move come first
	samples  []sample
	// Mirror lists for each feature the one of the mirrored board (see nnue.Kind). Every other epoch
	// learns the mirror images of the symmetric samples.
	Mirror []uint16
	// Corrects is the scale of a net that corrects the hand-crafted evaluation: the points that an output
	// of 1 means. It is 0 for a net that replaces it.
	Corrects float64
}

// sample locates the features of a position and holds its target value.
type sample struct {
	from    int
	own, by uint8 // number of features of the side to move, and of the other side
	bucket  uint8
	// symmetric tells that the mirror image of the position has the features of Data.Mirror.
	symmetric bool
	target    float32
	base      float32 // output to which the net's output is added
}

// Len is the number of positions.
func (d *Data) Len() int { return len(d.samples) }

// Add adds a position. target is the expected score for the side to move, from 0 to 1.
func (d *Data) Add(s *nnue.Sample, target float64) {
	own, by := s.Features[s.Turn&1], s.Features[s.Turn&1^1]
	base := 0.0
	if d.Corrects > 0 {
		base = float64(s.Hand) / d.Corrects
	}
	d.samples = append(d.samples, sample{
		base: float32(base),
		from: len(d.features), own: uint8(len(own)), by: uint8(len(by)), bucket: uint8(s.Bucket), symmetric: s.Symmetric && d.Mirror != nil, target: float32(target), //nolint:gosec // the converted numbers are small enough for uint8
	})
	d.features = append(append(d.features, own...), by...)
}

// Append adds all positions of other, which has the same Mirror.
func (d *Data) Append(other *Data) {
	offset := len(d.features)
	d.features = append(d.features, other.features...)
	for _, s := range other.samples {
		s.from += offset
		d.samples = append(d.samples, s)
	}
}

// beyond reports whether a feature, or its mirror image, is not below the number of features. The
// assembly does not check the features.
func (d *Data) beyond(features int) bool {
	high := func(list []uint16) bool { return len(list) > 0 && int(slices.Max(list)) >= features }
	return high(d.features) || high(d.Mirror)
}

// both returns the features of a position for each side, the side to move first.
func (d *Data) both(s *sample) [2][]uint16 {
	own := d.features[s.from:][:s.own]
	return [2][]uint16{own, d.features[s.from+int(s.own):][:s.by]}
}

// mirrored returns the features of the mirror image of a position, like both. It stores them in
// room and reuses its slices.
func (d *Data) mirrored(s *sample, room *[2][]uint16) [2][]uint16 {
	for i, list := range d.both(s) {
		room[i] = room[i][:0]
		for _, f := range list {
			room[i] = append(room[i], d.Mirror[f])
		}
	}
	return *room
}

// Target returns a weighted mean of the result of a game and the result that a score predicts.
// lambda is the weight of the score. points and result are for the same side. scale is the number
// of points for which the predicted result is 0.731, the logistic function of 1.
func Target(points int, result, scale, lambda float64) float64 {
	return lambda*logistic(float64(points)/scale) + (1-lambda)*result
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
