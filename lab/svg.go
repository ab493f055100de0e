package lab

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Chart is a chart of numbers. It is drawn as lines or as bars.
type Chart struct {
	Title  string
	X, Y   string   // labels of the axes
	Names  []string // labels along the x axis
	Series []Series
	Log    bool    // the y axis is logarithmic
	Bars   bool    // draws one series as bars instead of lines
	Most   float64 // upper end of the y axis; 0 means the largest value
}

// Series is one line of a chart. NaN values are not drawn. Low and High are the bounds of an
// interval around each value; they may be nil.
type Series struct {
	Name      string
	Values    []float64
	Low, High []float64
}

// interval returns the interval around the i-th value. It returns false if the value has none.
func (s Series) interval(i int) (low, high float64, ok bool) {
	if i >= len(s.Low) || i >= len(s.High) || math.IsNaN(s.Low[i]) || math.IsNaN(s.High[i]) {
		return 0, 0, false
	}
	return s.Low[i], s.High[i], true
}

// Dimensions of the chart in pixels.
const (
	chartWidth  = 640
	chartHeight = 400
	chartLeft   = 70
	chartRight  = 20
	chartTop    = 40
	chartBottom = 50
	legendRow   = 16
	tickCount   = 5
)

// palette lists colours that people with red-green colour blindness can distinguish.
var palette = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555555"}

// WriteSVG writes the chart as SVG. The SVG needs no style sheet. It has a title and a description
// for screen readers.
func (c Chart) WriteSVG(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-labelledby="title desc" font-family="sans-serif" font-size="12">`+"\n", chartWidth, chartHeight)
	fmt.Fprintf(&b, "<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n", escaped(c.Title), escaped(c.describe()))
	fmt.Fprintf(&b, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", chartWidth, chartHeight)
	text(&b, chartWidth/2, 22, "middle", c.Title, `font-size="15" font-weight="bold"`)
	s := c.scale()
	c.axes(&b, s)
	if c.Bars {
		c.bars(&b, s)
	} else {
		c.lines(&b, s)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// describe returns the numbers of the chart as a text for screen readers.
func (c Chart) describe() string {
	var parts []string
	for _, s := range c.Series {
		var values []string
		for i, v := range s.Values {
			if !math.IsNaN(v) && i < len(c.Names) {
				values = append(values, c.Names[i]+" "+number(v))
			}
		}
		parts = append(parts, s.Name+": "+strings.Join(values, ", "))
	}
	return c.Y + " by " + c.X + ". " + strings.Join(parts, "; ") + "."
}

// span is the range of the y axis. If log is true, least and most are the decimal logarithms of the
// bounds.
type span struct {
	least, most float64
	log         bool
}

func (c Chart) scale() span {
	s := span{least: 0, most: c.Most, log: c.Log}
	for _, line := range c.Series {
		for i, v := range line.Values {
			if _, high, ok := line.interval(i); ok {
				v = max(v, high)
			}
			if !math.IsNaN(v) {
				s.most = max(s.most, v)
			}
		}
	}
	if c.Log {
		s.most = math.Ceil(math.Log10(max(s.most, 10)))
	} else if s.most <= 0 {
		s.most = 1
	}
	return s
}

func (s span) y(v float64) float64 {
	if s.log {
		v = math.Log10(max(v, 1))
	}
	part := (v - s.least) / (s.most - s.least)
	return chartHeight - chartBottom - part*(chartHeight-chartTop-chartBottom)
}

func (c Chart) x(i int) float64 {
	room := float64(chartWidth-chartLeft-chartRight) / float64(max(len(c.Names), 1))
	return chartLeft + room*(float64(i)+0.5)
}

func (c Chart) axes(b *strings.Builder, s span) {
	steps := tickCount
	if s.log {
		steps = int(s.most)
	}
	for i := range steps + 1 {
		v := s.most * float64(i) / float64(steps)
		if s.log {
			v = math.Pow(10, float64(i))
		}
		y := s.y(v)
		fmt.Fprintf(b, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>\n", chartLeft, y, chartWidth-chartRight, y)
		text(b, chartLeft-6, y+4, "end", number(v), "")
	}
	for i, name := range c.Names {
		if c.Bars { // the legend has the names, so label the bars with numbers
			name = strconv.Itoa(i + 1)
		}
		text(b, c.x(i), chartHeight-chartBottom+18, "middle", name, "")
	}
	text(b, chartWidth/2, chartHeight-10, "middle", c.X, "")
	fmt.Fprintf(b, "<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>\n", chartHeight/2, escaped(c.Y))
}

func (c Chart) lines(b *strings.Builder, s span) {
	for i, line := range c.Series {
		colour := palette[i%len(palette)]
		var points []string
		for j, v := range line.Values {
			if !math.IsNaN(v) {
				points = append(points, fmt.Sprintf("%.1f,%.1f", c.x(j)+c.shift(i), s.y(v)))
			}
		}
		fmt.Fprintf(b, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>\n", colour, strings.Join(points, " "))
		for _, p := range points {
			x, y, _ := strings.Cut(p, ",")
			fmt.Fprintf(b, "<circle cx=\"%s\" cy=\"%s\" r=\"3\" fill=\"%s\"/>\n", x, y, colour)
		}
		for j := range line.Values {
			c.whisker(b, s, line, j, c.x(j)+c.shift(i), colour)
		}
		legend(b, chartLeft+10, "start", i, line.Name)
	}
}

// shift returns how far the i-th line of a chart is moved sideways, so that the intervals of the
// lines do not cover each other.
func (c Chart) shift(i int) float64 {
	const step = 5
	for _, s := range c.Series {
		if len(s.Low) > 0 {
			return step * (float64(i) - float64(len(c.Series)-1)/2)
		}
	}
	return 0
}

// whisker draws the interval around the j-th value of a line at the horizontal position x.
func (Chart) whisker(b *strings.Builder, s span, line Series, j int, x float64, colour string) {
	if low, high, ok := line.interval(j); ok {
		fmt.Fprintf(b, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", x, s.y(low), x, s.y(high), colour)
	}
}

// legend draws the i-th name of the legend with its colour. The name is to the right of x or, if
// anchor is "end", to the left.
func legend(b *strings.Builder, x float64, anchor string, i int, name string) {
	y := float64(chartTop + 8 + legendRow*i)
	words := x + 16
	if anchor == "end" {
		words, x = x-16, x-10
	}
	fmt.Fprintf(b, "<rect x=\"%.1f\" y=\"%.1f\" width=\"10\" height=\"10\" fill=\"%s\"/>\n", x, y-9, palette[i%len(palette)])
	text(b, words, y, anchor, name, "")
}

func (c Chart) bars(b *strings.Builder, s span) {
	width := 0.6 * float64(chartWidth-chartLeft-chartRight) / float64(max(len(c.Names), 1))
	for _, line := range c.Series {
		for i, v := range line.Values {
			if math.IsNaN(v) {
				continue
			}
			top := s.y(v)
			fmt.Fprintf(b, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
				c.x(i)-width/2, top, width, s.y(0)-top, palette[i%len(palette)])
			c.whisker(b, s, line, i, c.x(i), "#000")
			text(b, c.x(i), top-4, "middle", number(v), "")
		}
	}
	for i, name := range c.Names {
		legend(b, chartWidth-chartRight, "end", i, strconv.Itoa(i+1)+" "+name)
	}
}

func text(b *strings.Builder, x, y float64, anchor, words, more string) {
	if more != "" {
		more = " " + more
	}
	fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>\n", x, y, anchor, more, escaped(words))
}

func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder never returns an error
	return b.String()
}

// number formats a value in short form: 950, 2.6k, 1.3M.
func number(v float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if v >= u.size {
			return strconv.FormatFloat(v/u.size, 'g', 3, 64) + u.name
		}
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
