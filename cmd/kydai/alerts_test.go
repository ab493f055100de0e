package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	metricName = regexp.MustCompile(`\b(?:kydai|go|process)_[a-z_]+[a-z]\b`)
	recordName = regexp.MustCompile(`\bkydai:[a-z_]+:[a-z_0-9]+\b`)
	alertName  = regexp.MustCompile(`(?m)^ +- alert: (\w+)$`)
	runbookOf  = regexp.MustCompile(`(?m)^ +runbook: (\S+)$`)
)

const alertsFile = "../../deploy/alerts.yml"

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWatchedMetricsExist checks every metric that an alert or a dashboard panel uses. A server or
// a worker must export the metric, or a recording rule must define it.
func TestWatchedMetricsExist(t *testing.T) {
	o := observe(t)
	o.play(t)
	o.hostile()
	there := map[string]bool{}
	for _, address := range []string{o.server, o.worker} {
		for _, s := range scrape(t, address) {
			there[s.name] = true
		}
	}
	alerts := readText(t, alertsFile)
	for _, m := range regexp.MustCompile(`(?m)- record: (\S+)$`).FindAllStringSubmatch(alerts, -1) {
		there[m[1]] = true
	}
	boards, _ := filepath.Glob("../../deploy/grafana/*.json")
	if len(boards) < 4 {
		t.Fatalf("there are %d dashboards", len(boards))
	}
	for _, file := range append(boards, alertsFile) {
		var used []string
		for _, line := range strings.Split(readText(t, file), "\n") {
			if strings.Contains(line, `"expr":`) || strings.Contains(line, " expr: ") {
				used = append(append(used, metricName.FindAllString(line, -1)...), recordName.FindAllString(line, -1)...)
			}
		}
		if len(used) < 10 {
			t.Errorf("%s uses %d metrics; the test would prove little", file, len(used))
		}
		slices.Sort(used)
		for _, name := range slices.Compact(used) {
			if !there[name] {
				t.Errorf("%s uses %s, which nothing shows", filepath.Base(file), name)
			}
		}
	}
}

// TestRunbook checks that every alert has an entry in the runbook and links to it.
func TestRunbook(t *testing.T) {
	text, runbook := readText(t, alertsFile), readText(t, "../../docs/runbook.md")
	alerts, links := alertName.FindAllStringSubmatch(text, -1), runbookOf.FindAllStringSubmatch(text, -1)
	if len(alerts) < 20 || len(alerts) != len(links) {
		t.Fatalf("%d alerts have %d entries", len(alerts), len(links))
	}
	for i, a := range alerts {
		if want := "docs/runbook.md#" + strings.ToLower(a[1]); links[i][1] != want {
			t.Errorf("%s points to %s", a[1], links[i][1])
		}
		if !strings.Contains(runbook, "\n## "+a[1]+"\n") {
			t.Errorf("the runbook has no entry %s", a[1])
		}
	}
}

var (
	panelOf = regexp.MustCompile(`(?m)^ +panel: "(\w+): (.+)"$`)
	exprOf  = regexp.MustCompile(`(?m)^ +expr: '(.+)'$`)
)

// TestAlertPanels checks that every alert names a panel of a dashboard that shows a metric of the
// alert, and that the alert's entry in the runbook names the same panel.
func TestAlertPanels(t *testing.T) {
	runbook := readText(t, "../../docs/runbook.md")
	rules := strings.Split(readText(t, alertsFile), "- alert: ")[1:]
	for _, rule := range rules {
		name, _, _ := strings.Cut(rule, "\n")
		panel, expr := panelOf.FindStringSubmatch(rule), exprOf.FindStringSubmatch(rule)
		if panel == nil || expr == nil {
			t.Errorf("%s names no panel", name)
			continue
		}
		if !slices.ContainsFunc(watchedBy(expr[1]), func(of string) bool { return slices.Contains(shownBy(t, panel[1], panel[2]), of) }) {
			t.Errorf("the panel %q of %s shows no metric of %s", panel[2], panel[1], name)
		}
		_, entry, _ := strings.Cut(runbook, "\n## "+name+"\n")
		entry, _, _ = strings.Cut(entry, "\n## ")
		if !strings.Contains(entry, `"`+panel[2]+`" of the dashboard *`+panel[1]+`*`) {
			t.Errorf("the entry %s of the runbook does not name the panel %q", name, panel[2])
		}
	}
}

// watchedBy returns the names of the metrics in a PromQL expression. The name of a recorded metric
// ends with a time window; watchedBy removes it.
func watchedBy(expr string) []string {
	names := metricName.FindAllString(expr, -1)
	for _, record := range recordName.FindAllString(expr, -1) {
		names = append(names, record[:strings.LastIndex(record, ":")])
	}
	if strings.Contains(expr, "up{") {
		names = append(names, "up")
	}
	return names
}

// shownBy returns the names of the metrics that a panel of a dashboard shows. It returns none if
// the dashboard has no panel with this title.
func shownBy(t *testing.T, board, title string) (names []string) {
	t.Helper()
	var d struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(readText(t, "../../deploy/grafana/"+board+".json")), &d); err != nil {
		t.Fatal(err)
	}
	for _, p := range d.Panels {
		for _, target := range p.Targets {
			if p.Title == title {
				names = append(names, watchedBy(target.Expr)...)
			}
		}
	}
	return names
}

// TestAlertRules runs the tests of the alert rules. It is skipped if promtool is not
// installed.
func TestAlertRules(t *testing.T) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is not installed")
	}
	for _, args := range [][]string{{"check", "rules", "alerts.yml"}, {"test", "rules", "alerts_test.yml"}} {
		cmd := exec.CommandContext(t.Context(), promtool, args...)
		cmd.Dir = "../../deploy"
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v\n%s", args, err, out)
		}
	}
}
