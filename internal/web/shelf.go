package web

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// shelfSize is how many bytes of animated pictures are kept on disk. The least
// recently used files are deleted first.
const shelfSize = 256 << 20

// shelfEnd is the extension of the files of a shelf. Other files in the folder are not touched.
const shelfEnd = ".film"

// shelf is a cache of animated pictures in a folder, so that they need not be
// drawn again after a restart. A picture whose file is missing or cannot be
// written is drawn again. A nil shelf keeps nothing.
type shelf struct {
	dir     string
	edition string // changes when pictures would be drawn differently
	most    int64  // bytes

	mu    sync.Mutex
	size  int64
	files map[string]*shelved // by file name
}

// shelved is a file of the cache.
type shelved struct {
	size int64
	used time.Time
}

// openShelf opens the cache in a folder and deletes files of other editions.
func openShelf(dir, edition string, most int64) (*shelf, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	s := &shelf{dir: dir, edition: edition, most: most, files: map[string]*shelved{}}
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		if !strings.HasSuffix(e.Name(), shelfEnd) {
			continue
		}
		info, err := e.Info()
		if err != nil || !strings.HasPrefix(e.Name(), s.prefix()) {
			_ = os.Remove(filepath.Join(dir, e.Name())) // it is tried again at the next start
			continue
		}
		s.files[e.Name()] = &shelved{info.Size(), info.ModTime()}
		s.size += info.Size()
	}
	s.trim()
	return s, nil
}

// prefix returns the beginning of the names of all files of this edition.
func (s *shelf) prefix() string {
	sum := sha256.Sum256([]byte(s.edition))
	return hex.EncodeToString(sum[:4]) + "-"
}

func (s *shelf) name(key string) string {
	sum := sha256.Sum256([]byte(key))
	return s.prefix() + hex.EncodeToString(sum[:16]) + shelfEnd
}

// get returns a picture, or nil if the cache does not have it. It sets the file's
// modification time to now, so that the time of the last use is known after a
// restart.
func (s *shelf) get(key string, now time.Time) []byte {
	if s == nil {
		return nil
	}
	name := s.name(key)
	s.mu.Lock()
	f := s.files[name]
	if f != nil {
		f.used = now
	}
	s.mu.Unlock()
	if f == nil {
		return nil
	}
	path := filepath.Join(s.dir, name)
	body, err := os.ReadFile(path) //nolint:gosec // the name is a hash
	if err != nil {
		s.mu.Lock()
		s.drop(name)
		s.mu.Unlock()
		return nil
	}
	_ = os.Chtimes(path, now, now) // the order of deletion is less exact then
	return body
}

// put writes a picture: first under a temporary name, so that a crash leaves no partial file.
func (s *shelf) put(key string, body []byte, now time.Time) error {
	if s == nil || int64(len(body)) > s.most {
		return nil
	}
	temporary, err := os.CreateTemp(s.dir, "new-*"+shelfEnd)
	if err != nil {
		return err
	}
	_, err = temporary.Write(body)
	err = errors.Join(err, temporary.Close())
	name := s.name(key)
	if err == nil {
		err = os.Rename(temporary.Name(), filepath.Join(s.dir, name))
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.files[name]; old != nil {
		s.size -= old.size
	}
	s.files[name] = &shelved{int64(len(body)), now}
	s.size += int64(len(body))
	s.trim()
	return nil
}

// trim deletes the least recently used files until the cache is small enough.
// The caller holds s.mu, or the shelf is not in use yet.
func (s *shelf) trim() {
	if s.size <= s.most {
		return
	}
	names := make([]string, 0, len(s.files))
	for name := range s.files {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(s.files[a].used.Compare(s.files[b].used), strings.Compare(a, b))
	})
	// Delete a tenth more than necessary, so that the list need not be sorted for every new
	// picture.
	for _, name := range names {
		if s.size <= s.most-s.most/10 {
			return
		}
		if err := os.Remove(filepath.Join(s.dir, name)); err == nil || errors.Is(err, fs.ErrNotExist) {
			s.drop(name)
		}
	}
}

// drop removes a file from the list. The caller holds s.mu.
func (s *shelf) drop(name string) {
	if f := s.files[name]; f != nil {
		s.size -= f.size
		delete(s.files, name)
	}
}
