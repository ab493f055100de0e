package main

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
)

// openInput opens a file, or standard input if the name is "-".
func (a *app) openInput(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(a.in), nil
	}
	return os.Open(name)
}

// output is a file that a command writes. The command writes to a temporary file, which commit
// renames to the requested name. If the command fails before commit, an existing file of that name
// is unchanged. Standard output and devices are written to directly.
type output struct {
	*bufio.Writer
	file *os.File // nil for standard output
	name string   // the final file name; "" if the file already has its final name
}

func (a *app) createOutput(name string) (*output, error) {
	if name == "-" {
		return &output{Writer: bufio.NewWriter(a.out)}, nil
	}
	info, err := os.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0)
		if err != nil {
			return nil, err
		}
		return &output{Writer: bufio.NewWriter(f), file: f}, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f, err := os.OpenFile(name+".part", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, err
	}
	return &output{Writer: bufio.NewWriter(f), file: f, name: name}, nil
}

// commit closes the file and gives it its final name.
func (o *output) commit() error {
	err := o.Flush()
	if o.file == nil {
		return err
	}
	if closed := o.file.Close(); err == nil {
		err = closed
	}
	if o.name == "" {
		return err
	}
	if err == nil {
		err = os.Rename(o.file.Name(), o.name)
	}
	if err != nil {
		_ = os.Remove(o.file.Name()) // an earlier error is returned, so ignore this one
	}
	return err
}

// discard deletes the temporary file. Data already sent to standard output
// cannot be taken back.
func (o *output) discard() {
	if o.file == nil {
		return
	}
	_ = o.file.Close() // ignore the error: the file is deleted
	if o.name != "" {
		_ = os.Remove(o.file.Name())
	}
}
