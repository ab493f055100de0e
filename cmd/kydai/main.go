// Command kydai is the command line of the platform: it lists the games,
// draws positions, lists and counts moves, and converts records.
//
// It knows no game by name; whatever it can say about one comes from package
// games and from the game's own Info.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"kydai/game"
)

// Exit codes.
const (
	exitOK      = 0
	exitFailure = 1 // understood, and it did not work
	exitUsage   = 2 // not understood
)

// app is the world a command runs in, so that tests can give it buffers.
type app struct {
	in       io.Reader
	out, err io.Writer
	color    bool // out is a terminal that wants colours
}

func main() {
	a := &app{in: os.Stdin, out: os.Stdout, err: os.Stderr, color: wantsColor(os.Stdout)}
	os.Exit(a.run(os.Args[1:]))
}

// wantsColor follows no-color.org.
func wantsColor(f *os.File) bool {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// run runs one command line and returns the exit code.
func (a *app) run(args []string) int {
	out := &firstError{w: a.out}
	a.out = out
	if len(args) == 0 {
		a.overview()
		return exitUsage
	}
	err := a.dispatch(args)
	if err == nil {
		err = out.err
	}
	var wrong *usageError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &wrong):
		fmt.Fprintf(a.err, "kydai: %v\n%s\n", err, wrong.hint()) //nolint:errcheck // nowhere left to complain
		return exitUsage
	}
	fmt.Fprintf(a.err, "kydai: %v\n", err) //nolint:errcheck // nowhere left to complain
	if hasCode(err, game.BadOption) {
		return exitUsage
	}
	return exitFailure
}

func (a *app) dispatch(args []string) error {
	name := args[0]
	switch name {
	case "-h", "-help", "--help":
		name = "help"
	case "-v", "-version", "--version":
		name = "version"
	}
	c, ok := find(name)
	if !ok {
		return usage("", "there is no command %q%s", name, didYouMean(name, commandNames()))
	}
	return c.call(a, args[1:])
}

// usageError is a command line that cannot be understood.
type usageError struct {
	command string
	text    string
}

func usage(command, format string, args ...any) error {
	return &usageError{command: command, text: fmt.Sprintf(format, args...)}
}

func (e *usageError) Error() string { return e.text }

func (e *usageError) hint() string {
	if e.command == "" {
		return "Run 'kydai help' to see what there is."
	}
	return "Run 'kydai help " + e.command + "' to see how it is used."
}

// firstError remembers the first write that failed, so that commands may
// print without asking each time.
type firstError struct {
	w   io.Writer
	err error
}

func (f *firstError) Write(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.w.Write(p)
	f.err = err
	return n, err
}

// printf prints to the output; a failure shows at the end, by firstError.
func (a *app) printf(format string, args ...any) {
	fmt.Fprintf(a.out, format, args...) //nolint:errcheck // kept by firstError
}

// notef prints what is not part of the answer.
func (a *app) notef(format string, args ...any) {
	fmt.Fprintf(a.err, format, args...) //nolint:errcheck // a note is worth no failure
}
