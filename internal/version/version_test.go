package version

import (
	"runtime/debug"
	"strings"
	"testing"
)

func build(main string, settings ...string) *debug.BuildInfo {
	b := &debug.BuildInfo{Main: debug.Module{Version: main}}
	for i := 0; i < len(settings); i += 2 {
		b.Settings = append(b.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
	}
	return b
}

const hash = "0123456789abcdef0123456789abcdef01234567"

func TestFrom(t *testing.T) {
	vcs := []string{"vcs.revision", hash, "vcs.time", "2026-11-17T15:00:00Z", "vcs.modified", "false"}
	changed := append(append([]string{}, vcs[:4]...), "vcs.modified", "true")
	for _, c := range []struct {
		name  string
		build *debug.BuildInfo
		set   Info
		want  string
	}{
		{"nothing known", nil, Info{}, "devel"},
		{"no version control", build("(devel)"), Info{}, "devel"},
		{"a commit", build("(devel)", vcs...), Info{}, "devel (0123456789ab, 2026-11-17)"},
		{"a changed copy", build("(devel)", changed...), Info{}, "devel (0123456789ab+changes, 2026-11-17)"},
		{"a pseudo-version", build("v0.0.0-20261117150000-0123456789ab", vcs...), Info{}, "devel (0123456789ab, 2026-11-17)"},
		{"go install of a tag", build("v1.4.0"), Info{}, "1.4.0"},
		{"a release", build("(devel)", vcs...), Info{Version: "v1.2.3", Commit: "fedcba9876543210", Date: "2026-11-18T01:00:00Z"}, "1.2.3 (fedcba987654, 2026-11-18)"},
	} {
		if got := from(c.build, c.set).String(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestGet(t *testing.T) {
	got := Get()
	if got.Version == "" || !strings.HasPrefix(got.Go, "go") || !strings.Contains(got.System, "/") {
		t.Errorf("got %+v", got)
	}
}
