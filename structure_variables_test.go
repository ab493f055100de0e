package kydai_test

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"testing"
)

const (
	variablesFile  = "docs/testing.md"
	variablePrefix = "KYDAI" + "_"
)

var (
	variableName = regexp.MustCompile(`\b` + variablePrefix + `[A-Z0-9_]*`)
	variableRow  = regexp.MustCompile("(?m)^\\| `(" + variablePrefix + "[A-Z0-9_]+)` \\|")
	// readsVariable matches code that reads an environment variable by its name, or defines the
	// name in a constant that ends in Env.
	readsVariable = regexp.MustCompile(`(?:Getenv\("|LookupEnv\("|process\.env\.|Env += ")(` + variablePrefix + `[A-Z0-9_]+)`)
)

// TestVariables checks that the tables in docs/testing.md list exactly the environment variables
// that are used in the tree.
func TestVariables(t *testing.T) { report(t, checkVariables(repo(t))) }

func checkVariables(f tree) (problems []string) {
	listed, found := map[string]bool{}, map[string]bool{}
	for _, m := range variableRow.FindAllStringSubmatch(f[variablesFile], -1) {
		if listed[m[1]] {
			problems = append(problems, variablesFile+": lists "+m[1]+" twice")
		}
		listed[m[1]] = true
	}
	for _, p := range f.paths() {
		if p == variablesFile {
			continue
		}
		for i, line := range strings.Split(f[p], "\n") {
			for _, name := range variableName.FindAllString(line, -1) {
				if strings.HasSuffix(name, "_") {
					continue // skip: this text is only the beginning of variable names
				}
				found[name] = true
				if !listed[name] {
					problems = append(problems, fmt.Sprintf("%s:%d: %s is not in the tables of %s", p, i+1, name, variablesFile))
				}
			}
			if m := readsVariable.FindStringSubmatch(line); m != nil && onlyTests(p) && !strings.HasPrefix(m[1], variablePrefix+"TEST_") {
				problems = append(problems, fmt.Sprintf("%s:%d: a test reads %s; it must begin with %sTEST_", p, i+1, m[1], variablePrefix))
			}
		}
	}
	for name := range listed {
		if !found[name] {
			problems = append(problems, variablesFile+": nothing else names "+name)
		}
	}
	return problems
}

// onlyTests reports whether a file belongs to the tests, the test campaigns or CI.
func onlyTests(p string) bool {
	for _, top := range []string{"test/", "ui/e2e/", "ui/test/", ".ci/"} {
		if strings.HasPrefix(p, top) {
			return true
		}
	}
	return strings.HasSuffix(p, "_test.go") || path.Base(p) == "playwright.config.ts"
}

// TestVariablesIsStrict gives checkVariables one violation of each kind, which it must report, and
// one correct tree.
func TestVariablesIsStrict(t *testing.T) {
	name := func(s string) string { return variablePrefix + s }
	row := "| `" + name("TEST_A") + "` | x |\n"
	for want, f := range map[string]tree{
		"":                   {variablesFile: row, "a_test.go": `os.Getenv("` + name("TEST_A") + `")`},
		"is not in":          {variablesFile: row, "Makefile": name("TEST_A") + "=1 " + name("B") + "=2"},
		"nothing else names": {variablesFile: row},
		"twice":              {variablesFile: row + row, "Makefile": name("TEST_A")},
		"a test reads":       {variablesFile: "| `" + name("A") + "` | x |\n", "ui/e2e/a.ts": "process.env." + name("A")},
	} {
		got := checkVariables(f)
		if len(got) > 1 || want == "" && len(got) > 0 || want != "" && (len(got) == 0 || !strings.Contains(got[0], want)) {
			t.Errorf("want %q, got %q", want, got)
		}
	}
}
