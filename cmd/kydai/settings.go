package main

import (
	"flag"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"kydai/internal/trace"
)

// envPrefix is the prefix of environment variables that set flags: KYDAI_LISTEN
// sets --listen, KYDAI_KEY_FILE sets --key-file.
const envPrefix = "KYDAI_"

// fromEnvironment sets the flags that the command line did not set from environment variables. An
// invalid value is reported like an invalid flag.
func fromEnvironment(fs *flag.FlagSet, command string, look func(name string) (string, bool)) error {
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	var wrong error
	fs.VisitAll(func(f *flag.Flag) {
		if given[f.Name] || wrong != nil {
			return
		}
		name := envName(f.Name)
		if value, ok := look(name); ok {
			if err := fs.Set(f.Name, value); err != nil {
				wrong = usage(command, "%s=%s: %v", name, value, err)
			}
		}
	})
	return wrong
}

func envName(flagName string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(flagName, "-", "_"))
}

// listFlag collects the values of a flag that may be repeated or hold a
// comma-separated list.
type listFlag []string

// String implements flag.Value.
func (l *listFlag) String() string { return strings.Join(*l, ",") }

// Set adds the values of a comma-separated list.
func (l *listFlag) Set(text string) error {
	for _, part := range strings.Split(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			*l = append(*l, part)
		}
	}
	return nil
}

// usualData is the default data folder: the system's folder for user data.
func usualData() string {
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "kydai")
	}
	if runtime.GOOS == "linux" {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, ".local", "share", "kydai")
		}
	}
	if dir, err := os.UserConfigDir(); err == nil {
		return filepath.Join(dir, "kydai")
	}
	return "kydai-data"
}

// logger returns a logger that writes to standard error, as JSON or as text.
func (a *app) logger(level slog.Level, asJSON bool) *slog.Logger {
	o := &slog.HandlerOptions{Level: level}
	if asJSON {
		return slog.New(trace.Handler(slog.NewJSONHandler(a.err, o)))
	}
	return slog.New(trace.Handler(slog.NewTextHandler(a.err, o)))
}

// prefixes is a flag whose value is a list of IP networks or single addresses.
type prefixes []netip.Prefix

// String implements flag.Value.
func (p *prefixes) String() string {
	var list []string
	for _, n := range *p {
		list = append(list, n.String())
	}
	return strings.Join(list, ",")
}

// Set adds the networks of a comma-separated list.
func (p *prefixes) Set(text string) error {
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		if a, err := netip.ParseAddr(part); err == nil {
			*p = append(*p, netip.PrefixFrom(a, a.BitLen()))
			continue
		}
		n, err := netip.ParsePrefix(part)
		if err != nil {
			return err
		}
		*p = append(*p, n)
	}
	return nil
}
