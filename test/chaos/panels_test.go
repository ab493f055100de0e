//go:build linux

package chaos_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A panel is printed with one value per printEvery, for the last printSince.
const (
	printSince = 5 * time.Minute
	printEvery = 20 * time.Second
)

// dashboard is the part of a Grafana dashboard that is printed.
type dashboard struct {
	Title  string
	Panels []struct {
		Title       string
		FieldConfig struct{ Defaults struct{ Unit string } }
		Targets     []struct{ Expr, LegendFormat string }
	}
}

func dashboards(t *testing.T) (list []dashboard) {
	t.Helper()
	files, _ := filepath.Glob("../../deploy/grafana/*.json")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var d dashboard
		if err := json.Unmarshal(text, &d); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		list = append(list, d)
	}
	if len(list) < 4 {
		t.Fatalf("there are %d dashboards", len(list))
	}
	return list
}

// series is one line of a panel: its legend and its values, the newest last. A value is NaN where
// the line has a gap.
type series struct {
	legend string
	values []float64
}

var legendLabel = regexp.MustCompile(`\{\{(\w+)\}\}`)

// rangeOf asks Prometheus a query as Grafana does for a panel. Grafana sets $__rate_interval to at
// least four scrapes and to at least one step and one scrape.
func (o *observer) rangeOf(expr, legend string, now time.Time) (list []series) {
	rate := max(4*scrapeEvery, printEvery+scrapeEvery)
	expr = strings.ReplaceAll(expr, "$__rate_interval", fmt.Sprintf("%ds", int(rate.Seconds())))
	first := now.Add(-printSince)
	query := url.Values{
		"query": {expr}, "start": {stamp(first)}, "end": {stamp(now)}, "step": {strconv.Itoa(int(printEvery.Seconds()))},
	}
	var answer struct {
		Data struct {
			Result []struct {
				Metric map[string]string
				Values [][2]any
			}
		}
	}
	if !o.ask("/api/v1/query_range?"+query.Encode(), &answer) {
		return []series{{legend: "the query failed: " + expr}}
	}
	for _, r := range answer.Data.Result {
		s := series{legend: legendLabel.ReplaceAllStringFunc(legend, func(m string) string { return r.Metric[m[2:len(m)-2]] })}
		for range int(printSince/printEvery) + 1 {
			s.values = append(s.values, math.NaN())
		}
		for _, v := range r.Values {
			at, _ := v[0].(float64)
			text, _ := v[1].(string)
			value, err := strconv.ParseFloat(text, 64)
			i := int(math.Round((at - float64(first.UnixMilli())/1000) / printEvery.Seconds()))
			if err == nil && i >= 0 && i < len(s.values) {
				s.values[i] = value
			}
		}
		list = append(list, s)
	}
	return list
}

func stamp(at time.Time) string { return fmt.Sprintf("%.3f", float64(at.UnixMilli())/1000) }

// show prints the alerts that are pending or firing and every panel whose dashboard or title
// contains filter, as a person sees them in Grafana.
func (o *observer) show(w io.Writer, boards []dashboard, filter string, now time.Time) {
	o.showAlerts(w)
	for _, b := range boards {
		for _, p := range b.Panels {
			if !strings.Contains(strings.ToLower(b.Title+": "+p.Title), strings.ToLower(filter)) {
				continue
			}
			unit := p.FieldConfig.Defaults.Unit
			_, _ = fmt.Fprintf(w, "%s: %s (%s)\n", strings.TrimPrefix(b.Title, "kydai: "), p.Title, unit)
			for _, target := range p.Targets {
				for _, s := range o.rangeOf(target.Expr, target.LegendFormat, now) {
					_, _ = fmt.Fprintf(w, "    %-28s %s\n", s.legend, row(s.values, unit))
				}
			}
		}
	}
}

// showAlerts prints each alert that is pending or firing, with what Alertmanager would send.
func (o *observer) showAlerts(w io.Writer) {
	var answer struct {
		Data struct {
			Alerts []struct {
				Labels, Annotations map[string]string
				State               string
				ActiveAt            time.Time
			}
		}
	}
	o.ask("/api/v1/alerts", &answer)
	for _, a := range answer.Data.Alerts {
		_, _ = fmt.Fprintf(w, "%s since %s: %s (%s) %q, panel %q, %s\n", a.State, a.ActiveAt.Format(time.TimeOnly),
			a.Labels["alertname"], a.Labels["severity"], a.Annotations["summary"], a.Annotations["panel"], a.Annotations["runbook"])
	}
	if len(answer.Data.Alerts) == 0 {
		_, _ = fmt.Fprintln(w, "no alert is pending or firing")
	}
}

// row formats the values of a line, the newest last. A gap is a dot.
func row(values []float64, unit string) string {
	var b strings.Builder
	for _, v := range values {
		switch {
		case math.IsNaN(v):
			b.WriteString("       .")
		case unit == "percentunit":
			_, _ = fmt.Fprintf(&b, " %6.3g%%", 100*v)
		case unit == "bytes":
			_, _ = fmt.Fprintf(&b, " %5.0fMB", v/1e6)
		default:
			_, _ = fmt.Fprintf(&b, " %7.3g", v)
		}
	}
	return b.String()
}
