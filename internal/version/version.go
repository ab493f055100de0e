// Package version identifies the running build of the program: version, commit and date.
package version

import (
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// A release build sets these variables with -ldflags "-X …/internal/version.version=1.2.3". In any
// other build they are empty, and Get uses the build information of the Go toolchain.
var (
	version string
	commit  string
	date    string
)

// Info describes a build. Unknown fields are empty, except Version.
type Info struct {
	Version string // such as 1.2.3; "devel" if the build is not a release
	Commit  string // full commit hash; it ends in "+changes" if the working copy was changed
	Date    string // date of the commit, RFC 3339 in UTC
	Go      string // version of the Go toolchain, such as go1.26.0
	System  string // operating system and processor, such as linux/amd64
}

// Get returns the running build. It is computed once.
var Get = sync.OnceValue(func() Info {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		build = nil
	}
	return from(build, Info{Version: version, Commit: commit, Date: date})
})

// from completes the information about a build: it fills in the fields of the parameter set that
// the linker flags did not set.
func from(build *debug.BuildInfo, set Info) Info {
	set.Version = strings.TrimPrefix(set.Version, "v")
	set.Go, set.System = runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH
	if build != nil {
		settings := map[string]string{}
		for _, s := range build.Settings {
			settings[s.Key] = s.Value
		}
		if set.Commit == "" && settings["vcs.revision"] != "" {
			set.Commit, set.Date = settings["vcs.revision"], settings["vcs.time"]
			if settings["vcs.modified"] == "true" {
				set.Commit += "+changes"
			}
		}
		// Ignore "(devel)" and pseudo-versions such as v0.0.0-2026…, because they contain no more
		// information than the commit.
		main := strings.TrimPrefix(build.Main.Version, "v")
		if set.Version == "" && main != "(devel)" && !strings.HasPrefix(main, "0.0.0-") {
			set.Version = main
		}
	}
	if set.Version == "" {
		set.Version = "devel"
	}
	return set
}

// String returns the version with the first 12 digits of the commit, as in "1.2.3
// (1f0c3a9d2b4e, 2026-11-17)".
func (i Info) String() string {
	var more []string
	if i.Commit != "" {
		hash, changed, _ := strings.Cut(i.Commit, "+")
		hash = hash[:min(len(hash), 12)]
		if changed != "" {
			hash += "+" + changed
		}
		more = append(more, hash)
	}
	if day, _, _ := strings.Cut(i.Date, "T"); day != "" {
		more = append(more, day)
	}
	if len(more) == 0 {
		return i.Version
	}
	return i.Version + " (" + strings.Join(more, ", ") + ")"
}
