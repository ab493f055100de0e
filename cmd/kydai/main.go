// Command kydai is the command line of the platform: it runs the server and its workers,
// plays games at the terminal, serves engines over protocols such as UCI, runs engine
// matches and experiments, and converts and verifies records.
//
// It knows no game by name: everything it prints about a game comes from package games
// and the game's Info.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	_ "golang.org/x/crypto/x509roots/fallback" // root certificates for systems that have none, such as a container image

	"kydai/game"
)

// Exit codes.
const (
	exitOK      = 0
	exitFailure = 1 // the command was valid but failed
	exitUsage   = 2 // the command line was not valid
)

// Error codes that the commands themselves report.
const (
	codeUsage      = "usage"          // the command line is not valid
	codeFile       = "file"           // the system cannot read or write a file
	codeFailed     = "failed"         // any other error
	codeNoGames    = "no-games"       // a file of records has no game
	codeBadGames   = "bad-games"      // a record has an error
	codeUnfair     = "unfair"         // a deal is not fair or could not be checked
	codeDatabase   = "bad-database"   // the database cannot be used
	codeFileExists = "file-exists"    // the output file already exists
	codeKey        = "bad-key"        // the key file is missing, is invalid or holds another key
	codeTLS        = "bad-tls"        // the TLS files are incomplete or invalid
	codeBroken     = "broken-promise" // a load test found an error in the servers
	codeNoSamples  = "no-samples"     // a file of training data is empty
	codeNoEngine   = "no-engine"      // the game has no engine
	codeUnhealthy  = "unhealthy"      // a check of doctor failed
)

// codeOf returns the code of an error. The code is printed in brackets after the error
// message.
func codeOf(err error) string {
	var wrong *usageError
	var coded *game.Error
	var file *fs.PathError
	switch {
	case errors.As(err, &wrong):
		return codeUsage
	case errors.As(err, &coded):
		return coded.Code
	case errors.As(err, &file):
		return codeFile
	}
	return codeFailed
}

// app holds the input and output streams of a command. Tests replace the streams with buffers.
type app struct {
	in       io.Reader
	out, err io.Writer
	color    bool   // true if colours are written: out is a terminal that supports colours
	terminal bool   // out is a terminal
	results  string // file to which runs append their results by default; "" if they are not saved
	whole    bool   // this process runs only this command, so the command may lower its priority
}

func main() {
	a := &app{in: os.Stdin, out: os.Stdout, err: os.Stderr, color: wantsColor(os.Stdout), terminal: isTerminal(os.Stdout), results: defaultResults(), whole: true}
	os.Exit(a.run(os.Args[1:]))
}

// wantsColor reports whether to print colours, by the convention of no-color.org.
func wantsColor(f *os.File) bool {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	return isTerminal(f)
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// run runs one command line and returns the exit code.
func (a *app) run(args []string) int {
	out := &firstError{writer: a.out}
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
		fmt.Fprintf(a.err, "kydai: %v [%s]\n%s\n", err, codeOf(err), wrong.hint()) //nolint:errcheck // an error message that cannot be written cannot be reported anywhere
		return exitUsage
	}
	fmt.Fprintf(a.err, "kydai: %v [%s]\n", err, codeOf(err)) //nolint:errcheck // an error message that cannot be written cannot be reported anywhere
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

// usageError is an error in the command line itself.
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
		return "Run 'kydai help' for the list of commands."
	}
	return "Run 'kydai help " + e.command + "' for its usage."
}

// firstError is a writer that remembers its first error. Commands can print without checking the
// error of each call.
type firstError struct {
	writer io.Writer
	err    error
}

func (f *firstError) Write(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.writer.Write(p)
	f.err = err
	return n, err
}

// printf prints to standard output. firstError keeps a write error, which run reports at
// the end.
func (a *app) printf(format string, args ...any) {
	fmt.Fprintf(a.out, format, args...) //nolint:errcheck // the writer a.out stores a write error, and run reports it
}

// notef prints a note to standard error.
func (a *app) notef(format string, args ...any) {
	fmt.Fprintf(a.err, format, args...) //nolint:errcheck // a note that cannot be printed does not make the command fail
}
