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

// shelfSize is the default size limit of the animated pictures on disk, in bytes. The least
// recently used files are deleted first.
const shelfSize = 256 << 20

// shelfEnd is the extension of the files in the disk cache (shelf). Other files in the folder are
// not touched.
const shelfEnd = ".film"

// shelf is a cache of animated pictures in a folder, so that the server need not draw them again
// after a restart. If a file is missing or cannot be written, the picture is drawn again. A nil
// shelf caches nothing.
type shelf struct {
	dir     string
	edition string // name of the way in which this release draws; changes if a new release draws differently
	most    int64  // size limit in bytes

	mu    sync.Mutex
	size  int64
	files map[string]*shelved // by file name
}

// shelved describes a file of the disk cache.
type shelved struct {
	size int64
	used time.Time
}

// openShelf opens the disk cache in a folder. It deletes files of other editions, that is, of
// releases that draw pictures differently.
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
			_ = os.Remove(filepath.Join(dir, e.Name())) // if it fails, the next start tries again
			continue
		}
		s.files[e.Name()] = &shelved{info.Size(), info.ModTime()}
		s.size += info.Size()
	}
	s.trim()
	return s, nil
}

// prefix returns the first part of the names of all files of this edition.
func (s *shelf) prefix() string {
	sum := sha256.Sum256([]byte(s.edition))
	return hex.EncodeToString(sum[:4]) + "-"
}

func (s *shelf) name(key string) string {
	sum := sha256.Sum256([]byte(key))
	return s.prefix() + hex.EncodeToString(sum[:16]) + shelfEnd
}

// get returns a picture, or nil if the cache does not have it. It sets the file's modification time
// to the given time, so that the time of the last use survives a restart.
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
	_ = os.Chtimes(path, now, now) // ignore an error: it only makes the order of deletion less exact
	return body
}

// put writes a picture to the cache. It first uses a temporary name, so that a crash leaves no
// partial file.
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

// trim deletes the least recently used files until the cache is small enough. The caller holds
// s.mu, or no other goroutine uses the shelf yet.
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
	// Delete a tenth more than necessary, so that the list need not be sorted again for every new
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

// drop removes a file from the list, but not from the disk. The caller holds s.mu.
func (s *shelf) drop(name string) {
	if f := s.files[name]; f != nil {
		s.size -= f.size
		delete(s.files, name)
	}
}
