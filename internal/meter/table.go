package meter

import "github.com/prometheus/client_golang/prometheus"

// Row describes a metric of a table.
type Row struct {
	Name, Help string
	Counts     bool // true for a counter, which only grows; false for a gauge
	Label      string
}

// Gauge describes a metric that goes up and down.
func Gauge(name, help string, label ...string) Row { return row(name, help, false, label) }

// Count describes a metric that only grows.
func Count(name, help string, label ...string) Row { return row(name, help, true, label) }

func row(name, help string, counts bool, label []string) Row {
	r := Row{Name: name, Help: help, Counts: counts}
	if len(label) > 0 {
		r.Label = label[0]
	}
	return r
}

// Emit reports the current value v of a metric. If the metric has a label, the parameter value is
// the label's value.
type Emit func(name string, v float64, value ...string)

// Table is a prometheus.Collector for metrics whose values are read together.
type Table struct {
	rows  map[string]Row
	descs map[string]*prometheus.Desc
	read  func(Emit)
}

// NewTable creates a collector for the metrics in rows. Each scrape calls the function read once,
// and read emits the values of all metrics.
func NewTable(read func(Emit), rows ...Row) *Table {
	t := &Table{rows: map[string]Row{}, descs: map[string]*prometheus.Desc{}, read: read}
	for _, r := range rows {
		var labels []string
		if r.Label != "" {
			labels = []string{r.Label}
		}
		t.rows[r.Name], t.descs[r.Name] = r, prometheus.NewDesc(Space+"_"+r.Name, r.Help, labels, nil)
	}
	return t
}

// Describe implements prometheus.Collector.
func (t *Table) Describe(to chan<- *prometheus.Desc) {
	for _, d := range t.descs {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (t *Table) Collect(to chan<- prometheus.Metric) {
	t.read(func(name string, v float64, value ...string) {
		kind := prometheus.GaugeValue
		if t.rows[name].Counts {
			kind = prometheus.CounterValue
		}
		to <- prometheus.MustNewConstMetric(t.descs[name], kind, v, value...)
	})
}

// Truth returns the value of a metric for a bool: 1 for true and 0 for false.
func Truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
