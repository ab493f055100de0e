package main

import (
	"flag"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// envPrefix is how the variables begin that set what no flag has set:
// KYDAI_LISTEN for --listen, KYDAI_KEY_FILE for --key-file.
const envPrefix = "KYDAI_"

// fromEnvironment sets the flags that the command line left alone. A variable
// that makes no sense is reported like a flag that makes none.
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

// listFlag collects a flag that may be given several times, or once with
// commas.
type listFlag []string

// String joins what was given.
func (l *listFlag) String() string { return strings.Join(*l, ",") }

// Set adds what is between commas.
func (l *listFlag) Set(text string) error {
	for _, part := range strings.Split(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			*l = append(*l, part)
		}
	}
	return nil
}

// usualData is where the data of a server stand if nobody says otherwise: the
// place that the system has for the data of a user.
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

// logger writes to the standard error, for people on a terminal and as JSON
// for machines.
func (a *app) logger(level slog.Level, asJSON bool) *slog.Logger {
	o := &slog.HandlerOptions{Level: level}
	if asJSON {
		return slog.New(slog.NewJSONHandler(a.err, o))
	}
	return slog.New(slog.NewTextHandler(a.err, o))
}

// prefixes are networks, or single addresses.
type prefixes []netip.Prefix

// String joins what was given.
func (p *prefixes) String() string {
	var list []string
	for _, n := range *p {
		list = append(list, n.String())
	}
	return strings.Join(list, ",")
}

// Set adds what is between commas.
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
