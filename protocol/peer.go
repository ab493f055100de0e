package protocol

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ErrGone means that the program has exited, was killed, or has closed its output.
var ErrGone = errors.New("the program has exited")

// ErrSilent means that the program did not answer in time.
var ErrSilent = errors.New("the program does not answer")

// Command describes the program to run.
type Command struct {
	// Path is a path, or a name that is searched for in PATH and then in the system's folder for
	// games.
	Path string
	Args []string
	// Memory limits the address space of the program, in MiB; 0 means no limit. The limit uses
	// ulimit -v and therefore needs a Unix shell. A program that needs more memory may fail in any
	// way.
	Memory int
}

// gameFolder is the system's folder for games.
const gameFolder = "/usr/games"

// Find returns the path of the program, or an error if there is no such program.
func (c Command) Find() (string, error) {
	path, err := exec.LookPath(c.Path)
	if err == nil {
		return path, nil
	}
	if !strings.ContainsRune(c.Path, filepath.Separator) {
		if path, err2 := exec.LookPath(filepath.Join(gameFolder, c.Path)); err2 == nil {
			return path, nil
		}
	}
	return "", err
}

const (
	maxLine    = 1 << 20
	keptLines  = 4096 // maximum number of buffered output lines; a program that writes more has to wait
	keptErrors = 2000
	writeWait  = 5 * time.Second
	killWait   = time.Second
)

// Peer is a running program that is driven by lines of text. Only one goroutine may use its
// methods, except Kill.
type Peer struct {
	name  string
	in    io.WriteCloser
	lines chan string
	once  sync.Once
	end   func()
	dead  chan struct{} // closed by Kill
	last  *tail         // last bytes that the program wrote to standard error
}

// Start starts a program and connects its standard input and output to the Peer.
func Start(c Command) (*Peer, error) {
	path, err := c.Find()
	if err != nil {
		return nil, err
	}
	args := c.Args
	if c.Memory > 0 {
		limit := `ulimit -v "$0" && exec "$@"`
		args = append([]string{"-c", limit, strconv.Itoa(c.Memory << 10), path}, args...)
		path = "/bin/sh"
	}
	cmd := exec.Command(path, args...)
	theirs, ours, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdin = theirs
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, errors.Join(err, theirs.Close(), ours.Close())
	}
	complaints := &tail{}
	cmd.Stderr = complaints
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(err, theirs.Close(), ours.Close())
	}
	_ = theirs.Close() // the child process has its own copy of the pipe
	ended := make(chan struct{})
	p := NewPeer(filepath.Base(c.Path), &closer{Reader: out, close: func() {
		_ = cmd.Wait() // ignore the exit status
		close(ended)
	}}, ours, func() {
		_ = cmd.Process.Kill() // ignore the error: the program may have exited already
		select {
		case <-ended:
		case <-time.After(killWait): // the program has exited, but one of its child processes keeps the output open
		}
	})
	p.last = complaints
	return p, nil
}

// closer is a reader that calls close when it reaches the end of the input.
type closer struct {
	io.Reader
	close func()
}

// NewPeer creates a Peer for a pair of streams. The function kill must end the stream from which
// the Peer reads. If this stream is an io.Closer, the Peer closes it.
func NewPeer(name string, out io.Reader, in io.WriteCloser, kill func()) *Peer {
	p := &Peer{name: name, in: in, lines: make(chan string, keptLines), dead: make(chan struct{}), end: kill, last: &tail{}}
	go p.listen(out)
	return p
}

func (p *Peer) listen(out io.Reader) {
	defer close(p.lines)
	s := bufio.NewScanner(out)
	s.Buffer(nil, maxLine)
	for s.Scan() {
		select {
		case p.lines <- strings.TrimRight(s.Text(), "\r"):
		case <-p.dead:
		}
	}
	_, _ = io.Copy(io.Discard, out) // after a line that is too long, discard the output so that the program does not block
	if c, ok := out.(*closer); ok {
		c.close()
	}
}

// Send writes lines to the program. It returns an error if the program has exited or does not read
// its input.
func (p *Peer) Send(lines ...string) error {
	if d, ok := p.in.(interface{ SetWriteDeadline(time.Time) error }); ok {
		_ = d.SetWriteDeadline(time.Now().Add(writeWait)) // ignore errors: not all pipes support deadlines
	}
	if _, err := io.WriteString(p.in, strings.Join(lines, "\n")+"\n"); err != nil {
		return p.gone()
	}
	return nil
}

// Line waits for the next line from the program.
func (p *Peer) Line(ctx context.Context) (string, error) {
	select {
	case line, ok := <-p.lines:
		if !ok {
			return "", p.gone()
		}
		return line, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// Until waits for a line for which the function wanted returns true, and returns this line. It
// passes all other lines to the function see, which may be nil. If no such line comes within the
// given duration, Until returns ErrSilent.
func (p *Peer) Until(ctx context.Context, wait time.Duration, wanted func(line string) bool, see func(line string)) (string, error) {
	limited, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for {
		line, err := p.Line(limited)
		switch {
		case err != nil && ctx.Err() == nil && limited.Err() != nil:
			return "", p.wrap(ErrSilent)
		case err != nil:
			return "", err
		case wanted(line):
			return line, nil
		case see != nil:
			see(line)
		}
	}
}

// Quit sends the given last line and closes the program's input. It kills the program if it does
// not exit within the given duration.
func (p *Peer) Quit(goodbye string, wait time.Duration) {
	_ = p.Send(goodbye) // ignore errors: the program may have exited
	_ = p.in.Close()    // ignore errors: the program may have exited
	late := time.NewTimer(wait)
	defer late.Stop()
	for {
		select {
		case _, ok := <-p.lines:
			if !ok {
				p.Kill()
				return
			}
		case <-late.C:
			p.Kill()
			return
		}
	}
}

// Kill kills the program immediately. It may be called from any goroutine.
func (p *Peer) Kill() {
	p.once.Do(func() {
		close(p.dead)
		_ = p.in.Close() // ignore errors: the stream may already be closed
		p.end()
	})
}

func (p *Peer) gone() error { return p.wrap(ErrGone) }

// wrap adds the program's name and its last error output to an error.
func (p *Peer) wrap(err error) error {
	text := p.name + ": " + err.Error()
	if said := p.last.text(); said != "" {
		text += "; it said: " + said
	}
	return &peerError{text: text, err: err}
}

type peerError struct {
	text string
	err  error
}

func (e *peerError) Error() string { return e.text }
func (e *peerError) Unwrap() error { return e.err }

// tail is a writer that keeps only the last bytes.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b...)
	if n := len(t.kept) - keptErrors; n > 0 {
		t.kept = append([]byte(nil), t.kept[n:]...)
	}
	return len(b), nil
}

func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(strings.Fields(string(t.kept)), " ")
}
