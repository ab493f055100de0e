//go:build linux || darwin

package store

import "golang.org/x/sys/unix"

// FreeBytes returns the number of bytes that this user can still write to the disk that contains
// folder.
func FreeBytes(folder string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, err
	}
	return s.Bavail * uint64(s.Bsize), nil //nolint:gosec,unconvert,nolintlint // not negative; the type differs by system
}
